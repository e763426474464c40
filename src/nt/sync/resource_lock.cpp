// Executive resources: ERESOURCE.
//
// Their state is stored here, by address, and not in the driver's memory: owners are many, and the
// table of live ones is needed anyway. The release passes ownership on, in the order of Windows:
// after an exclusive owner to all threads that wait to share, after the last sharer to the first
// thread that waits for exclusive access.
#include "src/nt/sync/resource_lock.h"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <map>
#include <optional>

#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/sync/listeners.h"
#include "src/nt/sync/lock_order.h"
#include "src/nt/sync/lock_waiters.h"
#include "src/nt/sync/spin_lock_record.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/listeners.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr const char* kResourceLockKind = "resource";
constexpr ERESOURCE_THREAD kOwnerPointer = 3;  // the low bits of an owner that is no thread

enum class Mode { kExclusive, kShared, kStarveExclusive, kWaitForExclusive };

struct ResourceWaiter {
  ERESOURCE_THREAD thread;
  bool exclusive;
  bool granted = false;
};

struct ResourceState {
  ERESOURCE_THREAD owner = 0;
  ULONG depth = 0;
  std::map<ERESOURCE_THREAD, ULONG> sharers;
  std::deque<std::shared_ptr<ResourceWaiter>> waiters;
  std::string driver;
  rules::Stack initialised;

  ULONG waiting(bool exclusive) const {
    return static_cast<ULONG>(std::ranges::count_if(
        waiters, [exclusive](const auto& one) { return one->exclusive == exclusive; }));
  }
  bool shared_by(ERESOURCE_THREAD thread) const { return sharers.contains(thread); }

  bool may(ERESOURCE_THREAD thread, Mode mode) const {
    if (owner != 0) return owner == thread;
    if (sharers.empty()) return true;
    switch (mode) {
      case Mode::kExclusive:
        return false;
      case Mode::kShared:
        return shared_by(thread) || waiting(true) == 0;
      case Mode::kStarveExclusive:
        return true;
      case Mode::kWaitForExclusive:
        return waiting(true) == 0;
    }
    return false;
  }

  void grant(ERESOURCE_THREAD thread, bool exclusive) {
    if (exclusive || owner == thread) {
      owner = thread;
      ++depth;
    } else {
      ++sharers[thread];
    }
  }

  // Returns true when the caller has to wake a thread.
  bool grant_all_sharers() {
    return std::erase_if(waiters, [this](const auto& one) {
             if (one->exclusive) return false;
             grant(one->thread, false);
             return one->granted = true;
           }) != 0;
  }

  bool grant_first_exclusive() {
    const auto at = std::ranges::find_if(waiters, [](const auto& one) { return one->exclusive; });
    if (at == waiters.end()) return false;
    grant((*at)->thread, true);
    (*at)->granted = true;
    waiters.erase(at);
    return true;
  }

  // Releases one level. Returns nothing when the thread does not own the resource, otherwise
  // whether the caller has to wake a thread.
  std::optional<bool> release(ERESOURCE_THREAD thread) {
    if (owner == thread && owner != 0) {
      if (--depth != 0) return false;
      owner = 0;
      return grant_all_sharers() || grant_first_exclusive();
    }
    const auto at = sharers.find(thread);
    if (at == sharers.end()) return std::nullopt;
    if (--at->second == 0) sharers.erase(at);
    return sharers.empty() && (grant_first_exclusive() || grant_all_sharers());
  }

  // Sharers behind an exclusive waiter that gave up need not wait any longer.
  bool give_up(const std::shared_ptr<ResourceWaiter>& waiter) {
    if (waiter->granted) return release(waiter->thread).value_or(false);
    std::erase(waiters, waiter);
    return owner == 0 && waiting(true) == 0 && grant_all_sharers();
  }
};

struct Table {
  Mutex mutex{sim::LockRank::kExecutiveResources};
  std::map<std::uintptr_t, ResourceState> states DRYDOCK_GUARDED_BY(mutex);
  // Lets a free pass without the mutex. A resource that is initialised at this moment is not in
  // memory that is being freed.
  std::atomic<std::size_t> count = 0;
};

Table& table() {
  static sim::NeverDestroyed<Table> instance;
  return *instance;
}

std::uintptr_t key_of(const void* resource) { return reinterpret_cast<std::uintptr_t>(resource); }

ERESOURCE_THREAD current_thread() { return reinterpret_cast<ERESOURCE_THREAD>(object_of(self())); }

