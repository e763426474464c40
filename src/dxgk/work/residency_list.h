// The residency list of a device, and the place that an allocation has on it.
//
// memory/residency.h changes them. Owner: the device has the list, each of its bindings a place.
// Threads: the device's lock guards both, but for what is atomic.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "src/dxgk/object/list.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/some_device_lock.h"
#include "src/vidmm/budget.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Binding;
class PagingQueue;

// A binding's place on the list of its device.
struct Listing : Linked<Listing> {
  explicit Listing(Binding& of);
  ~Listing();

  Binding& binding;
  std::uint32_t count = 0;    // calls of MakeResident without their Evict
  std::uint32_t holds = 0;    // queued updates of addresses that lead to it (K-293)
  bool is_unwritten = false;  // an Evict of the series said that the GPU did not write to it
  bool may_linger = false;    // the last Evict was one with EvictOnlyIfNecessary
  std::optional<vidmm::Group> group;  // the group that it counts for, while it is on the list
  // The queue whose fence says, at which value, that it was made resident; none when it was
  // already.
  Ref<PagingQueue> queue;
  UINT64 awaited = 0;
  std::uint64_t last_named = 0;  // the period in which work or a client last named it
};

struct ResidencyList {
  List<Listing> all DRYDOCK_GUARDED_BY(some_device_lock);
  std::atomic<std::size_t> size = 0;  // read without the lock
  // Periodic trims divide time into periods. The host does not know what virtual work uses.
  std::uint64_t period DRYDOCK_GUARDED_BY(some_device_lock) = 0;
  // The last period in which virtual work began or ended.
  std::uint64_t last_virtual_work DRYDOCK_GUARDED_BY(some_device_lock) = 0;
  // Packets of virtual work that have not ended.
  std::uint32_t virtual_packets DRYDOCK_GUARDED_BY(some_device_lock) = 0;
};

}  // namespace drydock::dxgk
