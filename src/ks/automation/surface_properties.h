// Capture into video memory (S-277 to S-283): the property set, and the surfaces that a pin may
// capture into.
//
// A surface is mapped once. The minidriver borrows a handle of the display kernel's for the length
// of the call and answers with a physical address. Frames then come with a VRAM_SURFACE_INFO in
// place of a buffer (src/ks/queue/vram_frame.h).
#pragma once

#include <map>
#include <memory>

#include "src/bridge/capture_surface.h"
#include "src/ks/base/request.h"
#include "src/ks/base/wdk.h"
#include "src/sim/lock.h"

namespace drydock::ks {

// S-283, for the answer of a minidriver.
void check_surface_answer(PIRP irp, const Request& request);
// The same for what a client sets, which is refused.
bool is_no_surface(const Request& request);

// KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS: the handler sees a copy of the client's structure,
// with a handle, until its call returns (S-279).
bool is_surface_mapping(const Request& request);
NTSTATUS map_surface(const Request& request, PFNKSHANDLER handler);

// The surfaces that a pin's minidriver has mapped, by the address that it answered.
class MappedSurfaces {
 public:
  // Records a mapping. True when capture into the surface has ended already.
  bool note(LONGLONG address, std::shared_ptr<bridge::Capture> capture);
  bool has_ended(LONGLONG address) const;

 private:
  mutable sim::Lock lock_;
  std::map<LONGLONG, std::shared_ptr<bridge::Capture>> captures_ DRYDOCK_GUARDED_BY(lock_);
};

// A target whose minidriver may map surfaces to capture into: a pin.
class SurfaceOwner {
 public:
  virtual ~SurfaceOwner() = default;
  virtual MappedSurfaces& surfaces() = 0;
};

}  // namespace drydock::ks
