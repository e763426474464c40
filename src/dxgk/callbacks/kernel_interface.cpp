#include "src/dxgk/callbacks/kernel_interface.h"

#include <fmt/format.h>

#include "src/dxgk/callbacks/parts.h"
#include "src/dxgk/miniport/call_frame.h"
#include "src/dxgk/miniport/interface_version.h"
#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/trace/calls.h"

namespace drydock::dxgk {
namespace {

// K-024: lies where the member of newer tables would, behind the end of this one.
NTSTATUS destroy_behind_the_table(IN_CONST_HANDLE, IN_CONST_HANDLE) {
  nt::Breach("K-024", nt::Offender::running())
      .message(
          "DxgkCbDestroyContextAllocation is called by a driver that registered a version before "
          "Windows 8: the table of callbacks ends before it")
      .raise();
  return STATUS_NOT_SUPPORTED;
}

}  // namespace

DXGKRNL_INTERFACE kernel_interface(ULONG version, HANDLE device_handle) {
  DXGKRNL_INTERFACE all{};
  fill_device_callbacks(all);
  fill_display_callbacks(all);
  fill_handle_callbacks(all);
  fill_interrupt_callbacks(all);
  fill_memory_callbacks(all);
  fill_physical_memory_callbacks(all);
  fill_power_callbacks(all);
  fill_context_callbacks(all);
  fill_gpu_callbacks(all);
  const std::size_t size = kernel_interface_bytes(version);
  DXGKRNL_INTERFACE out{};
  std::memcpy(&out, &all, size);
  out.Size = static_cast<ULONG>(size);
  out.Version = version;
  out.DeviceHandle = device_handle;
  rules::evaluated("K-024");
  if (version < DXGKDDI_INTERFACE_VERSION_WIN8)
    out.DxgkCbDestroyContextAllocation = destroy_behind_the_table;
  constexpr std::size_t kValues = offsetof(DXGKRNL_INTERFACE, DxgkCbEvalAcpiMethod);
  trace::record_table("_DXGKRNL_INTERFACE", &out.DxgkCbEvalAcpiMethod, size - kValues);
  return out;
}

void refuse_in_interrupt_routine(const char* call) {
  if (rules::breaks("K-402", is_inside(ddi::kInterruptRoutine)))
    nt::Breach("K-402", nt::Offender::running())
        .message("DxgkDdiInterruptRoutine calls {}", call)
        .raise();
}

void check_place(const char* call, KIRQL at_most) {
  refuse_in_interrupt_routine(call);
  nt::require_irql_at_most(at_most, call);
}

std::shared_ptr<Hardware> named_device(HANDLE device_handle, const char* call, rules::RuleId rule) {
  std::shared_ptr<Hardware> hardware = Hardware::find(device_handle);
  if (rules::breaks(rule, hardware == nullptr || &hardware->driver() != nt::current_driver())) {
    hardware = nullptr;
    nt::Breach(rule, nt::Offender::running())
        .message("{}: {} is not the DeviceHandle that DxgkDdiStartDevice got", call, device_handle)
        .raise();
  }
  return hardware;
}

std::shared_ptr<Hardware> callee(HANDLE device_handle, const char* call, KIRQL at_most) {
  check_place(call, at_most);
  return named_device(device_handle, call, "K-051"_rule);
}

bool is_device(HANDLE device_handle, const char* call, KIRQL at_most) {
  return callee(device_handle, call, at_most) != nullptr;
}

NTSTATUS refuse_unplayed(HANDLE device_handle, std::string call, NTSTATUS status) {
  const CallFrame* const frame = CallFrame::current();
  if (const std::shared_ptr<Hardware> hardware = Hardware::find(device_handle))
    hardware->note_not_played(
        {std::move(call), frame == nullptr ? nullptr : frame->ddi().name, status});
  return status;
}

void call_back(const char* where, const std::function<void()>& body) {
  nt::Driver* const driver = nt::current_driver();
  if (driver == nullptr) return body();
  if (!driver->run(where, body)) throw nt::DriverEnded{};
}

}  // namespace drydock::dxgk
