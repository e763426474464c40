#include "src/nt/life/reinitialize.h"

#include <deque>
#include <optional>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

// DRIVER_OBJECT::Flags.
constexpr ULONG kReinitializes = 0x8;
constexpr ULONG kReinitializesAtBoot = 0x20;

struct Reinitialization {
  PDRIVER_OBJECT driver;
  PDRIVER_REINITIALIZE routine;
  PVOID context;
};

struct Reinitializations {
  Mutex mutex;
  std::deque<Reinitialization> all DRYDOCK_GUARDED_BY(mutex);
};

Reinitializations& reinitializations() {
  static sim::NeverDestroyed<Reinitializations> instance;
  return *instance;
}

void add(const Reinitialization& one) {
  Reinitializations& known = reinitializations();
  const MutexHold hold(known.mutex);
  known.all.push_back(one);
}

std::optional<Reinitialization> take_first(const DRIVER_OBJECT& driver) {
  Reinitializations& known = reinitializations();
  const MutexHold hold(known.mutex);
  for (auto at = known.all.begin(); at != known.all.end(); ++at) {
    if (at->driver != &driver) continue;
    const Reinitialization out = *at;
    known.all.erase(at);
    return out;
  }
  return std::nullopt;
}

}  // namespace

void reinitialize(Driver& driver) {
  constexpr ULONG kMost = 1000;  // a driver that always registers again is called no longer
  DRIVER_OBJECT& object = driver.object();
  for (ULONG count = 1; count <= kMost; ++count) {
    const std::optional<Reinitialization> next = take_first(object);
    if (!next) return;
    object.DriverExtension->Count = count;
    driver.run("reinitialization routine", [&] { next->routine(&object, next->context, count); });
  }
}

void drop_reinitialization(const Driver& driver) {
  while (take_first(const_cast<Driver&>(driver).object())) {
  }
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

VOID IoRegisterDriverReinitialization(PDRIVER_OBJECT DriverObject,
                                      PDRIVER_REINITIALIZE DriverReinitializationRoutine,
                                      PVOID Context) {
  require_irql_at_most(PASSIVE_LEVEL, "IoRegisterDriverReinitialization");
  DriverObject->Flags |= kReinitializes;
  add({DriverObject, DriverReinitializationRoutine, Context});
}

// All boot drivers are there when a driver is loaded here.
VOID IoRegisterBootDriverReinitialization(PDRIVER_OBJECT DriverObject,
                                          PDRIVER_REINITIALIZE DriverReinitializationRoutine,
                                          PVOID Context) {
  require_irql_at_most(PASSIVE_LEVEL, "IoRegisterBootDriverReinitialization");
  DriverObject->Flags |= kReinitializesAtBoot;
  add({DriverObject, DriverReinitializationRoutine, Context});
}

}  // extern "C"
