#include "src/dxgk/work/context_allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/work/context.h"
#include "src/dxgk/work/device.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sched/scheduler.h"
#include "src/trace/trace.h"

namespace drydock::dxgk {
namespace {

std::uint64_t number(HANDLE handle) { return reinterpret_cast<std::uintptr_t>(handle); }

}  // namespace

ContextAllocations::~ContextAllocations() = default;

bool ContextAllocations::has_low_part(UINT bits) {
  const sim::Hold hold(lock_);
  return std::ranges::any_of(all_, [&](const auto& each) {
    return static_cast<UINT>(reinterpret_cast<std::uintptr_t>(each.first)) == bits;
  });
}

// All adapters share one count, so that a handle names one thing, with whatever adapter it is used.
HANDLE ContextAllocations::next_handle() {
  return reinterpret_cast<HANDLE>(last_handle_.fetch_add(kHandleStep, std::memory_order_relaxed) +
                                  kHandleStep);
}

bool ContextAllocations::has(HANDLE allocation) {
  const sim::Hold hold(lock_);
  return all_.contains(allocation);
}

HANDLE ContextAllocations::introduce(const Owner& owner) {
  const sim::Hold hold(lock_);
  const HANDLE handle = next_handle();
  owners_.emplace(handle, owner);
  return handle;
}

HANDLE ContextAllocations::introduce(Device& device) {
  return introduce({.device = &device, .context = nullptr, .is_ready = true});
}

HANDLE ContextAllocations::introduce(Context& context) {
  return introduce({.device = &context.device(), .context = &context, .is_ready = false});
}

void ContextAllocations::attach(Allocation& allocation) {
  sched::Scheduler* const gpu = adapter_.scheduler();
  if (gpu == nullptr || std::exchange(allocation.is_attached, true)) return;
  if (allocation.owner.context != nullptr) {
    gpu->attach(*allocation.owner.context, *allocation.tenant);
  } else {
    gpu->attach(*allocation.owner.device, *allocation.tenant);
  }
}

// When it returns, nothing names the tenant any more.
void ContextAllocations::detach(Allocation& allocation) {
  unmap(allocation);
  sched::Scheduler* const gpu = adapter_.scheduler();
  if (gpu == nullptr) return;
  const bool was_attached = std::exchange(allocation.is_attached, false);
  // An update may have placed it in video memory before its context has work.
  if (!was_attached && !allocation.tenant->cpu.was_placed.load(std::memory_order_relaxed)) return;
  Context* const context = was_attached ? allocation.owner.context : nullptr;
  Device* const device = was_attached && context == nullptr ? allocation.owner.device : nullptr;
  gpu->detach(allocation.tenant, context, device);
}

void ContextAllocations::context_is_ready(Context& context) {
  const sim::Alone alone(changes_);
  std::vector<Allocation*> waiting;
  {
    const sim::Hold hold(lock_);
    for (auto& [handle, owner] : owners_) owner.is_ready |= owner.context == &context;
    for (const auto& [handle, allocation] : all_) {
      if (allocation->owner.context == &context) waiting.push_back(allocation.get());
    }
  }
  for (Allocation* allocation : waiting) attach(*allocation);
}

void ContextAllocations::remove(Device& device) {
  remove({.device = &device, .context = nullptr}, "DxgkDdiDestroyDevice");
}

void ContextAllocations::remove(Context& context) {
  remove({.device = &context.device(), .context = &context}, "DxgkDdiDestroyContext");
}

void ContextAllocations::remove(const Owner& owner, const char* call) {
  std::vector<std::unique_ptr<Allocation>> left;
  {
    const sim::Alone alone(changes_);
    {
      const sim::Hold hold(lock_);
      const auto is_his = [&](const Owner& other) {
        return other.context == owner.context && other.device == owner.device;
      };
      std::erase_if(owners_, [&](const auto& each) { return is_his(each.second); });
      for (auto at = all_.begin(); at != all_.end();) {
        if (!is_his(at->second->owner)) {
          ++at;
          continue;
        }
        left.push_back(std::move(at->second));
        at = all_.erase(at);
      }
    }
    for (const auto& allocation : left) detach(*allocation);
  }
  if (!adapter_.driver().alive() || !adapter_.is_called()) return;
  rules::evaluated("K-369");
  for (const auto& allocation : left) {
    nt::Breach("K-369", adapter_.driver())
        .message("after {}: a context allocation of {} bytes is still there", call,
                 allocation->tenant->size())
        .object(fmt::format("context allocation {:#x}", number(allocation->handle)))
        .stack("created", allocation->taken)
        .raise_later();
  }
}

// K-359 to K-361. False when the handle names no owner.
bool ContextAllocations::find_owner(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted, Owner& out) {
  const bool is_shared = wanted.ContextAllocationFlags.SharedAcrossContexts != 0;
  if (is_shared && rules::breaks("K-360", wanted.hContext != nullptr)) {
    nt::Breach("K-360", nt::Offender::running())
        .message(
            "DxgkCbCreateContextAllocation: hContext {:#x} with "
            "SharedAcrossContexts",
            number(wanted.hContext))
        .raise();
    return false;
  }
  const HANDLE named = is_shared ? wanted.hDevice : wanted.hContext;
  if (rules::breaks("K-359", wanted.hDevice == nullptr || named == nullptr)) {
    nt::Breach("K-359", nt::Offender::running())
        .message("DxgkCbCreateContextAllocation: {} is NULL, as for a system {}",
                 wanted.hDevice == nullptr ? "hDevice" : "hContext",
                 wanted.hDevice == nullptr ? "device" : "context")
        .raise();
    return false;
  }
  Owner device{};
  bool is_known = false;
  {
    const sim::Hold hold(lock_);
    const auto owner = owners_.find(named);
    const auto his_device = owners_.find(wanted.hDevice);
    if (owner != owners_.end() && his_device != owners_.end()) {
      out = owner->second;
      device = his_device->second;
      is_known = (out.context == nullptr) == is_shared && device.context == nullptr &&
                 out.device == device.device;
    }
  }
  if (!rules::breaks("K-361", !is_known)) return true;
  nt::Breach("K-361", nt::Offender::running())
      .message(
          "DxgkCbCreateContextAllocation: hDevice {:#x} and hContext {:#x} "
          "are no device and context of the graphics kernel's",
          number(wanted.hDevice), number(wanted.hContext))
      .raise();
  return false;
}

bool ContextAllocations::are_apertures(UINT segments) const {
  const auto& all = adapter_.caps().segments;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((segments >> i & 1) != 0 && all[i].Flags.Aperture == 0) return false;
  }
  return segments != 0;
}

