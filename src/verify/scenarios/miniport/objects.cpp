// Devices, contexts, resources and allocations: made in every number and destroyed in every order.
#include <fmt/format.h>

#include <algorithm>

#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

// An order of `count` elements that the seed decides.
std::vector<std::size_t> any_order(Run& run, std::size_t count) {
  std::vector<std::size_t> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = i;
  for (std::size_t i = count; i > 1; --i) std::swap(out[i - 1], out[run.choose(i)]);
  return out;
}

Resource create_group(Stage& stage, Client& client, D3DKMT_HANDLE device, UINT count) {
  return client.create(device, stage.recipe(), Kind::kResource, count);
}

// Adds allocations to a resource, which a driver may refuse.
void add_to(Stage& stage, Client& client, D3DKMT_HANDLE device, Resource& resource, UINT count) {
  try {
    client.add(device, stage.recipe(), resource, count);
  } catch (const RefusedCall& refused) {
    if (refused.status() != STATUS_INVALID_PARAMETER) throw;
    stage.skip(fmt::format("the driver adds no allocation to a resource: {}", refused.what()));
  }
}

void devices_in_odd_orders(Stage& stage) {
  constexpr std::size_t kDevices = 6;
  Client first = stage.client(), second = stage.client();
  std::vector<std::pair<Client*, D3DKMT_HANDLE>> devices;
  for (std::size_t i = 0; i < kDevices; ++i) {
    Client& client = i % 2 == 0 ? first : second;
    devices.emplace_back(&client, client.create_device());
  }
  for (const std::size_t i : any_order(stage.run(), kDevices))
    devices[i].first->destroy_device(devices[i].second);
  first.end();
  second.end();
}

void contexts_in_odd_orders(Stage& stage) {
  stage.need_contexts();
  const std::size_t nodes = std::max<std::size_t>(stage.adapter().caps().nodes.size(), 1);
  Client client = stage.client();
  const D3DKMT_HANDLE first = client.create_device(), second = client.create_device();
  std::vector<Queue> queues;
  for (UINT i = 0; i < 8; ++i)
    queues.push_back(
        client.create_queue(i % 3 == 0 ? second : first, static_cast<UINT>(i % nodes)));
  for (const std::size_t i : any_order(stage.run(), queues.size())) client.destroy_queue(queues[i]);
  client.destroy_device(first);
  client.destroy_device(second);
  client.end();
}

void device_before_its_contexts(Stage& stage) {
  stage.need_contexts();
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  const Queue queue = client.create_queue(device);
  client.create_queue(device);
  client.destroy_device(device);
  may_miss([&] { client.destroy_queue(queue); });
  client.end();
}

template <UINT count>
void resource_of(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = create_group(stage, client, device, count);
    client.destroy(device, resource);
  });
}

// A resource without allocations. The driver may be called for it only when it is destroyed, or
// never.
void empty_resource(Stage& stage) {
  stage.recipe();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = client.create(device, {}, Kind::kResource, 0);
    client.destroy(device, resource);
  });
}

void loose_allocations(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    std::vector<D3DKMT_HANDLE> all;
    for (UINT i = 0; i < 5; ++i)
      all.push_back(client.create(device, stage.recipe(), Kind::kLoose).allocations[0]);
    std::vector<D3DKMT_HANDLE> last = {all.back(), all.front()};
    client.destroy(device, last);
    client.destroy(device, std::span(all).subspan(1, 3));
  });
}

void add_to_resource(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resource resource = create_group(stage, client, device, 1);
    add_to(stage, client, device, resource, 1);
    add_to(stage, client, device, resource, 2);
    client.destroy(device, resource);
  });
}

// All allocations of the resource are destroyed and new ones are added before it is destroyed.
void empty_and_refill(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Resource resource = create_group(stage, client, device, 2);
    client.destroy(device, std::span(resource.allocations));
    resource.allocations.clear();
    add_to(stage, client, device, resource, 2);
    client.destroy(device, resource);
  });
}

// Each allocation by itself, then the resource that has none left.
void destroy_in_parts(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = create_group(stage, client, device, 5);
    const std::vector<std::size_t> order = any_order(stage.run(), 5);
    for (const std::size_t i : order)
      client.destroy(device, std::span(&resource.allocations[i], 1));
    client.destroy(device, resource);
  });
}

// Some allocations are destroyed by a list, the others with the resource.
void destroy_part_and_rest(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = create_group(stage, client, device, 4);
    client.destroy(device, std::span(resource.allocations).first(2));
    client.destroy(device, resource);
  });
}

// One list names allocations of several resources and of none. The call is refused as a whole.
void destroy_by_mixed_list(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource first = create_group(stage, client, device, 2);
    const Resource second = create_group(stage, client, device, 2);
    const Resource loose = client.create(device, stage.recipe(), Kind::kLoose);
    const std::vector<D3DKMT_HANDLE> mixed = {second.allocations[1], loose.allocations[0],
                                              first.allocations[0]};
    if (NT_SUCCESS(client.try_destroy(device, 0, mixed)))
      throw Refused("allocations of several resources were destroyed by one list");
    client.destroy(device, second);
    client.destroy(device, loose);
    client.destroy(device, first);
  });
}

