// Residency lists of WDDM 2.0: a client lists what its device needs in video memory.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/memory/trim.h"
#include "src/dxgk/wishes/offer.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/memory.h"
#include "src/verify/scenarios/miniport/resident.h"

namespace drydock::verify::miniport {
namespace {

// Below WDDM 2.0 the scenario is skipped, whatever the driver can do.
void need_lists(const Stage& stage) {
  if (!stage.has_devices()) return;  // the creation of a device skips the scenario
  if (!stage.has_residency())
    stage.skip("the driver is older than WDDM 2.0: its clients have no residency lists");
}

// A device with a residency list, a context and a paging queue.
struct ListedDevice {
  Client& client;
  const D3DKMT_HANDLE device;
  Queue queue;
  Resident resident;
};

// Runs the body on such a device. Then the paging queue is destroyed before the context, and both
// before the device.
template <typename Body>
void with_listed_device(Stage& stage, const Body& body) {
  need_lists(stage);
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    ListedDevice listed{client, device, client.create_queue(device), Resident(client, device)};
    body(listed);
    listed.resident.destroy_queue();
    client.destroy_queue(listed.queue);
  });
}

// For drivers that submit nothing: allocations are made resident and evicted.
void list_without_work(Stage& stage) {
  need_lists(stage);
  D3DDDI_EVICT_FLAGS unwritten{}, if_necessary{};
  unwritten.NotWrittenTo = 1;
  if_necessary.EvictOnlyIfNecessary = 1;
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    const Resource other = client.create(device, stage.recipe(), Kind::kLoose);
    resident.bring_in(resource.allocations);
    resident.bring_in(resource.allocations);  // the list counts it twice
    resident.evict(resource.allocations, unwritten);
    resident.evict(resource.allocations, if_necessary);
    resident.bring_in(resource.allocations);
    client.offer(device, resource.allocations);
    dxgk::discard_offered(stage.dock(), D3DKMT_OFFER_PRIORITY_NORMAL);
    resident.wait(resident.reclaim(resource.allocations));
    {
      Trimmed trimmed(client, device, stage.adapter().luid(), resident);
      dxgk::trim_periodically(stage.adapter());  // the first period begins
      trimmed.spare = resource.allocations;
      dxgk::trim_periodically(stage.adapter());
    }
    resident.list(other.allocations);
    client.destroy(device, resource);
    resident.destroy_queue();  // the other allocation is destroyed with the device, still listed
  });
}

// An allocation is used, evicted and made resident again with the same contents.
void list_work_and_evict(Stage& stage) {
  with_listed_device(stage, [&](ListedDevice& listed) {
    auto& [client, device, queue, resident] = listed;
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (UINT round = 1; round <= 3; ++round) {
      resident.bring_in(resource.allocations);
      stage.work(client, queue, resource.allocations, round);
      client.wait_idle(device);
      resident.evict(resource.allocations);
    }
    if (stage.draws()) expect_color(stage, client, device, resource.allocations[0], 3);
    client.destroy(device, resource);
  });
}

// The context waits for the paging queue instead of the client.
void work_behind_the_fence(Stage& stage) {
  need_lists(stage);
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Queue queue = client.create_queue(device);
    Resident resident(client, device);
    std::vector<Resource> all;
    for (UINT round = 1; round <= 3; ++round) {
      all.push_back(client.create(device, stage.recipe(), Kind::kResource));
      resident.wait_on(queue, resident.list(all.back().allocations));
      stage.work(client, queue, all.back().allocations, round);
    }
    // Evicts them while their work may run: the host moves them out when it has ended.
    client.destroy(device, all[0]);
    client.wait_idle(device);
    client.destroy_queue(queue);
    resident.destroy_queue();
    client.destroy(device, all[1]);  // the last one is destroyed with the device
  });
}

