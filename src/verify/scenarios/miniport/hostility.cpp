// Hostile clients: private data that the user-mode driver did not make, and memory that is unmapped
// while the driver reads it. Also allocations of Windows itself.
#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/system_context.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/spoiled.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

// The driver may accept or refuse it.
void try_to_create(Stage& stage, Client& client, D3DKMT_HANDLE device, const Blob& allocation,
                   const Blob& resource) {
  const Profile::Allocation asked{.name = "spoiled private data",
                                  .private_data = allocation,
                                  .resource_private_data = resource};
  const Recipe recipe{.surface = {}, .of_profile = &asked};
  try {
    client.destroy(device, client.create(device, recipe, Kind::kResource));
  } catch (const RefusedCall&) {
    if (!stage.adapter().driver().alive()) throw;
  }
}

void bad_private_data(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const dxgk::StandardData data = client.describe(device, stage.recipe());
    const Blob allocation(data.allocation.begin(), data.allocation.end());
    const Blob resource(data.resource.begin(), data.resource.end());
    if (allocation.empty() && resource.empty()) stage.skip("its allocations need no private data");
    if (!allocation.empty()) {
      for (const Blob& bad : spoiled(allocation))
        try_to_create(stage, client, device, bad, resource);
    }
    if (!resource.empty()) {
      for (const Blob& bad : spoiled(resource))
        try_to_create(stage, client, device, allocation, bad);
    }
    client.destroy(device, client.create(device, stage.recipe(), Kind::kResource));
  });
}

// A program asks for what only the user-mode driver should ask for, with every small room for the
// answer. The driver may answer or refuse.
void short_queries(Stage& stage) {
  constexpr UINT kMostBytes = 256;
  Client client = stage.client();
  const dxgk::ProcessScope inside(&client.process());
  for (UINT bytes = 1; bytes <= kMostBytes; ++bytes) {
    Blob room(bytes);
    D3DKMT_QUERYADAPTERINFO query{};
    query.hAdapter = client.adapter();
    query.Type = KMTQAITYPE_UMDRIVERPRIVATE;
    query.pPrivateDriverData = room.data();
    query.PrivateDriverDataSize = bytes;
    static_cast<void>(D3DKMTQueryAdapterInfo(&query));
    if (!stage.adapter().driver().alive()) throw Refused("the driver did not survive it");
  }
}

// The lengths are multiples of likely sizes of commands: of 1 to 12, of most even numbers, and of
// powers of two.
void commands_taken_away(Stage& stage) {
  if (stage.adapter().table().DxgkDdiRender == nullptr)
    stage.skip("DxgkDdiRender is not registered");
  constexpr UINT kLengths[] = {64, 27'720, 55'440, 49'152, 65'536};
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    for (const UINT length : kLengths) {
      if (length > queue.command_bytes) continue;
      client.submit_taken_away(queue, length);
      if (!stage.adapter().driver().alive()) throw Refused("the driver did not survive it");
    }
    may_miss([&] { client.wait_idle(device); });
  });
}

// Other clients work before, after and at the same time.
void system_context(Stage& stage) {
  stage.need_scheduler();
  stage.recipe();
  std::unique_ptr<dxgk::SystemContext> system;
  must(dxgk::SystemContext::create(stage.adapter(), system),
       "the creation of the system's device and context");
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    if (stage.adapter().has_contexts()) client.destroy_queue(client.create_queue(device));
    client.destroy(device, resource);
  });
}

}  // namespace

std::span<const Scenario> hostile_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.bad-private-data", kMiniport, "private data cut off, too long and without sense",
       false, on_stage<bad_private_data>},
      {"miniport.short-queries", kMiniport, "private queries with little room for the answer",
       false, on_stage<short_queries>},
      {"miniport.commands-taken-away", kMiniport, "commands whose memory the client takes away",
       false, on_stage<commands_taken_away>},
      {"miniport.system-context", kMiniport, "a device and a context of the system's own", false,
       on_stage<system_context>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
