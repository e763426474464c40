#include "src/win32/threads/apc.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "src/nt/driver/driver.h"
#include "src/nt/ob/system_thread.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/listeners.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"
#include "src/win32/base/object.h"

namespace drydock::win32 {
namespace {

using ApcRoutine = void (*)(ULONG_PTR);

struct Apc {
  PKTHREAD thread;
  const nt::Driver* driver;
  ApcRoutine routine;
  ULONG_PTR argument;
};

struct Apcs {
  sim::Lock lock;
  std::deque<Apc> queued DRYDOCK_GUARDED_BY(lock);
};

Apcs& apcs() {
  static sim::NeverDestroyed<Apcs> instance;
  return *instance;
}

std::optional<Apc> next_apc() {
  const PKTHREAD thread = nt::object_of(nt::self());
  Apcs& all = apcs();
  const sim::Hold hold(all.lock);
  const auto at = std::ranges::find_if(all.queued, [thread](const Apc& one) {
    return one.thread == thread && one.driver == nt::current_driver();
  });
  if (at == all.queued.end()) return std::nullopt;
  const Apc out = *at;
  all.queued.erase(at);
  return out;
}

}  // namespace

bool run_apcs() {
  bool any = false;
  while (const std::optional<Apc> apc = next_apc()) {
    any = true;
    apc->routine(apc->argument);
  }
  return any;
}

void drop_apcs() {
  const PKTHREAD thread = nt::object_of(nt::self());
  Apcs& all = apcs();
  const sim::Hold hold(all.lock);
  std::erase_if(all.queued, [thread](const Apc& one) { return one.thread == thread; });
}

}  // namespace drydock::win32

using namespace drydock;
using namespace drydock::win32;

// Only threads that the driver created may get an APC, because a thread of the host would run it
// after the routine was unloaded.
extern "C" ULONG QueueUserAPC(void (*pfnAPC)(ULONG_PTR), HANDLE hThread, ULONG_PTR dwData) {
  return as_win32_call<ULONG>(0, [&]() -> ULONG {
    nt::end_call_if_dead();
    const PinnedObject object(hThread, &nt::thread_type);
    if (!NT_SUCCESS(object.status())) return succeed_or_fail(object.status());
    const auto thread = object.as<_KTHREAD>();
    if (pfnAPC == nullptr) return fail_call(error::kInvalidParameter);
    if (!nt::is_made_by_driver(thread)) return fail_call(error::kNotSupported);
    if (nt::exit_status_of(thread) != STATUS_PENDING) return fail_call(error::kAccessDenied);
    {
      Apcs& all = apcs();
      const drydock::sim::Hold hold(all.lock);
      all.queued.push_back({thread, nt::current_driver(), pfnAPC, dwData});
    }
    nt::queue_user_apc(thread);
    drydock::sim::switch_point();
    return TRUE;
  });
}
