// Callbacks from graphics-kernel handles to the driver's data.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/callbacks/capture.h"
#include "src/dxgk/callbacks/driver_view.h"
#include "src/dxgk/callbacks/parts.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// Raises K-415 or K-402 when the callback is not allowed here.
void check_handle_call(const char* call, KIRQL at_most) {
  refuse_in_interrupt_routine(call);
  const KIRQL irql = nt::self().irql;
  if (rules::breaks("K-415", irql > at_most))
    nt::Breach("K-415", nt::Offender::running())
        .message("{} is called at IRQL {}, at most {}", call, irql, at_most)
        .raise();
}

// These callbacks name no adapter. It is the one whose entry point runs; on a thread of the
// driver's own, it is the adapter that knows the handle.
template <typename Ask>
auto ask_adapters(Ask ask) -> decltype(ask(std::declval<Adapter&>())) {
  using Answer = decltype(ask(std::declval<Adapter&>()));
  nt::Driver* const driver = nt::current_driver();
  const CallFrame* const frame = CallFrame::current();
  if (frame != nullptr && &frame->adapter().driver() == driver) return ask(frame->adapter());
  Answer answer{};
  if (driver == nullptr) return answer;
  for (const auto& hardware : Hardware::served_by(*driver)) {
    hardware->with_adapter([&](Adapter& adapter) { answer = ask(adapter); });
    if (answer) break;
  }
  return answer;
}

VOID* data_of(const DXGKARGCB_GETHANDLEDATA& asked) {
  return ask_adapters([&](Adapter& adapter) -> void* {
    if (asked.Type == DXGK_HANDLE_ALLOCATION)
      return allocation_data(adapter, asked.hObject, asked.Flags.DeviceSpecific != 0);
    return asked.Type == DXGK_HANDLE_RESOURCE ? resource_data(adapter, asked.hObject) : nullptr;
  });
}

// K-417: returns false when the host refuses the type.
bool check_type(const DXGKARGCB_GETHANDLEDATA& asked, const char* call) {
  if (!asked.Flags.DeviceSpecific || !rules::breaks("K-417", asked.Type != DXGK_HANDLE_ALLOCATION))
    return true;
  nt::Breach("K-417", nt::Offender::running())
      .message("{}: Flags.DeviceSpecific with Type {}", call, static_cast<int>(asked.Type))
      .raise();
  return false;
}

// K-419 is about handles that clients named, not about no handle.
void note_look_up(D3DKMT_HANDLE handle, bool is_resolved) {
  CallFrame* const frame = CallFrame::current();
  if (handle != 0 && frame != nullptr) frame->note_look_up(handle, is_resolved);
}

VOID* get_handle_data(IN_CONST_PDXGKARGCB_GETHANDLEDATA pData) {
  check_handle_call("DxgkCbGetHandleData", APC_LEVEL);
  if (pData == nullptr) return nullptr;
  const DXGKARGCB_GETHANDLEDATA asked = *pData;
  if (!check_type(asked, "DxgkCbGetHandleData")) return nullptr;
  VOID* const data = data_of(asked);
  note_look_up(asked.hObject, data != nullptr);
  return data;
}

D3DKMT_HANDLE get_handle_parent(IN_D3DKMT_HANDLE hAllocation) {
  check_handle_call("DxgkCbGetHandleParent", APC_LEVEL);
  const std::optional<D3DKMT_HANDLE> found =
      ask_adapters([&](Adapter& adapter) { return parent(adapter, hAllocation); });
  note_look_up(hAllocation, found.has_value());
  return found.value_or(0);
}

D3DKMT_HANDLE enum_handle_children(IN_CONST_PDXGKARGCB_ENUMHANDLECHILDREN pData) {
  check_handle_call("DxgkCbEnumHandleChildren", PASSIVE_LEVEL);
  if (pData == nullptr) return 0;
  const DXGKARGCB_ENUMHANDLECHILDREN asked = *pData;
  const std::optional<D3DKMT_HANDLE> found =
      ask_adapters([&](Adapter& adapter) { return child(adapter, asked.hObject, asked.Index); });
  note_look_up(asked.hObject, found.has_value());
  return found.value_or(0);
}

