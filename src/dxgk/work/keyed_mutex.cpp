#include "src/dxgk/work/keyed_mutex.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/work/process.h"
#include "src/nt/base/fault_point.h"

namespace drydock::dxgk {

KeyedMutex::KeyedMutex(const Kernel& kernel, Spec spec)
    : Shared(kKind),
      kernel_(&kernel),
      nt_shared_(spec.nt_shared),
      data_size_(static_cast<UINT>(spec.runtime_data.size())),
      key_(spec.key),
      runtime_data_(std::move(spec.runtime_data)) {}

void KeyedMutex::close(KeyedMutex& mutex) {
  // A thread that looks up a handle may still call try_open().
  if (close_share(mutex)) retire_memory(mutex);
}

// STATUS_PENDING: it cannot be acquired now.
NTSTATUS KeyedMutex::try_take(const OpenMutex& by, UINT64 key, Acquired& out) {
  if (by.has_ended()) return STATUS_INVALID_PARAMETER;
  if (is_abandoned_) return STATUS_ABANDONED;
  if (holder_ != nullptr || key_ != key) return STATUS_PENDING;
  holder_ = &by;
  out.fence = fence_;
  out.runtime_data = runtime_data_;
  return STATUS_SUCCESS;
}

NTSTATUS KeyedMutex::acquire(const OpenMutex& by, UINT64 key, sim::Time deadline, Acquired& out) {
  sim::Strand& self = sim::current();
  for (bool is_late = false;;) {
    {
      const sim::Hold hold(lock_);
      std::erase(waiters_, &self);
      const NTSTATUS status = try_take(by, key, out);
      if (status != STATUS_PENDING) return status;
      if (is_late) return STATUS_TIMEOUT;
      waiters_.push_back(&self);
    }
    is_late = sim::park(deadline) != sim::Woken::kUnparked;
  }
}

bool KeyedMutex::release(const OpenMutex& by, UINT64 key, UINT64 fence, Bytes runtime_data) {
  const sim::Hold hold(lock_);
  if (holder_ != &by) return false;
  holder_ = nullptr;
  key_ = key;
  fence_ = fence;
  std::ranges::copy(runtime_data, runtime_data_.begin());
  wake_all();
  return true;
}

// K-443: the state of what the mutex protects is unknown.
void KeyedMutex::closed_by(const OpenMutex& open) {
  const sim::Hold hold(lock_);
  if (holder_ == &open) {
    holder_ = nullptr;
    is_abandoned_ = true;
  }
  wake_all();
}

// Each waiter checks by itself whether its turn has come.
void KeyedMutex::wake_all() {
  for (sim::Strand* strand : waiters_) sim::unpark(*strand);
}

NTSTATUS create_mutex(Process& process, KeyedMutex::Spec spec, Handle& out, Handle& global) {
  const bool has_global = !spec.nt_shared;
  auto* const mutex = new KeyedMutex(process.kernel(), std::move(spec));
  if (nt::fails_here(sim::FaultKind::kObject) || (has_global && publish(*mutex) == 0)) {
    KeyedMutex::close(*mutex);
    return STATUS_NO_MEMORY;
  }
  global = mutex->global;
  return name_mutex(process, *mutex, out, false);
}

NTSTATUS open_mutex(Process& process, Handle global,
                    const std::function<NTSTATUS(const KeyedMutex&)>& fits, Handle& out) {
  auto* const mutex = open_global<KeyedMutex>(global);
  if (mutex == nullptr) return STATUS_INVALID_PARAMETER;
  const NTSTATUS status =
      mutex->kernel() == &process.kernel() ? fits(*mutex) : STATUS_INVALID_PARAMETER;
  if (NT_SUCCESS(status)) return name_mutex(process, *mutex, out, false);
  KeyedMutex::close(*mutex);
  return status;
}

NTSTATUS name_mutex(Process& process, KeyedMutex& opened, Handle& out, bool is_of_bundle) {
  const sim::Passage passage(process.openings());
  if (process.has_ended()) {
    KeyedMutex::close(opened);
    return STATUS_INVALID_PARAMETER;
  }
  return name_opening(process.handles(), process.opened_mutexes(), opened, out, is_of_bundle);
}

bool destroy_mutex(Process& process, Handle handle) {
  return end_opening<KeyedMutex>(process.handles(), handle);
}

MutexUse::MutexUse(Process& process, Handle handle) : UseOf(process.handles(), handle) {}

}  // namespace drydock::dxgk
