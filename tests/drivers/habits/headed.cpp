// A miniport for WDDM 1.3 in classes. Every object has a header of the driver's own before the address that is its handle,
// and all memory comes through one operator new, which tags it by kind. Work is over when a timer says so, as that of a
// device is that is asked from time to time.
#define DXGKDDI_INTERFACE_VERSION DXGKDDI_INTERFACE_VERSION_WDDM1_3
extern "C" {
#include <ntddk.h>
#include <dispmprt.h>
}
#include "render_only.h"

enum class Kind : ULONG { kAdapter = 'dAdH', kDevice = 'eDdH', kContext = 'oCdH', kSurface = 'uSdH', kGroup = 'rGdH', kView = 'iVdH' };

// What stands before every object.
struct Header {
  Kind kind;
  ULONG bytes;
  LIST_ENTRY debug;  // for a debugger's extension, which finds all objects of an adapter
};

void* operator new(size_t bytes, Kind kind) noexcept {
  auto* const header = static_cast<Header*>(
      ExAllocatePoolWithTag(NonPagedPoolNx, sizeof(Header) + bytes, static_cast<ULONG>(kind)));
  if (header == nullptr) return nullptr;
  header->kind = kind;
  header->bytes = static_cast<ULONG>(bytes);
  InitializeListHead(&header->debug);
  RtlZeroMemory(header + 1, bytes);
  return header + 1;
}

void operator delete(void* object) noexcept {
  if (object == nullptr) return;
  Header* const header = static_cast<Header*>(object) - 1;
  ExFreePoolWithTag(header, static_cast<ULONG>(header->kind));
}

void operator delete(void* object, size_t) noexcept { operator delete(object); }

// The object behind a handle; the header says whether it is one of that kind.
template <typename T>
T* from_handle(const VOID* handle) {
  auto* const object = static_cast<T*>(const_cast<VOID*>(handle));
  NT_ASSERT((reinterpret_cast<Header*>(object) - 1)->kind == T::kKind);
  return object;
}

class Adapter {
 public:
  static constexpr Kind kKind = Kind::kAdapter;

  Adapter() {
    KeInitializeTimer(&timer_);
    KeInitializeDpc(&dpc_, on_timer, this);
    KeInitializeSpinLock(&lock_);
  }

  NTSTATUS start(const DXGKRNL_INTERFACE& kernel);
  void stop();
  void lose();

  void submit(UINT fence);
  void preempt(UINT fence);
  UINT poll();
  UINT abort(bool freeze);
  void thaw() { in_interrupt([this] { is_frozen_ = false; }); }
  const DXGKRNL_INTERFACE& kernel() const { return kernel_; }

 private:
  static KDEFERRED_ROUTINE on_timer;
  NTSTATUS map_registers();
  void quiesce();
  void report();
  void wake() {
    LARGE_INTEGER due;
    due.QuadPart = -5000;
    KeSetTimer(&timer_, due, &dpc_);
  }

  // Runs the body as the interrupt routine would run.
  template <typename Body>
  void in_interrupt(Body body) {
    BOOLEAN result = FALSE;
    kernel_.DxgkCbSynchronizeExecution(
        kernel_.DeviceHandle,
        [](PVOID context) -> BOOLEAN {
          (*static_cast<Body*>(context))();
          return TRUE;
        },
        &body, 0, &result);
  }

  DXGKRNL_INTERFACE kernel_{};
  DXGK_DEVICE_INFO info_{};
  KTIMER timer_;
  KDPC dpc_;
  KSPIN_LOCK lock_;
  bool is_lost_ = false;               // under lock_
  volatile ULONG* registers_ = nullptr;  // under lock_
  // In the interrupt only.
  UINT submitted_ = 0;
  UINT completed_ = 0;
  UINT preemption_ = 0;
  bool must_preempt_ = false;
  bool is_frozen_ = false;
};

class Group {
 public:
  static constexpr Kind kKind = Kind::kGroup;
};

class Surface {
 public:
  static constexpr Kind kKind = Kind::kSurface;
  explicit Surface(const SURFACE& data) : data_(data) {}
  const SURFACE& data() const { return data_; }

 private:
  SURFACE data_;
};

class Device {
 public:
  static constexpr Kind kKind = Kind::kDevice;
  explicit Device(Adapter& adapter) : adapter_(adapter) {}
  Adapter& adapter() { return adapter_; }