// Calls `body` with the state, under the mutex; false when the resource was never initialised.
template <class Body>
bool with_state(const void* resource, Body body) {
  Table& all = table();
  const MutexHold hold(all.mutex);
  const auto at = all.states.find(key_of(resource));
  if (at == all.states.end()) return false;
  body(at->second);
  return true;
}

void report_unknown(const char* call) {
  Breach("N-021", Offender::running())
      .message("{}: the resource is not initialised, or deleted already", call)
      .object(kResourceLockKind)
      .raise();
}

void check_call(const char* call) {
  require_irql_at_most(APC_LEVEL, call);
  rules::evaluated("N-033");
  if (self().irql >= APC_LEVEL || KeAreApcsDisabled()) return;
  Breach("N-033", Offender::running())
      .message("{} called outside a critical region", call)
      .object(kResourceLockKind)
      .raise();
}

// Removes the waiter if the wait ends without a grant: by its end, an error or an exception.
class Pending {
 public:
  Pending(const void* resource, std::shared_ptr<ResourceWaiter> waiter)
      : resource_(resource), waiter_(std::move(waiter)) {}
  ~Pending() {
    if (waiter_ == nullptr) return;
    bool wake = false;
    with_state(resource_, [&](ResourceState& state) { wake = state.give_up(waiter_); });
    if (wake) wake_all(resource_);
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  bool wait() {
    const auto granted = [this](bool) {
      const MutexHold hold(table().mutex);
      return waiter_->granted;
    };
    if (!wait_for_lock(resource_, kResourceLockKind, granted)) return false;
    waiter_ = nullptr;
    return true;
  }

 private:
  const void* resource_;
  std::shared_ptr<ResourceWaiter> waiter_;
};

// A thread that shares the resource would wait for itself.
bool waits_for_itself(PERESOURCE resource, const char* call) {
  bool itself = false;
  with_state(resource, [&](ResourceState& state) { itself = state.shared_by(current_thread()); });
  if (itself) {
    Breach("N-062", Offender::running())
        .message("{} waits for exclusive access to a resource that the thread itself shares", call)
        .object(kResourceLockKind)
        .raise();
  }
  return itself;
}

BOOLEAN acquire(PERESOURCE resource, Mode mode, bool wait, const char* call) {
  check_call(call);
  sim::switch_point();
  if (wait) {
    if (mode == Mode::kExclusive && waits_for_itself(resource, call)) return FALSE;
    about_to_acquire(resource, kResourceLockKind);
  }
  const bool exclusive = mode == Mode::kExclusive;
  const ERESOURCE_THREAD thread = current_thread();
  const auto waiter = std::make_shared<ResourceWaiter>(ResourceWaiter{thread, exclusive});
  bool granted = false;
  const bool known = with_state(resource, [&](ResourceState& state) {
    granted = state.may(thread, mode);
    if (granted) state.grant(thread, exclusive);
    if (!granted && wait) state.waiters.push_back(waiter);
  });
  if (!known) {
    report_unknown(call);
    return FALSE;
  }
  if (!granted && (!wait || !Pending(resource, waiter).wait())) return FALSE;
  note_acquired(resource, kResourceLockKind);
  return TRUE;
}

void release(PERESOURCE resource, ERESOURCE_THREAD thread, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  const bool mine = thread == current_thread();
  std::optional<bool> wake;
  sim::publish(resource);  // before anybody can be granted it
  const bool known = with_state(resource, [&](ResourceState& state) {
    if (mine || (thread & kOwnerPointer) == kOwnerPointer) wake = state.release(thread);
  });
  if (!known) return report_unknown(call);
  if (!wake.has_value()) return raise_not_held("N-032", kResourceLockKind, call);
  if (mine) note_released(resource);
  if (*wake) wake_all(resource);
  sim::switch_point();
}

// The thread's hold becomes that of an owner that is no thread.
bool transfer(ResourceState& state, ERESOURCE_THREAD from, ERESOURCE_THREAD to) {
  if (state.owner == from) {
    state.owner = to;
    return true;
  }
  const auto at = state.sharers.find(from);
  if (at == state.sharers.end()) return false;
  const ULONG count = at->second;
  state.sharers.erase(at);
  state.sharers[to] += count;
  return true;
}

void set_owner(PERESOURCE resource, PVOID pointer, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  const auto to = reinterpret_cast<ERESOURCE_THREAD>(pointer);
  bool done = false;
  const bool known = with_state(resource, [&](ResourceState& state) {
    done = (to & kOwnerPointer) == kOwnerPointer && transfer(state, current_thread(), to);
  });
  if (!known) return report_unknown(call);
  if (rules::breaks("N-032", !done)) {
    Breach("N-032", Offender::running())
        .message(
            "{}: the thread does not own the resource, or the pointer {:#x} lacks its two low bits",
            call, to)
        .object(kResourceLockKind)
        .raise();
    return;
  }
  while (note_released(resource)) {
  }
}

std::vector<LiveResource> take(std::uintptr_t begin, std::uintptr_t end, bool remove) {
  std::vector<LiveResource> out;
  Table& all = table();
  if (all.count.load(std::memory_order_relaxed) == 0) return out;
  const MutexHold hold(all.mutex);
  for (auto at = all.states.lower_bound(begin); at != all.states.end() && at->first < end;) {
    out.push_back(
        {reinterpret_cast<const void*>(at->first), at->second.driver, at->second.initialised});
    at = remove ? all.states.erase(at) : std::next(at);
  }
  all.count.store(all.states.size(), std::memory_order_relaxed);
  return out;
}

std::vector<LiveResource> take_those_of(const std::string& driver) {
  std::vector<LiveResource> out;
  Table& all = table();
  const MutexHold hold(all.mutex);
  std::erase_if(all.states, [&](const auto& entry) {
    if (entry.second.driver != driver) return false;
    out.push_back({reinterpret_cast<const void*>(entry.first), driver, entry.second.initialised});
    return true;
  });
  all.count.store(all.states.size(), std::memory_order_relaxed);
  return out;
}

Concerning about(const LiveResource& one) {
  return {.object = kResourceLockKind, .history = {}, .stacks = {{"initialised", one.initialised}}};
}

}  // namespace

