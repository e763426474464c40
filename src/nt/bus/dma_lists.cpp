// Scatter/gather lists.
#include <unordered_map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/bus/dma.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

// Lists that drivers hold; the memory of some of them is the driver's.
struct ListState {
  DmaTransfer transfer;
  bool ours;
};

struct Lists {
  Mutex mutex;
  std::unordered_map<const SCATTER_GATHER_LIST*, ListState> by_address DRYDOCK_GUARDED_BY(mutex);
};

Lists& lists() {
  static sim::NeverDestroyed<Lists> instance;
  return *instance;
}

std::size_t size_of(std::size_t elements) {
  return sizeof(SCATTER_GATHER_LIST) + elements * sizeof(SCATTER_GATHER_ELEMENT);
}

ULONG most_pages(const void* current, ULONG bytes) {
  return static_cast<ULONG>(ADDRESS_AND_SIZE_TO_SPAN_PAGES(const_cast<void*>(current), bytes));
}

void require_dispatch(const char* call) {
  require_irql_at_least(DISPATCH_LEVEL, call);
  require_irql_at_most(DISPATCH_LEVEL, call);
}

void write_list(SCATTER_GATHER_LIST& list, const DmaTransfer& transfer) {
  list.NumberOfElements = static_cast<ULONG>(transfer.pieces.size());
  list.Reserved = 0;
  for (std::size_t i = 0; i < transfer.pieces.size(); ++i) {
    list.Elements[i].Address.QuadPart = static_cast<LONGLONG>(transfer.pieces[i].logical);
    list.Elements[i].Length = transfer.pieces[i].bytes;
    list.Elements[i].Reserved = 0;
  }
}

// Everything up to the list; `status` says why there is none.
std::optional<DmaTransfer> prepare(const DmaAdapter& adapter, PMDL mdl, PVOID current, ULONG bytes,
                                   bool to_device, NTSTATUS& status) {
  status = STATUS_INSUFFICIENT_RESOURCES;
  if (most_pages(current, bytes) > adapter.map_registers || fails_here(sim::FaultKind::kMapping))
    return std::nullopt;
  auto transfer = pieces_of(mdl, current, bytes);
  if (!transfer) {
    status = STATUS_BUFFER_TOO_SMALL;
    return std::nullopt;
  }
  if (!bring_into_reach(*transfer, adapter.reach, false)) return std::nullopt;
  if (to_device) copy_to_bounces(*transfer);
  status = STATUS_SUCCESS;
  return transfer;
}

// Gives the list to the driver's routine, which may put it back before it returns.
void hand_over(SCATTER_GATHER_LIST* list, DmaTransfer transfer, bool ours, PDEVICE_OBJECT device,
               PDRIVER_LIST_CONTROL routine, PVOID context) {
  write_list(*list, transfer);
  {
    const MutexHold hold(lists().mutex);
    lists().by_address.insert_or_assign(list, ListState{std::move(transfer), ours});
  }
  routine(device, device == nullptr ? nullptr : device->CurrentIrp, list, context);
}

NTSTATUS get_list(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject, PMDL Mdl, PVOID CurrentVa,
                  ULONG Length, PDRIVER_LIST_CONTROL ExecutionRoutine, PVOID Context,
                  BOOLEAN WriteToDevice) {
  require_dispatch("GetScatterGatherList");
  NTSTATUS status = STATUS_SUCCESS;
  auto transfer =
      prepare(adapter_of(DmaAdapter), Mdl, CurrentVa, Length, WriteToDevice != FALSE, status);
  if (!transfer) return status;
  auto* const list =
      static_cast<SCATTER_GATHER_LIST*>(std::calloc(1, size_of(transfer->pieces.size())));
  if (list == nullptr) {
    end_transfer(*transfer);
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  hand_over(list, std::move(*transfer), true, DeviceObject, ExecutionRoutine, Context);
  return STATUS_SUCCESS;
}

NTSTATUS build_list(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject, PMDL Mdl, PVOID CurrentVa,
                    ULONG Length, PDRIVER_LIST_CONTROL ExecutionRoutine, PVOID Context,
                    BOOLEAN WriteToDevice, PVOID ScatterGatherBuffer, ULONG ScatterGatherLength) {
  require_dispatch("BuildScatterGatherList");
  NTSTATUS status = STATUS_SUCCESS;
  auto transfer =
      prepare(adapter_of(DmaAdapter), Mdl, CurrentVa, Length, WriteToDevice != FALSE, status);
  if (!transfer) return status;
  if (size_of(transfer->pieces.size()) > ScatterGatherLength) {
    end_transfer(*transfer);
    return STATUS_BUFFER_TOO_SMALL;
  }
  hand_over(static_cast<SCATTER_GATHER_LIST*>(ScatterGatherBuffer), std::move(*transfer), false,
            DeviceObject, ExecutionRoutine, Context);
  return STATUS_SUCCESS;
}

void put_list(PDMA_ADAPTER, PSCATTER_GATHER_LIST ScatterGather, BOOLEAN WriteToDevice) {
  require_dispatch("PutScatterGatherList");
  ListState state;
  {
    const MutexHold hold(lists().mutex);
    auto node = lists().by_address.extract(ScatterGather);
    if (node.empty()) return;
    state = std::move(node.mapped());
  }
  if (!WriteToDevice) copy_from_bounces(state.transfer);
  end_transfer(state.transfer);
  if (state.ours) std::free(ScatterGather);
}

NTSTATUS calculate_size(PDMA_ADAPTER DmaAdapter, PMDL Mdl, PVOID CurrentVa, ULONG Length,
                        PULONG ScatterGatherListSize, PULONG pNumberOfMapRegisters) {
  const ULONG pages = most_pages(CurrentVa, Length);
  if (pages > adapter_of(DmaAdapter).map_registers) return STATUS_INSUFFICIENT_RESOURCES;
  std::size_t elements = pages;
  if (Mdl != nullptr) {
    const auto transfer = pieces_of(Mdl, CurrentVa, Length);
    if (!transfer) return STATUS_BUFFER_TOO_SMALL;
    elements = transfer->pieces.size();
  }
  *ScatterGatherListSize = static_cast<ULONG>(size_of(elements));
  if (pNumberOfMapRegisters != nullptr) *pNumberOfMapRegisters = pages;
  return STATUS_SUCCESS;
}

// The MDL that describes what the device sees: the original, unless pages were bounced.
NTSTATUS build_mdl(PDMA_ADAPTER, PSCATTER_GATHER_LIST ScatterGather, PMDL OriginalMdl,
                   PMDL* TargetMdl) {
  const MutexHold hold(lists().mutex);
  const auto at = lists().by_address.find(ScatterGather);
  if (at == lists().by_address.end()) return STATUS_INVALID_PARAMETER;
  if (at->second.transfer.bounced()) return STATUS_NOT_SUPPORTED;
  *TargetMdl = OriginalMdl;
  return STATUS_SUCCESS;
}

}  // namespace

void fill_list_routines(DMA_OPERATIONS& operations) {
  operations.GetScatterGatherList = get_list;
  operations.PutScatterGatherList = put_list;
  operations.CalculateScatterGatherList = calculate_size;
  operations.BuildScatterGatherList = build_list;
  operations.BuildMdlFromScatterGatherList = build_mdl;
}

}  // namespace drydock::nt
