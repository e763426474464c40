// Several strands in the same driver at once, for many schedules.
#include <algorithm>

#include "src/dxgk/adapter/adapter.h"
#include "src/sim/schedule.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

constexpr int kRounds = 3;

// Passes `count` switch points, so that the strand goes on in the middle of what the others do. It
// does not wait for a time, because time passes only when no strand can run.
void hold_back(std::uint64_t points) {
  for (; points != 0; --points) sim::switch_point();
}

// Work that ends as soon as it has begun.
void work_shortly(Stage& stage, Client& client, Queue& queue,
                  std::span<const D3DKMT_HANDLE> allocations, UINT color) {
  if (!stage.draws()) return stage.work(client, queue, allocations, color);
  client.fill(queue, stage.recipe(1, 1), allocations, color);
}

// One client creates a device, works and destroys everything.
void create_and_destroy(Stage& stage, Client& client) {
  for (int i = 0; i < kRounds; ++i) {
    const D3DKMT_HANDLE device = client.create_device();
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    const Resource loose = client.create(device, stage.recipe(), Kind::kLoose);
    client.destroy(device, resource);
    client.destroy(device, loose);
    client.destroy_device(device);
  }
}

// Two clients in two processes. The next scenario has them in one process, where Windows calls the
// driver with one thread at a time.
void devices_of_two_processes(Stage& stage) {
  stage.recipe();
  Client first = stage.client(), second = stage.client();
  stage.run().together({{"first", [&] { create_and_destroy(stage, first); }},
                        {"second", [&] { create_and_destroy(stage, second); }}});
  first.end();
  second.end();
}

void devices_of_one_process(Stage& stage) {
  stage.recipe();
  Client client = stage.client();
  stage.run().together({{"first", [&] { create_and_destroy(stage, client); }},
                        {"second", [&] { create_and_destroy(stage, client); }}});
  client.end();
}

// Both strands use one device.
void allocations_of_one_device(Stage& stage) {
  stage.recipe();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const auto body = [&] {
      for (int i = 0; i < kRounds; ++i)
        client.destroy(device, client.create(device, stage.recipe(), Kind::kResource));
    };
    stage.run().together({{"first", body}, {"second", body}});
  });
}

void context_beside_context(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const auto body = [&] {
      const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
      for (UINT i = 0; i < 2; ++i) {
        Queue queue = client.create_queue(device);
        stage.work(client, queue, resource.allocations, i);
        client.destroy_queue(queue);
      }
      client.destroy(device, resource);
    };
    stage.run().together({{"first", body}, {"second", body}});
  });
}

// One process opens a shared resource again and again while its creator ends it. The driver looks
// up handles while their objects are destroyed.
struct SharedBetweenTwo {
  explicit SharedBetweenTwo(Stage& stage)
      : creator(stage.client()),
        opener(stage.client()),
        device(creator.create_device()),
        other(opener.create_device()),
        made(creator.create(device, stage.recipe(), Kind::kShared)) {}

  // Another strand runs `ending` meanwhile.
  void open_against(Run& run, const std::function<void(const Resource&)>& use, Actor ending) {
    const auto open = [&] {
      for (int i = 0; i < kRounds; ++i) may_miss([&] { use(opener.open(other, made.global)); });
    };
    run.together({{"opener", open}, std::move(ending)});
  }

  Client creator, opener;
  D3DKMT_HANDLE device, other;  // the devices of the creator and of the opener
  Resource made;
};

void open_against_destroy(Stage& stage) {
  stage.recipe();
  SharedBetweenTwo shared(stage);
  shared.open_against(stage.run(),
                      [&](const Resource& opened) { shared.opener.destroy(shared.other, opened); },
                      {"destroyer", [&] { shared.creator.destroy(shared.device, shared.made); }});
  shared.creator.destroy_device(shared.device);
  shared.opener.destroy_device(shared.other);
  shared.creator.end();
  shared.opener.end();
}

void open_against_death(Stage& stage) {
  stage.recipe();
  SharedBetweenTwo shared(stage);
  shared.open_against(stage.run(), [](const Resource&) {},
                      {"creator", [&] { shared.creator.vanish(); }});
  shared.opener.destroy_device(shared.other);
  shared.opener.end();
}

