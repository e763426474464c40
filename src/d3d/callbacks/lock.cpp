// pfnLockCb, pfnUnlockCb and their second forms.
#include <fmt/format.h>

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

nt::Concerning about(const Allocation& allocation) {
  return {.object = "allocation", .history = allocation.history};
}

// Returns the allocation of a handle. Returns null, after raising a breach, when the handle names
// none.
Allocation* use(Frame& frame, KernelHandle handle) {
  frame.about = handle;
  rules::evaluated("U-026");
  Allocation* const found = frame.objects().find_allocation(handle);
  if (found != nullptr) return found;
  raise_unknown(frame, handle, "U-026"_rule);
  return nullptr;
}

bool has_pages(const D3DDDICB_LOCK& data) { return data.NumPages != 0 || data.pPages != nullptr; }

// Flags that cannot be, whatever the allocation: the rule, or nothing.
std::optional<rules::RuleId> rule_against(const D3DDDICB_LOCK& data) {
  const D3DDDICB_LOCKFLAGS flags = data.Flags;
  if (rules::breaks("U-168", (flags.ReadOnly & flags.WriteOnly) != 0)) return "U-168"_rule;
  if (rules::breaks("U-169", (flags.IgnoreSync & flags.AcquireAperture) != 0)) return "U-169"_rule;
  if (flags.UseAlternateVA != 0 && rules::breaks("U-172", flags.AcquireAperture == 0))
    return "U-172"_rule;
  if (rules::breaks("U-167", flags.LockEntire != 0 && has_pages(data))) return "U-167"_rule;
  return {};
}

// The same, of this allocation.
std::optional<rules::RuleId> rule_against(const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) {
  const Resource* const resource = allocation.resource;
  if (rules::breaks("U-174", allocation.is_offered)) return "U-174"_rule;
  // The primary of GDI is its opener's to lock as well.
  const bool is_primary = resource != nullptr && resource->flags.Primary != 0;
  if (resource != nullptr && resource->is_shared() && !is_primary &&
      rules::breaks("U-120", resource->is_opened))
    return "U-120"_rule;
  if (resource != nullptr && resource->is_shared() && flags.UseAlternateVA != 0)
    return "U-172"_rule;
  return {};
}

// The rule behind what the kernel refused although the flags can be: where the allocation lies, or
// how it is locked already.
rules::RuleId rule_of_refusal(const Allocation& allocation, const D3DDDICB_LOCK& data) {
  const D3DDDICB_LOCKFLAGS flags = data.Flags;
  if (flags.IgnoreSync != 0 || flags.IgnoreReadSync != 0) return "U-169"_rule;
  if (flags.AcquireAperture != 0 || allocation.locks > 0) return "U-172"_rule;
  return has_pages(data) ? "U-167"_rule : "U-173"_rule;
}

D3DKMT_LOCK request_for(Frame& frame, const Allocation& allocation, const D3DDDICB_LOCK& data) {
  D3DKMT_LOCK out{};
  out.hDevice = frame.device.kernel().value;
  out.hAllocation = allocation.handle.value;
  out.PrivateDriverData = data.PrivateDriverData;
  out.NumPages = data.NumPages;
  out.pPages = data.pPages;
  out.Flags = data.Flags;
  if (!has_pages(data)) out.Flags.LockEntire = 1;
  return out;
}

// Raises a lint for a lock that names neither pages nor the whole. Windows locks the whole then,
// and Microsoft's own sample of a render-only driver counts on it.
void lint_unnamed_range(const Allocation& allocation, const D3DDDICB_LOCK& data) {
  if (!rules::breaks("U-167", data.Flags.LockEntire == 0 && !has_pages(data))) return;
  nt::Breach("U-167", nt::Offender::running())
      .message("pfnLockCb was given the flags {:#x} and no pages, and locks the whole",
               data.Flags.Value)
      .about(about(allocation))
      .raise_later();
}

// The GPU is done with it afterwards.
void wait_until_idle(Frame& frame, const Allocation& allocation) {
  D3DDDICB_LOCK data{};
  data.Flags.LockEntire = 1;
  D3DKMT_LOCK request = request_for(frame, allocation, data);
  if (!NT_SUCCESS(D3DKMTLock(&request))) return;
  const D3DKMT_UNLOCK unlock{request.hDevice, 1, &request.hAllocation};
  D3DKMTUnlock(&unlock);
}

