// The protection of pages, from Windows to the system's.
#pragma once

#include <sys/mman.h>

#include <optional>

#include "src/nt/wdk.h"

namespace drydock::nt {

// How mmap() names a protection; nothing for one that the documents do not allow here.
inline std::optional<int> protection_of(ULONG protection) {
  switch (protection & ~(PAGE_GUARD | PAGE_NOCACHE | PAGE_WRITECOMBINE)) {
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

}  // namespace drydock::nt