void work_against_destroy(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    const Resource going = client.create(device, stage.recipe(), Kind::kResource, 2);
    stage.run().together({{"renderer",
                           [&] {
                             for (UINT i = 0; i < 4; ++i) {
                               stage.work(client, queue, resource.allocations, i);
                               may_miss([&] { stage.work(client, queue, going.allocations, i); });
                             }
                           }},
                          {"destroyer", [&] { client.destroy(device, going); }}});
    client.wait_idle(device);
    client.destroy(device, resource);
  });
}

void work_against_context_destroy(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Queue queue = client.create_queue(device), other = client.create_queue(device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    stage.run().together({{"renderer",
                           [&] {
                             for (UINT i = 0; i < 3; ++i)
                               stage.work(client, queue, resource.allocations, i);
                           }},
                          {"destroyer", [&] {
                             stage.work(client, other, resource.allocations);
                             client.destroy_queue(other);
                           }}});
    client.destroy(device, resource);
    client.destroy_queue(queue);
  });
}

void lock_against_eviction(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    D3DKMT_HANDLE seen = resource.allocations[0];
    stage.lock(client, device, seen);
    client.unlock(device, seen);
    stage.run().together({{"renderer",
                           [&] {
                             for (UINT i = 0; i < 3; ++i)
                               stage.work(client, queue, resource.allocations, i);
                           }},
                          {"reader",
                           [&] {
                             for (int i = 0; i < kRounds; ++i) {
                               client.lock_first(device, seen, /*discards=*/i % 2 == 1);
                               client.unlock(device, seen);
                             }
                           }},
                          {"memory", [&] { dxgk::Dock::empty_video_memory(stage.adapter()); }}});
    client.destroy(device, resource);
  });
}

// Switch points of the others for which one strand lets them run.
constexpr std::uint64_t kLatest = 400;

// A busy client, until its device or process is ended.
void keep_busy(Stage& stage, Client& client) {
  may_miss([&] {
    for (int i = 0; i < kRounds; ++i) {
      const D3DKMT_HANDLE device = client.create_device();
      const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
      Queue queue = client.create_queue(device);
      for (UINT color = 0; color < 3; ++color)
        stage.work(client, queue, resource.allocations, color);
      client.destroy(device, resource);
      client.destroy_queue(queue);
      client.wait_idle(device);
      client.destroy_device(device);
    }
  });
}

void death_against_everything(Stage& stage) {
  stage.need_work();
  Client dying = stage.client(), living = stage.client();
  const std::uint64_t later = stage.run().choose(kLatest);
  stage.run().together({{"dying", [&] { keep_busy(stage, dying); }},
                        {"living", [&] { keep_busy(stage, living); }},
                        {"reaper", [&] {
                           hold_back(later);
                           dying.vanish();
                         }}});
  living.end();
}

void removal_against_everything(Stage& stage) {
  stage.need_surprise_removal();
  stage.need_work();
  Client first = stage.client(), second = stage.client();
  const std::uint64_t later = stage.run().choose(kLatest);
  stage.run().together({{"first", [&] { keep_busy(stage, first); }},
                        {"second", [&] { keep_busy(stage, second); }},
                        {"bus", [&] {
                           hold_back(later);
                           stage.dock().surprise(stage.adapter());
                         }}});
  first.end();
  second.end();
}

// The other strands are threads of the driver: they work on a packet while it is reset or
// destroyed. All allocations are resident before.
void removal_against_work(Stage& stage) {
  stage.need_surprise_removal();
  stage.need_work();
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  const Resource resource = client.create(device, stage.recipe(1, 1), Kind::kResource);
  const std::size_t nodes = std::max<std::size_t>(stage.adapter().caps().nodes.size(), 1);
  std::vector<Queue> queues;
  for (UINT node = 0; node < nodes; ++node) {
    queues.push_back(client.create_queue(device, node));
    work_shortly(stage, client, queues.back(), resource.allocations, node);
  }
  client.wait_idle(device);
  for (UINT i = 0; i < 3; ++i) {
    for (Queue& queue : queues) work_shortly(stage, client, queue, resource.allocations, i);
  }
  stage.dock().surprise(stage.adapter());
  client.end();
}

// Each context is destroyed as soon as its work has ended.
void end_against_work(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    for (UINT i = 0; i < 4; ++i) {
      const Resource resource = client.create(device, stage.recipe(1, 1), Kind::kResource);
      Queue queue = client.create_queue(device);
      for (UINT color = 0; color <= i % 2; ++color)
        work_shortly(stage, client, queue, resource.allocations, color);
      client.destroy(device, resource);
      client.destroy_queue(queue);
    }
  });
}

