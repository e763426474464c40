#include "src/d3d/core/call.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <exception>

#include "src/d3d/core/device.h"
#include "src/d3d/core/objects.h"
#include "src/d3d/core/private_memory.h"
#include "src/d3d/driver/race_rules.h"
#include "src/d3d/driver/result.h"
#include "src/dxgk/view/runtime_view.h"
#include "src/nt/base/thread.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

thread_local Call* innermost = nullptr;
std::atomic<std::uint64_t> calls = 0;

// The rule that an entry point breaks which hides a failure: the more is known, the narrower.
rules::RuleId rule_of_hidden(const Entry& entry, const Received& received) {
  const std::string_view callback = received.callback;
  if (entry.rule_if_hidden.has_value()) {
    if (callback == "pfnAllocateCb") return "U-105"_rule;
    if (callback == "pfnDeallocateCb") return "U-305"_rule;
    return *entry.rule_if_hidden;
  }
  if (received.result == D3DDDIERR_DEVICEREMOVED && callback == "pfnAllocateCb")
    return "U-099"_rule;
  if (received.result == D3DDDIERR_DEVICEREMOVED && callback == "pfnLockCb") return "U-166"_rule;
  const bool is_offer =
      callback == "pfnOfferAllocationsCb" || callback == "pfnReclaimAllocationsCb";
  if (received.result == D3DDDIERR_DEVICEREMOVED && is_offer) return "U-292"_rule;
  if (entry.reports_by_callback) return "U-234"_rule;
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
  nt::Breach("N-061", driver)
      .message("{} let an exception out: {}", entry.name, what)
      .raise_later();
  nt::end_current_driver();
}

// On Windows an exception that a driver throws and does not catch ends the process.
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

// U-280: the driver ended writing to this address, which may be that of a queue's fence.
void explain_fence_fault(Device& device, const char* where, std::uintptr_t address) {
  std::vector<History> written;
  {
    const sim::Alone alone(device.turn);
    for (const auto& [handle, queue] : device.objects.queues) {
      const auto page = reinterpret_cast<std::uintptr_t>(queue->value) & ~(PAGE_SIZE - 1);
      if (queue->is_alive && address - page < PAGE_SIZE) written.push_back(queue->history);
    }
  }
  for (History& each : written)
    nt::Breach("U-280", device.driver())
        .message("{} wrote to the fence of a paging queue, which is for reading only", where)
        .object("paging queue")
        .history(std::move(each))
        .raise_later();
}

}  // namespace

Call::Call(const Entry& entry, Device* device, Subject subject, DeferredContext* deferred)
    : entry_(entry),
      device_(device),
      deferred_(deferred),
      subject_(subject),
      outer_(innermost),
      number_(1 + calls.fetch_add(1, std::memory_order_relaxed)),
      party_(side_of(entry, device)) {
  assert(device == nullptr || entry.role != Entry::Role::kLock || subject.lock != nullptr);
  innermost = this;
}

Call::~Call() {
  assert(innermost == this);
  innermost = outer_;
}

Call* Call::current() { return innermost; }

// A callback that is still under way has not failed (U-271).
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
                             [&](const Received& each) { return each.result == result; }) ||
         std::ranges::find(answers_, result) != answers_.end();
}

bool Call::has_written(KernelHandle allocation) const {
  return std::ranges::find(written_, allocation) != written_.end();
}

bool Call::has_lost(const Resource& resource) const {
  return std::ranges::find(lost_, &resource) != lost_.end();
}

void Call::note_residency(HRESULT place) {
  if (residency_ != kNotResident && place != S_OK) residency_ = place;
}

void Call::check(HRESULT result) const {
  if (device_ != nullptr) rules::evaluated("U-273");
  if (shortage_ != Shortage::kNone)
    nt::Breach("U-273", nt::Offender::running())
        .message(
            "{} returned after a pfnMakeResidentCb that had no room, and asked no "
            "more: neither after trimming nor with CantTrimFurther",
            entry_.name)
        .raise_later();
  if (entry_.reports_by_callback) return check_unreported(result);
  const bool listed = result == S_OK || was_received(result) ||
                      std::ranges::find(entry_.legal, result) != entry_.legal.end();
  rules::evaluated("U-232");
  if (entry_.rule.has_value()) rules::evaluated(*entry_.rule);
  if (!listed && result == E_INVALIDARG) {
    nt::Breach("U-232", nt::Offender::running())
        .message(
            "{} returned E_INVALIDARG, which no callback had returned "
            "to it",
            entry_.name)
        .raise_later();
  } else if (!listed && entry_.rule.has_value()) {
    nt::Breach(*entry_.rule, nt::Offender::running())
        .message(
            "{} returned {}, which its documents do not list and no "
            "callback had returned to it",
            entry_.name, name_of(result))
        .raise_later();
  }
  const auto is_refused_memory = [](const Received& each) {
    return each.result == E_OUTOFMEMORY && std::string_view(each.callback) == "pfnAllocateCb";
  };
  // The driver had handles that a failed callback left, and named none of them.
  if (device_ != nullptr && device_->options().spoil_outputs &&
      std::ranges::any_of(received_, is_refused_memory))
    rules::evaluated("U-100");
  if (entry_.is_frugal && std::ranges::any_of(received_, is_refused_memory) &&
      rules::breaks("U-231", result == E_OUTOFMEMORY))
    nt::Breach("U-231", nt::Offender::running())
        .message(
            "{} failed because an allocation that its work does not "
            "need could not be had",
            entry_.name)
        .raise_later();
  check_hidden(result);
}

