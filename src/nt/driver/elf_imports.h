// The imports and exports of a driver file, read before any of its code runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace drydock::nt {

struct ElfImports {
  std::vector<std::string>
      undefined;                     // names that the file must find elsewhere; weak ones excepted
  std::vector<std::string> defined;  // names that it offers
  std::vector<std::string> needed;   // libraries that it brings along

  bool defines(std::string_view name) const;
};

// Reads the dynamic symbols of a shared object for this machine. Throws LoadError with one sentence
// when the file cannot be read or is something else.
ElfImports read_elf(const std::filesystem::path& path);

// Returns the undefined names that neither the process nor the file's own libraries define, sorted.
std::vector<std::string> unresolved(const ElfImports& imports);

}  // namespace drydock::nt