 private:
  Adapter& adapter_;
};

struct View {
  static constexpr Kind kKind = Kind::kView;
  View(Device& device, Surface& surface) : device(device), surface(surface) {}
  Device& device;
  Surface& surface;
};

struct Context {
  static constexpr Kind kKind = Kind::kContext;
  explicit Context(Device& device) : device(device) {}
  Device& device;
};

NTSTATUS Adapter::start(const DXGKRNL_INTERFACE& kernel) {
  kernel_ = kernel;
  is_lost_ = is_frozen_ = must_preempt_ = false;
  submitted_ = completed_ = 0;
  const NTSTATUS status = kernel_.DxgkCbGetDeviceInformation(kernel_.DeviceHandle, &info_);
  return NT_SUCCESS(status) ? map_registers() : status;
}

NTSTATUS Adapter::map_registers() {
  if (info_.TranslatedResourceList == nullptr || info_.TranslatedResourceList->Count == 0)
    return STATUS_DEVICE_CONFIGURATION_ERROR;
  const CM_PARTIAL_RESOURCE_LIST& list = info_.TranslatedResourceList->List[0].PartialResourceList;
  for (ULONG i = 0; i < list.Count; ++i) {
    const CM_PARTIAL_RESOURCE_DESCRIPTOR& range = list.PartialDescriptors[i];
    if (range.Type != CmResourceTypeMemory) continue;
    PVOID address = nullptr;
    const NTSTATUS status = kernel_.DxgkCbMapMemory(kernel_.DeviceHandle, range.u.Memory.Start, range.u.Memory.Length,
                                                    FALSE, FALSE, MmNonCached, &address);
    if (NT_SUCCESS(status)) registers_ = static_cast<volatile ULONG*>(address);
    return status;
  }
  return STATUS_DEVICE_CONFIGURATION_ERROR;
}

void Adapter::quiesce() {
  KeCancelTimer(&timer_);
  KeFlushQueuedDpcs();
}

void Adapter::stop() {
  quiesce();
  if (registers_ != nullptr) kernel_.DxgkCbUnmapMemory(kernel_.DeviceHandle, const_cast<ULONG*>(registers_));
  registers_ = nullptr;
}

void Adapter::lose() {
  KIRQL irql;
  KeAcquireSpinLock(&lock_, &irql);
  is_lost_ = true;
  KeReleaseSpinLock(&lock_, irql);
  abort(/*freeze=*/true);
  quiesce();
}

VOID Adapter::on_timer(PKDPC, PVOID context, PVOID, PVOID) {
  auto* const adapter = static_cast<Adapter*>(context);
  KeAcquireSpinLockAtDpcLevel(&adapter->lock_);
  if (!adapter->is_lost_) READ_REGISTER_ULONG(adapter->registers_);
  KeReleaseSpinLockFromDpcLevel(&adapter->lock_);
  adapter->poll();
}

// In the interrupt.
void Adapter::report() {
  DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
  if (is_frozen_) return;
  if (completed_ != submitted_) {
    completed_ = submitted_;
    data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    data.DmaCompleted.SubmissionFenceId = completed_;
    kernel_.DxgkCbNotifyInterrupt(kernel_.DeviceHandle, &data);
  }
  if (must_preempt_) {
    must_preempt_ = false;
    data = {};
    data.InterruptType = DXGK_INTERRUPT_DMA_PREEMPTED;
    data.DmaPreempted.PreemptionFenceId = preemption_;
    data.DmaPreempted.LastCompletedFenceId = completed_;
    kernel_.DxgkCbNotifyInterrupt(kernel_.DeviceHandle, &data);
  }
  kernel_.DxgkCbQueueDpc(kernel_.DeviceHandle);
}

void Adapter::submit(UINT fence) {
  in_interrupt([&] { submitted_ = fence; });
  wake();
}

void Adapter::preempt(UINT fence) {
  in_interrupt([&] {
    must_preempt_ = true;
    preemption_ = fence;
  });
  wake();
}

UINT Adapter::poll() {
  UINT fence = 0;
  in_interrupt([&] {
    report();
    fence = completed_;
  });
  return fence;
}

UINT Adapter::abort(bool freeze) {
  UINT fence = 0;
  in_interrupt([&] {
    completed_ = fence = submitted_;
    must_preempt_ = false;
    is_frozen_ = freeze;
  });
  return fence;
}

