// The handles by which drivers know networks and their parts.
//
// A handle is no address, so that following it as a pointer faults:
//
//    63           48 47    44 43                    20 19            4 3    0
//   ┌───────────────┬────────┬────────────────────────┬───────────────┬──────┐
//   │    0x5644     │  kind  │       generation       │     slot      │ 0x8  │
//   └───────────────┴────────┴────────────────────────┴───────────────┴──────┘
//
// The generation of a slot grows when its handle ends, so that a stale handle never resolves.
//
// Owner: the process. Threads: any; one gate guards the handles and everything that drivers borrow
// from DriverCalls, so that several threads of a driver may use them. Cost: a short turn for each
// call of an interface function.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "src/display/vidpn/borrowed_object.h"
#include "src/sim/gate.h"

namespace drydock::display {

class NetworkHandles {
 public:
  static NetworkHandles& instance();

  // Runs `body` while no other thread is in here. `body` neither waits nor raises, and does not
  // touch memory of the driver, which may fault.
  template <typename Body>
  auto alone(Body&& body) {
    const sim::Alone turn(turn_);
    return body();
  }

  // The functions below are called inside alone().
  enum class Found : std::uint8_t { kLive, kStale, kUnknown };
  struct Answer {
    Found found = Found::kUnknown;
    BorrowedObject* object = nullptr;  // null unless the handle is live
  };
  Answer find(ObjectKind kind, const void* handle);
  // Null when there are too many.
  void* issue(ObjectKind kind, BorrowedObject& object);
  void revoke(const void* handle);

  // Adapters about whose monitors drivers may ask. The key is the driver's handle of the adapter.
  struct AdapterEntry {
    Monitors* monitors = nullptr;
    DriverCall* standing = nullptr;  // accounts for what the driver acquires outside of other calls
  };
  void add_adapter(const void* handle, const AdapterEntry& adapter) { adapters_[handle] = adapter; }
  void remove_adapter(const void* handle) { adapters_.erase(handle); }
  const AdapterEntry* find_adapter(const void* handle) const;

 private:
  struct Slot {
    std::uint32_t generation = 1;
    ObjectKind kind = ObjectKind::kVidPn;
    BorrowedObject* object = nullptr;
  };

  sim::Gate turn_{sim::Gate::Orders::kHost};
  std::vector<Slot> slots_;
  std::deque<std::uint16_t> free_;
  std::map<const void*, AdapterEntry> adapters_;
};

}  // namespace drydock::display
