// DMA adapters: getting one, common buffers, and transfers through an adapter channel.
#include "src/nt/bus/dma.h"

#include <fmt/format.h>

#include <unordered_map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/mm/physical_contiguous.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr char kCommonBuffer[] = "common buffer";
constexpr std::uint64_t kReach24 = 0xFF'FFFF;
constexpr std::uint64_t kReach32 = 0xFFFF'FFFF;

// The map registers of one channel: what MapTransfer mapped through them.
struct Channel {
  std::vector<DmaTransfer> transfers;
};

struct Adapters {
  Mutex mutex;
  std::unordered_map<const void*, std::unique_ptr<DmaAdapter>> live DRYDOCK_GUARDED_BY(mutex);
  std::unordered_map<void*, std::unique_ptr<Channel>> channels
      DRYDOCK_GUARDED_BY(mutex);  // by MapRegisterBase
  std::unordered_map<const DmaAdapter*, void*> retained
      DRYDOCK_GUARDED_BY(mutex);  // the channel that AdapterControl retained
};

Adapters& adapters() {
  static sim::NeverDestroyed<Adapters> instance;
  return *instance;
}

void* open_channel() {
  auto channel = std::make_unique<Channel>();
  void* const base = channel.get();
  const MutexHold hold(adapters().mutex);
  adapters().channels.emplace(base, std::move(channel));
  return base;
}

void close_channel(void* base) {
  std::unique_ptr<Channel> channel;
  {
    const MutexHold hold(adapters().mutex);
    auto node = adapters().channels.extract(base);
    if (node.empty()) return;
    channel = std::move(node.mapped());
  }
  for (DmaTransfer& transfer : channel->transfers) end_transfer(transfer);
}

void put_adapter(PDMA_ADAPTER DmaAdapter) {
  require_irql_at_most(DISPATCH_LEVEL, "PutDmaAdapter");
  std::unique_ptr<nt::DmaAdapter> adapter;
  {
    const MutexHold hold(adapters().mutex);
    auto node = adapters().live.extract(DmaAdapter);
    if (!node.empty()) adapter = std::move(node.mapped());
    adapters().retained.erase(adapter.get());
  }
  if (rules::breaks("N-046", adapter == nullptr)) {
    Breach("N-046", Offender::running())
        .message("PutDmaAdapter: {} is no DMA adapter", static_cast<void*>(DmaAdapter))
        .raise();
    return;
  }
  settle(Resource::kReference, DmaAdapter);
}

PVOID allocate_common_buffer(PDMA_ADAPTER DmaAdapter, ULONG Length,
                             PPHYSICAL_ADDRESS LogicalAddress, BOOLEAN) {
  require_irql_at_most(PASSIVE_LEVEL, "AllocateCommonBuffer");
  if (fails_here(sim::FaultKind::kContiguous)) return nullptr;
  void* const base =
      allocate_contiguous(Length, {0, adapter_of(DmaAdapter).reach, 0}, kCommonBuffer);
  if (base == nullptr) return nullptr;
  LogicalAddress->QuadPart = static_cast<LONGLONG>(frame_of(base) * kPageBytes);
  return base;
}

void free_common_buffer(PDMA_ADAPTER, ULONG Length, PHYSICAL_ADDRESS, PVOID VirtualAddress,
                        BOOLEAN) {
  require_irql_at_most(PASSIVE_LEVEL, "FreeCommonBuffer");
  free_contiguous(VirtualAddress, kCommonBuffer, Length, "FreeCommonBuffer");
}