namespace {

NTSTATUS AddDevice(CONST PDEVICE_OBJECT, PVOID* context) {
  PAGED_CODE();
  *context = new (Adapter::kKind) Adapter();
  return *context == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS StartDevice(CONST PVOID context, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel, PULONG sources, PULONG children) {
  PAGED_CODE();
  *sources = *children = 0;
  return from_handle<Adapter>(context)->start(*kernel);
}

NTSTATUS StopDevice(CONST PVOID context) {
  PAGED_CODE();
  from_handle<Adapter>(context)->stop();
  return STATUS_SUCCESS;
}

NTSTATUS RemoveDevice(CONST PVOID context) {
  PAGED_CODE();
  delete from_handle<Adapter>(context);
  return STATUS_SUCCESS;
}

NTSTATUS SurpriseRemoval(PVOID context, DXGK_SURPRISE_REMOVAL_TYPE) {
  PAGED_CODE();
  from_handle<Adapter>(context)->lose();
  return STATUS_SUCCESS;
}

VOID Unload() { PAGED_CODE(); }

BOOLEAN Interrupt(CONST PVOID, ULONG) { return FALSE; }  // the registers never ask for one

VOID Dpc(CONST PVOID context) {
  const DXGKRNL_INTERFACE& kernel = from_handle<Adapter>(context)->kernel();
  kernel.DxgkCbNotifyDpc(kernel.DeviceHandle);
}

NTSTATUS QueryAdapterInfo(CONST HANDLE, CONST DXGKARG_QUERYADAPTERINFO* query) {
  PAGED_CODE();
  if (query->Type == DXGKQAITYPE_QUERYSEGMENT3 && query->OutputDataSize >= sizeof(DXGK_QUERYSEGMENTOUT3))
    return AnswerSegment3(static_cast<DXGK_QUERYSEGMENTOUT3*>(query->pOutputData));
  if (query->Type != DXGKQAITYPE_DRIVERCAPS) return STATUS_NOT_SUPPORTED;
  if (query->OutputDataSize < sizeof(DXGK_DRIVERCAPS)) return STATUS_BUFFER_TOO_SMALL;
  auto* const caps = static_cast<DXGK_DRIVERCAPS*>(query->pOutputData);
  DescribeCaps(caps, DXGKDDI_WDDMv1_3);
  caps->SupportSurpriseRemovalInHibernation = TRUE;
  return STATUS_SUCCESS;
}

NTSTATUS GetNodeMetadata(CONST HANDLE, UINT node, DXGKARG_GETNODEMETADATA* out) {
  PAGED_CODE();
  if (node != 0) return STATUS_INVALID_PARAMETER;
  RtlZeroMemory(out, sizeof *out);
  out->EngineType = DXGK_ENGINE_TYPE_3D;
  return STATUS_SUCCESS;
}

NTSTATUS CreateDevice(CONST HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
  PAGED_CODE();
  auto* const device = new (Device::kKind) Device(*from_handle<Adapter>(adapter));
  if (device == nullptr) return STATUS_NO_MEMORY;
  wanted->hDevice = device;
  return STATUS_SUCCESS;
}

NTSTATUS DestroyDevice(CONST HANDLE device) {
  PAGED_CODE();
  delete from_handle<Device>(device);
  return STATUS_SUCCESS;
}

NTSTATUS CreateContext(CONST HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
  PAGED_CODE();
  if (wanted->NodeOrdinal != 0) return STATUS_INVALID_PARAMETER;
  auto* const context = new (Context::kKind) Context(*from_handle<Device>(device));
  if (context == nullptr) return STATUS_NO_MEMORY;
  wanted->hContext = context;
  wanted->ContextInfo = {};
  wanted->ContextInfo.DmaBufferSize = 2 * PAGE_SIZE;
  wanted->ContextInfo.AllocationListSize = 32;
  wanted->ContextInfo.PatchLocationListSize = 32;
  return STATUS_SUCCESS;
}

NTSTATUS DestroyContext(CONST HANDLE context) {
  PAGED_CODE();
  delete from_handle<Context>(context);
  return STATUS_SUCCESS;
}

NTSTATUS create_all(DXGKARG_CREATEALLOCATION& wanted) {
  for (UINT i = 0; i < wanted.NumAllocations; ++i) {
    DXGK_ALLOCATIONINFO& info = wanted.pAllocationInfo[i];
    SURFACE data;
    const bool is_good = ReadSurface(info.pPrivateDriverData, info.PrivateDriverDataSize, &data) != FALSE;
    auto* const surface = is_good ? new (Surface::kKind) Surface(data) : nullptr;
    if (surface == nullptr) {
      while (i-- > 0) delete from_handle<Surface>(wanted.pAllocationInfo[i].hAllocation);
      return is_good ? STATUS_NO_MEMORY : STATUS_INVALID_PARAMETER;
    }
    DescribeSurface(&data, &info);
    info.hAllocation = surface;
  }
  return STATUS_SUCCESS;
}

NTSTATUS CreateAllocation(CONST HANDLE, DXGKARG_CREATEALLOCATION* wanted) {
  PAGED_CODE();
  Group* group = nullptr;
  if (wanted->Flags.Resource != 0 && wanted->hResource == nullptr) {
    group = new (Group::kKind) Group();
    if (group == nullptr) return STATUS_NO_MEMORY;
  }
  const NTSTATUS status = create_all(*wanted);
  if (!NT_SUCCESS(status)) {
    delete group;
    return status;
  }
  if (group != nullptr) wanted->hResource = group;
  return STATUS_SUCCESS;
}

NTSTATUS DestroyAllocation(CONST HANDLE, CONST DXGKARG_DESTROYALLOCATION* wanted) {
  PAGED_CODE();
  for (UINT i = 0; i < wanted->NumAllocations; ++i) delete from_handle<Surface>(wanted->pAllocationList[i]);
  if (wanted->Flags.DestroyResource != 0) delete from_handle<Group>(wanted->hResource);
  return STATUS_SUCCESS;
}

NTSTATUS DescribeAllocation(CONST HANDLE, DXGKARG_DESCRIBEALLOCATION* wanted) {
  PAGED_CODE();
  DescribeDescription(&from_handle<Surface>(wanted->hAllocation)->data(), wanted);
  return STATUS_SUCCESS;
}

NTSTATUS open_one(Device& device, DXGK_OPENALLOCATIONINFO& info) {
  DXGKARGCB_GETHANDLEDATA asked = {};
  asked.hObject = info.hAllocation;
  asked.Type = DXGK_HANDLE_ALLOCATION;
  VOID* const surface = device.adapter().kernel().DxgkCbGetHandleData(&asked);
  if (surface == nullptr) return STATUS_INVALID_HANDLE;
  auto* const view = new (View::kKind) View(device, *from_handle<Surface>(surface));
  if (view == nullptr) return STATUS_NO_MEMORY;
  info.hDeviceSpecificAllocation = view;
  return STATUS_SUCCESS;
}

NTSTATUS OpenAllocation(CONST HANDLE handle, CONST DXGKARG_OPENALLOCATION* wanted) {
  PAGED_CODE();
  Device& device = *from_handle<Device>(handle);
  for (UINT i = 0; i < wanted->NumAllocations; ++i) {
    const NTSTATUS status = open_one(device, wanted->pOpenAllocation[i]);
    if (NT_SUCCESS(status)) continue;
    while (i-- > 0) delete from_handle<View>(wanted->pOpenAllocation[i].hDeviceSpecificAllocation);
    return status;
  }
  return STATUS_SUCCESS;
}

NTSTATUS CloseAllocation(CONST HANDLE, CONST DXGKARG_CLOSEALLOCATION* wanted) {
  PAGED_CODE();
  for (UINT i = 0; i < wanted->NumAllocations; ++i) delete from_handle<View>(wanted->pOpenHandleList[i]);
  return STATUS_SUCCESS;
}

// Commands are words; MultipassOffset counts those that earlier DMA buffers have.
NTSTATUS Render(CONST HANDLE, DXGKARG_RENDER* wanted) {
  PAGED_CODE();
  const UINT done = wanted->MultipassOffset;
  const UINT left = wanted->CommandLength > done ? wanted->CommandLength - done : 0;
  const UINT now = left < wanted->DmaSize ? left : wanted->DmaSize;
  __try {
    ProbeForRead(const_cast<VOID*>(wanted->pCommand), wanted->CommandLength, 1);
    RtlCopyMemory(wanted->pDmaBuffer, static_cast<const UCHAR*>(wanted->pCommand) + done, now);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    return STATUS_INVALID_USER_BUFFER;
  }
  wanted->pDmaBuffer = static_cast<UCHAR*>(wanted->pDmaBuffer) + now;
  wanted->MultipassOffset = done + now;
  return now == left ? STATUS_SUCCESS : STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER;
}

NTSTATUS SubmitCommand(CONST HANDLE adapter, CONST DXGKARG_SUBMITCOMMAND* wanted) {
  from_handle<Adapter>(adapter)->submit(wanted->SubmissionFenceId);
  return STATUS_SUCCESS;
}

NTSTATUS PreemptCommand(CONST HANDLE adapter, CONST DXGKARG_PREEMPTCOMMAND* wanted) {
  from_handle<Adapter>(adapter)->preempt(wanted->PreemptionFenceId);
  return STATUS_SUCCESS;
}

NTSTATUS QueryCurrentFence(CONST HANDLE adapter, DXGKARG_QUERYCURRENTFENCE* wanted) {
  wanted->CurrentFence = from_handle<Adapter>(adapter)->poll();
  return STATUS_SUCCESS;
}

NTSTATUS QueryEngineStatus(CONST HANDLE, DXGKARG_QUERYENGINESTATUS* wanted) {
  wanted->EngineStatus.Value = 0;
  wanted->EngineStatus.Responsive = 1;
  return STATUS_SUCCESS;
}

NTSTATUS ResetEngine(CONST HANDLE adapter, DXGKARG_RESETENGINE* wanted) {
  wanted->LastAbortedFenceId = from_handle<Adapter>(adapter)->abort(/*freeze=*/false);
  return STATUS_SUCCESS;
}

NTSTATUS ResetFromTimeout(CONST HANDLE adapter) {
  from_handle<Adapter>(adapter)->abort(/*freeze=*/true);
  return STATUS_SUCCESS;
}

NTSTATUS RestartFromTimeout(CONST HANDLE adapter) {
  from_handle<Adapter>(adapter)->thaw();
  return STATUS_SUCCESS;
}

NTSTATUS CollectDbgInfo(CONST HANDLE, CONST DXGKARG_COLLECTDBGINFO*) { return STATUS_SUCCESS; }

}  // namespace

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path) {
  DRIVER_INITIALIZATION_DATA table = {};
  table.Version = DXGKDDI_INTERFACE_VERSION;
  FillBoringEntries(&table);
  table.DxgkDdiAddDevice = AddDevice;
  table.DxgkDdiStartDevice = StartDevice;
  table.DxgkDdiStopDevice = StopDevice;
  table.DxgkDdiRemoveDevice = RemoveDevice;
  table.DxgkDdiNotifySurpriseRemoval = SurpriseRemoval;
  table.DxgkDdiUnload = Unload;
  table.DxgkDdiInterruptRoutine = Interrupt;
  table.DxgkDdiDpcRoutine = Dpc;
  table.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  table.DxgkDdiGetNodeMetadata = GetNodeMetadata;
  table.DxgkDdiCreateDevice = CreateDevice;
  table.DxgkDdiDestroyDevice = DestroyDevice;
  table.DxgkDdiCreateContext = CreateContext;
  table.DxgkDdiDestroyContext = DestroyContext;
  table.DxgkDdiCreateAllocation = CreateAllocation;
  table.DxgkDdiDestroyAllocation = DestroyAllocation;
  table.DxgkDdiDescribeAllocation = DescribeAllocation;
  table.DxgkDdiOpenAllocation = OpenAllocation;
  table.DxgkDdiCloseAllocation = CloseAllocation;
  table.DxgkDdiRender = Render;
  table.DxgkDdiSubmitCommand = SubmitCommand;
  table.DxgkDdiPreemptCommand = PreemptCommand;
  table.DxgkDdiQueryCurrentFence = QueryCurrentFence;
  table.DxgkDdiQueryEngineStatus = QueryEngineStatus;
  table.DxgkDdiResetEngine = ResetEngine;
  table.DxgkDdiResetFromTimeout = ResetFromTimeout;
  table.DxgkDdiRestartFromTimeout = RestartFromTimeout;
  table.DxgkDdiCollectDbgInfo = CollectDbgInfo;
  return DxgkInitialize(driver, registry_path, &table);
}
