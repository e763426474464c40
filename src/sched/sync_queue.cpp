#include "src/sched/sync_queue.h"

#include <algorithm>
#include <utility>

#include "src/dxgk/adapter.h"
#include "src/dxgk/device.h"
#include "src/nt/object.h"
#include "src/sched/context_work.h"
#include "src/sched/scheduler.h"

namespace drydock::sched {
namespace {

using dxgk::SyncState;

void tell(const std::vector<dxgk::Ref<dxgk::Context>>& waiters) {
  for (const dxgk::Ref<dxgk::Context>& each : waiters) {
    if (Scheduler* const gpu = each->device().adapter().scheduler()) gpu->retry(*each);
  }
}

class Wait final : public SyncPoint {
 public:
  Wait(dxgk::Context& context, SyncUses objects, UINT64 value)
      : context_(context), objects_(std::move(objects)), value_(value) {}

  bool is_after_work() const override { return false; }

  bool pass() override {
    if (try_take()) return true;
    // A device that goes waits for nobody: the scheduler drops what is behind.
    if (context_.device().is_going()) context_.device().adapter().scheduler()->look_again();
    return false;
  }

  void drop() override {}

 private:
  bool try_take() {
    const sim::Hold hold(SyncState::lock());
    bool is_satisfied = true;
    for (const auto& use : objects_)
      is_satisfied = (*use)->state.is_satisfied(context_, value_) && is_satisfied;
    for (const auto& use : objects_) {
      if (!is_satisfied) {
        (*use)->state.add_waiter(context_);
      } else if ((*use)->state.take(context_)) {
        (*use)->try_open();  // kept by its owner
        context_.work().owned.push_back(&**use);
      }
    }
    return is_satisfied;
  }

  dxgk::Context& context_;  // its packet keeps it
  const SyncUses objects_;
  const UINT64 value_;
};

class Signal final : public SyncPoint {
 public:
  Signal(dxgk::Context& context, SyncUses objects, const SignalRequest& request)
      : context_(context), objects_(std::move(objects)), request_(request) {}
  ~Signal() override {
    if (request_.event != nullptr) nt::unpin_object(request_.event);
  }

  bool is_after_work() const override { return !request_.at_submission; }

  bool pass() override {
    for (const auto& use : objects_) signal(**use);
    if (request_.event != nullptr) KeSetEvent(request_.event, IO_NO_INCREMENT, FALSE);
    return true;
  }

  // Nobody waits for a context that is lost: what it would have signalled stays as it is.
  void drop() override {}

 private:
  void signal(dxgk::SyncObject& object) {
    std::vector<dxgk::Ref<dxgk::Context>> waiters;
    bool was_his = false;
    {
      const sim::Hold hold(SyncState::lock());
      was_his = object.state.give(context_, request_.value);
      if (was_his) std::erase(context_.work().owned, &object);
      waiters = object.state.take_waiters();
    }
    if (was_his) dxgk::SyncObject::close(object);
    if (object.event() != nullptr) KeSetEvent(object.event(), IO_NO_INCREMENT, FALSE);
    tell(waiters);
  }

  dxgk::Context& context_;  // its packet keeps it
  const SyncUses objects_;
  const SignalRequest request_;
};

}  // namespace

NTSTATUS queue_wait(dxgk::Context& context, SyncUses objects, UINT64 value) {
  Scheduler* const gpu = context.device().adapter().scheduler();
  if (gpu == nullptr || !context.device().is_working()) return STATUS_DEVICE_REMOVED;
  auto wait = std::make_unique<Wait>(context, std::move(objects), value);
  return gpu->queue_sync(context, std::move(wait)) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

NTSTATUS queue_signal(dxgk::Context& context, SyncUses objects, const SignalRequest& request) {
  auto signal = std::make_unique<Signal>(context, std::move(objects), request);
  Scheduler* const gpu = context.device().adapter().scheduler();
  if (gpu == nullptr || !context.device().is_working()) return STATUS_DEVICE_REMOVED;
  return gpu->queue_sync(context, std::move(signal)) ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}

void abandon_owned(dxgk::Context& context) {
  std::vector<dxgk::SyncObject*> owned;
  std::vector<dxgk::Ref<dxgk::Context>> waiters;
  {
    const sim::Hold hold(SyncState::lock());
    owned = std::exchange(context.work().owned, {});
    for (dxgk::SyncObject* object : owned) {
      object->state.abandon();
      std::ranges::move(object->state.take_waiters(), std::back_inserter(waiters));
    }
  }
  for (dxgk::SyncObject* object : owned) dxgk::SyncObject::close(*object);
  tell(waiters);
}

bool owns_sync(const dxgk::Context& context) {
  const sim::Hold hold(SyncState::lock());
  return !context.work().owned.empty();
}

}  // namespace drydock::sched
