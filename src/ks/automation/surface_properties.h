// Capture into video memory (section 22 of the rules): its property set, the surfaces that a pin
// may capture into, and frames that lie there.
//
// A surface is mapped once: the minidriver is lent a handle of the display kernel's and answers
// with a physical address. Frames then come with a VRAM_SURFACE_INFO in place of a buffer.
#pragma once

#include <map>
#include <memory>

#include "src/bridge/capture_surface.h"
#include "src/ks/base/request.h"
#include "src/ks/base/wdk.h"
#include "src/sim/lock.h"

namespace drydock::ks {

// S-283, of what a minidriver answered.
void check_surface_answer(PIRP irp, const Request& request);
// The same of what a client sets: to be refused.
bool is_no_surface(const Request& request);

// KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS: the handler sees a copy of the client's structure,
// with a handle, for as long as its call lasts (S-279).
bool is_surface_mapping(const Request& request);
NTSTATUS map_surface(const Request& request, PFNKSHANDLER handler);

// What a pin's minidriver has mapped, by the address that it answered.
class MappedSurfaces {
 public:
  // True when capture into what lies at the address has ended.
  bool note(LONGLONG address, std::shared_ptr<nt::Capture> capture);
  bool has_ended(LONGLONG address) const;

 private:
  mutable sim::Lock lock_;
  std::map<LONGLONG, std::shared_ptr<nt::Capture>> captures_ DRYDOCK_GUARDED_BY(lock_);
};

// A target whose minidriver may map surfaces to capture into: a pin.
class SurfaceOwner {
 public:
  virtual ~SurfaceOwner() = default;
  virtual MappedSurfaces& surfaces() = 0;
};

}  // namespace drydock::ks
