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
// Owner: the process. Threads: any; one gate guards the handles and everything that DriverCalls
// show to drivers, so that several threads of a driver may use them. Cost: a short turn for each
// call of an interface function.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "src/display/vidpn/shown.h"
#include "src/sim/gate.h"

namespace drydock::display {

class Lending {
 public:
  static Lending& instance();

  // Calls `body` alone: it neither waits nor raises, and does not touch memory of the driver that
  // may fault.
  template <typename Body>
  auto alone(Body&& body) {
    const sim::Alone turn(turn_);
    return body();
  }

  // Inside of alone(), from here on.
  enum class Found : std::uint8_t { kLive, kStale, kUnknown };
  struct Answer {
    Found found = Found::kUnknown;
    Shown* shown = nullptr;  // of a live one
  };
  Answer find(ShownKind kind, const void* handle);
  // Null when there are too many.
  void* issue(ShownKind kind, Shown& shown);
  void revoke(const void* handle);

  // Adapters whose monitors drivers may ask about, by the handle that the driver knows.
  struct AdapterEntry {
    Monitors* monitors = nullptr;
    DriverCall* standing = nullptr;  // what is acquired outside of other calls
  };
  void add_adapter(const void* handle, const AdapterEntry& adapter) { adapters_[handle] = adapter; }
  void remove_adapter(const void* handle) { adapters_.erase(handle); }
  const AdapterEntry* find_adapter(const void* handle) const;

 private:
  struct Slot {
    std::uint32_t generation = 1;
    ShownKind kind = ShownKind::kVidPn;
    Shown* shown = nullptr;
  };

  sim::Gate turn_{sim::Gate::Orders::kHost};
  std::vector<Slot> slots_;
  std::deque<std::uint16_t> free_;
  std::map<const void*, AdapterEntry> adapters_;
};

}  // namespace drydock::display
