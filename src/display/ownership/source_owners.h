// The owners of the video present sources of an adapter: devices of clients, or the desktop.
//
//              EXCLUSIVE ──► EXCLUSIVE
//            ╱
//   UNOWNED ◄──────────────► EMULATED ──► EMULATED       of one device and one source
//
// UNOWNED means that the device owns nothing there. A source has at most one owner; as long as it
// has none, it is the desktop's. Nobody gets a source as SHARED, because the desktop has it.
//
// Contract: a request is carried out wholly or not at all. Owner: the adapter. A device is named by
// its address, which is only compared; whoever ends a device releases what it owns. Threads: any.
// Cost: a lock and a walk over the sources that devices own, which are few.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::display {

class SourceOwners {
 public:
  using Type = D3DKMT_VIDPNSOURCEOWNER_TYPE;
  using Source = D3DDDI_VIDEO_PRESENT_SOURCE_ID;
  using DeviceName = const void*;

  struct Wish {
    Source source;
    Type type;
  };

  // True for the types that a client may ask for.
  static bool is_offered(Type type) {
    return type == D3DKMT_VIDPNSOURCEOWNER_UNOWNED || type == D3DKMT_VIDPNSOURCEOWNER_SHARED ||
           type == D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE || type == D3DKMT_VIDPNSOURCEOWNER_EMULATED;
  }

  // The device asks for each source, in this order. Sources exist and types are offered.
  NTSTATUS set(DeviceName device, std::span<const Wish> wishes);
  // The device owns nothing any more. Returns false when it owned nothing.
  bool release(DeviceName device);

  // Returns the type in which the device owns the source; UNOWNED when it does not own it.
  Type type_of(DeviceName device, Source source) const;
  bool has_exclusive_owner(Source source) const;
  // The lowest source that the device owns exclusively.
  std::optional<Source> exclusive_source_of(DeviceName device) const;

 private:
  struct Owned {
    Source source;
    DeviceName device;
    Type type;
  };
  using List = std::vector<Owned>;

  static NTSTATUS grant(List& list, DeviceName device, const Wish& wish);

  mutable sim::Lock lock_;
  List owned_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::display
