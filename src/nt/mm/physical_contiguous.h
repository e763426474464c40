// Memory that is contiguous in the pseudo-physical address space, as the Mm routines and DMA
// adapters allocate it.
//
// Cost: a few system calls and a short lock. Owner: the driver that runs has the debt. Threads:
// any.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "src/nt/mm/physical.h"

namespace drydock::nt {

struct ContiguousBlock {
  std::size_t bytes;
  PageFrame first;
  const char*
      kind;  // "contiguous memory", "common buffer"; freed by the routine that belongs to the one that allocated it
};

// Takes, maps and books a block against the driver that calls; its contents are not zero. Null when
// it cannot be had.
void* allocate_contiguous(std::size_t bytes, const FrameLimits& limits, const char* kind);

std::optional<ContiguousBlock> find_contiguous(const void* base);

// Whether an address lies in a common buffer of a DMA adapter.
bool is_in_common_buffer(const void* address);

// Frees a block of this kind. Otherwise, and when `bytes` is given and is not its size, N-057 and
// false.
bool free_contiguous(void* base, const char* kind, std::optional<std::size_t> bytes,
                     const char* call);

}  // namespace drydock::nt