void reset_against_everything(Stage& stage) {
  stage.need_reset();
  stage.need_work();
  Client first = stage.client(), second = stage.client();
  stage.run().together(
      {{"first", [&] { keep_busy(stage, first); }},
       {"second", [&] { keep_busy(stage, second); }},
       {"time-out", [&] { stage.client().force_timeout(D3DKMT_TDRDBGCTRLTYPE_FORCETDR); }}});
  first.end();
  second.end();
}

// A reset and a surprise removal at the same time, in either order.
void removal_against_reset(Stage& stage) {
  stage.need_surprise_removal();
  stage.need_reset();
  stage.need_work();
  Client client = stage.client(), debugger = stage.client();
  const auto what =
      stage.run().choose(2) == 0 ? D3DKMT_TDRDBGCTRLTYPE_FORCETDR : D3DKMT_TDRDBGCTRLTYPE_ENGINETDR;
  stage.run().together({{"busy", [&] { keep_busy(stage, client); }},
                        {"time-out", [&] { may_miss([&] { debugger.force_timeout(what); }); }},
                        {"bus", [&] { stage.dock().surprise(stage.adapter()); }}});
  client.end();
  debugger.end();
}

// Both processes create and destroy on a shared resource at the same time.
void shared_work_against_destroy(Stage& stage) {
  stage.need_work();
  Client first = stage.client(), second = stage.client();
  const D3DKMT_HANDLE here = first.create_device(), there = second.create_device();
  Queue near = first.create_queue(here), far = second.create_queue(there);
  const Resource made = first.create(here, stage.recipe(), Kind::kShared);
  const Resource opened = second.open(there, made.global);
  stage.run().together({{"creator",
                         [&] {
                           stage.work(first, near, made.allocations, 1);
                           first.destroy(here, made);
                         }},
                        {"opener", [&] {
                           stage.work(second, far, opened.allocations, 2);
                           second.destroy(there, opened);
                         }}});
  first.end();
  second.end();
}

}  // namespace

std::span<const Scenario> races() {
  static constexpr Scenario kAll[] = {
      {"miniport.race-processes", kMiniport, "two processes create and destroy", true,
       on_stage<devices_of_two_processes>},
      {"miniport.race-devices", kMiniport, "two threads of a process create and destroy", true,
       on_stage<devices_of_one_process>},
      {"miniport.race-allocations", kMiniport, "two threads create and destroy on one device", true,
       on_stage<allocations_of_one_device>},
      {"miniport.race-contexts", kMiniport, "contexts come and go with their work", true,
       on_stage<context_beside_context>},
      {"miniport.race-open-destroy", kMiniport, "a resource is opened while it is destroyed", true,
       on_stage<open_against_destroy>},
      {"miniport.race-open-death", kMiniport, "a resource is opened while its creator dies", true,
       on_stage<open_against_death>},
      {"miniport.race-work-destroy", kMiniport, "work names what is being destroyed", true,
       on_stage<work_against_destroy>},
      {"miniport.race-work-context", kMiniport, "a context goes beside one that works", true,
       on_stage<work_against_context_destroy>},
      {"miniport.race-lock-evict", kMiniport, "locks against work and eviction", true,
       on_stage<lock_against_eviction>},
      {"miniport.race-shared-work", kMiniport, "both owners of a resource work and destroy", true,
       on_stage<shared_work_against_destroy>},
      {"miniport.race-death", kMiniport, "a busy process dies beside another", true,
       on_stage<death_against_everything>},
      {"miniport.race-removal", kMiniport, "the device vanishes under busy clients", true,
       on_stage<removal_against_everything>},
      {"miniport.race-removal-work", kMiniport, "the device vanishes under short work", true,
       on_stage<removal_against_work>},
      {"miniport.race-end-work", kMiniport, "contexts go as soon as their short work is over", true,
       on_stage<end_against_work>},
      {"miniport.race-reset", kMiniport, "the adapter is reset under busy clients", true,
       on_stage<reset_against_everything>},
      {"miniport.race-removal-reset", kMiniport, "the device vanishes while it is reset", true,
       on_stage<removal_against_reset>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