// K-364: a driver that asks for a CPU address must set everything that this needs.
void ContextAllocations::check_cpu_address(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted) const {
  if (wanted.Flags.CpuVisible == 0) return;
  const bool is_right = wanted.Flags.Protected != 0 && are_apertures(wanted.SupportedSegmentSet);
  if (!rules::breaks("K-364", !is_right)) return;
  nt::Breach("K-364", nt::Offender::running())
      .message(
          "DxgkCbCreateContextAllocation: Flags.CpuVisible with Protected "
          "{} and SupportedSegmentSet {:#x} gives no CPU address",
          static_cast<UINT>(wanted.Flags.Protected), wanted.SupportedSegmentSet)
      .raise();
}

bool ContextAllocations::is_possible(const DXGKARGCB_CREATECONTEXTALLOCATION& wanted) const {
  constexpr SIZE_T kMostBytes = SIZE_T{1} << 40;
  const std::size_t segments = adapter_.caps().segments.size();
  const UINT known = segments >= 32 ? ~0U : (1U << segments) - 1;
  return wanted.Size != 0 && wanted.Size <= kMostBytes &&
         (wanted.Alignment == 0 || std::has_single_bit(wanted.Alignment)) &&
         (wanted.SupportedSegmentSet & ~known) == 0;
}

