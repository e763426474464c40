// The contents of command buffers: those of the profile as they are and spoiled, and buffers of GDI
// that are longer than a DMA buffer.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/verify/scenarios/miniport/gdi_commands.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/memory.h"
#include "src/verify/scenarios/miniport/spoiled.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

using Allocations = std::span<const D3DKMT_HANDLE>;

void need_commands(Stage& stage) {
  stage.need_scheduler();
  if (stage.adapter().table().DxgkDdiRender == nullptr)
    stage.skip("DxgkDdiRender is not registered");
  if (stage.profile().commands.empty()) stage.skip("it needs a profile with commands");
}

bool is_lost(Client& client, D3DKMT_HANDLE device) {
  return client.state_of(device) != D3DKMT_DEVICEEXECUTION_ACTIVE;
}

// Submits on as many of the allocations as the driver lets these commands name. If it takes none,
// throws its answer to all of them.
std::size_t submit_on_most(Client& client, Queue& queue, const Blob& commands,
                           Allocations allocations) {
  std::optional<RefusedCall> first;
  for (std::size_t count = allocations.size();; --count) {
    try {
      client.submit(queue, commands, allocations.first(count));
      return count;
    } catch (const RefusedCall& refused) {
      if (!first) first = refused;
      if (count == 0) throw *first;
    }
  }
}

void commands_of_the_profile(Stage& stage) {
  need_commands(stage);
  const std::vector<Blob>& all = stage.profile().commands;
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (std::size_t i = 0; i < all.size(); ++i) {
      submit_on_most(client, queue, all[i], resource.allocations);
      client.wait_idle(device);
      if (is_lost(client, device))
        throw Refused(fmt::format("the GPU did not end commands[{}] of the profile", i));
    }
    client.destroy(device, resource);
  });
}

// The driver may accept or refuse them. Commands that hang the GPU cost the client its device, and
// the others are not tried: six hangs would be the end of the machine.
void try_commands(Stage& stage, Client& client, D3DKMT_HANDLE device, Queue& queue,
                  Allocations allocations, const Blob& good) {
  for (const Blob& bad : spoiled(good)) {
    if (bad.size() > queue.command_bytes) continue;
    try {
      client.submit(queue, bad, allocations);
      client.wait_idle(device);
    } catch (const RefusedCall&) {
      if (!stage.adapter().driver().alive()) throw;
    }
    if (is_lost(client, device)) return;
  }
}

void commands_spoiled(Stage& stage) {
  need_commands(stage);
  stage.need_work();
  for (const Blob& good : stage.profile().commands) {
    if (good.empty()) continue;
    stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
      const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
      // No command names it, so that none may reach it where it lies, behind the others.
      const Resource bystander = client.create(device, stage.recipe(), Kind::kResource);
      for (const Resource& each : {resource, bystander})
        stage.work(client, queue, each.allocations);
      try_commands(stage, client, device, queue, resource.allocations, good);
      may_miss([&] { client.destroy(device, resource); });
      may_miss([&] { client.destroy(device, bystander); });
    });
  }
}

// So many rectangles that DMA buffer and patch-location list come to their ends several times; the
// last one covers the picture.
void longer_than_a_buffer(Stage& stage) {
  need_drawing(stage);
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    constexpr UINT kColor = 0xff2468ac;
    const Recipe recipe = stage.recipe();
    const RECT whole = rect_at(0, 0, recipe.surface.width, recipe.surface.height);
    const Resource picture = client.create(device, recipe, Kind::kResource);
    const std::size_t count = queue.command_bytes / sizeof(DXGK_RENDERKM_COMMAND);
    std::vector<DXGK_RENDERKM_COMMAND> commands;
    for (UINT i = 0; i + 1 < count; ++i) commands.push_back(fill_command(whole, 0, i));
    commands.push_back(fill_command(whole, 0, kColor));
    client.draw(queue, commands, picture.allocations);
    expect_color(stage, client, device, picture.allocations[0], kColor);
    client.destroy(device, picture);
  });
}

}  // namespace

std::span<const Scenario> command_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.commands", kMiniport, "the commands of the profile are taken and end", false,
       on_stage<commands_of_the_profile>},
      {"miniport.commands-spoiled", kMiniport, "commands of the profile cut off and changed", false,
       on_stage<commands_spoiled>},
      {"miniport.commands-long", kMiniport, "more commands at once than a DMA buffer holds", false,
       on_stage<longer_than_a_buffer>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
