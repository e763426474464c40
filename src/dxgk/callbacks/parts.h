// The parts of DXGKRNL_INTERFACE, one file each, and what all callbacks check first.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "src/dxgk/adapter/hardware.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

void fill_device_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_display_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_handle_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_interrupt_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_memory_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_physical_memory_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_power_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_context_callbacks(DXGKRNL_INTERFACE& callbacks);
void fill_gpu_callbacks(DXGKRNL_INTERFACE& callbacks);

// Raises K-402 in the interrupt routine, which may call few callbacks.
void refuse_in_interrupt_routine(const char* call);

// Raises K-402 or N-018 when the callback is not allowed here or at this IRQL.
void check_place(const char* call, KIRQL at_most);

// The driver's device that the handle means; null after a breach of `rule`.
std::shared_ptr<Hardware> named_device(HANDLE device_handle, const char* call, rules::RuleId rule);

// The same after check_place(), with K-051.
std::shared_ptr<Hardware> callee(HANDLE device_handle, const char* call,
                                 KIRQL at_most = PASSIVE_LEVEL);

// The same as callee(), for callbacks that give nothing to the driver's device.
bool is_device(HANDLE device_handle, const char* call, KIRQL at_most = PASSIVE_LEVEL);

// Refuses what the host does not play, and notes it: a start that fails for this reason is not
// blamed on the driver. `call` has the arguments that matter. Returns the status.
NTSTATUS refuse_unplayed(HANDLE device_handle, std::string call,
                         NTSTATUS status = STATUS_NOT_SUPPORTED);

// Calls a function of the driver from inside one of its calls, so that the host can clean up if the
// driver ends there. In that case it does not return.
void call_back(const char* where, const std::function<void()>& body);

}  // namespace drydock::dxgk