// Lists as much as fits. Everything on the list is resident while the context runs.
void more_than_the_memory(Stage& stage) {
  constexpr UINT kAll = 6;
  with_listed_device(stage, [&](ListedDevice& listed) {
    auto& [client, device, queue, resident] = listed;
    const Recipe recipe = quarter_of_memory(stage);
    std::vector<Resource> all;
    std::vector<D3DKMT_HANDLE> names;
    for (UINT i = 0; i < kAll; ++i) {
      all.push_back(client.create(device, recipe, Kind::kResource));
      names.push_back(all.back().allocations[0]);
    }
    UINT64 to_trim = 0;
    resident.list(names, &to_trim);  // beyond the budget, or the driver has further segments
    if (to_trim == 0) resident.evict(names);
    for (UINT round = 0; round < 2 * kAll; ++round) {
      const std::vector<D3DKMT_HANDLE> some = {names[round % kAll], names[(round + 1) % kAll],
                                               names[(round + 2) % kAll]};
      resident.bring_in(some);
      stage.work(client, queue, some, round);
      client.wait_idle(device);
      resident.evict(some);
    }
    for (const Resource& resource : all) client.destroy(device, resource);
  });
}

// Allocations on the list are offered, discarded and reclaimed.
void reclaim_on_the_list(Stage& stage) {
  with_listed_device(stage, [&](ListedDevice& listed) {
    auto& [client, device, queue, resident] = listed;
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    resident.bring_in(resource.allocations);
    for (UINT round = 1; round <= 3; ++round) {
      stage.work(client, queue, resource.allocations, round);
      client.wait_idle(device);
      client.offer(device, resource.allocations);
      if (round != 2) dxgk::discard_offered(stage.dock(), D3DKMT_OFFER_PRIORITY_NORMAL);
      resident.wait_on(queue, resident.reclaim(resource.allocations));
    }
    stage.work(client, queue, resource.allocations, 4);
    client.wait_idle(device);
    client.destroy(device, resource);
  });
}

// Another process takes half of the memory; the host trims what was not used for long.
void trimmed_by_others(Stage& stage) {
  with_listed_device(stage, [&](ListedDevice& listed) {
    auto& [client, device, queue, resident] = listed;
    const Recipe recipe = quarter_of_memory(stage);
    Trimmed trimmed(client, device, stage.adapter().luid(), resident);
    const Resource resource = client.create(device, recipe, Kind::kResource);
    const Resource spare = client.create(device, recipe, Kind::kResource, 2);
    resident.bring_in(resource.allocations);
    resident.bring_in(spare.allocations);
    trimmed.spare = {spare.allocations[0]};
    Client other = stage.client();
    other.reserve_memory(D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL);
    stage.work(client, queue, resource.allocations, 1);
    dxgk::trim_periodically(stage.adapter());  // the first period begins
    stage.work(client, queue, resource.allocations, 2);
    client.wait_idle(device);
    trimmed.spare = {spare.allocations[1]};
    dxgk::trim_periodically(stage.adapter());
    stage.work(client, queue, resource.allocations, 3);
    client.wait_idle(device);
    other.end();
    client.destroy(device, resource);
    client.destroy(device, spare);
  });
}

// A process dies with everything on its list, and work that uses it.
void death_with_a_list(Stage& stage) {
  need_lists(stage);
  stage.need_work();
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  Queue queue = client.create_queue(device);
  Resident resident(client, device);
  const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
  resident.wait_on(queue, resident.list(resource.allocations));
  stage.work(client, queue, resource.allocations, 1);
  const Resource more = client.create(device, stage.recipe(), Kind::kLoose, 2);
  resident.list(more.allocations);
  client.vanish();
}