// U-171: the CPU reaches an allocation in video memory only after it was evicted.
bool must_be_evicted(Frame& frame, const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) {
  D3DKMT_WAITFORIDLE idle{};
  idle.hDevice = frame.device.kernel().value;
  if (flags.DonotWait == 0 && flags.IgnoreSync == 0) D3DKMTWaitForIdle(&idle);
  D3DKMT_ALLOCATIONRESIDENCYSTATUS status{};
  D3DKMT_QUERYALLOCATIONRESIDENCY request{};
  request.hDevice = frame.device.kernel().value;
  request.phAllocationList = &allocation.handle.value;
  request.AllocationCount = 1;
  request.pResidencyStatus = &status;
  return NT_SUCCESS(D3DKMTQueryAllocationResidency(&request)) &&
         status == D3DKMT_ALLOCATIONRESIDENCYSTATUS_RESIDENTINGPUMEMORY;
}

// True when a Discard may give another instance: the allocation is neither shared, nor a primary,
// nor locked.
bool may_be_renamed(Frame& frame, const Allocation& allocation) {
  const Resource* const resource = allocation.resource;
  if (resource != nullptr && (resource->is_shared() || resource->flags.Primary != 0)) return false;
  return allocation.locks == 0 && frame.device.options().renaming != Renaming::kNever;
}

// Chooses the instance of an allocation for a Discard. If no batched command names the allocation,
// the kernel may return the present instance, and returns another when that is busy. Without that
// promise it returns another in any case.
void choose_renaming(Frame& frame, const Allocation& allocation, D3DKMT_LOCK& request) {
  if (request.Flags.Discard == 0) return;
  const bool may = may_be_renamed(frame, allocation);
  if (!may) wait_until_idle(frame, allocation);
  if (!may || frame.device.options().renaming != Renaming::kAlways)
    request.Flags.NoExistingReference = 1;
}

bool is_async(const Frame& frame) {
  const Call* const call = frame.call();
  return call != nullptr && &call->entry() == &entry::kLockAsync;
}

// Checks the lock against the entry point that the driver is in.
void check_call(Frame& frame, const Allocation& allocation, D3DDDICB_LOCKFLAGS flags) {
  const Call* const call = frame.call();
  const bool is_map = call != nullptr && call->entry().role == Entry::Role::kLock;
  if (is_map && !call->lock()->may_overlap_gpu && flags.Discard == 0 &&
      rules::breaks("U-157", is_batched(frame.objects(), allocation.handle)))
    nt::Breach("U-157", nt::Offender::running())
        .message(
            "Lock locks an allocation before the batch that uses it is "
            "submitted")
        .about(about(allocation))
        .raise_later();
  if (is_async(frame) &&
      rules::breaks("U-182", flags.NoExistingReference != 0 && !call->lock()->is_unreferenced))
    nt::Breach("U-182", nt::Offender::running())
        .message(
            "LockAsync promises that nothing refers to the allocation, which the "
            "runtime has not promised")
        .about(about(allocation))
        .raise_later();
}

// Stores the handle that the kernel gave the allocation after a Discard.
void adopt(const Frame& frame, Allocation& allocation, KernelHandle name, D3DDDICB_LOCK& data) {
  data.hAllocation = name.value;
  if (allocation.has_name(name) && allocation.renaming_of(name) == allocation.newest) return;
  allocation.rename(name);
  // U-183: what LockAsync discards is the driver's to use when Rename says so.
  if (!is_async(frame)) allocation.adopted = allocation.newest;
  note(allocation.history, "renamed");
}

// U-103, U-177: what a refused lock obliges the Lock under way to.
void note_refusal(Frame& frame, const Allocation& allocation, D3DDDICB_LOCKFLAGS flags,
                  HRESULT result) {
  const Call* const call = frame.call();
  LockUnderWay* const under_way = call == nullptr ? nullptr : call->lock();
  if (under_way == nullptr || call->subject() != allocation.resource) return;
  if (flags.Discard != 0 && flags.NoExistingReference == 0) under_way->discarded = result;
  if (flags.DonotWait != 0 && result == D3DDDIERR_WASSTILLDRAWING &&
      call->has_written(allocation.handle))
    under_way->has_met_own_work = true;
}

