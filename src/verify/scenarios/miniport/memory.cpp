// Contents of allocations that are locked, discarded, offered, evicted and made resident again.
#include "src/verify/scenarios/miniport/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/wishes/offer.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/verify/scenarios/miniport/gdi_commands.h"
#include "src/verify/scenarios/miniport/groups.h"

namespace drydock::verify::miniport {
namespace {

// The smallest segment that allocations are paged into.
SIZE_T memory_of(Stage& stage) {
  SIZE_T smallest = 0;
  for (const DXGK_SEGMENTDESCRIPTOR4& segment : stage.adapter().caps().segments) {
    if (segment.Flags.Aperture == 0 && (smallest == 0 || segment.Size < smallest))
      smallest = segment.Size;
  }
  constexpr SIZE_T kMost = SIZE_T{32} << 20;
  if (smallest == 0) stage.skip("the driver has no memory of its own, only apertures");
  if (smallest > kMost)
    stage.skip(fmt::format("its smallest memory segment has {} MB, more than is filled here",
                           smallest >> 20));
  return smallest;
}

// A surface that the CPU cannot see, because the others lie in an aperture.
Recipe in_memory(Recipe recipe) {
  if (recipe.of_profile == nullptr && recipe.surface.type == D3DKMDT_STANDARDALLOCATION_GDISURFACE)
    recipe.surface.gdi = D3DKMDT_GDISURFACE_TEXTURE;
  return recipe;
}

}  // namespace

void need_drawing(Stage& stage) {
  stage.need_scheduler();
  if (!stage.draws())
    stage.skip(
        "it needs a driver that draws for GDI (DxgkDdiRenderKm, SupportKernelModeCommandBuffer), "
        "and a profile without allocations");
  stage.need_work();
}

Recipe quarter_of_memory(Stage& stage) {
  const SIZE_T bytes = memory_of(stage) / 4;
  constexpr UINT kRow = 64;  // pixels, of four bytes
  return in_memory(stage.recipe(kRow, static_cast<UINT>(bytes / 4 / kRow)));
}

void expect_color(Stage& stage, Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation,
                  UINT color) {
  stage.lock(client, device, allocation);
  client.unlock(device, allocation);
  const void* const memory = client.lock_first(device, allocation, /*discards=*/false);
  UINT first = 0;
  std::memcpy(&first, memory, sizeof first);
  client.unlock(device, allocation);
  if (stage.run().after_fault() || !rules::breaks("N-070", first != color)) return;
  nt::Breach("N-070", nt::Offender::named(stage.adapter().driver().name()))
      .message("a surface was filled with {:#010x} and holds {:#010x}", color, first)
      .raise_later();
}

namespace {

constexpr std::size_t kSeen = 256;  // bytes of an allocation that are compared

// A pattern that differs from allocation to allocation and is the same in every run.
std::byte pattern(D3DKMT_HANDLE allocation, std::size_t at) {
  return static_cast<std::byte>(allocation / 0x40 * 31 + at * 7 + 1);
}

void write_pattern(Stage& stage, Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  auto* const memory = static_cast<std::byte*>(stage.lock(client, device, allocation));
  for (std::size_t i = 0; i < kSeen; ++i) memory[i] = pattern(allocation, i);
  client.unlock(device, allocation);
}

// The CPU reads what it wrote, after the allocation was evicted.
void check_pattern(Stage& stage, Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation) {
  const auto* const memory =
      static_cast<const std::byte*>(client.lock_first(device, allocation, /*discards=*/false));
  std::size_t good = 0;
  while (good < kSeen && memory[good] == pattern(allocation, good)) ++good;
  client.unlock(device, allocation);
  if (stage.run().after_fault() || !rules::breaks("N-070", good != kSeen)) return;
  nt::Breach("N-070", nt::Offender::named(stage.adapter().driver().name()))
      .message(
          "byte {} of the allocation {:#x} is not what was written to it "
          "before it was moved",
          good, allocation)
      .raise_later();
}

// A driver of hardware that nobody emulates may accept any work, and its GPU moves nothing. What
// memory holds is compared only where the driver, or its profile, says that work does something.
void need_gpu_that_works(Stage& stage) {
  stage.need_scheduler();
  if (!stage.draws() && stage.profile().commands.empty())
    stage.skip(
        "it needs a profile with commands, or a driver that draws for GDI (DxgkDdiRenderKm, "
        "SupportKernelModeCommandBuffer)");
  stage.need_work();
}

void lock_and_unlock(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    const D3DKMT_HANDLE allocation = resource.allocations[0];
    write_pattern(stage, client, device, allocation);
    stage.lock(client, device, allocation);
    stage.lock(client, device, allocation);
    client.unlock(device, allocation);
    client.unlock(device, allocation);
    check_pattern(stage, client, device, allocation);
    client.destroy(device, resource);
  });
}