// An allocation that only makes things faster may fail (U-231). A heap is what it allocates. A
// driver that did not want to wait for the GPU may serve the application from memory of its own.
// Only the driver knows whether it needs the answer to an escape. What it needs resident and has
// not is found where it uses it.
bool Call::may_do_without(const Received& failure) const {
  if (failure.result == D3DDDIERR_WASSTILLDRAWING) return true;
  const std::string_view callback = failure.callback;
  if (failure.result == E_OUTOFMEMORY && !entry_.rule_if_hidden.has_value() &&
      (callback == "pfnEscapeCb" || callback == "pfnMakeResidentCb"))
    return true;
  const Traits12* const heap = subject() != nullptr ? subject()->as12() : nullptr;
  const bool is_heap = heap != nullptr && heap->is_refused;
  return failure.result == E_OUTOFMEMORY && callback == "pfnAllocateCb" && !is_heap;
}

void Call::check_hidden(HRESULT result) const {
  for (const Received& each : received_) rules::evaluated(rule_of_hidden(entry_, each));
  if (was_received(result)) return;
  for (const Received& each : received_) {
    if (entry_.is_cleanup && each.result == D3DDDIERR_DEVICEREMOVED) continue;
    // A driver that went on without the callback may have failed for lack of memory of its own.
    const bool is_own = SUCCEEDED(result) || result == E_OUTOFMEMORY;
    if (is_own && may_do_without(each)) continue;
    nt::Breach(rule_of_hidden(entry_, each), nt::Offender::running())
        .message("{} got {} from {} and returned {}", entry_.name, name_of(each.result),
                 each.callback, name_of(result))
        .raise_later();
    return;
  }
}

// An error that pfnSetErrorCb sets is checked there; this looks for one that it did not set.
void Call::check_unreported(HRESULT result) const {
  for (const Received& each : received_) rules::evaluated(rule_of_hidden(entry_, each));
  if (FAILED(result)) return;
  for (const Received& each : received_) {
    if (entry_.is_cleanup && each.result == D3DDDIERR_DEVICEREMOVED) continue;
    if (may_do_without(each)) continue;
    nt::Breach(rule_of_hidden(entry_, each), nt::Offender::running())
        .message("{} got {} from {} and told nobody by pfnSetErrorCb", entry_.name,
                 name_of(each.result), each.callback)
        .raise_later();
    return;
  }
}

HRESULT enter(nt::Driver& driver, Call& call, const std::function<HRESULT()>& body,
              const std::function<void(HRESULT)>& check) {
  assert(Call::current() == &call);
  HRESULT result = E_FAIL;
  const dxgk::FloatingPointControl control;
  nt::self().fault_address = ~std::uintptr_t{0};
  const bool returned = driver.run(call.entry().name, [&] {
    result = contain(driver, call.entry(), body);
    nt::LaterBreaches later;
    if (rules::breaks("U-054", control.has_changed())) {
      control.restore();
      nt::Breach("U-054", nt::Offender::running())
          .message("{} returned with other control words of floating point", call.entry().name)
          .raise_later();
    }
    call.check(result);
    if (check != nullptr) check(result);
    later.raise();
  });
  if (control.has_changed()) control.restore();
  if (!returned) {
    explain_fault(driver, call.entry().name, nt::self().fault_address);
    if (call.device() != nullptr && nt::self().fault_writes)
      explain_fence_fault(*call.device(), call.entry().name, nt::self().fault_address);
  }
  return returned ? result : D3DDDIERR_DEVICEREMOVED;
}

std::function<HRESULT()> reported_by_callback(std::function<void()> body) {
  return [body = std::move(body)] {
    body();
    return Call::current()->callback_error();
  };
}

}  // namespace drydock::d3d