HRESULT lock_known(Frame& frame, Allocation* allocation, D3DDDICB_LOCK& data) {
  std::optional<rules::RuleId> rule = rule_against(data);
  if (!rule.has_value()) rule = rule_against(*allocation, data.Flags);
  if (rule.has_value()) {
    nt::Breach(*rule, nt::Offender::running())
        .message("pfnLockCb was given the flags {:#x} and {} pages", data.Flags.Value,
                 data.NumPages)
        .about(about(*allocation))
        .raise_later();
    return E_INVALIDARG;
  }
  lint_unnamed_range(*allocation, data);
  check_call(frame, *allocation, data.Flags);
  if (data.Flags.NoExistingReference != 0) {
    const Call* const call = frame.call();
    if (call != nullptr && call->lock() != nullptr && call->subject() == allocation->resource)
      call->lock()->has_promised_no_reference = true;
    if (rules::breaks("U-177", is_batched(frame.objects(), allocation->handle)))
      nt::Breach("U-177", nt::Offender::running())
          .message(
              "pfnLockCb was promised that nothing refers to the allocation, and the "
              "batch that is being built names it")
          .about(about(*allocation))
          .raise_later();
  }
  if (nt::fails_here(sim::FaultKind::kMapping)) return E_OUTOFMEMORY;
  if (data.Flags.DonotEvict != 0 && must_be_evicted(frame, *allocation, data.Flags))
    return D3DDDIERR_NOTAVAILABLE;
  // The documents let it fail: what names an older instance afterwards was batched afterwards.
  if (data.Flags.Discard != 0 && data.Flags.NoExistingReference == 0 &&
      may_be_renamed(frame, *allocation) && is_batched(frame.objects(), allocation->handle))
    return E_OUTOFMEMORY;
  D3DKMT_LOCK request = request_for(frame, *allocation, data);
  choose_renaming(frame, *allocation, request);
  const HRESULT result = to_result(D3DKMTLock(&request));
  if (rules::breaks(rule_of_refusal(*allocation, data), result == E_INVALIDARG))
    nt::Breach(rule_of_refusal(*allocation, data), nt::Offender::running())
        .message(
            "pfnLockCb of an allocation that cannot be locked so, with the "
            "flags {:#x}",
            data.Flags.Value)
        .about(about(*allocation))
        .raise_later();
  if (FAILED(result)) return result;
  if (data.Flags.Discard != 0) adopt(frame, *allocation, {request.hAllocation}, data);
  data.pData = request.pData;
  ++allocation->locks;
  allocation->mapped_for_cpu = request.pData;
  note(allocation->history, "locked");
  return S_OK;
}

HRESULT lock(Frame& frame, D3DDDICB_LOCK* user) {
  constexpr std::size_t kPart = offsetof(D3DDDICB_LOCK, GpuVirtualAddress);
  D3DDDICB_LOCK data;
  if (!read_part(user, data, kPart)) return E_INVALIDARG;
  Allocation* const allocation = use(frame, {data.hAllocation});
  if (allocation == nullptr) return E_INVALIDARG;
  const HRESULT result = lock_known(frame, allocation, data);
  note_refusal(frame, *allocation, data.Flags, result);
  if (FAILED(result)) return result;
  return write_part(user, data, kPart) ? S_OK : E_INVALIDARG;
}

// The count of locks by pfnLockCb (Allocation::locks) or by pfnLock2Cb (Allocation::maps).
using Held = unsigned Allocation::*;

// All that are named are locked.
bool find_locked(Frame& frame, std::span<const D3DKMT_HANDLE> handles, Held held,
                 std::vector<Allocation*>& out) {
  for (const D3DKMT_HANDLE handle : handles) {
    Allocation* const allocation = use(frame, {handle});
    if (allocation == nullptr) return false;
    if (rules::breaks("U-178", allocation->*held == 0)) {
      nt::Breach("U-178", nt::Offender::running())
          .message("{} of an allocation that is not locked", frame.name)
          .about(about(*allocation))
          .raise_later();
      return false;
    }
    out.push_back(allocation);
  }
  return true;
}

// U-180: the application may still use it.
void check_in_use(Frame& frame, const Allocation& allocation) {
  const Call* const call = frame.call();
  const bool may_unlock = call == nullptr || call->entry().is_cleanup ||
                          call->entry().role == Entry::Role::kUnlock ||
                          call->entry().role == Entry::Role::kLock;
  const rules::RuleId rule = frame.device.adapter().is_of_12() ? "U-308"_rule : "U-180"_rule;
  if (may_unlock || allocation.resource == nullptr ||
      !rules::breaks(rule, !allocation.resource->locked.empty()))
    return;
  nt::Breach(rule, nt::Offender::running())
      .message("{} in {} unlocks what the application has locked", frame.name, call->entry().name)
      .about(about(allocation))
      .raise_later();
}