void destroy_while_locked(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    stage.lock(client, device, resource.allocations[0]);
    client.destroy(device, resource);
    const Resource left = client.create(device, stage.recipe(), Kind::kLoose);
    stage.lock(client, device, left.allocations[0]);
  });
}

// A discarding lock while the GPU uses the allocation gets other memory.
void lock_discarding(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    D3DKMT_HANDLE& allocation = resource.allocations[0];
    stage.lock(client, device, allocation);
    client.unlock(device, allocation);
    for (UINT round = 0; round < 4; ++round) {
      stage.work(client, queue, resource.allocations, round);
      auto* const memory =
          static_cast<std::byte*>(client.lock_first(device, allocation, /*discards=*/true));
      std::memset(memory, static_cast<int>(round), kSeen);
      client.unlock(device, allocation);
    }
    client.wait_idle(device);
    client.destroy(device, resource);
  });
}

void offer_and_reclaim(Stage& stage) {
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 1);
    const Resource lost = client.create(device, stage.recipe(), Kind::kResource, 1);
    client.offer(device, resource.allocations);
    client.reclaim(device, resource.allocations);
    client.offer(device, lost.allocations);
    dxgk::discard_offered(stage.dock(), D3DKMT_OFFER_PRIORITY_NORMAL);
    client.reclaim(device, lost.allocations);
    client.offer(device, resource.allocations);
    client.destroy(device, resource);  // while it is offered
    client.destroy(device, lost);
  });
}

// Rounds of work on one resource; `behind` is called right behind the work of each.
void work_in_rounds(Stage& stage, UINT rounds,
                    const std::function<void(Client& client, D3DKMT_HANDLE device,
                                             const Resource& resource, UINT round)>& behind) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (UINT round = 0; round < rounds; ++round) {
      stage.work(client, queue, resource.allocations, round);
      behind(client, device, resource, round);
    }
    client.wait_idle(device);
    client.destroy(device, resource);
  });
}

// Allocations are offered right behind the work that uses them.
void offer_behind_work(Stage& stage) {
  work_in_rounds(stage, 3,
                 [&](Client& client, D3DKMT_HANDLE device, const Resource& resource, UINT round) {
                   client.offer(device, resource.allocations);
                   if (round == 1)
                     dxgk::discard_offered(stage.dock(), D3DKMT_OFFER_PRIORITY_NORMAL);
                   client.reclaim(device, resource.allocations);
                 });
}

// Allocations of one and a half times the memory, each used twice in turn.
constexpr UINT kOvercommitted = 6;

void overcommit(Stage& stage) {
  stage.need_work();
  const Recipe recipe = quarter_of_memory(stage);
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    std::vector<Resource> all;
    for (UINT i = 0; i < kOvercommitted; ++i)
      all.push_back(client.create(device, recipe, Kind::kResource));
    for (UINT i = 0; i < 2 * kOvercommitted; ++i)
      stage.work(client, queue, all[i % kOvercommitted].allocations, i);
    if (stage.draws()) {
      const Resource seen = client.create(device, stage.recipe(), Kind::kResource);
      for (UINT i = 0; i < kOvercommitted; ++i) {
        client.copy(queue, stage.recipe(), all[i].allocations[0], seen.allocations[0]);
        expect_color(stage, client, device, seen.allocations[0], kOvercommitted + i);
      }
      client.destroy(device, seen);
    }
    client.wait_idle(device);
    for (const Resource& resource : all) client.destroy(device, resource);
  });
}

// Everything is evicted and made resident again; the CPU reads what it wrote before.
void evict_and_return(Stage& stage) {
  need_drawing(stage);
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource seen = client.create(device, stage.recipe(), Kind::kResource);
    const Resource other = client.create(device, stage.recipe(), Kind::kResource);
    for (int round = 0; round < 2; ++round) {
      write_pattern(stage, client, device, seen.allocations[0]);
      dxgk::Dock::empty_video_memory(stage.adapter());
      stage.work(client, queue, other.allocations, 7);
      check_pattern(stage, client, device, seen.allocations[0]);
    }
    client.wait_idle(device);
    client.destroy(device, seen);
    client.destroy(device, other);
  });
}

