// A miniport inside the test program that keeps a ledger of everything the graphics kernel has it
// create and destroy. Destroying an object that it does not have, or an object before its parts, is
// a fault.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "src/dxgk/adapter/adapter.h"

namespace drydock::testing {

class LedgerMiniport {
 public:
  struct Counts {
    std::size_t devices = 0, contexts = 0, allocations = 0, resources = 0, bindings = 0;

    bool operator==(const Counts&) const = default;
  };

  // At most one lives at a time.
  LedgerMiniport();
  ~LedgerMiniport();
  LedgerMiniport(const LedgerMiniport&) = delete;
  LedgerMiniport& operator=(const LedgerMiniport&) = delete;

  dxgk::Miniport miniport();

  // Lets one in `n` creations and openings fail; 0: none.
  void fail_one_in(std::uint32_t n) { fail_one_in_ = n; }
  // While set, the calls that end something are noted for take_calls().
  void note_calls(bool note) { notes_ = note; }

  Counts live() const;
  // Return whether the driver's object that the graphics kernel names is live.
  bool has_allocation(HANDLE handle) const;
  bool has_binding(HANDLE handle) const;
  std::uint64_t allocations_ever() const;
  std::vector<std::string> faults() const;
  // "close 2", "destroy 2", "destroy 0 resource": in order, since the last time.
  std::vector<std::string> take_calls();

 private:
  friend struct LedgerDdi;
  using Id = std::uintptr_t;  // the handle that the graphics kernel gets; never twice the same

  struct Device {
    std::size_t parts = 0;
  };
  struct Part {  // context or binding
    Id device = 0;
    Id allocation = 0;
  };
  struct Allocation {
    Id resource = 0;
    std::size_t bindings = 0;
  };
  struct Resource {
    std::size_t allocations = 0;
  };

  bool fails();
  Id next() { return next_ += 16; }
  void fault(std::string what) { faults_.push_back(std::move(what)); }
  void note(std::string call) {
    if (notes_) calls_.push_back(std::move(call));
  }

  mutable std::mutex mutex_;
  Id next_ = 0x10'0000;  // numbers, beyond the page that no pointer is in
  std::map<Id, Device> devices_;
  std::map<Id, Part> contexts_, bindings_;
  std::map<Id, Allocation> allocations_;
  std::map<Id, Resource> resources_;
  std::uint64_t allocations_ever_ = 0;
  std::vector<std::string> faults_, calls_;
  std::atomic<std::uint32_t> fail_one_in_ = 0;
  std::uint32_t asked_ = 0;
  std::atomic<bool> notes_ = false;
  DXGKRNL_INTERFACE kernel_{};
  nt::Driver driver_{"ledger"};
};

}  // namespace drydock::testing
