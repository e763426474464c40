// The reference model of lifetimes in the graphics kernel: what each call answers, what the driver
// is told in which order, and what is left.
//
// It is written from the rules and knows nothing of the kernel's code. It is a value: a copy is
// another world, in which a call can be tried.
//
//   process ── adapters opened
//        └──── devices ── contexts, paging queues
//                   ├──── resources (an opening of a body) ── bindings
//                   └──── bindings (an opening of an allocation)
//
// A body is the driver's resource, an allocation the driver's allocation. They live as long as
// something has them open: bindings of devices, or an NT handle that retains them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "src/nt/base/wdk.h"
#include "tests/model/driver_calls.h"
#include "tests/model/graphics_step.h"

namespace drydock::model {

using Id = int;  // names an object of the model; 0: none
using Value = std::uint64_t;

// The required result of a call.
struct Answer {
  NTSTATUS status = STATUS_INVALID_PARAMETER;
  Calls calls;  // the calls that the driver gets
  // The calls that the driver may get instead when the host's memory runs out inside the call.
  std::vector<Calls> undone = {{}};
  std::vector<Value> made;  // the handles that the client gets, in the order of its structures
  bool makes_global = false, makes_nt = false;
  bool waits_for_fence = false;  // the queue's fence has to reach the value that the call returned
  std::vector<int> values;       // an answer an element: discarded, or the residency
  // An opening: what the query tells, and the tags of the allocations that come.
  NTSTATUS query = STATUS_INVALID_PARAMETER;
  std::size_t members = 0;
  std::vector<std::pair<int, int>> tags;
  // A lock: the binding, and the number that the allocation holds; none when it was discarded.
  Id locked = 0;
  std::optional<Value> content;
};

Answer refused(NTSTATUS status);
Answer succeeded();

class GraphicsModel {
 public:
  GraphicsModel();

  // The process that makes the call.
  int caller_of(const Step& step) const;
  // The value of a register: a handle, or 0.
  Value value_of(Ref ref) const;

  // True when the register has an NT handle that is open.
  bool is_nt_open(Ref ref) const;

  // The device and the fence of a paging queue.
  std::pair<Value, Value> fence_of(Ref queue) const;

  // Makes the call, and says what it has to bring about.
  Answer apply(const Step& step);
  // The call failed although nothing forbade it: this is the world before it again, but for the
  // objects that the driver made and destroyed meanwhile, whose numbers do not come back.
  void undo(const GraphicsModel& before, const Calls& calls);
  // The values that only the host knows, of the call that was applied last.
  void learn_global(Value global);
  void learn_nt(Value handle);
  // A client has written a number through its lock.
  void write(Id binding, Value number);

  // The number of the driver's live objects.
  struct Living {
    std::size_t devices = 0, contexts = 0, resources = 0, allocations = 0, bindings = 0;
    bool operator==(const Living&) const = default;
  };
  Living living() const;

  // The accounts of a binding that is open.
  struct Accounts {
    int process = 0;
    Value device = 0, handle = 0;
    std::uint32_t locks = 0;
    bool is_offered = false;
    std::uint32_t listed = 0;        // calls of MakeResident without their Evict
    std::uint32_t locks_of_all = 0;  // locks of the allocation, by all its bindings
    std::uint32_t lists = 0;         // residency lists that have the allocation
    std::uint32_t openings = 0;      // bindings of the allocation, and what retains it
    bool operator==(const Accounts&) const = default;
  };
  std::vector<Accounts> accounts() const;

 private:
  struct Name {
    Kind kind = Kind::kNone;
    Id id = 0;
  };
  struct Process {
    int life = 1;
    Value next = 0x4000'0000;
    std::map<Value, Name> names;
    std::vector<Id> devices;
  };
  struct Device {
    int process = 0;
    Value handle = 0;
    int driver = 0;
    bool is_lost = false;
    std::vector<Id> contexts, queues, resources, loose;
  };
  struct Context {
    Id device = 0;
    Value handle = 0;
    int driver = 0;
  };
  struct Queue {
    Id device = 0;
    Value handle = 0, fence = 0;
  };
  struct Body {
    int driver = 0;
    bool is_shared = false, is_nt = false;
    int openings = 0;
    std::vector<Id> members;  // in the order of creation
    int tag = 0, next_member = 0;
    Value global = 0;
  };
  struct Resource {
    Id device = 0;
    Value handle = 0;
    Id body = 0;
    std::vector<Id> bindings;
  };
  struct Allocation {
    int driver = 0;
    Id body = 0;
    int openings = 0;
    std::pair<int, int> creator;  // a process and which of its lives
    std::pair<int, int> tag;
    bool is_resident = false;
    // The device for which an aperture shows it: the creator's, or after that device has let go the
    // one that made it resident. It leaves when that device lets go.
    Id owner = 0;
    std::optional<Value> content = 0;
  };
  struct Binding {
    Id device = 0;
    Value handle = 0;
    Id allocation = 0;
    Id resource = 0;
    int driver = 0;
    std::uint32_t locks = 0;
    enum class Offer { kNone, kMade, kDiscarded } offer = Offer::kNone;
    int priority = 0;
    std::uint32_t listed = 0;
  };
  // An NT handle, and what it retains. Without a body it has let go, because the adapter stopped.
  struct Retention {
    int process = 0;
    Value handle = 0;
    Id body = 0;
    std::vector<Id> allocations;
  };
  struct Register {
    int process = 0;
    Value value = 0;
  };

