// A client process: its handles and its seats. Several exist in one Linux process.
//
// Owner: the code that made it; it must be freed before its dock. Threads: any. Cost: a thunk looks
// its handles up without a lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "src/dxgk/object/handle_table.h"
#include "src/dxgk/object/nt_handles.h"
#include "src/dxgk/object/object.h"
#include "src/dxgk/object/process_scope.h"
#include "src/dxgk/work/keyed_mutex.h"
#include "src/dxgk/work/sync_object.h"
#include "src/sim/gate.h"
#include "src/sim/lock.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Device;
class Process;
class Seat;

// The graphics kernel that a process belongs to, as the process sees it. Dock is the only one.
class Kernel {
 public:
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // A process was made, or is about to be freed.
  virtual void add(Process& process) = 0;
  virtual void remove(Process& process) = 0;
  // True when the adapter is plugged in here.
  virtual bool has(const Adapter& adapter) const = 0;

 protected:
  ~Kernel() = default;
};

class Process {
 public:
  explicit Process(Kernel& kernel);
  ~Process();  // ends it, if that has not happened
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // The process that the calling thread's calls belong to; null for the host's own work.
  static Process* current() { return ProcessScope::current(); }

  Kernel& kernel() const { return kernel_; }
  // Its process identifier.
  UINT id() const { return id_; }
  HandleTable& handles() { return handles_; }

  // The client exits: everything it has goes, as if it had closed every handle itself. Calls under
  // way come to their end first; later ones find nothing and can open nothing.
  void end();
  // The client is killed: like end(), and its devices refuse work from now on.
  void vanish();

  // Held, among others, by a thread that makes something which end() must find. While it is held
  // the process has not ended, or has_ended() says so.
  sim::Gate& openings() { return openings_; }
  bool has_ended() const { return state_.load(std::memory_order_acquire) != State::kRunning; }

  // A new local handle for the adapter; 0 when there is none left or the process has ended.
  Handle open(Adapter& adapter);
  // False when the handle is no open adapter.
  bool close_adapter(Handle handle);
  // The adapter of a handle; null when it is none. It stays while the process has it open.
  Adapter* adapter_of(Handle handle);

  // The process's seat on an adapter, with one more count. Made on first use.
  Seat& take_seat(Adapter& adapter);
  void release_seat(Seat& seat);
  // An adapter stops: destroys the driver's process object, after its devices.
  void destroy_in_driver(Adapter& adapter);

  // Synchronization objects that were opened by their global handle; they belong to no device.
  OpenSyncs& opened_syncs() { return opened_syncs_; }
  OpenMutexes& opened_mutexes() { return opened_mutexes_; }
  // NT handles that it has for shared objects.
  NtHandles& nt_handles() { return nt_handles_; }

  void add(Device& device);
  void remove(Device& device);
  // Every device with a reference, for threads that end or stop them.
  std::vector<Ref<Device>> devices();

 private:
  //   Running ──► Ending ──► Ended
  //
  // Clients make things only in a running process. Of several threads that end it, the first makes
  // it ending and destroys what it has.
  enum class State : std::uint8_t { kRunning, kEnding, kEnded };
  static constexpr bool may_follow(State before, State next) {
    return (before == State::kRunning && next == State::kEnding) ||
           (before == State::kEnding && next == State::kEnded);
  }
  void become(State next);
  // False when another thread was first.
  bool begin_end();
  void end(bool orderly);
  void note_leftovers();

  struct SeatCount;

  Kernel& kernel_;
  const UINT id_;
  HandleTable handles_;
  sim::Lock lock_;
  std::vector<std::unique_ptr<SeatCount>> seats_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Device*> devices_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<Object*> open_adapters_ DRYDOCK_GUARDED_BY(lock_);
  OpenSyncs opened_syncs_;
  OpenMutexes opened_mutexes_;
  NtHandles nt_handles_;
  sim::Gate openings_ DRYDOCK_ACQUIRED_BEFORE(lock_);
  // Becomes kEnding on the thread that is alone in openings_. The release of that pairs with the
  // acquire in has_ended(), for threads that ask without passing the gate.
  std::atomic<State> state_ = State::kRunning;
};

}  // namespace drydock::dxgk
