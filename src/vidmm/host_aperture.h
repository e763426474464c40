// CPU host apertures (WDDM 2.0): parts of the bus through which the CPU sees pages of a memory
// segment. The driver maps the pages on demand.
//
// The window of a tenant maps all of it to neighbouring pages of the aperture, while a lock needs
// it. Only for the strand that pages. Cost: one call of the driver to open a window, and one to
// close it.
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

  // `segment` is its number, counted from 1.
  HostAperture(Driver& driver, UINT segment);

  // DxgkDdiMapCpuHostAperture. False when there is no room, or no device decodes it.
  bool open(Tenant& tenant);
  // DxgkDdiUnmapCpuHostAperture.
  void close(Tenant& tenant);
  // Closes the window after a reset, without a call of the driver: the mapping is lost.
  void drop(Tenant& tenant);

 private:
  Driver& driver_;
  const UINT segment_;
  const std::uint64_t physical_;
  const std::uint64_t page_bytes_;  // as the segment has them
  SegmentSpace space_;              // the aperture's own space, in its own pages
};

// K-265: maps and unmaps a page in each aperture, as soon as the segments are known.
void probe_host_apertures(Driver& driver);

// The bytes of a tenant that the CPU sees in place, copied before it is evicted (K-264). Empty when
// the CPU does not see the tenant, or when arguments are not hostile.
class CpuSnapshot {
 public:
  CpuSnapshot(Driver& driver, HostAperture* aperture, Tenant& tenant);
  // The tenant was evicted: compares its bytes in system memory with the copy.
  void compare() const;

 private:
  void copy(const void* from);

  Driver& driver_;
  const Tenant& tenant_;
  const std::uint32_t times_locked_;
  std::vector<std::byte> bytes_;
};

}  // namespace drydock::vidmm
