// Callbacks about context allocations.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/work/context_allocation.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// The adapter does not stop before the driver's calls have returned. A thread of the driver's own
// that calls later finds no device.
NTSTATUS with_allocations(Hardware& hardware,
                          const std::function<NTSTATUS(ContextAllocations&)>& body) {
  ContextAllocations* allocations = nullptr;
  hardware.with_adapter([&](Adapter& adapter) { allocations = &adapter.context_allocations(); });
  return allocations == nullptr ? STATUS_DEVICE_REMOVED : body(*allocations);
}

// True when another adapter of the driver has the allocation, and this one has not.
bool is_of_another_adapter(Hardware& named, HANDLE allocation) {
  bool is_elsewhere = false;
  for (const std::shared_ptr<Hardware>& each : Hardware::served_by(named.driver())) {
    bool has = false;
    each->with_adapter(
        [&](Adapter& adapter) { has = adapter.context_allocations().has(allocation); });
    if (has && each.get() == &named) return false;
    is_elsewhere |= has;
  }
  return is_elsewhere;
}

// K-402 and the IRQL; false after a breach of `rule`.
bool is_passive(const char* call, rules::RuleId rule) {
  refuse_in_interrupt_routine(call);
  const KIRQL irql = nt::self().irql;
  if (!rules::breaks(rule, irql != PASSIVE_LEVEL)) return true;
  nt::Breach(rule, nt::Offender::running()).message("{} is called at IRQL {}", call, irql).raise();
  return false;
}

NTSTATUS create_context_allocation(INOUT_PDXGKARGCB_CREATECONTEXTALLOCATION pArgs) {
  const char* const name = "DxgkCbCreateContextAllocation";
  if (!is_passive(name, "K-359"_rule)) return STATUS_INVALID_PARAMETER;
  if (pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  // The newest version of the structure has one more member, which the host does not read.
  DXGKARGCB_CREATECONTEXTALLOCATION wanted{};
  std::memcpy(&wanted, pArgs, offsetof(DXGKARGCB_CREATECONTEXTALLOCATION, PhysicalAdapterIndex));
  const auto hardware = callee(wanted.hAdapter, name, PASSIVE_LEVEL);
  if (hardware == nullptr) return STATUS_INVALID_PARAMETER;
  const NTSTATUS status =
      with_allocations(*hardware, [&](ContextAllocations& all) { return all.create(wanted); });
  if (NT_SUCCESS(status)) pArgs->hAllocation = wanted.hAllocation;
  return status;
}

NTSTATUS destroy_context_allocation(IN_CONST_HANDLE hAdapter, IN_CONST_HANDLE hAllocation) {
  const char* const name = "DxgkCbDestroyContextAllocation";
  if (!is_passive(name, "K-023"_rule)) return STATUS_INVALID_PARAMETER;
  auto hardware = named_device(hAdapter, name, "K-020"_rule);
  if (hardware == nullptr) return STATUS_INVALID_PARAMETER;
  if (is_of_another_adapter(*hardware, hAllocation)) {
    hardware = nullptr;
    nt::Breach("K-020", nt::Offender::running())
        .message("{}: {} is the DeviceHandle of another adapter than {} was created for", name,
                 hAdapter, hAllocation)
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  return with_allocations(*hardware,
                          [&](ContextAllocations& all) { return all.destroy(hAllocation); });
}

// Returns 0 on adapters whose clients have no GPU virtual addresses.
D3DGPU_VIRTUAL_ADDRESS map_context_allocation(IN_CONST_HANDLE hAdapter,
                                              IN_CONST_PDXGKARGCB_MAPCONTEXTALLOCATION pArgs) {
  const auto hardware = callee(hAdapter, "DxgkCbMapContextAllocation", PASSIVE_LEVEL);
  if (hardware == nullptr || pArgs == nullptr) return 0;
  const DXGKARGCB_MAPCONTEXTALLOCATION wanted = *pArgs;
  D3DGPU_VIRTUAL_ADDRESS out = 0;
  with_allocations(*hardware, [&](ContextAllocations& all) {
    out = all.map(wanted);
    return STATUS_SUCCESS;
  });
  return out;
}

NTSTATUS update_context_allocation(IN_CONST_HANDLE hAdapter,
                                   IN_CONST_PDXGKARGCB_UPDATECONTEXTALLOCATION pArgs) {
  const auto hardware = callee(hAdapter, "DxgkCbUpdateContextAllocation", PASSIVE_LEVEL);
  if (hardware == nullptr || pArgs == nullptr) return STATUS_INVALID_PARAMETER;
  const DXGKARGCB_UPDATECONTEXTALLOCATION wanted = *pArgs;
  // The paging operation cannot run while an entry point of the scheduler's class is under way.
  const CallFrame* const frame = CallFrame::current();
  if (frame != nullptr && frame->ddi().level == Level::kScheduler) return STATUS_INVALID_PARAMETER;
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_NO_MEMORY;
  return with_allocations(*hardware, [&](ContextAllocations& all) {
    return all.update(wanted.hAllocation, wanted.pPrivateDriverData, wanted.PrivateDriverDataSize);
  });
}

}  // namespace

void fill_context_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbCreateContextAllocation = create_context_allocation;
  callbacks.DxgkCbDestroyContextAllocation = destroy_context_allocation;
  callbacks.DxgkCbMapContextAllocation = map_context_allocation;
  callbacks.DxgkCbUpdateContextAllocation = update_context_allocation;
}

}  // namespace drydock::dxgk
