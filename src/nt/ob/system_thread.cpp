#include "src/nt/ob/system_thread.h"

#include <fmt/format.h>

#include <list>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/driver/watchdog.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"
#include "src/nt/sync/dispatcher.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

constexpr sim::Time kPatience = 20'000'000;  // two seconds for a thread to unwind
constexpr KPRIORITY kSystemThreadPriority = 8;

// The object behind a PKTHREAD. The dispatcher header comes first, because drivers wait on it.
struct ThreadObject {
  DISPATCHER_HEADER header{};
  // The thread and its creator both write it, always with the same number, because either may be
  // first to need it.
  std::atomic<std::uint32_t> id = 0;
  KPRIORITY priority = kSystemThreadPriority;
  KPRIORITY boost = 0;  // changed under the dispatcher's mutex
  bool made_by_driver = false;
  Driver* driver = nullptr;
  NTSTATUS exit_status DRYDOCK_GUARDED_BY(dispatcher_mutex) = STATUS_PENDING;
};

// PsTerminateSystemThread unwinds the thread with this.
struct ThreadEnded {
  NTSTATUS status;
};

// A multiple of four, and none is zero: the first strand of a schedule is.
HANDLE number_for_drivers(std::uint32_t id) {
  return reinterpret_cast<HANDLE>((ULONG_PTR{id} + 1) * 4);
}

ThreadObject& as_thread(void* object) { return *static_cast<ThreadObject*>(object); }

// Threads of drivers that have not ended, to be found by their numbers.
struct LiveThreads {
  Mutex mutex;
  std::vector<ThreadObject*> all DRYDOCK_GUARDED_BY(mutex);
};

LiveThreads& live_threads() {
  static sim::NeverDestroyed<LiveThreads> instance;
  return *instance;
}

// Returns null when no thread has the number.
ThreadObject* thread_numbered(HANDLE number) {
  const MutexHold hold(live_threads().mutex);
  for (ThreadObject* thread : live_threads().all) {
    if (number_for_drivers(thread->id) == number) return thread;
  }
  return nullptr;
}

// Strands of driver threads. The next caller, or the unload of a driver, joins a strand that has
// ended.
class Strands {
 public:
  Strands() {
    sim::on_schedule_change([this] { reap(); });
  }

  static Strands& instance() {
    static sim::NeverDestroyed<Strands> strands;
    return *strands;
  }

  void add(sim::Thread thread) {
    reap();
    const MutexHold hold(mutex_);
    running_.push_back(std::move(thread));
  }

  void ended(sim::Strand& strand) {
    const MutexHold hold(mutex_);
    ended_.push_back(&strand);
  }

  void reap() {
    std::list<sim::Thread> over;
    {
      const MutexHold hold(mutex_);
      for (auto at = running_.begin(); at != running_.end();) {
        const auto next = std::next(at);
        if (std::erase(ended_, &at->strand()) != 0) over.splice(over.end(), running_, at);
        at = next;
      }
    }
    for (sim::Thread& thread : over) thread.join();
  }

 private:
  Mutex mutex_;
  std::list<sim::Thread> running_ DRYDOCK_GUARDED_BY(mutex_);
  std::vector<sim::Strand*> ended_ DRYDOCK_GUARDED_BY(mutex_);
};

ThreadObject* make_object(Driver* driver, bool made_by_driver) {
  auto* object = new ThreadObject;
  initialise(object->header, ObjectType::kThread, sizeof(DISPATCHER_HEADER), 0);
  object->driver = driver;
  object->made_by_driver = made_by_driver;
  return object;
}

void finish(ThreadObject& object, NTSTATUS status) {
  {
    const MutexHold hold(live_threads().mutex);
    std::erase(live_threads().all, &object);
  }
  abandon_mutexes(reinterpret_cast<PKTHREAD>(&object));
  settle(Resource::kThread, &object);
  // This comes first, so that a thread that waits for the end and then unloads the driver joins
  // this strand.
  Strands::instance().ended(sim::current());
  {
    Dispatching dispatching;
    object.exit_status = status;
    object.header.SignalState = 1;
    dispatching.wake_waiters(object.header);
  }
  release_object(&object);
}