std::vector<LiveResource> resources_within(const void* begin, std::size_t size) {
  return take(key_of(begin), key_of(begin) + size, false);
}

void raise_resources_within(const void* begin, std::size_t size, const char* call) {
  for (const LiveResource& one : take(key_of(begin), key_of(begin) + size, true)) {
    remove_lock(one.address);
    Breach("N-034", Offender::running())
        .message("{} frees memory that holds a resource which was not deleted", call)
        .about(about(one))
        .raise();
  }
}

std::size_t raise_undeleted_resources(const Driver& driver) {
  const std::vector<LiveResource> left = take_those_of(driver.name());
  for (const LiveResource& one : left) {
    remove_lock(one.address);
    Breach("N-034", driver)
        .message("after unload a resource was not deleted")
        .about(about(one))
        .raise_later();
  }
  return left.size();
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS ExInitializeResourceLite(PERESOURCE Resource) {
  require_irql_at_most(DISPATCH_LEVEL, "ExInitializeResourceLite");
  *Resource = {};
  remove_lock(Resource);
  ResourceState state;
  const Driver* driver = current_driver();
  if (driver != nullptr) state.driver = driver->name();
  state.initialised = drydock::rules::Stack::capture();
  mark_object_in_memory(Resource);
  Table& all = table();
  const MutexHold hold(all.mutex);
  all.states.insert_or_assign(key_of(Resource), std::move(state));
  all.count.store(all.states.size(), std::memory_order_relaxed);
  return STATUS_SUCCESS;
}

NTSTATUS ExReinitializeResourceLite(PERESOURCE Resource) {
  constexpr const char* kCall = "ExReinitializeResourceLite";
  require_irql_at_most(DISPATCH_LEVEL, kCall);
  const bool known = with_state(Resource, [](ResourceState& state) {
    ResourceState fresh;
    fresh.driver = state.driver;
    fresh.initialised = state.initialised;
    state = std::move(fresh);
  });
  if (!known) report_unknown(kCall);
  remove_lock(Resource);
  return STATUS_SUCCESS;
}

NTSTATUS ExDeleteResourceLite(PERESOURCE Resource) {
  constexpr const char* kCall = "ExDeleteResourceLite";
  require_irql_at_most(APC_LEVEL, kCall);
  remove_lock(Resource);
  if (take(key_of(Resource), key_of(Resource) + 1, true).empty()) report_unknown(kCall);
  return STATUS_SUCCESS;
}

BOOLEAN ExAcquireResourceExclusiveLite(PERESOURCE Resource, BOOLEAN Wait) {
  return acquire(Resource, Mode::kExclusive, Wait != FALSE, "ExAcquireResourceExclusiveLite");
}

BOOLEAN ExAcquireResourceSharedLite(PERESOURCE Resource, BOOLEAN Wait) {
  return acquire(Resource, Mode::kShared, Wait != FALSE, "ExAcquireResourceSharedLite");
}

BOOLEAN ExAcquireSharedStarveExclusive(PERESOURCE Resource, BOOLEAN Wait) {
  return acquire(Resource, Mode::kStarveExclusive, Wait != FALSE, "ExAcquireSharedStarveExclusive");
}

BOOLEAN ExAcquireSharedWaitForExclusive(PERESOURCE Resource, BOOLEAN Wait) {
  return acquire(Resource, Mode::kWaitForExclusive, Wait != FALSE,
                 "ExAcquireSharedWaitForExclusive");
}

VOID ExReleaseResourceLite(PERESOURCE Resource) {
  release(Resource, current_thread(), "ExReleaseResourceLite");
}

VOID ExReleaseResourceForThreadLite(PERESOURCE Resource, ERESOURCE_THREAD ResourceThreadId) {
  release(Resource, ResourceThreadId, "ExReleaseResourceForThreadLite");
}

VOID ExConvertExclusiveToSharedLite(PERESOURCE Resource) {
  constexpr const char* kCall = "ExConvertExclusiveToSharedLite";
  require_irql_at_most(DISPATCH_LEVEL, kCall);
  const ERESOURCE_THREAD thread = current_thread();
  bool owned = false;
  bool wake = false;
  drydock::sim::publish(Resource);
  const bool known = with_state(Resource, [&](ResourceState& state) {
    owned = state.owner == thread;
    if (!owned) return;
    state.owner = 0;
    state.sharers[thread] = std::exchange(state.depth, 0);
    wake = state.grant_all_sharers();
  });
  if (!known) return report_unknown(kCall);
  if (!owned) return raise_not_held("N-032", kResourceLockKind, kCall);
  if (wake) wake_all(Resource);
  drydock::sim::switch_point();
}

// The result is the thread's Win32 part, which a system thread does not have.
PVOID ExEnterCriticalRegionAndAcquireResourceExclusive(PERESOURCE Resource) {
  KeEnterCriticalRegion();
  ExAcquireResourceExclusiveLite(Resource, TRUE);
  return nullptr;
}

PVOID ExEnterCriticalRegionAndAcquireResourceShared(PERESOURCE Resource) {
  KeEnterCriticalRegion();
  ExAcquireResourceSharedLite(Resource, TRUE);
  return nullptr;
}

PVOID ExEnterCriticalRegionAndAcquireSharedWaitForExclusive(PERESOURCE Resource) {
  KeEnterCriticalRegion();
  ExAcquireSharedWaitForExclusive(Resource, TRUE);
  return nullptr;
}

VOID ExReleaseResourceAndLeaveCriticalRegion(PERESOURCE Resource) {
  require_irql_at_most(APC_LEVEL, "ExReleaseResourceAndLeaveCriticalRegion");
  ExReleaseResourceLite(Resource);
  KeLeaveCriticalRegion();
}

ULONG ExGetExclusiveWaiterCount(PERESOURCE Resource) {
  advise_irql_at_most(DISPATCH_LEVEL, "ExGetExclusiveWaiterCount");
  ULONG count = 0;
  with_state(Resource, [&](const ResourceState& state) { count = state.waiting(true); });
  return count;
}

ULONG ExGetSharedWaiterCount(PERESOURCE Resource) {
  advise_irql_at_most(DISPATCH_LEVEL, "ExGetSharedWaiterCount");
  ULONG count = 0;
  with_state(Resource, [&](const ResourceState& state) { count = state.waiting(false); });
  return count;
}

BOOLEAN ExIsResourceAcquiredExclusiveLite(PERESOURCE Resource) {
  advise_irql_at_most(DISPATCH_LEVEL, "ExIsResourceAcquiredExclusiveLite");
  const ERESOURCE_THREAD thread = current_thread();
  bool owned = false;
  with_state(Resource, [&](const ResourceState& state) { owned = state.owner == thread; });
  return owned;
}

ULONG ExIsResourceAcquiredSharedLite(PERESOURCE Resource) {
  advise_irql_at_most(DISPATCH_LEVEL, "ExIsResourceAcquiredSharedLite");
  const ERESOURCE_THREAD thread = current_thread();
  ULONG count = 0;
  with_state(Resource, [&](const ResourceState& state) {
    const auto at = state.sharers.find(thread);
    count = state.owner == thread ? state.depth : at == state.sharers.end() ? 0 : at->second;
  });
  return count;
}

VOID ExSetResourceOwnerPointer(PERESOURCE Resource, PVOID OwnerPointer) {
  set_owner(Resource, OwnerPointer, "ExSetResourceOwnerPointer");
}

VOID ExSetResourceOwnerPointerEx(PERESOURCE Resource, PVOID OwnerPointer, ULONG) {
  set_owner(Resource, OwnerPointer, "ExSetResourceOwnerPointerEx");
}

}  // extern "C"
