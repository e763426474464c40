// Default clocks that drivers make, and the clocks of pins.
#include <fmt/format.h>

#include <unordered_map>

#include "src/ks/base/out_of_memory.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/header.h"
#include "src/ks/pin/pin.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/calls.h"

namespace drydock::ks {
namespace {

struct DefaultClocks {
  sim::Lock lock;
  std::unordered_map<const void*, std::shared_ptr<Clock>> live DRYDOCK_GUARDED_BY(lock);
};

DefaultClocks& clocks() {
  static sim::NeverDestroyed<DefaultClocks> instance;
  return *instance;
}

std::shared_ptr<Clock> default_clock(PKSDEFAULTCLOCK face, const char* call) {
  {
    DefaultClocks& all = clocks();
    const sim::Hold hold(all.lock);
    const auto at = all.live.find(face);
    rules::evaluated("N-005");
    if (at != all.live.end()) return at->second;
  }
  nt::Breach("N-005", nt::Offender::running())
      .message("{} was given {}, which is no default clock", call, fmt::ptr(face))
      .raise();
  return nullptr;
}

ClockSource source_of(PVOID context, PFNKSCORRELATEDTIME correlated,
                      const KSRESOLUTION* resolution) {
  ClockSource source;
  if (resolution != nullptr) source.resolution = *resolution;
  if (correlated == nullptr) return source;
  nt::Driver* driver = nt::current_driver();
  source.correlated = [driver, context, correlated](LONGLONG& system) {
    LONGLONG time = 0;
    nt::run_in(driver, "CorrelatedTime of a default clock", [&] {
      time = trace::recorded_call("CorrelatedTime of a default clock", correlated,
                                  "PFNKSCORRELATEDTIME")(context, &system);
    });
    return time;
  };
  return source;
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

// The events of a default clock are the host's to time, whatever timers the driver brings.
extern "C" NTSTATUS KsAllocateDefaultClockEx(PKSDEFAULTCLOCK* DefaultClock, PVOID Context,
                                             PFNKSSETTIMER SetTimer, PFNKSCANCELTIMER CancelTimer,
                                             PFNKSCORRELATEDTIME CorrelatedTime,
                                             const KSRESOLUTION* Resolution, ULONG) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAllocateDefaultClockEx");
  if ((SetTimer == nullptr) != (CancelTimer == nullptr)) return STATUS_INVALID_PARAMETER;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  std::shared_ptr<Clock> made = make_default_clock(source_of(Context, CorrelatedTime, Resolution));
  *DefaultClock = made.get();
  DefaultClocks& all = clocks();
  const drydock::sim::Hold hold(all.lock);
  all.live[made.get()] = made;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsAllocateDefaultClock(PKSDEFAULTCLOCK* DefaultClock) {
  return KsAllocateDefaultClockEx(DefaultClock, nullptr, nullptr, nullptr, nullptr, nullptr, 0);
}

extern "C" VOID KsFreeDefaultClock(PKSDEFAULTCLOCK DefaultClock) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeDefaultClock");
  if (default_clock(DefaultClock, "KsFreeDefaultClock") == nullptr) return;
  DefaultClocks& all = clocks();
  const drydock::sim::Hold hold(all.lock);
  all.live.erase(DefaultClock);
}

extern "C" NTSTATUS KsCreateDefaultClock(PIRP Irp, PKSDEFAULTCLOCK DefaultClock) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCreateDefaultClock");
  PKSCLOCK_CREATE request = nullptr;
  const NTSTATUS status = KsValidateClockCreateRequest(Irp, &request);
  if (!NT_SUCCESS(status)) return status;
  const std::shared_ptr<Clock> clock = default_clock(DefaultClock, "KsCreateDefaultClock");
  if (clock == nullptr) return STATUS_INVALID_PARAMETER;
  attach_clock(Irp, clock);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsValidateClockCreateRequest(PIRP Irp, PKSCLOCK_CREATE* ClockCreate) {
  const std::vector<std::byte> parameters = create_parameters(Irp);
  KSCLOCK_CREATE request;
  if (parameters.size() < sizeof request) return STATUS_INVALID_PARAMETER;
  std::memcpy(&request, parameters.data(), sizeof request);
  if (request.CreateFlags != 0) return STATUS_INVALID_PARAMETER;
  return store_parameters(Irp, reinterpret_cast<void**>(ClockCreate));
}

extern "C" KSSTATE KsGetDefaultClockState(PKSDEFAULTCLOCK DefaultClock) {
  const std::shared_ptr<Clock> clock = default_clock(DefaultClock, "KsGetDefaultClockState");
  return clock == nullptr ? KSSTATE_STOP : clock->state();
}

extern "C" LONGLONG KsGetDefaultClockTime(PKSDEFAULTCLOCK DefaultClock) {
  const std::shared_ptr<Clock> clock = default_clock(DefaultClock, "KsGetDefaultClockTime");
  return clock == nullptr ? 0 : clock->time();
}

extern "C" VOID KsSetDefaultClockState(PKSDEFAULTCLOCK DefaultClock, KSSTATE State) {
  const std::shared_ptr<Clock> clock = default_clock(DefaultClock, "KsSetDefaultClockState");
  if (clock != nullptr) set_state(*clock, State);
}

extern "C" VOID KsSetDefaultClockTime(PKSDEFAULTCLOCK DefaultClock, LONGLONG Time) {
  const std::shared_ptr<Clock> clock = default_clock(DefaultClock, "KsSetDefaultClockTime");
  if (clock != nullptr) set_time(*clock, Time);
}

extern "C" NTSTATUS KsPinGetReferenceClockInterface(PKSPIN Pin_, PIKSREFERENCECLOCK* Interface) {
  nt::require_irql_at_most(DISPATCH_LEVEL, "KsPinGetReferenceClockInterface");
  const auto pin = object_as<Pin>(Pin_, "KsPinGetReferenceClockInterface");
  if (pin == nullptr || Interface == nullptr) return STATUS_INVALID_PARAMETER;
  return pin->clocks().reference(Interface);
}

extern "C" VOID KsPinSetPinClockTime(PKSPIN Pin_, LONGLONG Time) {
  const auto pin = object_as<Pin>(Pin_, "KsPinSetPinClockTime");
  if (pin != nullptr) pin->clocks().set_time(Time);
}