// The channel is free at once, because a bus master does not share its adapter.
NTSTATUS allocate_channel(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject,
                          ULONG NumberOfMapRegisters, PDRIVER_CONTROL ExecutionRoutine,
                          PVOID Context) {
  require_irql_at_least(DISPATCH_LEVEL, "AllocateAdapterChannel");
  require_irql_at_most(DISPATCH_LEVEL, "AllocateAdapterChannel");
  nt::DmaAdapter& adapter = adapter_of(DmaAdapter);
  if (NumberOfMapRegisters > adapter.map_registers || fails_here(sim::FaultKind::kMapping)) {
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  void* const base = open_channel();
  switch (ExecutionRoutine(
      DeviceObject, DeviceObject == nullptr ? nullptr : DeviceObject->CurrentIrp, base, Context)) {
    case DeallocateObject:
      close_channel(base);
      break;
    case KeepObject: {
      const MutexHold hold(adapters().mutex);
      adapters().retained.insert_or_assign(&adapter, base);
      break;
    }
    default:  // DeallocateObjectKeepRegisters: FreeMapRegisters ends it
      break;
  }
  return STATUS_SUCCESS;
}

void free_channel(PDMA_ADAPTER DmaAdapter) {
  require_irql_at_most(DISPATCH_LEVEL, "FreeAdapterChannel");
  void* base = nullptr;
  {
    const MutexHold hold(adapters().mutex);
    auto node = adapters().retained.extract(&adapter_of(DmaAdapter));
    if (!node.empty()) base = node.mapped();
  }
  close_channel(base);
}

void free_map_registers(PDMA_ADAPTER, PVOID MapRegisterBase, ULONG) {
  require_irql_at_most(DISPATCH_LEVEL, "FreeMapRegisters");
  close_channel(MapRegisterBase);
}

// The driver of a device with scatter/gather gets the first piece and maps the rest later; another
// gets the whole buffer at one address.
PHYSICAL_ADDRESS map_transfer(PDMA_ADAPTER DmaAdapter, PMDL Mdl, PVOID MapRegisterBase,
                              PVOID CurrentVa, PULONG Length, BOOLEAN WriteToDevice) {
  require_irql_at_most(DISPATCH_LEVEL, "MapTransfer");
  const nt::DmaAdapter& adapter = adapter_of(DmaAdapter);
  PHYSICAL_ADDRESS logical{};
  auto transfer = pieces_of(Mdl, CurrentVa, *Length);
  if (!transfer || transfer->pieces.empty()) return logical;
  if (adapter.scatter_gather) transfer->pieces.resize(1);
  if (!bring_into_reach(*transfer, adapter.reach, true)) return logical;
  if (WriteToDevice) copy_to_bounces(*transfer);
  if (adapter.scatter_gather) *Length = transfer->pieces[0].bytes;
  logical.QuadPart = static_cast<LONGLONG>(transfer->pieces[0].logical);
  const MutexHold hold(adapters().mutex);
  const auto at = adapters().channels.find(MapRegisterBase);
  if (at != adapters().channels.end()) at->second->transfers.push_back(std::move(*transfer));
  return logical;
}

BOOLEAN flush_buffers(PDMA_ADAPTER, PMDL, PVOID MapRegisterBase, PVOID, ULONG,
                      BOOLEAN WriteToDevice) {
  require_irql_at_most(DISPATCH_LEVEL, "FlushAdapterBuffers");
  std::vector<DmaTransfer> transfers;
  {
    const MutexHold hold(adapters().mutex);
    const auto at = adapters().channels.find(MapRegisterBase);
    if (at == adapters().channels.end()) return FALSE;
    transfers = std::move(at->second->transfers);
    at->second->transfers.clear();
  }
  for (DmaTransfer& transfer : transfers) {
    if (!WriteToDevice) copy_from_bounces(transfer);
    end_transfer(transfer);
  }
  return TRUE;
}

ULONG alignment(PDMA_ADAPTER) { return 1; }
ULONG read_counter(PDMA_ADAPTER) { return 0; }

std::uint64_t reach_of(const DEVICE_DESCRIPTION& device) {
  if (device.Dma64BitAddresses) return UINT64_MAX;
  return device.Dma32BitAddresses ? kReach32 : kReach24;
}

void fill(DmaAdapter& adapter, const DEVICE_DESCRIPTION& device) {
  adapter.reach = reach_of(device);
  adapter.map_registers = static_cast<ULONG>(pages_of(device.MaximumLength)) + 1;
  adapter.scatter_gather = device.Master && device.ScatterGather;
  DMA_OPERATIONS& operations = adapter.operations;
  operations.Size = device.Version == DEVICE_DESCRIPTION_VERSION2
                        ? offsetof(DMA_OPERATIONS, GetDmaAdapterInfo)
                        : offsetof(DMA_OPERATIONS, CalculateScatterGatherList);
  operations.PutDmaAdapter = put_adapter;
  operations.AllocateCommonBuffer = allocate_common_buffer;
  operations.FreeCommonBuffer = free_common_buffer;
  operations.AllocateAdapterChannel = allocate_channel;
  operations.FlushAdapterBuffers = flush_buffers;
  operations.FreeAdapterChannel = free_channel;
  operations.FreeMapRegisters = free_map_registers;
  operations.MapTransfer = map_transfer;
  operations.GetDmaAlignment = alignment;
  operations.ReadDmaCounter = read_counter;
  fill_list_routines(operations);
  adapter.face = {1, sizeof(DMA_ADAPTER), &operations};
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

// Version 3 of the table is not supported; callers get null then, as the documents say.
extern "C" PDMA_ADAPTER IoGetDmaAdapter(PDEVICE_OBJECT, PDEVICE_DESCRIPTION DeviceDescription,
                                        PULONG NumberOfMapRegisters) {
  require_irql_at_most(PASSIVE_LEVEL, "IoGetDmaAdapter");
  if (DeviceDescription->Version > DEVICE_DESCRIPTION_VERSION2 ||
      fails_here(sim::FaultKind::kObject))
    return nullptr;
  auto adapter = std::make_unique<DmaAdapter>();
  fill(*adapter, *DeviceDescription);
  *NumberOfMapRegisters = adapter->map_registers;
  PDMA_ADAPTER const face = &adapter->face;
  {
    const MutexHold hold(adapters().mutex);
    adapters().live.emplace(face, std::move(adapter));
  }
  add_debt(Resource::kReference, face, sizeof(DmaAdapter), "DMA adapter");
  return face;
}