// Raises N-042. By now the stack of the thread has no frame of the driver.
void report_return(PKSTART_ROUTINE routine) {
  rules::evaluated("N-042");
  rules::Stack stack;
  stack.pcs[0] = reinterpret_cast<const char*>(routine) + 1;  // a return address, as in a stack
  stack.depth = 1;
  Breach("N-042", *current_driver())
      .message("a system thread returned from its start routine without PsTerminateSystemThread")
      .stack("start routine", stack)
      .raise_later();
}

// The life of a driver's thread, on its own strand.
void live(ThreadObject& object, PKSTART_ROUTINE routine, PVOID context) {
  self().object = &object;
  object.id = sim::id_of(sim::current());
  trace::event("nt", "thread starts");
  const Unwatched unwatched;
  NTSTATUS status = STATUS_UNSUCCESSFUL;  // the exit status of a thread whose driver ended
  try {
    object.driver->run("system thread", [&] {
      routine(context);
      report_return(routine);
      status = STATUS_SUCCESS;
    });
  } catch (const ThreadEnded& ended) {
    status = ended.status;
  }
  trace::event("nt", "thread ends");
  finish(object, status);
}

// A thread that its driver left behind is ended: the driver is dead, so its waits and calls unwind.
void end_abandoned(const void* address) {
  auto* object = static_cast<ThreadObject*>(const_cast<void*>(address));
  if (!object_exists(object)) return;
  const Pin pin(object);
  object->driver->die();
  release_waits_of(*object->driver);
  DISPATCHER_HEADER* objects[] = {&object->header};
  wait_for(objects, false, sim::now() + kPatience);
}

NTSTATUS create(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                PCLIENT_ID client, PKSTART_ROUTINE routine, PVOID context) {
  Driver* driver = current_driver();
  if (driver == nullptr || routine == nullptr) return STATUS_INVALID_PARAMETER;
  if (fails_here(sim::FaultKind::kThread)) {
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  static const bool registered = (on_abandoned(Resource::kThread, end_abandoned), true);
  (void)registered;
  ThreadObject* object = make_object(driver, true);
  add_object(object, &thread_type, "system thread", [object] { delete object; });
  add_debt(Resource::kThread, object, sizeof *object, "system thread");
  *handle =
      make_handle(object, &thread_type, access, attributes == nullptr ? 0 : attributes->Attributes);
  const Pin pin(object);
  {
    const MutexHold hold(live_threads().mutex);
    live_threads().all.push_back(object);
  }
  sim::Thread strand =
      sim::spawn(driver->name() + " thread", [=] { live(*object, routine, context); });
  const std::uint32_t id = sim::id_of(strand.strand());
  object->id = id;
  if (client != nullptr) {
    client->UniqueProcess = PsGetCurrentProcessId();
    client->UniqueThread = number_for_drivers(id);
  }
  Strands::instance().add(std::move(strand));
  return STATUS_SUCCESS;
}

}  // namespace

void join_ended_threads() { Strands::instance().reap(); }

NTSTATUS exit_status_of(PKTHREAD thread) {
  const Dispatching dispatching;
  return as_thread(thread).exit_status;
}

void boost_thread(PKTHREAD thread, KPRIORITY increment) {
  ThreadObject& object = as_thread(thread);
  // No boost reaches the real-time priorities, or helps a thread that has one.
  object.boost = std::clamp(increment, 0, std::max(LOW_REALTIME_PRIORITY - 1 - object.priority, 0));
}

bool is_made_by_driver(PKTHREAD thread) { return as_thread(thread).made_by_driver; }

PKTHREAD thread_object_of(Thread& thread) {
  if (thread.object == nullptr) {
    // A thread of the host: its object lasts as long as the process, as the system's own threads
    // do.
    ThreadObject* object = make_object(nullptr, false);
    object->id = sim::id_of(*thread.strand);
    add_object(object, &thread_type, "thread of the host");
    thread.object = object;
  }
  // Strands are numbered anew by each schedule, and a thread of the host outlives it.
  const std::uint32_t id = sim::id_of(*thread.strand);
  if (as_thread(thread.object).id != id) as_thread(thread.object).id = id;
  return static_cast<PKTHREAD>(thread.object);
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" NTSTATUS PsCreateSystemThread(PHANDLE ThreadHandle, ULONG DesiredAccess,
                                         POBJECT_ATTRIBUTES ObjectAttributes, HANDLE,
                                         PCLIENT_ID ClientId, PKSTART_ROUTINE StartRoutine,
                                         PVOID StartContext) {
  require_irql_at_most(PASSIVE_LEVEL, "PsCreateSystemThread");
  return create(ThreadHandle, DesiredAccess, ObjectAttributes, ClientId, StartRoutine,
                StartContext);
}

