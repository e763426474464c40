#include "src/d3d/call.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>

#include "src/d3d/callbacks_paging.h"
#include "src/d3d/objects.h"
#include "src/d3d/private_memory.h"
#include "src/d3d/race_rules.h"
#include "src/d3d/result.h"
#include "src/dxgk/object/floating_point.h"
#include "src/nt/base/thread.h"

namespace drydock::d3d {
namespace {

thread_local Call* innermost = nullptr;
std::atomic<std::uint64_t> calls = 0;

// The rule that keeping a failure to oneself breaks: the more that is known of it, the narrower.
rules::RuleId rule_of_swallowed(const Entry& entry, const Received& received) {
  const std::string_view callback = received.callback;
  if (entry.rule_if_kept.has_value()) {
    if (callback == "pfnAllocateCb") return "U-105"_rule;
    if (callback == "pfnDeallocateCb") return "U-305"_rule;
    return *entry.rule_if_kept;
  }
  if (received.result == D3DDDIERR_DEVICEREMOVED && callback == "pfnAllocateCb")
    return "U-099"_rule;
  if (received.result == D3DDDIERR_DEVICEREMOVED && callback == "pfnLockCb") return "U-166"_rule;
  const bool is_offer =
      callback == "pfnOfferAllocationsCb" || callback == "pfnReclaimAllocationsCb";
  if (received.result == D3DDDIERR_DEVICEREMOVED && is_offer) return "U-292"_rule;
  if (entry.is_told) return "U-234"_rule;
  if (&entry == &entry::kDestroyResource && callback.starts_with("pfnDeallocate"))
    return "U-200"_rule;
  if (received.result == E_INVALIDARG) return "U-233"_rule;
  return "U-230"_rule;
}

nt::RaceSide side_of(const Entry& entry, const Device* device) {
  const bool is_beside = &entry == &entry::kLockAsync || &entry == &entry::kUnlockAsync;
  const UserModePart part = is_beside ? UserModePart::kBeside : UserModePart::kEntryPoint;
  return {&user_mode_races, static_cast<std::uint8_t>(part), device};
}

[[noreturn]] void end_thrower(const nt::Driver& driver, const Entry& entry, const char* what) {
  nt::report_about(driver.name(), "N-061",
                   fmt::format("{} let an exception out: {}", entry.name, what));
  nt::end_current_driver();
}

// On Windows what a driver throws and does not catch ends the process: nobody above knows of it.
HRESULT contain(const nt::Driver& driver, const Entry& entry,
                const std::function<HRESULT()>& body) {
  try {
    return body();
  } catch (const nt::DriverEnded&) {
    throw;
  } catch (const abi::__forced_unwind&) {
    throw;  // the thread ends
  } catch (const std::exception& thrown) {
    end_thrower(driver, entry, thrown.what());
  } catch (...) {
    end_thrower(driver, entry, "one of the driver's own type");
  }
}

}  // namespace

Call::Call(const Entry& entry, Device* device, Resource* subject, DeferredContext* deferred)
    : entry_(entry),
      device_(device),
      deferred_(deferred),
      subject_(subject),
      outer_(innermost),
      number_(1 + calls.fetch_add(1, std::memory_order_relaxed)),
      party_(side_of(entry, device)) {
  innermost = this;
}

Call::~Call() { innermost = outer_; }

Call* Call::current() { return innermost; }

// What is still under way has not failed (U-271).
void Call::note(const char* callback, HRESULT result, KernelHandle about) {
  if (FAILED(result) && result != E_PENDING) {
    received_.push_back({callback, result, about});
    return;
  }
  std::erase_if(received_, [&](const Received& each) {
    return std::string_view(each.callback) == callback && each.about == about;
  });
}

bool Call::was_received(HRESULT result) const {
  return std::ranges::any_of(received_,
                             [&](const Received& each) { return each.result == result; });
}

bool Call::has_written(KernelHandle allocation) const {
  return std::ranges::find(written_, allocation) != written_.end();
}

void Call::note_residency(HRESULT told) {
  if (residency_ != kNotResident && told != S_OK) residency_ = told;
}

void Call::check(HRESULT result, Breaches& breaches) const {
  if (shortage_ != Shortage::kNone)
    breaches.add("U-273",
                 fmt::format("{} returned after a pfnMakeResidentCb that had no room, and asked no "
                             "more: neither after trimming nor with CantTrimFurther",
                             entry_.name));
  if (entry_.is_told) return check_untold(result, breaches);
  const bool listed = result == S_OK || was_received(result) ||
                      std::ranges::find(entry_.legal, result) != entry_.legal.end();
  if (!listed && result == E_INVALIDARG) {
    breaches.add("U-232", fmt::format("{} returned E_INVALIDARG, which no callback had returned "
                                      "to it",
                                      entry_.name));
  } else if (!listed && entry_.rule.has_value()) {
    breaches.add(*entry_.rule, fmt::format("{} returned {}, which its documents do not list and no "
                                           "callback had returned to it",
                                           entry_.name, name_of(result)));
  }
  const auto is_refused_memory = [](const Received& each) {
    return each.result == E_OUTOFMEMORY && std::string_view(each.callback) == "pfnAllocateCb";
  };
  if (entry_.is_frugal && result == E_OUTOFMEMORY &&
      std::ranges::any_of(received_, is_refused_memory))
    breaches.add("U-231", fmt::format("{} failed because an allocation that its work does not "
                                      "need could not be had",
                                      entry_.name));
  check_swallowed(result, breaches);
}

// An allocation that only makes things faster may fail (U-231). A heap is what it allocates.
bool Call::may_do_without(const Received& failure) const {
  const bool is_heap = subject_ != nullptr && subject_->traits12.is_refused;
  return failure.result == E_OUTOFMEMORY && std::string_view(failure.callback) == "pfnAllocateCb" &&
         !is_heap;
}

void Call::check_swallowed(HRESULT result, Breaches& breaches) const {
  if (was_received(result)) return;
  for (const Received& each : received_) {
    if (entry_.is_cleanup && each.result == D3DDDIERR_DEVICEREMOVED) continue;
    if (SUCCEEDED(result) && may_do_without(each)) continue;
    breaches.add(rule_of_swallowed(entry_, each),
                 fmt::format("{} got {} from {} and returned {}", entry_.name, name_of(each.result),
                             each.callback, name_of(result)));
    return;
  }
}

// What pfnSetErrorCb was told is judged when it is told; here is what it was not.
void Call::check_untold(HRESULT result, Breaches& breaches) const {
  if (FAILED(result)) return;
  for (const Received& each : received_) {
    if (entry_.is_cleanup && each.result == D3DDDIERR_DEVICEREMOVED) continue;
    if (may_do_without(each)) continue;
    breaches.add(rule_of_swallowed(entry_, each),
                 fmt::format("{} got {} from {} and told nobody by pfnSetErrorCb", entry_.name,
                             name_of(each.result), each.callback));
    return;
  }
}

HRESULT enter(nt::Driver& driver, Call& call, const std::function<HRESULT()>& body,
              const std::function<void(HRESULT, Breaches&)>& check) {
  HRESULT result = E_FAIL;
  const dxgk::FloatingPointControl control;
  nt::self().fault_address = ~std::uintptr_t{0};
  const bool returned = driver.run(call.entry().name, [&] {
    result = contain(driver, call.entry(), body);
    Breaches breaches;
    if (control.has_changed()) {
      control.restore();
      breaches.add("U-054", fmt::format("{} returned with other control words of floating point",
                                        call.entry().name));
    }
    call.check(result, breaches);
    if (check != nullptr) check(result, breaches);
    breaches.raise();
  });
  if (control.has_changed()) control.restore();
  if (!returned) {
    explain_fault(driver, call.entry().name, nt::self().fault_address);
    if (call.device() != nullptr && nt::self().fault_writes)
      explain_fence_fault(*call.device(), call.entry().name, nt::self().fault_address);
  }
  return returned ? result : D3DDDIERR_DEVICEREMOVED;
}

}  // namespace drydock::d3d