// A client destroys things twice, after their resource, and through the wrong device. None of this
// reaches the driver.
void destroy_in_wrong_order(Stage& stage) {
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device(), other = client.create_device();
  const Resource resource = create_group(stage, client, device, 2);
  if (NT_SUCCESS(client.try_destroy(other, resource.handle, {})))
    throw Refused("a device destroyed a resource of another");
  client.destroy(device, std::span(resource.allocations).last(1));
  if (NT_SUCCESS(client.try_destroy(device, 0, resource.allocations)))
    throw Refused("an allocation was destroyed twice");
  client.destroy(device, resource);
  if (NT_SUCCESS(client.try_destroy(device, resource.handle, {})) ||
      NT_SUCCESS(client.try_destroy(device, 0, std::span(resource.allocations).first(1))))
    throw Refused("a resource or its allocation was destroyed twice");
  client.destroy_device(other);
  client.destroy_device(device);
  client.end();
}

// The device is destroyed first, and with it everything that it has.
void destroy_after_device(Stage& stage) {
  Client client = stage.client();
  const D3DKMT_HANDLE device = client.create_device();
  const Resource resource = create_group(stage, client, device, 2);
  const Resource loose = client.create(device, stage.recipe(), Kind::kLoose);
  const Resource emptied = create_group(stage, client, device, 1);
  client.destroy(device, std::span(emptied.allocations));
  client.destroy_device(device);
  client.try_destroy(device, resource.handle, {});
  client.try_destroy(device, 0, loose.allocations);
  client.end();
}

void destroy_with_flags(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    D3DDDICB_DESTROYALLOCATION2FLAGS at_once{}, unused{};
    at_once.SynchronousDestroy = 1;
    unused.AssumeNotInUse = 1;
    for (const auto flags : {at_once, unused}) {
      const Resource resource = create_group(stage, client, device, 1);
      must(client.try_destroy(device, resource.handle, {}, flags), "D3DKMTDestroyAllocation2");
    }
  });
}

// Each kind of surface that Windows itself would create on this adapter.
void standard_surfaces(Stage& stage) {
  stage.recipe();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    std::size_t made = 0;
    std::string refusal;
    for (const Recipe& recipe : stage.recipes()) {
      Resource resource;
      try {
        resource = client.create(device, recipe, Kind::kResource);
      } catch (const RefusedCall& refused) {
        if (stage.run().after_fault() || refused.status() == STATUS_NO_MEMORY) throw;
        refusal = refused.what();
        continue;  // a kind that this adapter does not have
      }
      client.destroy(device, resource);
      ++made;
    }
    if (made == 0)
      stage.skip(fmt::format("none of the surfaces that the system would create was created: {}",
                             refusal));
  });
}

}  // namespace

std::span<const Scenario> object_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.devices", kMiniport, "devices of two processes, destroyed in an odd order", false,
       on_stage<devices_in_odd_orders>},
      {"miniport.contexts", kMiniport, "contexts on every node, destroyed in an odd order", false,
       on_stage<contexts_in_odd_orders>},
      {"miniport.device-before-contexts", kMiniport, "destroy a device that has contexts", false,
       on_stage<device_before_its_contexts>},
      {"miniport.resource-of-0", kMiniport, "a resource without allocations", false,
       on_stage<empty_resource>},
      {"miniport.resource-of-1", kMiniport, "a resource of one allocation", false,
       on_stage<resource_of<1>>},
      {"miniport.resource-of-2", kMiniport, "a resource of two allocations", false,
       on_stage<resource_of<2>>},
      {"miniport.resource-of-17", kMiniport, "a resource of 17 allocations", false,
       on_stage<resource_of<17>>},
      {"miniport.resource-of-100", kMiniport, "a resource of 100 allocations", false,
       on_stage<resource_of<100>>},
      {"miniport.loose-allocations", kMiniport, "allocations of no resource, destroyed by lists",
       false, on_stage<loose_allocations>},
      {"miniport.add-to-resource", kMiniport, "allocations added to a resource", false,
       on_stage<add_to_resource>},
      {"miniport.refill-resource", kMiniport, "a resource emptied and filled again", false,
       on_stage<empty_and_refill>},
      {"miniport.destroy-in-parts", kMiniport, "each allocation by itself, then the empty resource",
       false, on_stage<destroy_in_parts>},
      {"miniport.destroy-part-and-rest", kMiniport, "some by a list, the rest with the resource",
       false, on_stage<destroy_part_and_rest>},
      {"miniport.destroy-mixed-list", kMiniport, "a list over several resources, which is refused",
       false, on_stage<destroy_by_mixed_list>},
      {"miniport.destroy-wrong-order", kMiniport, "destroy twice, and by the wrong device", false,
       on_stage<destroy_in_wrong_order>},
      {"miniport.destroy-after-device", kMiniport, "the device goes with all that is on it", false,
       on_stage<destroy_after_device>},
      {"miniport.destroy-flags", kMiniport, "destroy at once, and assumed not in use", false,
       on_stage<destroy_with_flags>},
      {"miniport.standard-surfaces", kMiniport, "every surface that the system would create", false,
       on_stage<standard_surfaces>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