VOID* acquire_handle_data(IN_CONST_PDXGKARGCB_GETHANDLEDATA pData,
                          PDXGKARG_RELEASE_HANDLE pReleaseHandle) {
  const char* const name = "DxgkCbAcquireHandleData";
  check_handle_call(name, APC_LEVEL);
  if (pData == nullptr || pReleaseHandle == nullptr) return nullptr;
  const DXGKARGCB_GETHANDLEDATA asked = *pData;
  *pReleaseHandle = nullptr;
  // A driver can acquire allocations only.
  if (!check_type(asked, name) || asked.Type != DXGK_HANDLE_ALLOCATION) return nullptr;
  void* release_handle = nullptr;
  VOID* const data = ask_adapters(
      [&](Adapter& adapter) { return acquire(adapter, asked.hObject, &release_handle); });
  note_look_up(asked.hObject, data != nullptr);
  *pReleaseHandle = release_handle;
  return data;
}

VOID release_handle_data(IN_CONST_DXGKARGCB_RELEASEHANDLEDATA ReleaseData) {
  const char* const name = "DxgkCbReleaseHandleData";
  check_handle_call(name, APC_LEVEL);
  const bool known =
      ReleaseData.Type == DXGK_HANDLE_ALLOCATION && ReleaseData.ReleaseHandle != nullptr &&
      ask_adapters([&](Adapter& adapter) { return release(adapter, ReleaseData.ReleaseHandle); });
  if (rules::breaks("K-423", !known)) {
    nt::Breach("K-423", nt::Offender::running())
        .message("{}: ReleaseHandle {} of Type {} was not acquired", name,
                 ReleaseData.ReleaseHandle, static_cast<int>(ReleaseData.Type))
        .raise();
  }
}

// S-279: a capture driver may not use a borrowed handle after the call.
void raise_expired_handle(D3DKMT_HANDLE handle, const std::string& borrower) {
  nt::Breach("S-279", nt::Offender::named(borrower))
      .message("the surface handle {:#x} is mapped after the call that lent it", handle)
      .raise_later();
}

// A borrowed handle of a capture driver stands for its allocation.
NTSTATUS look_for_capture(D3DKMT_HANDLE asked, UINT& segment, PHYSICAL_ADDRESS& address) {
  const std::optional<bridge::BorrowedHandle> borrowed = bridge::find_borrowed(asked);
  if (borrowed && !borrowed->is_borrowed) {
    raise_expired_handle(asked, borrowed->borrower);
    return STATUS_INVALID_PARAMETER;
  }
  CaptureBuffer found;
  NTSTATUS status = STATUS_INVALID_PARAMETER;
  ask_adapters([&](Adapter& adapter) {
    status = find_capture_buffer(adapter, borrowed ? borrowed->allocation : asked, found);
    return status != STATUS_INVALID_PARAMETER;
  });
  if (!NT_SUCCESS(status)) return status;
  if (borrowed) bridge::set_capture(asked, found.capture);
  segment = found.segment;
  address = found.address;
  return status;
}

// K-425: the callback is for the capture of allocations.
NTSTATUS get_capture_address(INOUT_PDXGKARGCB_GETCAPTUREADDRESS pData) {
  check_place("DxgkCbGetCaptureAddress", PASSIVE_LEVEL);
  if (pData == nullptr) return STATUS_INVALID_PARAMETER;
  UINT segment = 0;
  PHYSICAL_ADDRESS address{};
  if (nt::fails_here(sim::FaultKind::kObject)) return STATUS_GRAPHICS_NO_VIDEO_MEMORY;
  const NTSTATUS status = look_for_capture(pData->hAllocation, segment, address);
  if (!NT_SUCCESS(status)) return status;
  pData->SegmentId = segment;
  pData->PhysicalAddress = address;
  return STATUS_SUCCESS;
}

}  // namespace

void fill_handle_callbacks(DXGKRNL_INTERFACE& callbacks) {
  callbacks.DxgkCbGetHandleData = get_handle_data;
  callbacks.DxgkCbGetHandleParent = get_handle_parent;
  callbacks.DxgkCbEnumHandleChildren = enum_handle_children;
  callbacks.DxgkCbAcquireHandleData = acquire_handle_data;
  callbacks.DxgkCbReleaseHandleData = release_handle_data;
  callbacks.DxgkCbGetCaptureAddress = get_capture_address;
}

}  // namespace drydock::dxgk
