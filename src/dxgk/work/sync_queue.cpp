#include "src/dxgk/work/sync_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/work/context_work.h"
#include "src/dxgk/work/device.h"
#include "src/nt/ob/object.h"
#include "src/nt/watch/client_call.h"
#include "src/sched/scheduler.h"

namespace drydock::dxgk {
namespace {

void wake(const std::vector<Ref<Context>>& waiters) {
  for (const Ref<Context>& each : waiters) {
    if (sched::Scheduler* const gpu = each->device().adapter().scheduler()) gpu->retry(*each);
  }
}

// The waits that a change of an object may satisfy.
struct Released {
  std::vector<Ref<Context>> contexts;
  FenceWaits cpus;

  void add(SyncState& state) DRYDOCK_REQUIRES(sync_lock()) {
    std::ranges::move(state.take_waiters(), std::back_inserter(contexts));
    std::ranges::move(state.take_over(), std::back_inserter(cpus));
  }
  void wake_all() const {
    for (const auto& wait : cpus) wait->fire(STATUS_SUCCESS);
    wake(contexts);
  }
};

class Wait final : public sched::SyncPoint {
 public:
  Wait(Context& context, SyncTargets objects) : context_(context), objects_(std::move(objects)) {}

  bool is_after_work() const override { return false; }

  bool pass() override {
    if (try_take()) return true;
    // A device that is being destroyed waits for nothing: the scheduler drops the work behind the
    // wait.
    if (context_.device().is_going()) context_.device().adapter().scheduler()->look_again();
    return false;
  }

  void drop() override {}

 private:
  bool try_take() {
    const sim::Hold hold(sync_lock());
    bool is_satisfied = true;
    for (const auto& [use, value] : objects_)
      is_satisfied = (*use)->state.is_satisfied(context_, value) && is_satisfied;
    for (const auto& [use, value] : objects_) {
      if (!is_satisfied) {
        (*use)->state.add_waiter(context_);
      } else if ((*use)->state.take(context_)) {
        (*use)->try_open();  // an opening for the context, which owns it now
        context_.work().owned.push_back(&**use);
      }
    }
    return is_satisfied;
  }

  Context& context_;  // its packet has a reference
  const SyncTargets objects_;
};

class Signal final : public sched::SyncPoint {
 public:
  Signal(Context& context, SyncTargets objects, const SignalRequest& request)
      : context_(context), objects_(std::move(objects)), request_(request) {}
  ~Signal() override {
    if (request_.event != nullptr) nt::unpin_object(request_.event);
  }

  bool is_after_work() const override { return !request_.at_submission; }

  bool pass() override {
    for (const auto& [use, value] : objects_) signal(**use, value);
    if (request_.event != nullptr) KeSetEvent(request_.event, IO_NO_INCREMENT, FALSE);
    return true;
  }

  // No wait passes for a lost context: the objects that it would have signalled stay unchanged.
  void drop() override {}

 private:
  void signal(SyncObject& object, UINT64 value) {
    Released released;
    bool was_his = false;
    {
      const sim::Hold hold(sync_lock());
      was_his = object.state.give(context_, value);
      if (was_his) std::erase(context_.work().owned, &object);
      released.add(object.state);
    }
    if (was_his) SyncObject::close(object);
    if (object.event() != nullptr) KeSetEvent(object.event(), IO_NO_INCREMENT, FALSE);
    released.wake_all();
  }