  using Handler = Answer (GraphicsModel::*)(const Step&, int process);
  Answer open_adapter(const Step& step, int process);
  Answer close_adapter(const Step& step, int process);
  Answer create_device(const Step& step, int process);
  Answer destroy_device(const Step& step, int process);
  Answer create_context(const Step& step, int process);
  Answer destroy_context(const Step& step, int process);
  Answer create_queue(const Step& step, int process);
  Answer destroy_queue(const Step& step, int process);
  Answer create(const Step& step, int process);
  Answer destroy(const Step& step, int process);
  Answer open(const Step& step, int process);
  Answer share(const Step& step, int process);
  Answer close_nt(const Step& step, int process);
  Answer lock(const Step& step, int process);
  Answer unlock(const Step& step, int process);
  Answer offer(const Step& step, int process);
  Answer reclaim(const Step& step, int process);
  Answer reclaim_by_queue(const Step& step, int process);
  Answer discard(const Step& step, int process);
  Answer make_resident(const Step& step, int process);
  Answer evict(const Step& step, int process);
  Answer query_residency(const Step& step, int process);
  Answer end_process(const Step& step, int process);
  Answer restart(const Step& step, int process);

  // Names.
  Id find(int process, Ref ref, Kind kind) const;
  Id find(int process, Value value, Kind kind) const;
  Id binding_on(Id device, Ref ref) const;
  Id resource_on(Id device, Ref ref) const;
  Value issue(int process, Kind kind, Id id);
  void drop_name(int process, Value handle);
  void keep(Kind kind, int to, int process, Value value);

  // Creation.
  static bool is_creation_possible(const Step& step);
  NTSTATUS find_target(const Step& step, int process, Id device, Id& into) const;
  Answer create_there(const Step& step, Id device, Id into);
  Id new_body(const Step& step);
  Id new_resource(Id device, Id body);
  Id new_allocation(Id body, Id device);
  Id bind(Id device, Id resource, Id allocation);

  // Ends. What the driver hears is added to the calls.
  void leave(Id device, const std::vector<Id>& bindings, Id body, bool ends_opening, Calls& calls);
  void remove_binding(Id binding);
  void end_resource(Id resource, Calls& calls);
  void end_memory(Id device, Calls& calls);
  void end_device(Id device, Calls& calls);
  void lose_device(Id device, Calls& calls);
  void release(Retention& retention, Calls& calls);

  // Requests for allocations.
  bool bindings_of(const Step& step, Id device, std::vector<std::vector<Id>>& out) const;
  Answer reclaim_set(const Step& step, Id device);
  std::uint32_t lists_of(Id allocation) const;

  std::map<int, Process> processes_;
  std::vector<int> order_ = {1, 2};  // processes, in the order of their beginning
  std::map<Id, Device> devices_;
  std::map<Id, Context> contexts_;
  std::map<Id, Queue> queues_;
  std::map<Id, Body> bodies_;
  std::map<Id, Resource> resources_;
  std::map<Id, Allocation> allocations_;
  std::map<Id, Binding> bindings_;
  std::map<Id, Retention> retentions_;
  std::map<std::pair<Kind, int>, Register> registers_;
  Id ids_ = 0;
  Id learner_ = 0;                    // the body or the retention whose handle only the host knows
  std::pair<Kind, int> unlearned_{};  // the register that gets it
  struct Made {
    int devices = 0, contexts = 0, resources = 0, allocations = 0, bindings = 0;
  } made_;
};

}  // namespace drydock::model
