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
    Resident resident(client, device);
    const D3DKMT_HANDLE context = resident.create_virtual_context();
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    UINT64 commands = 0;
    resident.wait_on(context, resident.list(resource.allocations));
    resident.wait_on(context, resident.map(resource.allocations[0], 1, commands));
    for (int i = 0; i < 4; ++i) resident.submit_nothing(context, commands);
    client.wait_idle(device);
    resident.submit_nothing(context, commands);
    client.destroy(device, resource);  // the driver's half is destroyed when the work has ended
    resident.destroy_context(context);
    resident.destroy_queue();
  });
}

// A hostile client puts pointers into the private data of its work.
void pointers_in_work(Stage& stage) {
  need_addresses(stage);
  if (stage.adapter().table().DxgkDdiSubmitCommandVirtual == nullptr)
    stage.skip("DxgkDdiSubmitCommandVirtual is not registered");
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const D3DKMT_HANDLE context = resident.create_virtual_context();
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    UINT64 commands = 0;
    resident.bring_in(resource.allocations);
    resident.wait(resident.map(resource.allocations[0], 1, commands));
    const auto pointer = reinterpret_cast<std::uint64_t>(&commands);
    for (const std::size_t count : {1, 2, 8})
      resident.try_submit(context, commands, std::vector<std::uint64_t>(count, pointer));
    may_miss([&] { client.wait_idle(device); });
    client.destroy(device, resource);
    resident.destroy_context(context);
    resident.destroy_queue();
  });
}

// Page-table updates between packets of work, ordered by a fence.
void update_between_work(Stage& stage) {
  need_addresses(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const D3DKMT_HANDLE context = resident.create_virtual_context();
    const D3DKMT_HANDLE fence = resident.create_monitored_fence();
    const Resource pool = client.create(device, stage.recipe(), Kind::kResource);
    const UINT64 tiles = resident.reserve(kReserved);
    UINT64 commands = 0;
    resident.bring_in(pool.allocations);
    resident.wait(resident.map(pool.allocations[0], 1, commands));
    for (UINT64 i = 0; i < 4; ++i) {
      resident.update(context, fence, 2 * i + 1, tiles + i * PAGE_SIZE, pool.allocations[0]);
      resident.submit_nothing(context, commands);
    }
    resident.evict(pool.allocations);  // it stays resident until the updates that need it have run
    for (UINT64 i = 0; i < 2; ++i) resident.signal(fence, 2 * i + 1);
    client.wait_idle(device);
    resident.destroy_context(
        context);  // two updates still wait for a fence that is never signalled
    client.destroy_fence(fence);
    client.destroy(device, pool);
    resident.free(tiles, kReserved);
    resident.destroy_queue();
  });
}

void death_with_addresses(Stage& stage) {
  need_addresses(stage);
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  Resident resident(client, device);
  const D3DKMT_HANDLE context = resident.create_virtual_context();
  const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
  UINT64 commands = 0;
  resident.bring_in(resource.allocations);
  resident.wait(resident.map(resource.allocations[0], 1, commands));
  resident.reserve(kReserved);
  for (int i = 0; i < 3; ++i) resident.submit_nothing(context, commands);
  client.vanish();
}

// Work by addresses beside a strand that maps and evicts.
void work_against_mapping(Stage& stage) {
  need_addresses(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resident resident(client, device);
    const D3DKMT_HANDLE context = resident.create_virtual_context();
    const Resource commands = client.create(device, stage.recipe(), Kind::kResource);
    const Resource other = client.create(device, stage.recipe(), Kind::kResource);
    UINT64 at = 0;
    resident.bring_in(commands.allocations);
    resident.wait(resident.map(commands.allocations[0], 1, at));
    stage.run().together({{"worker",
                           [&] {
                             for (int i = 0; i < 3; ++i) resident.submit_nothing(context, at);
                           }},
                          {"mapper", [&] {
                             UINT64 there = 0;
                             resident.list(other.allocations);
                             resident.map(other.allocations[0], 1, there);
                             resident.evict(other.allocations);
                             resident.free(there, PAGE_SIZE);
                           }}});
    client.wait_idle(device);
    resident.destroy_context(context);
    client.destroy(device, commands);
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
