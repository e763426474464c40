// CPU host apertures: a part of the bus through which the CPU sees pages of a memory segment, those
// that the driver maps there on demand (WDDM 2.0).
//
// A tenant's window shows all of it, in neighbouring pages of the aperture, as long as somebody has
// it locked. For the strand that pages. Cost: one call of the driver to open and one to close.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/vidmm/driver.h"
#include "src/vidmm/tenant.h"

namespace drydock::vidmm {

class HostAperture {
 public:
  static bool is_of(const DXGK_SEGMENTDESCRIPTOR4& segment) {
    return segment.Flags.SupportsCpuHostAperture != 0 && segment.CpuHostAperture.SizeInPages != 0;
  }

  // `segment` is its number, from 1 on.
  HostAperture(Driver& driver, UINT segment);

  // DxgkDdiMapCpuHostAperture. False when there is no room, or no device decodes it.
  bool open(Tenant& tenant);
  // DxgkDdiUnmapCpuHostAperture.
  void close(Tenant& tenant);
  // The same after a reset: the driver leaves its device alone, and what it mapped is lost.
  void drop(Tenant& tenant);

 private:
  Driver& driver_;
  const UINT segment_;
  const std::uint64_t physical_;
  const std::uint64_t page_bytes_;  // as the segment's
  SegmentSpace space_;              // of the aperture, in pages of its own
};

// K-265: a page through each aperture and away, as soon as the segments are known.
void probe_host_apertures(Driver& driver);

// What the CPU sees of a tenant where it lies, before it is evicted (K-264). Empty when the CPU
// does not see it, or nobody looks for mistakes.
class CpuSnapshot {
 public:
  CpuSnapshot(Driver& driver, HostAperture* aperture, Tenant& tenant);
  // It has left: the bytes in system memory are those.
  void compare() const;

 private:
  void copy(const void* from);

  Driver& driver_;
  const Tenant& tenant_;
  const std::uint32_t times_locked_;
  std::vector<std::byte> bytes_;
};

}  // namespace drydock::vidmm
