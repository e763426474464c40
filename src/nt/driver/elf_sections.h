// The code of a driver's file that Windows does not keep in memory: what is paged out, and what is
// discarded when DriverEntry is over.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "src/nt/driver/loader_modules.h"

namespace drydock::nt {

struct ElfSection {
  std::string name;  // PAGE and what begins so, or INIT
  CodeRange range;   // as the file counts addresses
  // Those that every compiler puts there: where Windows' own leaves instances of templates and
  // special member functions is not where clang does. None in a file without symbols.
  std::vector<CodeRange> functions;

  bool is_pageable() const { return name.starts_with("PAGE"); }
};

// Throws LoadError as ElfFile does.
std::vector<ElfSection> read_sections(const std::filesystem::path& path);

}  // namespace drydock::nt
