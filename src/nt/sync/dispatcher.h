// The dispatcher: every object that a thread can wait on, and the one place where waits end.
//
// The state of an object (signalled, count, owner) lives in the driver's structure, as drivers
// expect. Who waits lives here, keyed by the object's address, so that a driver that frees or
// overwrites an object harms only itself. One mutex guards both; it is never held while driver code
// runs or a finding is raised.
//
// This is the first header of the room `sync`: events, mutexes, semaphores and waits, spin locks,
// executive resources, rundown protection, IRQLs, and the order in which drivers take their locks.
//
// Owner: a driver owns its objects; the table of waiters is the process's. Threads: any, up to
// DISPATCH_LEVEL. Cost: a signal or an attempt takes one mutex for the whole process; a wait that
// has to sleep adds a stack and an entry for each object.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

namespace drydock::nt {

// DISPATCHER_HEADER.Type of each kind of object.
enum class ObjectType : UCHAR {
  kNotificationEvent = 0,
  kSynchronizationEvent = 1,
  kMutant = 2,
  kQueue = 4,
  kSemaphore = 5,
  kThread = 6,
  kNotificationTimer = 8,
  kSynchronizationTimer = 9,
};

ObjectType type_of(const DISPATCHER_HEADER& header);
const char* name_of(ObjectType type);

// Initialises a header. An object that is waited on must not be initialised again.
void initialise(DISPATCHER_HEADER& header, ObjectType type, std::size_t size, LONG state);

// Returns whether the object was initialised as one of two types. Raises N-021 when it was not;
// `what` is the object with its article.
bool require_initialised(const DISPATCHER_HEADER& header, ObjectType one, ObjectType other,
                         const char* what, const char* call);

// Reads a byte of memory, which may fault.
void touch(const void* memory);

// Guards the state of every dispatcher object, and who waits for it.
extern Mutex dispatcher_mutex;

// Holds the mutex of the dispatcher while it lives.
class DRYDOCK_ANNOTATION(scoped_lockable) Dispatching {
 public:
  Dispatching() DRYDOCK_ANNOTATION(acquire_capability(dispatcher_mutex)) {
    dispatcher_mutex.acquire();
  }
  // The same for an object at an address of a driver's. A fault there comes before the mutex is
  // taken: it ends the driver's life, and nobody finds the mutex taken for ever.
  explicit Dispatching(const void* object)
      DRYDOCK_ANNOTATION(acquire_capability(dispatcher_mutex)) {
    touch(object);
    dispatcher_mutex.acquire();
  }
  ~Dispatching() DRYDOCK_ANNOTATION(release_capability()) { dispatcher_mutex.release(); }
  Dispatching(const Dispatching&) = delete;
  Dispatching& operator=(const Dispatching&) = delete;

  // Lets every wait that this object can satisfy now end, first come first served. The increment
  // raises the priority of their threads.
  void wake_waiters(DISPATCHER_HEADER& header, KPRIORITY increment = IO_NO_INCREMENT)
      DRYDOCK_REQUIRES(dispatcher_mutex);
};

// The events that may end a wait besides its objects and its time: kernel/waits-and-apcs.md.
struct Interruptible {
  bool alertable = false;  // an alert
  bool user_mode = false;  // a user APC, such as the one that ends a client's thread
};

// Waits for any or all of the objects. `deadline` is in sim::now() time; a deadline that has passed
// only looks. Returns STATUS_WAIT_0 + index, STATUS_ABANDONED_WAIT_0 + index, STATUS_TIMEOUT,
// STATUS_ALERTED or STATUS_USER_APC. Without objects it is a sleep.
NTSTATUS wait_for(std::span<DISPATCHER_HEADER* const> objects, bool all, sim::Time deadline,
                  Interruptible interruptible = {});

// A client alerts a thread of its own, or ends it. The wait that the thread is in, or else the next
// one that allows it, ends with STATUS_ALERTED or STATUS_USER_APC.
void alert_thread(PKTHREAD thread);
void queue_user_apc(PKTHREAD thread);

// A time-out as the executive counts (negative: from now on; positive: system time; null: never) as
// a deadline.
sim::Time deadline_of(const LARGE_INTEGER* timeout);

// A wait of some thread.
struct Wait {
  const void* object;
  ObjectType type;
  rules::Stack where;
};

// The waits for objects in the range: such memory must not be freed. A block of pool in which
// nothing was ever waited for need not be asked about (mark_object_in_memory).
std::vector<Wait> waits_within(const void* begin, std::size_t size);

// Ends every wait of a driver whose life is over: its threads unwind.
void release_waits_of(const Driver& driver);

// Gives a mutex back once. The state before, or nothing when the calling thread does not own it.
std::optional<LONG> release_mutex(KMUTANT& mutex);

// Returns whether this thread owns the mutex and has acquired it as often as is possible.
bool is_mutex_at_limit(const KMUTANT& mutex);

// Returns whether the thread owns a mutex of KeInitializeMutex. While it does, it runs no normal
// kernel APCs.
bool owns_apc_mutex(Thread& thread);

// The mutex is destroyed, perhaps while a thread owns it: removes it from that thread's mutexes.
void disown_mutex(const KMUTANT& mutex);

// The mutexes that a thread owns are abandoned when it ends.
void abandon_mutexes(PKTHREAD thread);

}  // namespace drydock::nt