// A picture that the GPU drew is what the CPU sees, also after it was evicted.
void draw_and_look(Stage& stage) {
  need_drawing(stage);
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource picture = client.create(device, stage.recipe(), Kind::kResource);
    for (const UINT color : {0xff102030U, 0x00fedcbaU}) {
      stage.work(client, queue, picture.allocations, color);
      if (color == 0x00fedcbaU) dxgk::Dock::empty_video_memory(stage.adapter());
      expect_color(stage, client, device, picture.allocations[0], color);
    }
    client.destroy(device, picture);
  });
}

// A picture that is moved in several parts, as Windows moves what is large. Its first and its last
// rows have colours of their own, and are looked at after it was evicted.
void evict_in_parts(Stage& stage) {
  constexpr UINT kWidth = 256;
  constexpr UINT kHeight = 192;  // three parts of a hostile transfer
  constexpr UINT kTop = 0xff111111;
  constexpr UINT kBottom = 0xff999999;
  need_drawing(stage);
  if (memory_of(stage) < 2 * SIZE_T{kWidth} * kHeight * sizeof(UINT))
    stage.skip("its smallest memory segment has less than 384 KB");
  const Recipe recipe = in_memory(stage.recipe(kWidth, kHeight));
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    constexpr UINT kSide = Stage::kSide;
    const RECT top = rect_at(0, 0, kSide, kSide);
    const RECT bottom = rect_at(kWidth - kSide, kHeight - kSide, kSide, kSide);
    const Resource large = client.create(device, recipe, Kind::kResource);
    const Resource seen = client.create(device, stage.recipe(), Kind::kResource);
    const std::array drawn = {fill_command(top, 0, kTop), fill_command(bottom, 0, kBottom)};
    client.draw(queue, drawn, large.allocations);
    dxgk::Dock::empty_video_memory(stage.adapter());
    for (const auto& [rect, color] : {std::pair(bottom, kBottom), std::pair(top, kTop)}) {
      const DXGK_RENDERKM_COMMAND copy = copy_command(rect, top);
      client.draw(queue, {&copy, 1}, std::array{large.allocations[0], seen.allocations[0]});
      expect_color(stage, client, device, seen.allocations[0], color);
    }
    client.destroy(device, large);
    client.destroy(device, seen);
  });
}

// Windows pages memory of its own too, and asks for operations that a driver may not know.
void page_memory_of_the_system(Stage& stage) {
  need_gpu_that_works(stage);
  work_in_rounds(stage, 2, [&](Client&, D3DKMT_HANDLE, const Resource&, UINT) {
    dxgk::Dock::probe_paging(stage.adapter());
  });
}

}  // namespace

std::span<const Scenario> memory_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.lock", kMiniport, "lock an allocation, twice too, and find what was written",
       false, on_stage<lock_and_unlock>},
      {"miniport.destroy-locked", kMiniport, "destroy what is locked, and its device", false,
       on_stage<destroy_while_locked>},
      {"miniport.lock-discard", kMiniport, "lock for discard what the GPU works on", false,
       on_stage<lock_discarding>},
      {"miniport.offer-reclaim", kMiniport, "offer, lose, reclaim and destroy what is offered",
       false, on_stage<offer_and_reclaim>},
      {"miniport.offer-behind-work", kMiniport, "offer what work in flight uses", false,
       on_stage<offer_behind_work>},
      {"miniport.overcommit", kMiniport, "more allocations in use than video memory holds", false,
       on_stage<overcommit>},
      {"miniport.evict-return", kMiniport, "everything leaves video memory and comes back", false,
       on_stage<evict_and_return>},
      {"miniport.evict-in-parts", kMiniport, "a large picture leaves video memory in parts", false,
       on_stage<evict_in_parts>},
      {"miniport.page-for-the-system", kMiniport,
       "page memory of the system's own, and compare what comes back", false,
       on_stage<page_memory_of_the_system>},
      {"miniport.draw-and-look", kMiniport, "what was drawn is what the CPU sees", false,
       on_stage<draw_and_look>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