  Context& context_;  // its packet has a reference
  const SyncTargets objects_;
  const SignalRequest request_;
};

}  // namespace

namespace {

// For K-279: work behind the wait runs after the paging.
void note_paging_waits(Context& context, const SyncTargets& objects) {
  const sim::Hold hold(sync_lock());
  for (const auto& [use, value] : objects) {
    if (use->opening().is_clients()) continue;
    UINT64& farthest = context.work().paging_waits[&**use];
    farthest = std::max(farthest, value);
  }
}

}  // namespace

NTSTATUS queue_wait(Context& context, SyncTargets objects) {
  sched::Scheduler* const gpu = context.device().adapter().scheduler();
  if (gpu == nullptr || !context.device().is_working()) return STATUS_DEVICE_REMOVED;
  note_paging_waits(context, objects);
  auto wait = std::make_unique<Wait>(context, std::move(objects));
  return gpu->queue_sync(context, std::move(wait)) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

NTSTATUS queue_signal(Context& context, SyncTargets objects, const SignalRequest& request) {
  auto signal = std::make_unique<Signal>(context, std::move(objects), request);
  sched::Scheduler* const gpu = context.device().adapter().scheduler();
  if (gpu == nullptr || !context.device().is_working()) return STATUS_DEVICE_REMOVED;
  return gpu->queue_sync(context, std::move(signal)) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

NTSTATUS signal_fences(const SyncTargets& fences, bool may_rewind) {
  Released released;
  {
    const sim::Hold hold(sync_lock());
    for (std::size_t i = 0; i < fences.size(); ++i) {
      const auto& [use, value] = fences[i];
      if (nt::client_breaks("K-434", !may_rewind && value < (*use)->state.value(),
                            {"FenceValueArray[]", value, i},
                            "the fence has a higher value, and AllowFenceRewind is not set"))
        return STATUS_INVALID_PARAMETER;
    }
    for (const auto& [use, value] : fences) {
      (*use)->state.set_value(value);
      released.add((*use)->state);
    }
  }
  released.wake_all();
  return STATUS_SUCCESS;
}

void signal_fence(SyncObject& fence, UINT64 value) {
  Released released;
  {
    const sim::Hold hold(sync_lock());
    fence.state.set_value(value);
    released.add(fence.state);
  }
  released.wake_all();
}

UINT64 follow_fence(SyncObject& fence) {
  Released released;
  UINT64 value = 0;
  {
    const sim::Hold hold(sync_lock());
    value = fence.state.follow_page();
    released.add(fence.state);
  }
  released.wake_all();
  return value;
}

NTSTATUS wait_for_fences(const SyncTargets& fences, bool any, PKEVENT event) {
  const auto wait = std::make_shared<FenceWait>(event, any);
  bool is_over = false;
  {
    const sim::Hold hold(sync_lock());
    for (const auto& [use, value] : fences) {
      if (use->opening().has_ended()) return STATUS_INVALID_PARAMETER;
      wait->add((*use)->state, use->opening(), value);
      wait->reached((*use)->state, (*use)->state.value());
    }
    is_over = wait->is_over();
    if (!is_over) {
      for (const auto& [use, value] : fences) (*use)->state.add_wait(wait);
    }
  }
  if (is_over) wait->fire(STATUS_SUCCESS);
  return event != nullptr ? STATUS_SUCCESS : wait->wait();
}

namespace {

bool ends_with_reset(const SyncObject& object) {
  return object.type() == D3DDDI_MONITORED_FENCE && object.info().Flags.NoSignal == 0 &&
         object.info().Flags.NoSignalMaxValueOnTdr == 0;
}

}  // namespace

void end_fences(Device& device) {
  std::vector<SyncObject*> fences;
  {
    const sim::SpinHold hold(device.syncs.lock);
    for (OpenSync* open = device.syncs.all.first(); open != nullptr;
         open = device.syncs.all.after(*open)) {
      if (ends_with_reset(open->object()) && open->object().try_open())
        fences.push_back(&open->object());
    }
  }
  Released released;
  {
    const sim::Hold hold(sync_lock());
    for (SyncObject* fence : fences) {
      fence->state.set_value(SyncState::kAbandoned);
      released.add(fence->state);
    }
  }
  released.wake_all();
  for (SyncObject* fence : fences) SyncObject::close(*fence);
}

void abandon_owned(Context& context) {
  std::vector<SyncObject*> owned;
  std::vector<Ref<Context>> waiters;
  {
    const sim::Hold hold(sync_lock());
    owned = std::exchange(context.work().owned, {});
    for (SyncObject* object : owned) {
      object->state.abandon();
      std::ranges::move(object->state.take_waiters(), std::back_inserter(waiters));
    }
  }
  for (SyncObject* object : owned) SyncObject::close(*object);
  wake(waiters);
}

bool owns_sync(const Context& context) {
  const sim::Hold hold(sync_lock());
  return !context.work().owned.empty();
}

}  // namespace drydock::dxgk
