// Finds where a function begins, by the debug information. For files of this folder that read it.
//
// libdw's own dwarf_decl_file() finds nothing in what clang writes. Threads: as the session's.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

namespace drydock::rules {

struct Declared {
  const char* file = nullptr;  // null: not known
  int line = 0;
};

inline Declared declared(Dwarf_Die* function, Dwarf_Die* unit) {
  Declared out;
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_decl_line(function, &out.line) != 0) return {};
  if (dwarf_formudata(dwarf_attr_integrate(function, DW_AT_decl_file, &attribute), &number) != 0)
    return {};
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || number >= count) return {};
  out.file = dwarf_filesrc(files, number, nullptr, nullptr);
  return out;
}

}  // namespace drydock::rules
