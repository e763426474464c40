// Processes that are killed and devices that are removed, with everything open and with work in
// flight.
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

// What a client has open at its end, as far as this driver supports it.
struct OpenObjects {
  D3DKMT_HANDLE device = 0;
  Queue queue;
  Resource resource, shared, loose;
};

bool can_allocate(Stage& stage) {
  return stage.adapter().table().DxgkDdiCreateAllocation != nullptr && !stage.recipes().empty();
}

OpenObjects open_everything(Stage& stage, Client& client) {
  OpenObjects out;
  client.create_device();
  out.device = client.create_device();
  if (stage.adapter().scheduler() != nullptr) out.queue = client.create_queue(out.device);
  if (!can_allocate(stage)) return out;
  out.resource = client.create(out.device, stage.recipe(), Kind::kResource, 1);
  out.shared = client.create(out.device, stage.recipe(), Kind::kShared, 1);
  out.loose = client.create(out.device, stage.recipe(), Kind::kLoose, 1);
  client.open(out.device, out.shared.global);
  return out;
}

void give_work(Stage& stage, Client& client, OpenObjects& objects) {
  for (UINT i = 0; i < 4; ++i) {
    stage.work(client, objects.queue, objects.resource.allocations, i);
    stage.work(client, objects.queue, objects.shared.allocations, i);
  }
}

void die_with_everything_open(Stage& stage) {
  Client client = stage.client();
  open_everything(stage, client);
  client.vanish();
}

void exit_with_everything_open(Stage& stage) {
  Client client = stage.client();
  open_everything(stage, client);
  client.end();
}

void die_in_flight(Stage& stage) {
  stage.need_work();
  Client client = stage.client();
  OpenObjects objects = open_everything(stage, client);
  give_work(stage, client, objects);
  client.vanish();
}

// The process dies while its work waits for a fence.
void die_waiting(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  Client client = stage.client();
  OpenObjects objects = open_everything(stage, client);
  client.wait_for(objects.queue, client.create_fence(objects.device), 1);
  give_work(stage, client, objects);
  client.vanish();
}

void die_while_locked_and_offered(Stage& stage) {
  stage.recipe();
  Client client = stage.client();
  const OpenObjects objects = open_everything(stage, client);
  stage.lock(client, objects.device, objects.loose.allocations[0]);
  client.offer(objects.device, objects.resource.allocations);
  client.vanish();
}

// The client destroys its objects after the removal. Their driver halves are destroyed by then.
void clean_up_after_removal(Client& client, const OpenObjects& objects) {
  may_miss([&] { client.destroy(objects.device, objects.resource); });
  may_miss([&] { client.destroy_device(objects.device); });
  may_miss([&] { client.create_device(); });
  client.end();
}

void surprise_with_everything_open(Stage& stage) {
  stage.need_surprise_removal();
  Client client = stage.client();
  const OpenObjects objects = open_everything(stage, client);
  stage.dock().surprise(stage.adapter());
  clean_up_after_removal(client, objects);
}

// Waits until all allocations are resident, so that the removal meets rendering and no paging.
void surprise_in_flight(Stage& stage) {
  stage.need_surprise_removal();
  stage.need_work();
  Client client = stage.client();
  OpenObjects objects = open_everything(stage, client);
  give_work(stage, client, objects);
  client.wait_idle(objects.device);
  stage.device().hold();
  give_work(stage, client, objects);
  stage.run().pass(1);
  stage.dock().surprise(stage.adapter());
  clean_up_after_removal(client, objects);
}

void unplug_with_everything_open(Stage& stage) {
  Client client = stage.client();
  const OpenObjects objects = open_everything(stage, client);
  stage.dock().unplug(stage.adapter());
  clean_up_after_removal(client, objects);
}

void unplug_in_flight(Stage& stage) {
  stage.need_work();
  Client client = stage.client();
  OpenObjects objects = open_everything(stage, client);
  give_work(stage, client, objects);
  stage.dock().unplug(stage.adapter());
  clean_up_after_removal(client, objects);
}

void restart_in_flight(Stage& stage) {
  stage.need_work();
  Client client = stage.client();
  OpenObjects objects = open_everything(stage, client);
  give_work(stage, client, objects);
  must(stage.dock().restart(stage.adapter()), "DxgkDdiStartDevice after DxgkDdiStopDevice");
  may_miss([&] { client.destroy_device(objects.device); });
  Client next = stage.client();
  OpenObjects again = open_everything(stage, next);
  give_work(stage, next, again);
  next.wait_idle(again.device);
  next.end();
  client.end();
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
