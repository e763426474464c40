// A segment of video memory, for the source files of VideoMemory.
#pragma once

#include <memory>
#include <vector>

#include "src/vidmm/host_aperture.h"
#include "src/vidmm/video_memory.h"

namespace drydock::vidmm {

// A segment, with its tenants in the order of their last use.
struct VideoMemory::Segment {
  UINT id;
  bool is_aperture;
  std::uint64_t base;
  std::uint64_t commit_limit;
  std::vector<SIZE_T> banks;  // the end of each bank
  SegmentSpace space;
  std::unique_ptr<HostAperture> host = nullptr;  // null: the CPU sees all of it, or nothing
  std::uint64_t committed = 0;
  Tenant* oldest = nullptr;
  Tenant* newest = nullptr;

  Group group() const { return is_aperture ? Group::kNonLocal : Group::kLocal; }
};

}  // namespace drydock::vidmm
