// A display-only driver that copies frames to the frame buffer of the firmware, properly or as its
// setting "Fault" says. It sets no modes, and turns frames by two quarters only.
#include <dispmprt.h>
#include <ntddk.h>

#include "../shared/display_only.h"
#include "../shared/service_value.h"

namespace {

SERVICE_TEXT fault;

bool does(const char* what) { return IsServiceText(fault, what); }

struct Adapter {
  DXGKRNL_INTERFACE dxgk;
  DXGK_DISPLAY_INFORMATION display;
  UCHAR* screen;
  volatile LONG completed;  // and not reported
  const UCHAR* kept;
  const RECT* kept_list;
  volatile ULONG* doorbell;  // a write interrupts
};

// Upside down, or as it is.
void copy(Adapter& adapter, const UCHAR* bits, LONG pitch, const RECT& area, bool turns = false) {
  const LONG right = adapter.display.Width - 1, bottom = adapter.display.Height - 1;
  for (LONG y = area.top; y < area.bottom; ++y) {
    for (LONG x = area.left; x < area.right; ++x) {
      const LONG column = turns ? right - x : x, line = turns ? bottom - y : y;
      *reinterpret_cast<ULONG*>(adapter.screen + line * adapter.display.Pitch + column * 4) =
          *reinterpret_cast<const ULONG*>(bits + y * pitch + x * 4);
    }
  }
}

BOOLEAN Interrupt(CONST PVOID context, ULONG) {
  auto& adapter = *static_cast<Adapter*>(context);
  const LONG count = InterlockedExchange(&adapter.completed, 0);
  for (LONG i = 0; i < count; ++i) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data = {};
    data.InterruptType = DXGK_INTERRUPT_DISPLAYONLY_PRESENT_PROGRESS;
    data.DisplayOnlyPresentProgress.VidPnSourceId = does("wrong source") ? 1 : 0;
    data.DisplayOnlyPresentProgress.ProgressId =
        does("fails later") ? DXGK_PRESENT_DISPLAYONLY_PROGRESS_ID_FAILED
                             : DXGK_PRESENT_DISPLAYONLY_PROGRESS_ID_COMPLETE;
    adapter.dxgk.DxgkCbNotifyInterrupt(adapter.dxgk.DeviceHandle, &data);
  }
  if (count != 0 && !does("queues no DPC")) adapter.dxgk.DxgkCbQueueDpc(adapter.dxgk.DeviceHandle);
  return count != 0;
}

VOID Dpc(CONST PVOID context) {
  auto& adapter = *static_cast<Adapter*>(context);
  adapter.dxgk.DxgkCbNotifyDpc(adapter.dxgk.DeviceHandle);
}

void report(Adapter& adapter, LONG count) {
  InterlockedExchange(&adapter.completed, count);
  WRITE_REGISTER_ULONG(adapter.doorbell, 1);
}

NTSTATUS APIENTRY Present(CONST HANDLE context, CONST DXGKARG_PRESENT_DISPLAYONLY* frame) {
  auto& adapter = *static_cast<Adapter*>(context);
  const auto* const bits = static_cast<const UCHAR*>(frame->pSource);
  if (does("fails")) return STATUS_NO_MEMORY;
  if (does("refuses")) return STATUS_INVALID_PARAMETER;
  if (does("copies nothing")) return STATUS_SUCCESS;
  if (does("reads late") && adapter.kept != nullptr)
    copy(adapter, adapter.kept, frame->Pitch, {0, 0, 1, 1});
  if (does("keeps list") && adapter.kept_list != nullptr)
    copy(adapter, bits, frame->Pitch, *adapter.kept_list);
  adapter.kept = bits;
  adapter.kept_list = frame->pDirtyRect;
  const bool turns = does("always turns") || (frame->Flags.Rotate && !does("never turns"));
  if (!does("forgets moves")) {
    for (ULONG i = 0; i < frame->NumMoves; ++i)
      copy(adapter, bits, frame->Pitch, frame->pMoves[i].DestRect, turns);
  }
  for (ULONG i = 0; i < frame->NumDirtyRects; ++i)
    copy(adapter, bits, frame->Pitch, frame->pDirtyRect[i], turns);
  if (does("never reports")) return STATUS_PENDING;
  if (does("reports success")) {
    report(adapter, 1);
    return STATUS_SUCCESS;
  }
  const bool is_pending = does("reports") || does("reports twice") || does("wrong source") ||
                          does("fails later") || does("queues no DPC");
  if (!is_pending) return STATUS_SUCCESS;
  report(adapter, does("reports twice") ? 2 : 1);
  return STATUS_PENDING;
}

NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT, OUT_PPVOID context) {
  *context = ExAllocatePoolZero(NonPagedPoolNx, sizeof(Adapter), 'marF');
  return *context == nullptr ? STATUS_NO_MEMORY : STATUS_SUCCESS;
}

NTSTATUS StartDevice(IN_CONST_PVOID context, IN_PDXGK_START_INFO, IN_PDXGKRNL_INTERFACE dxgk,
                     OUT_PULONG sources, OUT_PULONG children) {
  auto& adapter = *static_cast<Adapter*>(context);
  adapter.dxgk = *dxgk;
  DXGK_DEVICE_INFO info = {};
  dxgk->DxgkCbGetDeviceInformation(dxgk->DeviceHandle, &info);
  dxgk->DxgkCbAcquirePostDisplayOwnership(dxgk->DeviceHandle, &adapter.display);
  PVOID mapped = nullptr;
  const NTSTATUS status = dxgk->DxgkCbMapMemory(
      dxgk->DeviceHandle, adapter.display.PhysicAddress,
      adapter.display.Pitch * adapter.display.Height, FALSE, FALSE, MmWriteCombined, &mapped);
  adapter.screen = static_cast<UCHAR*>(mapped);
  PHYSICAL_ADDRESS doorbell = {};
  doorbell.QuadPart = 0xD0000000;
  if (NT_SUCCESS(status))
    dxgk->DxgkCbMapMemory(dxgk->DeviceHandle, doorbell, PAGE_SIZE, FALSE, FALSE, MmNonCached, &mapped);
  adapter.doorbell = static_cast<volatile ULONG*>(mapped);
  *sources = 1;
  *children = 0;
  return status;
}

NTSTATUS StopDevice(IN_CONST_PVOID context) {
  auto& adapter = *static_cast<Adapter*>(context);
  adapter.dxgk.DxgkCbUnmapMemory(adapter.dxgk.DeviceHandle, const_cast<ULONG*>(adapter.doorbell));
  return adapter.dxgk.DxgkCbUnmapMemory(adapter.dxgk.DeviceHandle, adapter.screen);
}

NTSTATUS RemoveDevice(IN_CONST_PVOID context) {
  ExFreePoolWithTag(context, 'marF');
  return STATUS_SUCCESS;
}

}  // namespace

extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT object, PUNICODE_STRING path) {
  ReadServiceText(path, L"Fault", fault);
  KMDDOD_INITIALIZATION_DATA data = table_of(AddDevice, StartDevice, StopDevice, RemoveDevice);
  data.DxgkDdiInterruptRoutine = Interrupt;
  data.DxgkDdiDpcRoutine = Dpc;
  data.DxgkDdiPresentDisplayOnly = Present;
  return DxgkInitializeDisplayOnlyDriver(object, path, &data);
}
