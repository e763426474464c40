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
  // Functions that every compiler places in the section. Instances of templates and special member
  // functions are left out, because Windows' compiler and clang place them differently. A file
  // without symbols has none.
  std::vector<CodeRange> functions;

  bool is_pageable() const { return name.starts_with("PAGE"); }
};

// Throws LoadError as ElfFile does.
std::vector<ElfSection> read_sections(const std::filesystem::path& path);

}  // namespace drydock::nt