NTSTATUS ContextAllocations::create(DXGKARGCB_CREATECONTEXTALLOCATION& wanted) {
  Owner owner;
  if (!find_owner(wanted, owner) || !is_possible(wanted)) return STATUS_INVALID_PARAMETER;
  check_cpu_address(wanted);
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  auto made = std::make_unique<Allocation>();
  made->owner = owner;
  made->taken = rules::Stack::capture();
  vidmm::Tenant& tenant = *made->tenant;
  tenant.driver = wanted.hDriverAllocation;
  tenant.set_device(owner.device->driver());
  tenant.wishes.segments = wanted.SupportedSegmentSet;
  tenant.wishes.preferred = wanted.PreferredSegment;
  tenant.place.needs_init = true;
  tenant.describe({.size = (wanted.Size + PAGE_SIZE - 1) & ~static_cast<SIZE_T>(PAGE_SIZE - 1),
                   .alignment = wanted.Alignment,
                   .banks = wanted.HintedBank,
                   .account = owner.device->seat().account(),
                   .from_end = wanted.Flags.FromEndOfSegment != 0,
                   .is_cached = wanted.Flags.Cached != 0,
                   .shows_address = wanted.Flags.CpuVisible != 0 && wanted.Flags.Protected != 0 &&
                                    are_apertures(wanted.SupportedSegmentSet)});
  made->is_privileged = wanted.Flags.AccessedPhysically != 0;
  Allocation& allocation = *made;
  const sim::Alone alone(changes_);
  bool is_ready = false;
  {
    const sim::Hold hold(lock_);
    allocation.handle = next_handle();
    // It may have become ready meanwhile.
    for (const auto& [handle, each] : owners_)
      is_ready |= each.context == owner.context && each.device == owner.device && each.is_ready;
    all_.emplace(allocation.handle, std::move(made));
  }
  if (is_ready) attach(allocation);
  trace::event("context allocation", "created", {{"bytes", allocation.tenant->size()}});
  wanted.hAllocation = allocation.handle;
  return STATUS_SUCCESS;
}

NTSTATUS ContextAllocations::destroy(HANDLE handle) {
  std::unique_ptr<Allocation> allocation;
  {
    const sim::Alone alone(changes_);
    {
      const sim::Hold hold(lock_);
      const auto at = all_.find(handle);
      if (at != all_.end()) {
        allocation = std::move(at->second);
        all_.erase(at);
      }
    }
    if (allocation != nullptr) detach(*allocation);
  }
  rules::evaluated("K-021");
  rules::evaluated("K-022");
  if (allocation == nullptr) {
    raise_unknown(handle, "DxgkCbDestroyContextAllocation");
    return STATUS_INVALID_PARAMETER;
  }
  trace::event("context allocation", "destroyed", {{"bytes", allocation->tenant->size()}});
  return STATUS_SUCCESS;
}

// K-368: the operation has ended when it returns.
NTSTATUS ContextAllocations::update(HANDLE handle, void* data, UINT bytes) {
  const sim::Alone alone(changes_);
  Allocation* allocation = nullptr;
  {
    const sim::Hold hold(lock_);
    const auto at = all_.find(handle);
    if (at != all_.end()) allocation = at->second.get();
  }
  sched::Scheduler* const gpu = adapter_.scheduler();
  if (allocation == nullptr || gpu == nullptr) return STATUS_INVALID_PARAMETER;
  return gpu->update(allocation->tenant, data, bytes) ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}

// K-021, or K-022 when the handle was valid once.
void ContextAllocations::raise_unknown(HANDLE handle, const char* call) {
  bool was_issued = false;
  bool is_drivers = false;
  {
    const sim::Hold hold(lock_);
    const std::uintptr_t value = reinterpret_cast<std::uintptr_t>(handle);
    was_issued = value > kFirstHandle && value <= last_handle_.load(std::memory_order_relaxed) &&
                 value % kHandleStep == 0 && !owners_.contains(handle);
    is_drivers = std::ranges::any_of(
        all_, [&](const auto& each) { return each.second->tenant->driver == handle; });
  }
  if (was_issued && !is_drivers) {
    nt::Breach("K-022", nt::Offender::running())
        .message("{}: {:#x} was destroyed before", call, number(handle))
        .raise();
    return;
  }
  nt::Breach("K-021", nt::Offender::running())
      .message("{}: {:#x} {}", call, number(handle),
               is_drivers ? "is the driver's own hDriverAllocation"
                          : "is no handle of DxgkCbCreateContextAllocation")
      .raise();
}

}  // namespace drydock::dxgk
