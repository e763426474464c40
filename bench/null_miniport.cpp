#include "bench/null_miniport.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <stdexcept>

#include "src/dxgk/object/retire_worker.h"
#include "src/sched/scheduler.h"

namespace drydock::bench {
namespace {

constexpr std::size_t kMostInCall = 64;
constexpr std::size_t kPrivateData = 64;

void expect(NTSTATUS status, const char* what) {
  if (status != STATUS_SUCCESS)
    throw std::runtime_error(fmt::format("{}: {:#x}", what, static_cast<std::uint32_t>(status)));
}

constexpr UINT kAllocationList = 16'384;

// What the entry points know: one station at a time has work on its GPU.
DXGKRNL_INTERFACE kernel_of_work{};
std::atomic<UINT> last_fence = 0;
std::atomic<std::size_t> destroyed = 0;

// Where every handle points. Nobody reads it.
std::byte nothing_inside{};
HANDLE something() { return &nothing_inside; }

// The entry points: they answer, and keep nothing.
struct Null {
  static NTSTATUS add_device(PDEVICE_OBJECT, PVOID* context) {
    *context = something();
    return STATUS_SUCCESS;
  }
  static NTSTATUS start(PVOID, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel, PULONG sources,
                        PULONG children) {
    *sources = *children = 0;
    kernel_of_work = *kernel;
    DXGK_DEVICE_INFO info{};
    return kernel->DxgkCbGetDeviceInformation(kernel->DeviceHandle, &info);
  }
  static NTSTATUS nothing(PVOID) { return STATUS_SUCCESS; }
  // Everything that was submitted is done.
  static BOOLEAN interrupt(PVOID, ULONG) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    data.DmaCompleted.SubmissionFenceId = last_fence.load();
    kernel_of_work.DxgkCbNotifyInterrupt(kernel_of_work.DeviceHandle, &data);
    kernel_of_work.DxgkCbQueueDpc(kernel_of_work.DeviceHandle);
    return TRUE;
  }
  static VOID dpc(PVOID) { kernel_of_work.DxgkCbNotifyDpc(kernel_of_work.DeviceHandle); }

  static NTSTATUS query(HANDLE, const DXGKARG_QUERYADAPTERINFO* query) {
    if (query->Type == DXGKQAITYPE_DRIVERCAPS) {
      auto& caps = *static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
      caps.SchedulingCaps.MultiEngineAware = 1;
      caps.GpuEngineTopology.NbAsymetricProcessingNodes = 1;
      caps.WDDMVersion = DXGKDDI_WDDMv1_2;
      return STATUS_SUCCESS;
    }
    if (query->Type != DXGKQAITYPE_QUERYSEGMENT3) return STATUS_NOT_SUPPORTED;
    auto& out = *static_cast<DXGK_QUERYSEGMENTOUT3*>(query->pOutputData);
    out.NbSegment = 1;
    if (out.pSegmentDescriptor == nullptr) return STATUS_SUCCESS;
    out.pSegmentDescriptor[0].Flags.Aperture = 1;
    out.pSegmentDescriptor[0].Size = out.pSegmentDescriptor[0].CommitLimit = 1 << 30;
    out.PagingBufferSize = 4096;
    return STATUS_SUCCESS;
  }

  static NTSTATUS create_context(HANDLE, DXGKARG_CREATECONTEXT* wanted) {
    wanted->hContext = something();
    wanted->ContextInfo.DmaBufferSize = 4096;
    wanted->ContextInfo.AllocationListSize = kAllocationList;
    wanted->ContextInfo.PatchLocationListSize = 1;
    return STATUS_SUCCESS;
  }
  static NTSTATUS render(HANDLE, DXGKARG_RENDER*) { return STATUS_SUCCESS; }
  static NTSTATUS patch(HANDLE, const DXGKARG_PATCH*) { return STATUS_SUCCESS; }
  static NTSTATUS build(HANDLE, DXGKARG_BUILDPAGINGBUFFER*) { return STATUS_SUCCESS; }
  static NTSTATUS submit(HANDLE, const DXGKARG_SUBMITCOMMAND* wanted) {
    last_fence = wanted->SubmissionFenceId;
    return STATUS_SUCCESS;
  }

