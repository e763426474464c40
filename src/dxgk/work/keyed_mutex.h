// Keyed mutexes: one handle at a time holds one. Its release passes it, by a key, to a waiter for
// that key.
#pragma once

#include <vector>

#include "src/dxgk/object/bytes.h"
#include "src/dxgk/object/opening.h"
#include "src/dxgk/object/share.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Kernel;
class KeyedMutex;
class Process;

using OpenMutex = OpenOf<KeyedMutex>;
using OpenMutexes = OpensOf<KeyedMutex>;

// The mutex itself. It lives while it has an opening.
class KeyedMutex final : public Shared, public Retirable {
 public:
  static constexpr Kind kKind = Kind::kMutex;
  static constexpr ObjectType kOpeningType = ObjectType::kKeyedMutex;
  static constexpr const char* kTraceName = "keyed mutex";
  struct Part {};  // an opening of it has no state of its own

  struct Spec {
    UINT64 key = 0;  // the first acquire needs this key
    Bytes runtime_data;
    bool nt_shared = false;
  };
  KeyedMutex(const Kernel& kernel, Spec spec);

  bool is_nt_shared() const { return nt_shared_; }
  const Kernel* kernel() const { return kernel_; }  // only to compare
  // The size of the private data; a release does not change it.
  UINT data_size() const { return data_size_; }

  // The values that the last release stored, for the new holder.
  struct Acquired {
    UINT64 fence = 0;
    Bytes runtime_data;
  };
  // STATUS_TIMEOUT at the deadline; STATUS_ABANDONED when the handle that held it was detached;
  // STATUS_INVALID_PARAMETER when the waiting handle was.
  NTSTATUS acquire(const OpenMutex& by, UINT64 key, sim::Time deadline, Acquired& out);
  // False when the handle does not hold it. Without data the old data stay.
  bool release(const OpenMutex& by, UINT64 key, UINT64 fence, Bytes runtime_data);

  void closed_by(const OpenMutex& open);
  static void close(KeyedMutex& mutex);

 private:
  ~KeyedMutex() override = default;
  NTSTATUS try_take(const OpenMutex& by, UINT64 key, Acquired& out) DRYDOCK_REQUIRES(lock_);
  void wake_all() DRYDOCK_REQUIRES(lock_);

  const Kernel* const kernel_;
  const bool nt_shared_;
  const UINT data_size_;
  sim::Lock lock_;
  UINT64 key_ DRYDOCK_GUARDED_BY(lock_);
  UINT64 fence_ DRYDOCK_GUARDED_BY(lock_) = 0;
  Bytes runtime_data_ DRYDOCK_GUARDED_BY(lock_);
  const OpenMutex* holder_ DRYDOCK_GUARDED_BY(lock_) = nullptr;
  bool is_abandoned_ DRYDOCK_GUARDED_BY(lock_) = false;
  std::vector<sim::Strand*> waiters_ DRYDOCK_GUARDED_BY(lock_);
};

// Both give the new handle in `out`.
NTSTATUS create_mutex(Process& process, KeyedMutex::Spec spec, Handle& out, Handle& global);
// `fits` checks the mutex before it gets a handle, and returns the status to fail with.
NTSTATUS open_mutex(Process& process, Handle global,
                    const std::function<NTSTATUS(const KeyedMutex&)>& fits, Handle& out);
// For a mutex that is opened already. Takes over the opening in every case.
NTSTATUS name_mutex(Process& process, KeyedMutex& opened, Handle& out, bool is_of_bundle);

// False when the handle names no keyed mutex.
bool destroy_mutex(Process& process, Handle handle);

// A keyed mutex as a client names it.
class MutexUse : public UseOf<KeyedMutex> {
 public:
  MutexUse(Process& process, Handle handle);
};

}  // namespace drydock::dxgk
