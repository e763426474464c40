// Records the calls of lifetimes that a miniport gets, and lets chosen ones fail.
//
// It stands in front of the entry points of another miniport, which does the work. Owner: the test.
// At most one lives at a time. Threads: one at a time, and each sees what the one before did.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "src/wdk/graphics.h"
#include "tests/model/driver_calls.h"

namespace drydock::model {

class DriverRecorder {
 public:
  enum class Entry {
    kNone,
    kAny,
    kCreateDevice,
    kCreateContext,
    kCreateAllocation,
    kOpenAllocation
  };

  DriverRecorder();
  ~DriverRecorder();
  DriverRecorder(const DriverRecorder&) = delete;
  DriverRecorder& operator=(const DriverRecorder&) = delete;

  // Puts itself in front of the entry points of the table.
  void stand_before(DRIVER_INITIALIZATION_DATA& table);

  // The next call of the entry point fails with this status, before the driver sees it. kAny: the
  // next call that creates or opens; kNone: no call fails.
  void fail_next(Entry entry, NTSTATUS status);

  // The calls since the last time.
  Calls take_calls();
  // Returns the calls since the last time that the driver must never get.
  Calls take_faults();

 private:
  friend struct RecordedDdi;

  // Driver's handles in the order in which they were made.
  class Known {
   public:
    int add(HANDLE handle) { return numbers_[handle] = ++last_; }
    // 0: none; kFailed: unknown.
    int number_of(HANDLE handle) const;
    void end(HANDLE handle) { ended_.insert(handle); }
    bool is_live(HANDLE handle) const {
      return numbers_.contains(handle) && !ended_.contains(handle);
    }

   private:
    std::map<HANDLE, int> numbers_;
    std::set<HANDLE> ended_;
    int last_ = 0;
  };

  bool fails(Entry entry);
  HANDLE allocation_of(D3DKMT_HANDLE handle) const;

  DRIVER_INITIALIZATION_DATA inner_{};
  DXGKRNL_INTERFACE kernel_{};
  Entry failing_ = Entry::kNone;
  NTSTATUS failure_ = STATUS_SUCCESS;
  Known devices_, contexts_, resources_, allocations_, openings_;
  Calls calls_, faults_;
};

}  // namespace drydock::model
