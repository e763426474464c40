// A call of the runtime into a driver, and what the driver was told by callbacks meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "src/d3d/breach.h"
#include "src/d3d/entry.h"
#include "src/d3d/handles.h"
#include "src/nt/driver/driver.h"
#include "src/nt/races/races.h"

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

// On the stack of the thread that calls.
class Call {
 public:
  Call(const Entry& entry, Device* device, Resource* subject = nullptr,
       DeferredContext* deferred = nullptr);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // The innermost call of this thread; null outside of drivers.
  static Call* current();

  const Entry& entry() const { return entry_; }
  Device* device() const { return device_; }
  // In which it comes; null in the immediate one.
  DeferredContext* deferred() const { return deferred_; }
  std::uint64_t number() const { return number_; }  // never that of another call; not 0
  Resource* subject() const { return subject_; }
  const std::vector<Received>& received() const { return received_; }
  bool was_received(HRESULT result) const;

  // A callback of the device returned this to the driver, on this thread.
  void note(const char* callback, HRESULT result, KernelHandle about);

  // pfnSetErrorCb. The runtime goes by the first.
  void tell(HRESULT result) {
    if (SUCCEEDED(told_)) told_ = result;
  }
  HRESULT told() const { return told_; }

  // pfnRenderCb submitted, meanwhile, work that writes the allocation.
  void note_written(KernelHandle allocation) { written_.push_back(allocation); }
  bool has_written(KernelHandle allocation) const;
  // The farthest that pfnQueryResidencyCb told, as a result; S_OK when it told nothing.
  void note_residency(HRESULT told);
  HRESULT residency() const { return residency_; }

  // pfnMakeResidentCb failed for want of room; what the driver does about it is to evict something,
  // and to ask again (U-273).
  enum class Shortage : std::uint8_t { kNone, kTold, kTrimmed };
  void set_shortage(Shortage shortage) { shortage_ = shortage; }
  Shortage shortage() const { return shortage_; }
  // What pfnEvictCb was given meanwhile.
  void note_evicted(std::uint64_t bytes) {
    evicted_ += bytes;
    note_room();
  }
  void note_room() {
    if (shortage_ == Shortage::kTold) shortage_ = Shortage::kTrimmed;
  }
  std::uint64_t evicted() const { return evicted_; }

  // Holds the result against what the entry point may return and what it was told.
  void check(HRESULT result, Breaches& breaches) const;

 private:
  bool may_do_without(const Received& failure) const;
  void check_swallowed(HRESULT result, Breaches& breaches) const;
  void check_untold(HRESULT result, Breaches& breaches) const;

  const Entry& entry_;
  Device* const device_;
  DeferredContext* const deferred_;
  Resource* const subject_;
  Call* const outer_;
  const std::uint64_t number_;
  const nt::RaceParty party_;
  std::vector<Received> received_;
  HRESULT told_ = S_OK;
  std::vector<KernelHandle> written_;
  HRESULT residency_ = S_OK;
  Shortage shortage_ = Shortage::kNone;
  std::uint64_t evicted_ = 0;
};

// Calls driver code: the border, the control words of floating point, and the result. `check` looks
// at more, at the driver's own risk, when it has returned. D3DDDIERR_DEVICEREMOVED when the driver
// is or comes to its end.
HRESULT enter(nt::Driver& driver, Call& call, const std::function<HRESULT()>& body,
              const std::function<void(HRESULT, Breaches&)>& check = nullptr);

}  // namespace drydock::d3d
