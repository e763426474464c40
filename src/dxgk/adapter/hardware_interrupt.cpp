// Calls of the driver on behalf of the device: its interrupt routine, its DPC, and the work that it
// wants to do alone.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/idle_call.h"
#include "src/dxgk/adapter/seat.h"
#include "src/nt/time/dpc.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {

void Hardware::serve_interrupt(ULONG message) {
  Adapter& adapter = *adapter_;
  const std::optional<bool> before = model_->is_interrupting();
  const auto interrupt = model_->interrupt();
  const bool by_line = !interrupt || !interrupt->message_based;
  const std::uint64_t reported = reports.interrupts.load(std::memory_order_relaxed);
  reports.asked_for_dpc.store(false, std::memory_order_relaxed);
  reports.message.store(message, std::memory_order_relaxed);
  bool claimed = false;
  const NTSTATUS status = adapter.call(ddi::kInterruptRoutine, adapter.system_seat(), [&] {
    claimed = adapter.table().DxgkDdiInterruptRoutine(adapter.context(), message) != FALSE;
  });
  if (!NT_SUCCESS(status)) return;
  if (by_line && before.has_value()) rules::evaluated("K-407");
  if (reports.interrupts.load(std::memory_order_relaxed) != reported) rules::evaluated("K-404");
  if (by_line && claimed && before == false) {
    nt::Breach("K-407", driver_)
        .message("DxgkDdiInterruptRoutine returned TRUE for an interrupt of another device")
        .raise_later();
  }
  if (by_line && before == true && !claimed) {
    nt::Breach("K-407", driver_)
        .message("DxgkDdiInterruptRoutine returned FALSE for an interrupt of its own device")
        .raise_later();
  }
  if (by_line && claimed && before == true && model_->is_interrupting() == true) {
    nt::Breach("K-407", driver_)
        .message(
            "DxgkDdiInterruptRoutine returned TRUE and left the interrupt of the device asserted")
        .raise_later();
  }
  if (reports.interrupts.load(std::memory_order_relaxed) != reported &&
      !reports.asked_for_dpc.load(std::memory_order_relaxed)) {
    nt::Breach("K-404", driver_)
        .message("DxgkDdiInterruptRoutine called DxgkCbNotifyInterrupt and queued no DPC")
        .raise_later();
  }
}

bool Hardware::queue_dpc() {
  if (line_.is_mine()) reports.asked_for_dpc.store(true, std::memory_order_relaxed);
  // Under the lock: no DPC is queued once power_down() has begun.
  const sim::Hold hold(lock_);
  if (!powered_ || reports.dpc_pending.exchange(true, std::memory_order_acq_rel)) return false;
  return nt::queue_dpc(dpc_, {});
}

void Hardware::serve_dpc() {
  reports.dpc_pending.store(false, std::memory_order_release);
  Adapter& adapter = *adapter_;
  const auto routine = adapter.table().DxgkDdiDpcRoutine;
  if (routine == nullptr) return;
  // A driver that is starting or stopping may leave such a DPC alone: nobody waits for work.
  const auto is_started = [&] { return adapter.state() == Adapter::State::kStarted; };
  const bool is_dpc_due =
      is_started() && reports.interrupts.load(std::memory_order_acquire) !=
                          reports.interrupts_at_dpc.load(std::memory_order_acquire);
  const std::uint64_t dpcs = reports.dpcs.load(std::memory_order_acquire);
  const NTSTATUS status =
      adapter.call(ddi::kDpcRoutine, adapter.system_seat(), [&] { routine(adapter.context()); });
  if (NT_SUCCESS(status) && is_dpc_due && is_started() &&
      rules::breaks("K-404", reports.dpcs.load(std::memory_order_acquire) == dpcs)) {
    nt::Breach("K-404", driver_)
        .message(
            "DxgkDdiDpcRoutine did not call DxgkCbNotifyDpc for an interrupt that "
            "DxgkCbNotifyInterrupt had reported")
        .raise_later();
  }
}

NTSTATUS Hardware::exclude_later(PDXGKDDI_PROTECTED_CALLBACK callback, PVOID context,
                                 Exclusion what) {
  // Under the lock: no call begins once power_down() has begun.
  const sim::Hold hold(lock_);
  if (!powered_) return STATUS_DEVICE_NOT_READY;
  Adapter& adapter = *adapter_;
  exclusions_.push_back(sim::spawn("exclusion", [&adapter, callback, context, what] {
    using Idle = sched::Scheduler::Idle;
    const auto body = [&]() -> NTSTATUS {
      callback(adapter.context(), context, STATUS_SUCCESS);
      return STATUS_SUCCESS;
    };
    if (what == Exclusion::kDriver) {
      adapter.call(ddi::kProtectedCallback, adapter.system_seat(), body);
    } else {
      call_idle(adapter, ddi::kProtectedCallback, adapter.system_seat(),
                what == Exclusion::kMemory ? Idle::kMemory : Idle::kHardware, body);
    }
  }));
  return STATUS_SUCCESS;
}

void Hardware::finish_exclusions() {
  std::vector<sim::Thread> threads;
  {
    const sim::Hold hold(lock_);
    threads.swap(exclusions_);
  }
  for (sim::Thread& thread : threads) thread.join();
}

}  // namespace drydock::dxgk
