// GPU virtual addresses, and contexts whose work uses them.
#include <array>

#include "src/dxgk/adapter/adapter.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/resident.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

constexpr UINT64 kReserved = 4 * 65536;

void need_addresses(const Stage& stage) {
  if (!stage.has_devices()) return;  // the creation of a device skips the scenario
  if (!stage.adapter_caps().gpu_mmu) stage.skip("the driver has no GPU MMU (GpuMmuSupported)");
  stage.need_contexts();
}

// A virtual context of a device, and an allocation of which a page is mapped for its commands.
struct Work {
  Work(Stage& stage, Client& user, D3DKMT_HANDLE where)
      : client(user),
        device(where),
        resident(client, device),
        context(resident.create_virtual_context()),
        resource(client.create(device, stage.recipe(), Kind::kResource)) {}

  // Waits for residency and for the mapping on the processor.
  void bring_in() {
    resident.bring_in(resource.allocations);
    resident.wait(resident.map(resource.allocations[0], 1, commands));
  }
  void submit(int times = 1) {
    for (int i = 0; i < times; ++i) resident.submit_nothing(context, commands);
  }

  // The driver's halves are destroyed when the work has ended.
  void end() {
    client.destroy(device, resource);
    resident.destroy_context(context);
    resident.destroy_queue();
  }

  Client& client;
  const D3DKMT_HANDLE device;
  Resident resident;
  const D3DKMT_HANDLE context;
  const Resource resource;
  UINT64 commands = 0;
};

// Addresses are reserved, mapped and freed in every order, and allocations move while they are
// mapped.
void map_and_free(Stage& stage) {
  need_addresses(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const Resource one = client.create(device, stage.recipe(), Kind::kResource);
    const Resource other = client.create(device, stage.recipe(), Kind::kLoose);
    const std::array both = {one.allocations[0], other.allocations[0]};
    const UINT64 reserved = resident.reserve(kReserved);
    UINT64 mapped = 0, inside = reserved, over = reserved;
    resident.wait(resident.map(both[0], 1, mapped));
    resident.wait(resident.map(both[0], 1, inside));
    resident.bring_in(both);
    resident.wait(resident.map(both[1], 1, over));  // in place of the first
    resident.evict(both);
    resident.bring_in(both);
    resident.free(mapped, PAGE_SIZE);
    client.destroy(device, one);
    client.destroy(device, other);
    resident.free(reserved, kReserved);
    resident.destroy_queue();
  });
}

// Work uses addresses; everything that it may touch is on the residency list.
void work_by_addresses(Stage& stage) {
  need_addresses(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Work work(stage, client, device);
    Resident& resident = work.resident;
    resident.wait_on(work.context, resident.list(work.resource.allocations));
    resident.wait_on(work.context, resident.map(work.resource.allocations[0], 1, work.commands));
    work.submit(4);
    client.wait_idle(device);
    work.submit();
    work.end();
  });
}

// A hostile client puts pointers into the private data of its work.
void pointers_in_work(Stage& stage) {
  need_addresses(stage);
  if (stage.adapter().table().DxgkDdiSubmitCommandVirtual == nullptr)
    stage.skip("DxgkDdiSubmitCommandVirtual is not registered");
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Work work(stage, client, device);
    work.bring_in();
    const auto pointer = reinterpret_cast<std::uint64_t>(&work.commands);
    for (const std::size_t count : {1, 2, 8})
      work.resident.try_submit(work.context, work.commands,
                               std::vector<std::uint64_t>(count, pointer));
    may_miss([&] { client.wait_idle(device); });
    work.end();
  });
}

// Page-table updates between packets of work, ordered by a fence.
void update_between_work(Stage& stage) {
  need_addresses(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Work work(stage, client, device);
    Resident& resident = work.resident;
    const std::vector<D3DKMT_HANDLE>& pool = work.resource.allocations;
    const D3DKMT_HANDLE fence = resident.create_monitored_fence();
    const UINT64 tiles = resident.reserve(kReserved);
    work.bring_in();
    for (UINT64 i = 0; i < 4; ++i) {
      resident.update(work.context, fence, 2 * i + 1, tiles + i * PAGE_SIZE, pool[0]);
      work.submit();
    }
    resident.evict(pool);  // it stays resident until the updates that need it have run
    for (UINT64 i = 0; i < 2; ++i) resident.signal(fence, 2 * i + 1);
    client.wait_idle(device);
    // Two updates still wait for a fence that is never signalled.
    resident.destroy_context(work.context);
    client.destroy_fence(fence);
    client.destroy(device, work.resource);
    resident.free(tiles, kReserved);
    resident.destroy_queue();
  });
}

void death_with_addresses(Stage& stage) {
  need_addresses(stage);
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  Work work(stage, client, device);
  work.bring_in();
  work.resident.reserve(kReserved);
  work.submit(3);
  client.vanish();
}

// Work by addresses beside a strand that maps and evicts.
void work_against_mapping(Stage& stage) {
  need_addresses(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Work work(stage, client, device);
    Resident& resident = work.resident;
    const Resource other = client.create(device, stage.recipe(), Kind::kResource);
    work.bring_in();
    stage.run().together({{"worker", [&] { work.submit(3); }}, {"mapper", [&] {
                                                                  UINT64 there = 0;
                                                                  resident.list(other.allocations);
                                                                  resident.map(other.allocations[0],
                                                                               1, there);
                                                                  resident.evict(other.allocations);
                                                                  resident.free(there, PAGE_SIZE);
                                                                }}});
    client.wait_idle(device);
    resident.destroy_context(work.context);
    client.destroy(device, work.resource);
    client.destroy(device, other);
  });
}

}  // namespace

std::span<const Scenario> address_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.gpu-addresses", kMiniport, "reserve, map, move and free addresses of the GPU",
       false, on_stage<map_and_free>},
      {"miniport.virtual-context", kMiniport, "work that names memory by addresses", false,
       on_stage<work_by_addresses>},
      {"miniport.virtual-pointers", kMiniport, "pointers in the private data of virtual work",
       false, on_stage<pointers_in_work>},
      {"miniport.address-updates", kMiniport, "tiles that change between work", false,
       on_stage<update_between_work>},
      {"miniport.virtual-death", kMiniport, "a process dies with addresses and virtual work", false,
       on_stage<death_with_addresses>},
      {"miniport.race-virtual-work", kMiniport, "virtual work beside mapping and eviction", true,
       on_stage<work_against_mapping>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
