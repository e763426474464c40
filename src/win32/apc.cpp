#include "src/win32/apc.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "src/nt/driver/driver.h"
#include "src/nt/ob/system_thread.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/sync/listeners.h"
#include "src/sim/lock.h"
#include "src/win32/object.h"

namespace drydock::nt {
namespace {

using UserApcRoutine = void (*)(ULONG_PTR);

struct UserApc {
  PKTHREAD thread;
  const Driver* driver;
  UserApcRoutine routine;
  ULONG_PTR argument;
};

struct UserApcs {
  sim::Lock lock;
  std::deque<UserApc> queued DRYDOCK_GUARDED_BY(lock);
};

UserApcs& user_apcs() {
  // Never destroyed: strands may still run when the process ends.
  static UserApcs& instance = *new UserApcs;
  return instance;
}

std::optional<UserApc> next_user_apc() {
  const PKTHREAD thread = object_of(self());
  UserApcs& all = user_apcs();
  const sim::Hold hold(all.lock);
  const auto at = std::ranges::find_if(all.queued, [thread](const UserApc& one) {
    return one.thread == thread && one.driver == current_driver();
  });
  if (at == all.queued.end()) return std::nullopt;
  const UserApc out = *at;
  all.queued.erase(at);
  return out;
}

}  // namespace

bool run_user_apcs() {
  bool any = false;
  while (const std::optional<UserApc> apc = next_user_apc()) {
    any = true;
    apc->routine(apc->argument);
  }
  return any;
}

void drop_user_apcs() {
  const PKTHREAD thread = object_of(self());
  UserApcs& all = user_apcs();
  const sim::Hold hold(all.lock);
  std::erase_if(all.queued, [thread](const UserApc& one) { return one.thread == thread; });
}

}  // namespace drydock::nt

using namespace drydock::nt;

// Only threads that the driver made are asked: one of the host's would outlive the routine.
extern "C" ULONG QueueUserAPC(void (*pfnAPC)(ULONG_PTR), HANDLE hThread, ULONG_PTR dwData) {
  return as_user_call<ULONG>(0, [&]() -> ULONG {
    end_call_if_dead();
    const UserObject object(hThread, &thread_type);
    if (!NT_SUCCESS(object.status())) return succeed_or_fail(object.status());
    const auto thread = object.as<_KTHREAD>();
    if (pfnAPC == nullptr) return fail_call(win32::kInvalidParameter);
    if (!is_made_by_driver(thread)) return fail_call(win32::kNotSupported);
    if (exit_status_of(thread) != STATUS_PENDING) return fail_call(win32::kAccessDenied);
    {
      UserApcs& all = user_apcs();
      const drydock::sim::Hold hold(all.lock);
      all.queued.push_back({thread, current_driver(), pfnAPC, dwData});
    }
    queue_user_apc(thread);
    drydock::sim::switch_point();
    return TRUE;
  });
}
