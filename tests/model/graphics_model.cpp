#include "tests/model/graphics_model.h"

#include <algorithm>
#include <ranges>

namespace drydock::model {
namespace {

constexpr Value kGarbageValues[] = {0x4BAD'0040, 0x7};

}  // namespace

Answer refused(NTSTATUS status) {
  Answer out;
  out.status = out.query = status;
  return out;
}

Answer succeeded() { return refused(STATUS_SUCCESS); }

GraphicsModel::GraphicsModel() {
  for (const int each : order_) processes_[each] = {};
}

int GraphicsModel::caller_of(const Step& step) const {
  if (step.by != 0) return step.by;
  for (const Ref ref : {step.on, step.of}) {
    const auto found = registers_.find({ref.kind, ref.index});
    if (found != registers_.end()) return found->second.process;
  }
  return 1;
}

Value GraphicsModel::value_of(Ref ref) const {
  if (ref.kind == Kind::kGarbage) return kGarbageValues[ref.index];
  const auto found = registers_.find({ref.kind, ref.index});
  return found == registers_.end() ? 0 : found->second.value;
}

bool GraphicsModel::is_nt_open(Ref ref) const {
  const Value value = value_of(ref);
  return value != 0 && std::ranges::any_of(retentions_, [&](const auto& each) {
           return each.second.handle == value;
         });
}

std::pair<Value, Value> GraphicsModel::fence_of(Ref ref) const {
  const Value handle = value_of(ref);
  for (const auto& [id, queue] : queues_) {
    if (queue.handle == handle) return {devices_.at(queue.device).handle, queue.fence};
  }
  return {};
}

Answer GraphicsModel::apply(const Step& step) {
  static constexpr std::array<Handler, kOps> kHandlers = {
      &GraphicsModel::open_adapter,   &GraphicsModel::close_adapter,
      &GraphicsModel::create_device,  &GraphicsModel::destroy_device,
      &GraphicsModel::create_context, &GraphicsModel::destroy_context,
      &GraphicsModel::create_queue,   &GraphicsModel::destroy_queue,
      &GraphicsModel::create,         &GraphicsModel::destroy,
      &GraphicsModel::open,           &GraphicsModel::share,
      &GraphicsModel::close_nt,       &GraphicsModel::lock,
      &GraphicsModel::unlock,         &GraphicsModel::offer,
      &GraphicsModel::reclaim,        &GraphicsModel::reclaim_by_queue,
      &GraphicsModel::discard,        &GraphicsModel::make_resident,
      &GraphicsModel::evict,          &GraphicsModel::query_residency,
      &GraphicsModel::end_process,    &GraphicsModel::restart};
  return (this->*kHandlers[static_cast<std::size_t>(step.op)])(step, caller_of(step));
}

void GraphicsModel::undo(const GraphicsModel& before, const Calls& calls) {
  const Made after = made_;
  *this = before;
  for (const std::string& call : calls) {
    if (call.starts_with("open")) made_.bindings = after.bindings;
    if (!call.starts_with("create")) continue;
    made_.resources = after.resources;
    made_.allocations = after.allocations;
  }
}

void GraphicsModel::learn_global(Value global) {
  bodies_.at(learner_).global = global;
  registers_[unlearned_].value = global;
}

void GraphicsModel::learn_nt(Value handle) {
  retentions_.at(learner_).handle = handle;
  registers_[unlearned_].value = handle;
}

void GraphicsModel::write(Id binding, Value number) {
  allocations_.at(bindings_.at(binding).allocation).content = number;
}

// Names.

Id GraphicsModel::find(int process, Value value, Kind kind) const {
  const auto& names = processes_.at(process).names;
  const auto found = names.find(value);
  return found == names.end() || found->second.kind != kind ? 0 : found->second.id;
}

Id GraphicsModel::find(int process, Ref ref, Kind kind) const {
  return find(process, value_of(ref), kind);
}

Id GraphicsModel::binding_on(Id device, Ref ref) const {
  const Id found = find(devices_.at(device).process, ref, Kind::kAllocation);
  return found != 0 && bindings_.at(found).device == device ? found : 0;
}

Id GraphicsModel::resource_on(Id device, Ref ref) const {
  const Id found = find(devices_.at(device).process, ref, Kind::kResource);
  return found != 0 && resources_.at(found).device == device ? found : 0;
}

Value GraphicsModel::issue(int process, Kind kind, Id id) {
  Process& of = processes_.at(process);
  const Value handle = std::exchange(of.next, of.next + 0x40);
  of.names[handle] = {kind, id};
  return handle;
}

void GraphicsModel::drop_name(int process, Value handle) {
  processes_.at(process).names.erase(handle);
}

void GraphicsModel::keep(Kind kind, int to, int process, Value value) {
  registers_[{kind, reg(kind, to).index}] = {process, value};
}

// Adapters, devices, contexts, queues.

Answer GraphicsModel::open_adapter(const Step& step, int process) {
  Answer out = succeeded();
  out.made = {issue(process, Kind::kAdapter, ++ids_)};
  keep(Kind::kAdapter, step.to, process, out.made[0]);
  return out;
}

// Devices keep the adapter.
Answer GraphicsModel::close_adapter(const Step& step, int process) {
  if (find(process, step.on, Kind::kAdapter) == 0) return {};
  drop_name(process, value_of(step.on));
  return succeeded();
}

Answer GraphicsModel::create_device(const Step& step, int process) {
  if (find(process, step.on, Kind::kAdapter) == 0) return {};
  Answer out = succeeded();
  if (step.fault == Fault::kDriver) {
    out.status = STATUS_NO_MEMORY;
    out.calls = {create_device_call(kFailed)};
    return out;
  }
  const Id id = ++ids_;
  Device& made = devices_[id];
  made.process = process;
  made.driver = ++made_.devices;
  made.handle = issue(process, Kind::kDevice, id);
  processes_.at(process).devices.push_back(id);
  out.calls = {create_device_call(made.driver)};
  out.made = {made.handle};
  keep(Kind::kDevice, step.to, process, made.handle);
  return out;
}

Answer GraphicsModel::destroy_device(const Step& step, int process) {
  const Id id = find(process, step.on, Kind::kDevice);
  if (id == 0) return {};
  Answer out = succeeded();
  end_device(id, out.calls);
  return out;
}

Answer GraphicsModel::create_context(const Step& step, int process) {
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  Answer out = succeeded();
  const int on = devices_.at(device).driver;
  if (step.fault == Fault::kDriver) {
    out.status = STATUS_NO_MEMORY;
    out.calls = {create_context_call(on, kFailed)};
    return out;
  }
  const Id id = ++ids_;
  Context& made = contexts_[id];
  made.device = device;
  made.driver = ++made_.contexts;
  made.handle = issue(process, Kind::kContext, id);
  devices_.at(device).contexts.push_back(id);
  out.calls = {create_context_call(on, made.driver)};
  out.made = {made.handle};
  keep(Kind::kContext, step.to, process, made.handle);
  return out;
}

Answer GraphicsModel::destroy_context(const Step& step, int process) {
  const Id id = find(process, step.on, Kind::kContext);
  if (id == 0) return {};
  const Context& context = contexts_.at(id);
  Device& device = devices_.at(context.device);
  Answer out = succeeded();
  if (!device.is_lost) out.calls = {destroy_context_call(context.driver)};
  std::erase(device.contexts, id);
  drop_name(process, context.handle);
  contexts_.erase(id);
  return out;
}

// The queue's fence gets its name before the queue.
Answer GraphicsModel::create_queue(const Step& step, int process) {
  const Id device = find(process, step.on, Kind::kDevice);
  if (device == 0) return {};
  if (step.way > 2) return {};  // no such priority
  if (devices_.at(device).is_lost) return refused(STATUS_DEVICE_REMOVED);
  const Id id = ++ids_;
  Queue& made = queues_[id];
  made.device = device;
  made.fence = issue(process, Kind::kFence, id);
  made.handle = issue(process, Kind::kQueue, id);
  devices_.at(device).queues.push_back(id);
  Answer out = succeeded();
  out.made = {made.handle, made.fence};
  keep(Kind::kQueue, step.to, process, made.handle);
  keep(Kind::kFence, step.to, process, made.fence);
  return out;
}

Answer GraphicsModel::destroy_queue(const Step& step, int process) {
  const Id id = find(process, step.on, Kind::kQueue);
  if (id == 0) return {};
  const Queue& queue = queues_.at(id);
  std::erase(devices_.at(queue.device).queues, id);
  drop_name(process, queue.fence);
  drop_name(process, queue.handle);
  queues_.erase(id);
  return succeeded();
}

// Ends of processes and of the adapter.

Answer GraphicsModel::end_process(const Step&, int process) {
  Answer out = succeeded();
  for (const Id each : std::vector(processes_.at(process).devices)) end_device(each, out.calls);
  std::vector<Id> open;
  for (const auto& [id, each] : retentions_) {
    if (each.process == process) open.push_back(id);
  }
  for (const Id each : open | std::views::reverse) {  // the latest first
    release(retentions_.at(each), out.calls);
    retentions_.erase(each);
  }
  const int life = processes_.at(process).life + 1;
  processes_[process] = {};
  processes_[process].life = life;
  std::erase(order_, process);
  order_.push_back(process);
  return out;
}

Answer GraphicsModel::restart(const Step&, int) {
  Answer out = succeeded();
  for (const int process : order_) {
    for (const Id each : processes_.at(process).devices) lose_device(each, out.calls);
  }
  for (auto& [id, each] : retentions_) release(each, out.calls);
  return out;
}

// The objects that are live.

GraphicsModel::Living GraphicsModel::living() const {
  Living out{.resources = bodies_.size(), .allocations = allocations_.size()};
  for (const auto& [id, device] : devices_) {
    if (device.is_lost) continue;
    ++out.devices;
    out.contexts += device.contexts.size();
  }
  for (const auto& [id, binding] : bindings_)
    out.bindings += devices_.at(binding.device).is_lost ? 0 : 1;
  return out;
}

std::vector<GraphicsModel::Accounts> GraphicsModel::accounts() const {
  std::map<Id, std::uint32_t> locks, lists;
  for (const auto& [id, binding] : bindings_) {
    locks[binding.allocation] += binding.locks;
    lists[binding.allocation] += binding.listed != 0 ? 1 : 0;
  }
  std::vector<Accounts> out;
  for (const auto& [id, binding] : bindings_) {
    const Device& device = devices_.at(binding.device);
    if (device.is_lost) continue;
    out.push_back(
        {.process = device.process,
         .device = device.handle,
         .handle = binding.handle,
         .locks = binding.locks,
         .is_offered = binding.offer != Binding::Offer::kNone,
         .listed = binding.listed,
         .locks_of_all = locks[binding.allocation],
         .lists = lists[binding.allocation],
         .openings = static_cast<std::uint32_t>(allocations_.at(binding.allocation).openings)});
  }
  return out;
}

}  // namespace drydock::model
