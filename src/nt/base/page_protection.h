// The protection of pages, from Windows to the system's.
#pragma once

#include <sys/mman.h>

#include <optional>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

// Returns the protection in the form of mmap(), for a value without modifiers. Returns nothing for
// a value that is no protection.
inline std::optional<int> plain_protection_of(ULONG protection) {
  switch (protection) {
    case PAGE_NOACCESS:
      return PROT_NONE;
    case PAGE_READONLY:
      return PROT_READ;
    case PAGE_READWRITE:
      return PROT_READ | PROT_WRITE;
    case PAGE_EXECUTE:
      return PROT_EXEC;
    case PAGE_EXECUTE_READ:
      return PROT_READ | PROT_EXEC;
    case PAGE_EXECUTE_READWRITE:
      return PROT_READ | PROT_WRITE | PROT_EXEC;
    default:
      return std::nullopt;
  }
}

// The same where modifiers are allowed; they change nothing here.
inline std::optional<int> protection_of(ULONG protection) {
  return plain_protection_of(protection & ~(PAGE_GUARD | PAGE_NOCACHE | PAGE_WRITECOMBINE));
}

}  // namespace drydock::nt
