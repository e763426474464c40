// Resources that several devices and processes have open.
#include <fmt/format.h>

#include <cstdlib>

#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

constexpr std::u16string_view kShareName = u"\\BaseNamedObjects\\Drydock shares this";

void shared_between_devices(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const D3DKMT_HANDLE other = client.create_device();
    const Resource made = client.create(device, stage.recipe(), Kind::kShared);
    const Resource opened = client.open(other, made.global);
    const Resource again = client.open(other, made.global);
    const Resource here = client.open(device, made.global);
    client.destroy(other, again);
    client.destroy(device, made);
    client.destroy(device, here);
    client.destroy(other, opened);
    client.destroy_device(other);
  });
}

// The creator's device is destroyed first. Another process still has the resource open.
void creating_device_goes_first(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const D3DKMT_HANDLE creator = client.create_device();
    const Resource made = client.create(creator, stage.recipe(), Kind::kShared);
    const Resource opened = client.open(device, made.global);
    client.destroy_device(creator);
    stage.run().pass(10'000);
    client.destroy(device, opened);
  });
}

void shared_between_processes(Stage& stage) {
  Client creator = stage.client(), opener = stage.client();
  const D3DKMT_HANDLE device = creator.create_device();
  const D3DKMT_HANDLE other = opener.create_device();
  const Resource made = creator.create(device, stage.recipe(), Kind::kShared);
  const Resource opened = opener.open(other, made.global);
  creator.destroy(device, made);
  opener.destroy(other, opened);
  creator.destroy_device(device);
  opener.destroy_device(other);
  creator.end();
  opener.end();
}

void creator_dies_first(Stage& stage) {
  Client opener = stage.client();
  const D3DKMT_HANDLE device = opener.create_device();
  Resource opened;
  {
    Client creator = stage.client();
    const D3DKMT_HANDLE first = creator.create_device();
    const Resource made = creator.create(first, stage.recipe(), Kind::kShared);
    opened = opener.open(device, made.global);
    creator.vanish();
  }
  // The resource still works.
  const D3DKMT_HANDLE second = opener.create_device();
  const Resource again = opener.open(second, opened.global);
  opener.destroy(device, opened);
  opener.destroy(second, again);
  opener.destroy_device(second);
  opener.destroy_device(device);
  opener.end();
}

void opener_dies_first(Stage& stage) {
  stage.with_device([&](Client& creator, D3DKMT_HANDLE device) {
    const Resource made = creator.create(device, stage.recipe(), Kind::kShared);
    {
      Client opener = stage.client();
      opener.open(opener.create_device(), made.global);
      opener.vanish();
    }
    creator.destroy(device, made);
  });
}

// The NT handle retains the resource while no process has it open.
void nt_handle(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource made = client.create(device, stage.recipe(), Kind::kNtShared);
    const HANDLE shared = client.share(made);
    client.destroy(device, made);
    client.destroy(device, client.open(device, shared));
    client.close(shared);
  });
}

// Another process opens the resource by its name; then its creator dies.
void nt_handle_by_name(Stage& stage) {
  stage.with_device([&](Client& opener, D3DKMT_HANDLE device) {
    HANDLE shared = nullptr;
    {
      Client creator = stage.client();
      const D3DKMT_HANDLE first = creator.create_device();
      creator.share(creator.create(first, stage.recipe(), Kind::kNtShared), kShareName);
      shared = opener.find_share(kShareName);
      creator.vanish();
    }
    const Resource opened = opener.open(device, shared);
    opener.close(shared);
    opener.destroy(device, opened);
  });
}

void nt_handle_dies_with_its_process(Stage& stage) {
  Client creator = stage.client();
  const D3DKMT_HANDLE device = creator.create_device();
  const Resource made = creator.create(device, stage.recipe(), Kind::kNtShared);
  creator.share(made);
  creator.destroy_device(device);
  creator.vanish();
}

// The driver makes an allocation of memory that belongs to the client.
void existing_memory(Stage& stage) {
  if (stage.adapter().table().DxgkDdiGetStandardAllocationDriverData == nullptr)
    stage.skip("DxgkDdiGetStandardAllocationDriverData is not registered");
  constexpr std::size_t kBytes = 2 * PAGE_SIZE;
  const std::unique_ptr<std::byte[], void (*)(void*)> memory(
      static_cast<std::byte*>(std::aligned_alloc(PAGE_SIZE, kBytes)), std::free);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    try {
      client.destroy(device, client.create_over(device, memory.get(), kBytes));
    } catch (const RefusedCall& refused) {
      if (refused.status() == STATUS_NO_MEMORY) throw;
      stage.skip(fmt::format("the driver makes no allocation of memory that a client has: {}",
                             refused.what()));
    }
  });
}

}  // namespace

std::span<const Scenario> sharing_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.shared-between-devices", kMiniport, "a resource open on two devices, one twice",
       false, on_stage<shared_between_devices>},
      {"miniport.creating-device-goes", kMiniport,
       "the device that made a shared resource goes first", false,
       on_stage<creating_device_goes_first>},
      {"miniport.shared-between-processes", kMiniport, "a resource open in two processes", false,
       on_stage<shared_between_processes>},
      {"miniport.creator-dies", kMiniport, "the process that made a shared resource dies first",
       false, on_stage<creator_dies_first>},
      {"miniport.opener-dies", kMiniport, "a process that opened a shared resource dies", false,
       on_stage<opener_dies_first>},
      {"miniport.nt-handle", kMiniport, "only an NT handle keeps the resource for a while", false,
       on_stage<nt_handle>},
      {"miniport.nt-handle-by-name", kMiniport, "opened by its name after its creator died", false,
       on_stage<nt_handle_by_name>},
      {"miniport.nt-handle-dies", kMiniport, "the last NT handle goes with its process", false,
       on_stage<nt_handle_dies_with_its_process>},
      {"miniport.existing-memory", kMiniport, "an allocation over memory of the client", false,
       on_stage<existing_memory>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
