// Processes that are killed and devices that are removed, with everything open and with work in
// flight.
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

bool can_allocate(Stage& stage) {
  return stage.adapter().table().DxgkDdiCreateAllocation != nullptr && !stage.recipes().empty();
}

// A client with everything open, as far as this driver supports it.
struct Owner {
  explicit Owner(Stage& on) : stage(on), client(on.client()) {
    client.create_device();
    device = client.create_device();
    if (stage.adapter().scheduler() != nullptr) queue = client.create_queue(device);
    if (!can_allocate(stage)) return;
    resource = client.create(device, stage.recipe(), Kind::kResource, 1);
    shared = client.create(device, stage.recipe(), Kind::kShared, 1);
    loose = client.create(device, stage.recipe(), Kind::kLoose, 1);
    client.open(device, shared.global);
  }

  void work() {
    for (UINT i = 0; i < 4; ++i) {
      stage.work(client, queue, resource.allocations, i);
      stage.work(client, queue, shared.allocations, i);
    }
  }

  // The client destroys its objects after the removal. Their driver halves are destroyed by then.
  void clean_up_after_removal() {
    may_miss([&] { client.destroy(device, resource); });
    may_miss([&] { client.destroy_device(device); });
    may_miss([&] { client.create_device(); });
    client.end();
  }

  Stage& stage;
  Client client;
  D3DKMT_HANDLE device = 0;
  Queue queue;
  Resource resource, shared, loose;
};

void die_with_everything_open(Stage& stage) { Owner(stage).client.vanish(); }

void exit_with_everything_open(Stage& stage) { Owner(stage).client.end(); }

void die_in_flight(Stage& stage) {
  stage.need_work();
  Owner owner(stage);
  owner.work();
  owner.client.vanish();
}

// The process dies while its work waits for a fence.
void die_waiting(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  Owner owner(stage);
  owner.client.wait_for(owner.queue, owner.client.create_fence(owner.device), 1);
  owner.work();
  owner.client.vanish();
}

void die_while_locked_and_offered(Stage& stage) {
  stage.recipe();
  Owner owner(stage);
  stage.lock(owner.client, owner.device, owner.loose.allocations[0]);
  owner.client.offer(owner.device, owner.resource.allocations);
  owner.client.vanish();
}

void surprise_with_everything_open(Stage& stage) {
  stage.need_surprise_removal();
  Owner owner(stage);
  stage.dock().surprise(stage.adapter());
  owner.clean_up_after_removal();
}

// Waits until all allocations are resident, so that the removal meets rendering and no paging.
void surprise_in_flight(Stage& stage) {
  stage.need_surprise_removal();
  stage.need_work();
  Owner owner(stage);
  owner.work();
  owner.client.wait_idle(owner.device);
  stage.device().hold();
  owner.work();
  stage.run().pass(1);
  stage.dock().surprise(stage.adapter());
  owner.clean_up_after_removal();
}

void unplug_with_everything_open(Stage& stage) {
  Owner owner(stage);
  stage.dock().unplug(stage.adapter());
  owner.clean_up_after_removal();
}

void unplug_in_flight(Stage& stage) {
  stage.need_work();
  Owner owner(stage);
  owner.work();
  stage.dock().unplug(stage.adapter());
  owner.clean_up_after_removal();
}

void restart_in_flight(Stage& stage) {
  stage.need_work();
  Owner owner(stage);
  owner.work();
  stage.restart();
  may_miss([&] { owner.client.destroy_device(owner.device); });
  Owner next(stage);
  next.work();
  next.client.wait_idle(next.device);
  next.client.end();
  owner.client.end();
}

}  // namespace

std::span<const Scenario> endings() {
  static constexpr Scenario kAll[] = {
      {"miniport.death", kMiniport, "a process dies with everything open", false,
       on_stage<die_with_everything_open>},
      {"miniport.exit", kMiniport, "a process exits with everything open", false,
       on_stage<exit_with_everything_open>},
      {"miniport.death-in-flight", kMiniport, "a process dies with work in flight", false,
       on_stage<die_in_flight>},
      {"miniport.death-waiting", kMiniport, "a process dies whose work waits for a fence", false,
       on_stage<die_waiting>},
      {"miniport.death-locked", kMiniport, "a process dies with locks and offers", false,
       on_stage<die_while_locked_and_offered>},
      {"miniport.surprise", kMiniport, "the device vanishes with everything open", false,
       on_stage<surprise_with_everything_open>},
      {"miniport.surprise-in-flight", kMiniport, "the device vanishes with work in flight", false,
       on_stage<surprise_in_flight>},
      {"miniport.unplug", kMiniport, "the device is removed with everything open", false,
       on_stage<unplug_with_everything_open>},
      {"miniport.unplug-in-flight", kMiniport, "the device is removed with work in flight", false,
       on_stage<unplug_in_flight>},
      {"miniport.restart-in-flight", kMiniport, "the device is stopped and started under work",
       false, on_stage<restart_in_flight>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