  static NTSTATUS create_device(HANDLE, DXGKARG_CREATEDEVICE* wanted) {
    wanted->hDevice = something();
    return STATUS_SUCCESS;
  }
  static NTSTATUS create_allocation(HANDLE, DXGKARG_CREATEALLOCATION* wanted) {
    for (UINT i = 0; i < wanted->NumAllocations; ++i) {
      DXGK_ALLOCATIONINFO& info = wanted->pAllocationInfo[i];
      info.hAllocation = something();
      info.Size = 4096;
      info.SupportedReadSegmentSet = info.SupportedWriteSegmentSet = 1;
      info.AllocationPriority = D3DDDI_ALLOCATIONPRIORITY_NORMAL;
    }
    return STATUS_SUCCESS;
  }
  static NTSTATUS destroy_allocation(HANDLE, const DXGKARG_DESTROYALLOCATION* wanted) {
    destroyed.fetch_add(wanted->NumAllocations, std::memory_order_relaxed);
    return STATUS_SUCCESS;
  }
  static NTSTATUS open_allocation(HANDLE, const DXGKARG_OPENALLOCATION* wanted) {
    for (UINT i = 0; i < wanted->NumAllocations; ++i)
      wanted->pOpenAllocation[i].hDeviceSpecificAllocation = something();
    return STATUS_SUCCESS;
  }
  static NTSTATUS close_allocation(HANDLE, const DXGKARG_CLOSEALLOCATION*) {
    return STATUS_SUCCESS;
  }
};

dxgk::Miniport null_miniport(nt::Driver& driver) {
  dxgk::Miniport out;
  out.driver = &driver;
  out.table.Version = DXGKDDI_INTERFACE_VERSION_WIN8;
  out.table.DxgkDdiAddDevice = Null::add_device;
  out.table.DxgkDdiStartDevice = Null::start;
  out.table.DxgkDdiStopDevice = Null::nothing;
  out.table.DxgkDdiRemoveDevice = Null::nothing;
  out.table.DxgkDdiInterruptRoutine = Null::interrupt;
  out.table.DxgkDdiDpcRoutine = Null::dpc;
  out.table.DxgkDdiQueryAdapterInfo = Null::query;
  out.table.DxgkDdiRender = Null::render;
  out.table.DxgkDdiCreateContext = Null::create_context;
  out.table.DxgkDdiDestroyContext = Null::nothing;
  out.table.DxgkDdiBuildPagingBuffer = Null::build;
  out.table.DxgkDdiPatch = Null::patch;
  out.table.DxgkDdiSubmitCommand = Null::submit;
  out.table.DxgkDdiCreateDevice = Null::create_device;
  out.table.DxgkDdiDestroyDevice = Null::nothing;
  out.table.DxgkDdiCreateAllocation = Null::create_allocation;
  out.table.DxgkDdiDestroyAllocation = Null::destroy_allocation;
  out.table.DxgkDdiOpenAllocation = Null::open_allocation;
  out.table.DxgkDdiCloseAllocation = Null::close_allocation;
  return out;
}

}  // namespace

Station::Station() {
  NTSTATUS status = STATUS_UNSUCCESSFUL;
  adapter_ = dock_.plug(null_miniport(driver_), std::make_shared<dxgk::DeviceModel>(), status);
  expect(status, "the adapter does not start");
  begin_process();
}

Station::~Station() { process_.reset(); }

Station& Station::get() {
  static auto& station = *new Station;  // never destroyed: the host may end before it
  return station;
}

void Station::begin_process() {
  process_ = dock_.new_process();
  const dxgk::ProcessScope scope(process_.get());
  D3DKMT_OPENADAPTERFROMLUID open{};
  open.AdapterLuid = adapter_->luid();
  expect(D3DKMTOpenAdapterFromLuid(&open), "D3DKMTOpenAdapterFromLuid");
  D3DKMT_CREATEDEVICE device{};
  device.hAdapter = open.hAdapter;
  expect(D3DKMTCreateDevice(&device), "D3DKMTCreateDevice");
  device_ = device.hDevice;
  context_ = 0;
}

void Station::end_process() {
  process_->end();
  begin_process();
}

void Station::create(std::span<D3DKMT_HANDLE> out) {
  const dxgk::ProcessScope scope(process_.get());
  // Not cleared for each call: that would be measured too.
  static thread_local std::array<std::array<std::byte, kPrivateData>, kMostInCall> data{};
  while (!out.empty()) {
    const std::size_t count = std::min(out.size(), kMostInCall);
    std::array<D3DDDI_ALLOCATIONINFO2, kMostInCall> infos;
    for (std::size_t i = 0; i < count; ++i) {
      infos[i] = {};
      infos[i].pPrivateDriverData = data[i].data();
      infos[i].PrivateDriverDataSize = kPrivateData;
    }
    D3DKMT_CREATEALLOCATION call{};
    call.hDevice = device_;
    call.NumAllocations = static_cast<UINT>(count);
    call.pAllocationInfo2 = infos.data();
    expect(D3DKMTCreateAllocation2(&call), "D3DKMTCreateAllocation2");
    for (std::size_t i = 0; i < count; ++i) out[i] = infos[i].hAllocation;
    out = out.subspan(count);
  }
}

void Station::destroy(std::span<const D3DKMT_HANDLE> list) {
  const dxgk::ProcessScope scope(process_.get());
  D3DKMT_DESTROYALLOCATION2 call{};
  call.hDevice = device_;
  call.phAllocationList = list.data();
  call.AllocationCount = static_cast<UINT>(list.size());
  expect(D3DKMTDestroyAllocation2(&call), "D3DKMTDestroyAllocation2");
}

void Station::submit(std::span<const D3DKMT_HANDLE> list) {
  const dxgk::ProcessScope scope(process_.get());
  if (context_ == 0) {
    D3DKMT_CREATECONTEXT make{};
    make.hDevice = device_;
    make.EngineAffinity = 1;
    expect(D3DKMTCreateContext(&make), "D3DKMTCreateContext");
    context_ = make.hContext;
    allocation_list_ = make.pAllocationList;
  }
  for (std::size_t i = 0; i < list.size(); ++i) allocation_list_[i] = {list[i], {}};
  D3DKMT_RENDER call{};
  call.hContext = context_;
  call.AllocationCount = static_cast<UINT>(list.size());
  const UINT before = last_fence.load();
  expect(D3DKMTRender(&call), "D3DKMTRender");
  allocation_list_ = call.pNewAllocationList;
  while (last_fence.load() == before) adapter_->scheduler()->run_on_strand([](auto&) {});
}

void Station::finish_work() {
  adapter_->raise_interrupt();
  const dxgk::ProcessScope scope(process_.get());
  D3DKMT_WAITFORIDLE call{};
  call.hDevice = device_;
  expect(D3DKMTWaitForIdle(&call), "D3DKMTWaitForIdle");
}

std::size_t Station::destroyed_in_driver() {
  dxgk::finish_jobs();
  return destroyed.load(std::memory_order_relaxed);
}

}  // namespace drydock::bench