extern "C" NTSTATUS IoCreateSystemThread(PVOID, PHANDLE ThreadHandle, ULONG DesiredAccess,
                                         POBJECT_ATTRIBUTES ObjectAttributes, HANDLE,
                                         PCLIENT_ID ClientId, PKSTART_ROUTINE StartRoutine,
                                         PVOID StartContext) {
  require_irql_at_most(PASSIVE_LEVEL, "IoCreateSystemThread");
  return create(ThreadHandle, DesiredAccess, ObjectAttributes, ClientId, StartRoutine,
                StartContext);
}

extern "C" NTSTATUS PsTerminateSystemThread(NTSTATUS ExitStatus) {
  require_irql_at_most(APC_LEVEL, "PsTerminateSystemThread");
  if (drydock::rules::breaks("N-043", !as_thread(thread_object_of(self())).made_by_driver)) {
    Breach("N-043", Offender::running())
        .message("PsTerminateSystemThread was called on a thread that the driver did not make")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  drydock::rules::evaluated("N-042");
  throw ThreadEnded{ExitStatus};
}

extern "C" PKTHREAD KeGetCurrentThread(VOID) { return thread_object_of(self()); }
extern "C" PETHREAD PsGetCurrentThread(VOID) {
  return reinterpret_cast<PETHREAD>(thread_object_of(self()));
}

extern "C" HANDLE PsGetCurrentThreadId(VOID) {
  return number_for_drivers(as_thread(thread_object_of(self())).id);
}

extern "C" BOOLEAN PsIsSystemThread(PETHREAD) {
  advise_irql_at_most(DISPATCH_LEVEL, "PsIsSystemThread");
  return TRUE;
}

// ntifs/nf-ntifs-pslookupthreadbythreadid.md: STATUS_INVALID_CID for a number that is no thread's;
// the object is referenced.
extern "C" NTSTATUS PsLookupThreadByThreadId(HANDLE ThreadId, PETHREAD* Thread) {
  require_irql_at_most(APC_LEVEL, "PsLookupThreadByThreadId");
  void* const found = ThreadId == PsGetCurrentThreadId()
                          ? static_cast<void*>(thread_object_of(self()))
                          : static_cast<void*>(thread_numbered(ThreadId));
  // It may have ended meanwhile.
  if (found == nullptr || !try_pin_object(found, &thread_type)) return STATUS_INVALID_CID;
  reference_object(found);
  unpin_object(found);
  *Thread = static_cast<PETHREAD>(found);
  return STATUS_SUCCESS;
}

// A thread by its handle: priorities and the processors on which it may run. Information about the
// calling thread's processors takes effect at once.
extern "C" NTSTATUS ZwSetInformationThread(HANDLE ThreadHandle,
                                           THREADINFOCLASS ThreadInformationClass,
                                           PVOID ThreadInformation, ULONG ThreadInformationLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetInformationThread");
  const bool is_affinity = ThreadInformationClass == ThreadAffinityMask;
  const bool is_priority =
      ThreadInformationClass == ThreadPriority || ThreadInformationClass == ThreadBasePriority;
  if (!is_affinity && !is_priority) return STATUS_INVALID_INFO_CLASS;
  if (ThreadInformationLength != (is_affinity ? sizeof(KAFFINITY) : sizeof(KPRIORITY)))
    return STATUS_INFO_LENGTH_MISMATCH;
  HandleEntry entry;
  const NTSTATUS status = pin_by_handle(ThreadHandle, &thread_type, entry);
  if (!NT_SUCCESS(status)) return status;
  NTSTATUS answer = STATUS_SUCCESS;
  if (is_affinity) {
    const KAFFINITY wanted = *static_cast<const KAFFINITY*>(ThreadInformation);
    const bool is_mine = entry.object == thread_object_of(self());
    if (wanted == 0 || (wanted & ~all_processors()) != 0) {
      answer = STATUS_INVALID_PARAMETER;
    } else if (is_mine) {
      set_affinity(wanted);
    }
  } else {
    const KPRIORITY priority = *static_cast<const KPRIORITY*>(ThreadInformation);
    if (ThreadInformationClass == ThreadBasePriority) {
      KeSetBasePriorityThread(static_cast<PRKTHREAD>(entry.object), priority);
    } else if (priority <= LOW_PRIORITY || priority > HIGH_PRIORITY) {
      answer = STATUS_INVALID_PARAMETER;
    } else {
      KeSetPriorityThread(static_cast<PKTHREAD>(entry.object), priority);
    }
  }
  unpin_object(entry.object);
  return answer;
}

// A thread of the system runs whenever it is not known to wait, and never in user mode.
extern "C" ULONG KeQueryRuntimeThread(PKTHREAD, PULONG UserTime) {
  require_irql_at_most(DISPATCH_LEVEL, "KeQueryRuntimeThread");
  *UserTime = 0;
  return static_cast<ULONG>(KeQueryInterruptTime() / KeQueryTimeIncrement());
}
extern "C" ULONG64 KeQueryTotalCycleTimeThread(PKTHREAD, PULONG64 CycleTimeStamp) {
  require_irql_at_most(DISPATCH_LEVEL, "KeQueryTotalCycleTimeThread");
  LARGE_INTEGER frequency;
  const LARGE_INTEGER now = KeQueryPerformanceCounter(&frequency);
  if (CycleTimeStamp != nullptr) *CycleTimeStamp = static_cast<ULONG64>(now.QuadPart);
  return static_cast<ULONG64>(now.QuadPart);
}

extern "C" KPRIORITY KeQueryPriorityThread(PRKTHREAD Thread) {
  advise_irql_at_most(PASSIVE_LEVEL, "KeQueryPriorityThread");
  const Dispatching dispatching(Thread);
  return as_thread(Thread).priority + as_thread(Thread).boost;
}

extern "C" KPRIORITY KeSetPriorityThread(PKTHREAD Thread, KPRIORITY Priority) {
  require_irql_at_most(DISPATCH_LEVEL, "KeSetPriorityThread");
  const Dispatching dispatching(Thread);
  const KPRIORITY boost = std::exchange(as_thread(Thread).boost, 0);
  return std::exchange(as_thread(Thread).priority, Priority) + boost;
}

extern "C" LONG KeSetBasePriorityThread(PRKTHREAD Thread, LONG Increment) {
  advise_irql_at_most(PASSIVE_LEVEL, "KeSetBasePriorityThread");
  const Dispatching dispatching(Thread);
  const KPRIORITY before = as_thread(Thread).priority;
  as_thread(Thread).priority = kSystemThreadPriority + Increment;
  return before - kSystemThreadPriority;
}

extern "C" HANDLE PsGetThreadId(PETHREAD Thread) {
  advise_irql_at_most(DISPATCH_LEVEL, "PsGetThreadId");
  return number_for_drivers(as_thread(Thread).id);
}

extern "C" BOOLEAN PsIsThreadTerminating(PETHREAD Thread) {
  advise_irql_at_most(DISPATCH_LEVEL, "PsIsThreadTerminating");
  const Dispatching dispatching(Thread);
  return as_thread(Thread).header.SignalState != 0;
}

// Stacks of strands are large enough for what a driver may ask.
extern "C" NTSTATUS KeExpandKernelStackAndCalloutEx(PEXPAND_STACK_CALLOUT Callout, PVOID Parameter,
                                                    SIZE_T Size, BOOLEAN, PVOID Context) {
  require_irql_at_most(DISPATCH_LEVEL, "KeExpandKernelStackAndCalloutEx");
  if (Size > MAXIMUM_EXPANSION_SIZE) return STATUS_INVALID_PARAMETER_3;
  if (Context != nullptr) return STATUS_INVALID_PARAMETER_5;
  if (fails_here(sim::FaultKind::kThread)) return STATUS_NO_MEMORY;
  Callout(Parameter);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KeExpandKernelStackAndCallout(PEXPAND_STACK_CALLOUT Callout, PVOID Parameter,
                                                  SIZE_T Size) {
  require_irql_at_most(APC_LEVEL, "KeExpandKernelStackAndCallout");
  return KeExpandKernelStackAndCalloutEx(Callout, Parameter, Size, FALSE, nullptr);
}