// The GPU is reset while a list is in use; another device makes a new list.
void reset_under_a_list(Stage& stage) {
  need_lists(stage);
  stage.need_reset();
  stage.need_work();
  for (const bool is_reset : {true, false}) {
    stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
      Queue queue = client.create_queue(device);
      Resident resident(client, device);
      const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
      resident.bring_in(resource.allocations);
      stage.work(client, queue, resource.allocations, 1);
      client.wait_idle(device);
      if (is_reset) {
        client.force_timeout(D3DKMT_TDRDBGCTRLTYPE_FORCETDR);
        may_miss([&] { stage.work(client, queue, resource.allocations, 2); });
        may_miss([&] { client.wait_idle(device); });
      }
      client.destroy(device, resource);
      client.destroy_queue(queue);
    });
  }
}

// An allocation moves to every segment that the driver allows and keeps its contents.
void move_between_segments(Stage& stage) {
  need_lists(stage);
  if (stage.adapter().table().DxgkDdiValidateUpdateAllocationProperty == nullptr)
    stage.skip("DxgkDdiValidateUpdateAllocationProperty is not registered");
  const std::size_t segments = stage.adapter_caps().segments.size();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    resident.bring_in(resource.allocations);
    for (std::size_t i = 0; i < 2 * segments; ++i) {
      may_miss(
          [&] { resident.wait(resident.move_to(resource.allocations[0], 1U << (i % segments))); });
    }
    client.destroy(device, resource);
    resident.destroy_queue();
  });
}

// Two devices change their lists and submit work at the same time.
void lists_of_two_devices(Stage& stage) {
  need_lists(stage);
  stage.need_work();
  Client first = stage.client(), second = stage.client();
  const auto live = [&](Client& client) {
    const D3DKMT_HANDLE device = client.create_device();
    Queue queue = client.create_queue(device);
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    for (UINT round = 1; round <= 2; ++round) {
      resident.wait_on(queue, resident.list(resource.allocations));
      stage.work(client, queue, resource.allocations, round);
      client.wait_idle(device);
      resident.evict(resource.allocations);
    }
    client.destroy_device(device);
  };
  stage.run().together({{"first", [&] { live(first); }}, {"second", [&] { live(second); }}});
  first.end();
  second.end();
}

// The paging queue is destroyed while another strand uses it.
void queue_against_its_destroy(Stage& stage) {
  need_lists(stage);
  stage.recipe();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    stage.run().together({{"asker",
                           [&] {
                             may_miss([&] { resident.list(resource.allocations); });
                             may_miss([&] { resident.evict(resource.allocations); });
                           }},
                          {"destroyer", [&] { resident.destroy_queue(); }}});
    client.destroy(device, resource);
  });
}

}  // namespace

std::span<const Scenario> residency_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.residency-idle", kMiniport, "make resident, evict, trim and reclaim without work",
       false, on_stage<list_without_work>},
      {"miniport.residency", kMiniport, "make resident, work, evict, and again", false,
       on_stage<list_work_and_evict>},
      {"miniport.residency-fence", kMiniport, "work that waits for a paging queue", false,
       on_stage<work_behind_the_fence>},
      {"miniport.residency-overcommit", kMiniport, "residency lists larger than video memory",
       false, on_stage<more_than_the_memory>},
      {"miniport.residency-reclaim", kMiniport, "offer, lose and reclaim what is on the list",
       false, on_stage<reclaim_on_the_list>},
      {"miniport.residency-trim", kMiniport, "trim to a budget that shrank, and what is unused",
       false, on_stage<trimmed_by_others>},
      {"miniport.residency-death", kMiniport, "a process dies with a residency list", false,
       on_stage<death_with_a_list>},
      {"miniport.residency-reset", kMiniport, "the adapter is reset under a residency list", false,
       on_stage<reset_under_a_list>},
      {"miniport.residency-move", kMiniport, "other segments for a live allocation", false,
       on_stage<move_between_segments>},
      {"miniport.race-residency", kMiniport, "two processes make resident, work and evict", true,
       on_stage<lists_of_two_devices>},
      {"miniport.race-paging-queue", kMiniport, "a paging queue goes while it is used", true,
       on_stage<queue_against_its_destroy>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