HRESULT unlock(Frame& frame, std::span<const D3DKMT_HANDLE> handles, Held held) {
  std::vector<Allocation*> allocations;
  if (handles.empty() || !find_locked(frame, handles, held, allocations)) return E_INVALIDARG;
  std::vector<D3DKMT_HANDLE> kernel;
  for (const Allocation* each : allocations) {
    check_in_use(frame, *each);
    kernel.push_back(each->handle.value);
  }
  const D3DKMT_UNLOCK request{frame.device.kernel().value, static_cast<UINT>(kernel.size()),
                              kernel.data()};
  const HRESULT result = to_result(D3DKMTUnlock(&request));
  if (FAILED(result)) return result;
  for (Allocation* each : allocations) {
    if (each->*held > 0) --(each->*held);
    note(each->history, "unlocked");
  }
  return result;
}

HRESULT APIENTRY lock_cb(HANDLE device, D3DDDICB_LOCK* user) {
  return answer(device, "pfnLockCb", [&](Frame& frame) { return lock(frame, user); });
}

HRESULT APIENTRY unlock_cb(HANDLE device, const D3DDDICB_UNLOCK* user) {
  return answer(device, "pfnUnlockCb", [&](Frame& frame) -> HRESULT {
    D3DDDICB_UNLOCK data;
    std::vector<D3DKMT_HANDLE> handles;
    if (!thunks::read(user, data) ||
        !thunks::read_list(data.phAllocations, data.NumAllocations, kMostListed, handles))
      return E_INVALIDARG;
    return unlock(frame, handles, &Allocation::locks);
  });
}

// U-186: a map does not wait, so a driver that maps for the application has to wait before.
void check_synchronized(Frame& frame, const Allocation& allocation) {
  const Call* const call = frame.call();
  if (call == nullptr || &call->entry() != &entry::kLock || call->lock()->may_overlap_gpu) return;
  if (rules::breaks("U-186", is_batched(frame.objects(), allocation.handle) ||
                                 frame.device.is_busy(allocation)))
    nt::Breach("U-186", nt::Offender::running())
        .message(
            "Lock maps by pfnLock2Cb an allocation that the GPU still uses, and has not "
            "waited for it")
        .about(about(allocation))
        .raise_later();
}

HRESULT APIENTRY lock2_cb(HANDLE device, D3DDDICB_LOCK2* user) {
  return answer(device, "pfnLock2Cb", [&](Frame& frame) -> HRESULT {
    D3DDDICB_LOCK2 data;
    if (!thunks::read(user, data)) return E_INVALIDARG;
    Allocation* const allocation = use(frame, {data.hAllocation});
    if (allocation == nullptr) return E_INVALIDARG;
    if (rules::breaks("U-187", data.Flags.Value != 0)) {
      nt::Breach("U-187", nt::Offender::running())
          .message("pfnLock2Cb was given the flags {:#x}", data.Flags.Value)
          .about(about(*allocation))
          .raise_later();
      return E_INVALIDARG;
    }
    if (rules::breaks("U-174", allocation->is_offered)) {
      nt::Breach("U-174", nt::Offender::running())
          .message("pfnLock2Cb of what is offered")
          .about(about(*allocation))
          .raise_later();
      return E_INVALIDARG;
    }
    check_synchronized(frame, *allocation);
    if (nt::fails_here(sim::FaultKind::kMapping)) return E_OUTOFMEMORY;
    D3DKMT_LOCK2 request{};
    request.hDevice = frame.device.kernel().value;
    request.hAllocation = allocation->handle.value;
    const HRESULT result = to_result(D3DKMTLock2(&request));
    if (FAILED(result)) return result;
    ++allocation->maps;
    allocation->mapped_for_cpu = request.pData;
    note(allocation->history, "mapped");
    return thunks::write(&user->pData, request.pData) ? S_OK : E_INVALIDARG;
  });
}

HRESULT APIENTRY unlock2_cb(HANDLE device, const D3DDDICB_UNLOCK2* user) {
  return answer(device, "pfnUnlock2Cb", [&](Frame& frame) -> HRESULT {
    D3DDDICB_UNLOCK2 data;
    if (!thunks::read(user, data)) return E_INVALIDARG;
    return unlock(frame, {&data.hAllocation, 1}, &Allocation::maps);
  });
}

}  // namespace

void add_lock_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnLockCb = lock_cb;
  table.pfnUnlockCb = unlock_cb;
  table.pfnLock2Cb = lock2_cb;
  table.pfnUnlock2Cb = unlock2_cb;
}

}  // namespace drydock::d3d
