// The commands that the engines run: a DMA buffer is an array of these. Only the driver writes
// them.
#pragma once

#include "gpu_memory.h"

enum class GpuOperation : UINT {
  kFill = 1,
  kCopy,
  kWrite,
  kAdd,
  // Paging commands also change the owner of pages.
  kPageFill,     // new pages, with a pattern
  kPageIn,       // new pages, from system memory
  kPageOut,      // to system memory; the pages are freed
  kPageMove,     // new pages at the destination, from the source, whose pages are freed
  kPageDiscard,  // the pages are freed
  kMapAperture,  // `bytes` of the destination onto system memory
  kUnmapAperture,
  kPageInit,  // new pages, for the state of a context
};

struct GpuLocation {
  UINT64 address;
  Owner owner;
  UINT reserved;
};

struct GpuCommand {
  GpuOperation operation;
  UINT pattern;
  UINT64 bytes;
  UINT64 value;
  GpuLocation destination;
  GpuLocation source;
  UCHAR* system;  // system memory of paging operations, mapped as long as they run
};

// The private data of a DMA buffer, one for each part that the driver wrote at once.
struct DmaPart {
  const UCHAR* begin;
  UINT bytes;
  UINT reserved;
};
