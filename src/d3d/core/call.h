// A call of the runtime into a driver, and what callbacks returned to the driver meanwhile.
//
// Every entry point of a driver is called through enter(), with a Call on the stack. Callbacks find
// it by Call::current() and store there what the runtime checks after the entry point has returned.
// Cost: one allocation-free object, one counter and the border of the driver. Owner: the stack.
// Threads: only the calling thread sees it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "src/d3d/driver/entry.h"
#include "src/d3d/driver/handles.h"
#include "src/nt/driver/driver.h"
#include "src/nt/races/races.h"
#include "src/nt/watch/breach.h"

namespace drydock::d3d {

class DeferredContext;
class Device;
struct Resource;

// A failure that a callback returned to the driver. One that the driver overcame, by the same
// callback about the same thing, is struck out again.
struct Received {
  const char* callback;
  HRESULT result;
  KernelHandle about;
};

// A Lock, LockAsync, ResourceMap or MapHeap that is under way: what the application allows, and
// what the driver promised the kernel.
struct LockUnderWay {
  bool may_overlap_gpu = false;            // NoOverwrite
  bool may_fail_busy = false;              // DoNotWait
  bool is_unreferenced = false;            // NoExistingReferences
  bool has_promised_no_reference = false;  // by pfnLockCb with NoExistingReference
  // The result of the last pfnLockCb with Discard and without that promise.
  HRESULT discarded = S_OK;
  // pfnLockCb with DonotWait was refused, of an allocation that work of this very Lock writes.
  bool has_met_own_work = false;
};

// The resource, context or lock that a call is about.
struct Subject {
  Subject(std::nullptr_t) {}
  Subject(Resource* about) : resource(about) {}
  Subject(Resource& about, LockUnderWay& under_way) : resource(&about), lock(&under_way) {}

  Resource* resource = nullptr;
  LockUnderWay* lock = nullptr;
};

class Call {
 public:
  Call(const Entry& entry, Device* device, Subject subject = nullptr,
       DeferredContext* deferred = nullptr);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // The innermost call of this thread; null outside of drivers.
  static Call* current();

  const Entry& entry() const { return entry_; }
  Device* device() const { return device_; }
  // The deferred context of the call; null in the immediate context.
  DeferredContext* deferred() const { return deferred_; }
  std::uint64_t number() const { return number_; }  // never that of another call; not 0
  Resource* subject() const { return subject_.resource; }
  // The lock under way; not null in the functions that lock or map.
  LockUnderWay* lock() const { return subject_.lock; }
  const std::vector<Received>& received() const { return received_; }
  bool was_received(HRESULT result) const;

  // A callback of the device returned this to the driver, on this thread.
  void note(const char* callback, HRESULT result, KernelHandle about);
  // The same of an answer that is no failure: the driver may pass it on, and need not.
  void note_answer(HRESULT result) { answers_.push_back(result); }

  // pfnSetErrorCb was called. The first error counts.
  void set_error(HRESULT result) {
    if (SUCCEEDED(callback_error_)) callback_error_ = result;
  }
  // S_OK when the driver has set no error.
  HRESULT callback_error() const { return callback_error_; }

  // pfnRenderCb submitted, meanwhile, work that writes the allocation.
  void note_written(KernelHandle allocation) { written_.push_back(allocation); }
  bool has_written(KernelHandle allocation) const;
  // The farthest place that pfnQueryResidencyCb returned, as a result; S_OK when it was not called.
  void note_residency(HRESULT place);
  HRESULT residency() const { return residency_; }

  // pfnReclaimAllocationsCb brought the resource's contents not back, or was not asked for them.
  void note_lost(const Resource& resource) { lost_.push_back(&resource); }
  bool has_lost(const Resource& resource) const;

  // pfnMakeResidentCb failed for want of room; what the driver does about it is to evict something,
  // and to ask again (U-273).
  enum class Shortage : std::uint8_t { kNone, kReported, kTrimmed };
  void set_shortage(Shortage shortage) { shortage_ = shortage; }
  Shortage shortage() const { return shortage_; }
  // Records the bytes that pfnEvictCb evicted meanwhile.
  void note_evicted(std::uint64_t bytes) {
    evicted_ += bytes;
    note_room();
  }
  void note_room() {
    if (shortage_ == Shortage::kReported) shortage_ = Shortage::kTrimmed;
  }
  std::uint64_t evicted() const { return evicted_; }

  // Holds the result against what the entry point may return and what callbacks returned to it.
  void check(HRESULT result) const;

 private:
  bool may_do_without(const Received& failure) const;
  void check_hidden(HRESULT result) const;
  void check_unreported(HRESULT result) const;

  const Entry& entry_;
  Device* const device_;
  DeferredContext* const deferred_;
  const Subject subject_;
  Call* const outer_;
  const std::uint64_t number_;
  const nt::RaceParty party_;
  std::vector<Received> received_;
  std::vector<HRESULT> answers_;
  HRESULT callback_error_ = S_OK;
  std::vector<KernelHandle> written_;
  std::vector<const Resource*> lost_;
  HRESULT residency_ = S_OK;
  Shortage shortage_ = Shortage::kNone;
  std::uint64_t evicted_ = 0;
};

// Calls driver code: the border, the control words of floating point, and the result. `check` looks
// at more, at the driver's own risk, when it has returned. D3DDDIERR_DEVICEREMOVED when the driver
// is or comes to its end.
HRESULT enter(nt::Driver& driver, Call& call, const std::function<HRESULT()>& body,
              const std::function<void(HRESULT)>& check = nullptr);

// The body of an entry point that returns nothing, as one that returns a result: the first error
// that it sets by pfnSetErrorCb, or S_OK. To be run inside of enter().
std::function<HRESULT()> reported_by_callback(std::function<void()> body);

}  // namespace drydock::d3d
