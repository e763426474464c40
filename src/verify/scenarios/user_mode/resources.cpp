// Resources of one device: created, rendered to, locked and destroyed.
#include <fmt/format.h>

#include <array>

#include "src/d3d/d3d9/device.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Device;
using d3d::Resource;
using d3d::Style;

constexpr std::array<std::size_t, 4> kGroups = {1, 2, 6, 17};
constexpr std::uint32_t kWord = 0x0badf000;

void create(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    for (int round = 0; round < 2; ++round) {
      std::vector<Resource*> all;
      for (int i = 0; i < 2; ++i) all.push_back(&make(device, textures(1)));
      for (Resource* each : all) must(device.destroy_resource(*each), "DestroyResource");
    }
  });
}

// A driver may refuse what is optional. What it accepts has to be created and destroyed properly.
std::vector<d3d::ResourceSpec> kinds() {
  std::vector<d3d::ResourceSpec> out;
  const auto add = [&](auto&& change) { change(out.emplace_back(textures(1))); };
  add([](d3d::ResourceSpec& spec) { spec.format = D3DDDIFMT_X8R8G8B8; });
  add([](d3d::ResourceSpec& spec) { spec.format = D3DDDIFMT_R5G6B5; });
  add([](d3d::ResourceSpec& spec) { spec.flags.RenderTarget = 1; });
  add([](d3d::ResourceSpec& spec) { spec.flags.Dynamic = 1; });
  add([](d3d::ResourceSpec& spec) { spec.pool = D3DDDIPOOL_VIDEOMEMORY; });
  add([](d3d::ResourceSpec& spec) { spec.pool = D3DDDIPOOL_LOCALVIDMEM; });
  add([](d3d::ResourceSpec& spec) { spec.pool = D3DDDIPOOL_NONLOCALVIDMEM; });
  add([](d3d::ResourceSpec& spec) { spec.pool = D3DDDIPOOL_STAGINGMEM; });
  add([](d3d::ResourceSpec& spec) { spec.flags.NotLockable = 1; });
  add([](d3d::ResourceSpec& spec) { spec.flags.MightDrawFromLocked = 1; });
  add([](d3d::ResourceSpec& spec) { spec.surfaces[0] = {1, 1, 1, nullptr, 0, 0}; });
  add([](d3d::ResourceSpec& spec) { spec.surfaces[0] = {31, 17, 1, nullptr, 0, 0}; });
  add([](d3d::ResourceSpec& spec) {
    spec.flags = {};
    spec.flags.Primary = 1;
    spec.flags.RenderTarget = 1;
  });
  add([](d3d::ResourceSpec& spec) {
    spec.flags = {};
    spec.flags.ZBuffer = 1;
    spec.format = D3DDDIFMT_D24S8;
  });
  add([](d3d::ResourceSpec& spec) {
    spec.flags = {};
    spec.flags.VertexBuffer = 1;
    spec.format = D3DDDIFMT_VERTEXDATA;
    spec.surfaces[0] = {4096, 1, 1, nullptr, 0, 0};
  });
  add([](d3d::ResourceSpec& spec) {
    spec.surfaces = {{32, 32, 1, nullptr, 0, 0},
                     {16, 16, 1, nullptr, 0, 0},
                     {8, 8, 1, nullptr, 0, 0},
                     {4, 4, 1, nullptr, 0, 0}};
    spec.mip_levels = 4;
  });
  return out;
}

void create_kinds(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    for (const d3d::ResourceSpec& spec : kinds()) {
      Resource* made = nullptr;
      device.create_resource(spec, made);
      if (made == nullptr) continue;
      const bool is_picture = made->flags.VertexBuffer == 0 && made->flags.ZBuffer == 0;
      if (is_picture) must(device.color_fill(*made, 0, 0xff), "ColorFill");
      touch(device, *made, 0);
      must(device.destroy_resource(*made), "DestroyResource");
      must(device.flush(), "Flush");
    }
  });
}

// Whole pages, so that a driver may lay an allocation over them.
struct alignas(4096) Page : std::array<std::uint32_t, 32 * 32> {};

// The driver works with memory of the application. A driver that copies nothing passes; one that
// copies other bytes does not.
void system_memory(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    constexpr std::uint32_t kMine = 0x11223344;
    constexpr std::uint32_t kIts = 0x55667788;
    const auto memory = std::make_unique<Page>();
    memory->fill(kMine);
    d3d::ResourceSpec spec = textures(1);
    spec.pool = D3DDDIPOOL_SYSTEMMEM;
    spec.surfaces[0].pSysMem = memory->data();
    spec.surfaces[0].SysMemPitch = 32 * 4;
    Resource& mine = make(device, spec);
    Resource& its = make(device, textures(1));
    write_word(device, its, 0, kIts);
    if (SUCCEEDED(device.blt(its, mine))) {
      const auto other = find_other(device, its, 0, kMine);
      if (rules::breaks("U-091", other && *other != kIts))
        nt::Breach("U-091", nt::Offender::named(device.driver().name()))
            .message("a copy of the runtime's memory is {:#x} where that holds {:#x}", *other,
                     kMine)
            .about({.object = mine.name(), .history = mine.history})
            .raise_later();
    }
    touch(device, mine, 0);
    device.blt(mine, its);
    must(device.flush(), "Flush");
    must(device.destroy_resource(mine), "DestroyResource");
    must(device.destroy_resource(its), "DestroyResource");
  });
}

// Each surface has memory of its own.
void groups(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    for (const std::size_t count : kGroups) {
      Resource& group = make(device, textures(count));
      for (UINT i = 0; i < count; ++i) must(device.color_fill(group, i, i), "ColorFill");
      const UINT step = count > 6 ? 5 : 1;
      for (UINT i = 0; i < count; i += step) write_word(device, group, i, kWord + i);
      for (UINT i = 0; i < count; i += step) expect_own_word(device, group, i, kWord);
      must(device.destroy_resource(group), "DestroyResource");
      must(device.flush(), "Flush");
    }
  });
}

// More commands than a buffer holds, and flushes without commands.
void render(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    must(device.flush(), "Flush");
    Resource& one = make(device, textures(2));
    Resource& other = make(device, textures(1));
    for (UINT i = 0; i < 150; ++i) {
      must(device.color_fill(i % 3 == 0 ? other : one, 0, i), "ColorFill");
    }
    must(device.flush(), "Flush");
    device.blt(other, one);
    must(device.flush(), "Flush");
    must(device.flush(), "Flush");
  });
}

std::vector<D3DDDI_LOCKFLAGS> lock_flags() {
  std::vector<D3DDDI_LOCKFLAGS> out(5);
  out[1].ReadOnly = 1;
  out[2].WriteOnly = 1;
  out[3].DoNotWait = 1;
  out[4].NoOverwrite = 1;
  return out;
}

void lock(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    Resource& group = make(device, textures(3));
    for (const D3DDDI_LOCKFLAGS& flags : lock_flags()) {
      for (UINT i = 0; i < 3; ++i) {
        if (flags.NoOverwrite == 0) must(device.color_fill(group, i, i), "ColorFill");
        touch(device, group, i, flags);
      }
    }
    // All surfaces are locked at once.
    d3d::LockedSurface locked;
    for (UINT i = 0; i < 3; ++i) must(device.lock(group, i, {}, locked), "Lock");
    for (UINT i = 0; i < 3; ++i) must(device.unlock(group, i), "Unlock");
    must(device.destroy_resource(group), "DestroyResource");
  });
}

// Vertices may be locked again and again before they are unlocked (U-159).
void lock_often(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    d3d::ResourceSpec vertices = textures(1);
    vertices.flags = {};
    vertices.flags.VertexBuffer = 1;
    vertices.format = D3DDDIFMT_VERTEXDATA;
    vertices.surfaces[0] = {4096, 1, 1, nullptr, 0, 0};
    Resource* buffer = nullptr;
    const HRESULT result = device.create_resource(vertices, buffer);
    if (result == D3DDDIERR_NOTAVAILABLE) throw Skip("the driver has no vertex buffers");
    if (buffer == nullptr) must(FAILED(result) ? result : E_FAIL, "CreateResource");
    constexpr UINT kTimes = 3;
    d3d::LockedSurface locked;
    for (UINT i = 0; i < kTimes; ++i) must(device.lock(*buffer, 0, {}, locked), "Lock");
    for (UINT i = 0; i < kTimes; ++i) must(device.unlock(*buffer, 0), "Unlock");
    touch(device, *buffer, 0);
    must(device.destroy_resource(*buffer), "DestroyResource");
  });
}

// The application discards contents that the GPU still uses.
void rename(Run& run) {
  run_with_device(run, Style::kDirect3D9, [&](Device& device) {
    Resource& resource = make(device, dynamic_texture());
    D3DDDI_LOCKFLAGS discard{};
    discard.Discard = 1;
    discard.WriteOnly = 1;
    for (UINT i = 0; i < 12; ++i) {
      must(device.color_fill(resource, 0, i), "ColorFill");
      if (run.choose(2) == 0) must(device.flush(), "Flush");
      touch(device, resource, 0, discard);
    }
    must(device.destroy_resource(resource), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// Destroys a resource that the current batch uses, one that the GPU uses, and one that is locked.
void destroy_in_use(Run& run, Style style) {
  run_with_device(run, style, [](Device& device) {
    Resource& batched = make(device, textures(2));
    Resource& submitted = make(device, textures(2));
    Resource& locked = make(device, textures(2));
    must(device.color_fill(submitted, 1, 1), "ColorFill");
    must(device.flush(), "Flush");
    must(device.color_fill(batched, 0, 2), "ColorFill");
    d3d::LockedSurface where;
    must(device.lock(locked, 1, {}, where), "Lock");
    for (Resource* each : {&batched, &submitted, &locked})
      must(device.destroy_resource(*each), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// A driver that defers destruction has to do it by the next Flush or with the device.
void deferral(Run& run, Style style) {
  run_with_device(run, style, [](Device& device) {
    for (const bool is_flushed : {true, false}) {
      std::vector<Resource*> all;
      for (const std::size_t count : {1, 7}) all.push_back(&make(device, textures(count)));
      for (Resource* each : all) must(device.color_fill(*each, 0, 3), "ColorFill");
      for (Resource* each : all) must(device.destroy_resource(*each), "DestroyResource");
      if (is_flushed) must(device.flush(), "Flush");
    }
  });
}

void present_frames(Device& device, UINT count) {
  std::array<Resource*, 2> buffers = {&make(device, textures(1)), &make(device, textures(1))};
  for (UINT i = 0; i < count; ++i) {
    must(device.color_fill(*buffers[i % 2], 0, i), "ColorFill");
    must(device.present(*buffers[i % 2]), "Present");
  }
  for (Resource* each : buffers) must(device.destroy_resource(*each), "DestroyResource");
}

void present(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) { present_frames(device, 6); });
}

// The driver has to submit its commands before a Present.
void present_full_screen(Run& run) {
  run_with_gpu(run,
               [](Gpu&, GraphicsProgram& program) {
                 Device& device = program.new_device();
                 present_frames(device, 3);
                 must(device.destroy(), "DestroyDevice");
               },
               {.is_full_screen = true});
}

// Memory is short: the driver frees what it does not need. A flush that is to trim comes with
// releases that wait, and without.
void trim(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    auto& device9 = static_cast<d3d::Device9&>(device);
    for (const bool is_waiting : {true, false}) {
      Resource& gone = make(device, textures(2));
      Resource& other = make(device, textures(1));
      must(device.color_fill(gone, 0, 1), "ColorFill");
      must(device.color_fill(other, 0, 2), "ColorFill");
      must(device.destroy_resource(gone), "DestroyResource");
      if (!is_waiting) must(device.flush(), "Flush");
      must(device9.trim(), "Flush1");
      must(device.color_fill(other, 0, 3), "ColorFill");
      must(device.destroy_resource(other), "DestroyResource");
    }
  });
}

// The runtime locks beside another call of the driver, and tells later when the renamed memory is
// the one to draw from.
void lock_async(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    auto& device9 = static_cast<d3d::Device9&>(device);
    if (!device9.has_lock_async())
      throw Skip("the driver has no LockAsync: its table has no function there");
    Resource& resource = make(device, dynamic_texture());
    d3d::LockedSurface locked;
    HANDLE cookie = nullptr;
    for (UINT i = 0; i < 4; ++i) {
      D3DDDI_LOCKASYNCFLAGS flags{};
      flags.Discard = i % 2;
      must(device.color_fill(resource, 0, i), "ColorFill");
      const HRESULT result = device9.lock_async(resource, 0, flags, locked, cookie);
      if (result == E_NOTIMPL || result == D3DDDIERR_WASSTILLDRAWING) continue;
      must(result, "LockAsync");
      must(device9.unlock_async(resource, 0), "UnlockAsync");
      if (flags.Discard != 0) must(device9.rename(resource, 0, cookie), "Rename");
    }
    must(device.destroy_resource(resource), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// Resources are offered and reclaimed, or destroyed while they are offered.
void offers(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    Resource& reclaimed = make(device, textures(2));
    Resource& never_reclaimed = make(device, textures(1));
    must(device.color_fill(reclaimed, 0, 1), "ColorFill");
    must(device.flush(), "Flush");
    // Commands that use it have to be submitted first.
    must(device.color_fill(never_reclaimed, 0, 2), "ColorFill");
    Resource* const both[] = {&reclaimed, &never_reclaimed};
    must(device.offer(both, D3DDDI_OFFER_PRIORITY_NORMAL), "OfferResources");
    Resource* const one[] = {&reclaimed};
    BOOL discarded[] = {FALSE};
    must(device.reclaim(one, discarded), "ReclaimResources");
    touch(device, reclaimed, 0);
    must(device.destroy_resource(never_reclaimed), "DestroyResource");
    must(device.destroy_resource(reclaimed), "DestroyResource");
  });
}

// Priorities and queries of residency, on resources that are in use and on others.
void residency(Run& run) {
  run_with_device(run, Style::kDirect3D9, [](Device& device) {
    Resource& used = make(device, textures(2));
    Resource& unused = make(device, textures(1));
    must(device.color_fill(used, 0, 1), "ColorFill");
    Resource* const both[] = {&used, &unused};
    for (int round = 0; round < 2; ++round) {
      must(device.query_residency(both), "QueryResourceResidency");
      for (Resource* each : both)
        must(device.set_priority(*each, D3DDDI_ALLOCATIONPRIORITY_HIGH), "SetPriority");
      must(device.flush(), "Flush");
    }
  });
}

}  // namespace

std::span<const Scenario> user_mode_resources() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.create", kKind, "resources come and go", false, create},
      {"user-mode.create-kinds", kKind, "formats, buffers, mip levels and odd sizes", false,
       create_kinds},
      {"user-mode.system-memory", kKind, "memory of the runtime's own", false, system_memory},
      {"user-mode.groups", kKind, "resources of 1, 2, 6 and 17 surfaces", false, groups},
      {"user-mode.render", kKind, "full buffers and empty flushes", false, render},
      {"user-mode.lock", kKind, "locks of all kinds, one at a time and together", false, lock},
      {"user-mode.lock-often", kKind, "a buffer that is locked several times", false, lock_often},
      {"user-mode.rename", kKind, "discarded while the GPU uses it", false, rename},
      {"user-mode.destroy-in-use", kKind, "destroyed batched, submitted and locked", false,
       as9<destroy_in_use>},
      {"user-mode.deferral", kKind, "many destroyed, with and without a flush", false,
       as9<deferral>},
      {"user-mode.present", kKind, "two buffers in turn", false, present},
      {"user-mode.present-full-screen", kKind, "two buffers in turn, and no flush before", false,
       present_full_screen},
      {"user-mode.trim", kKind, "flushes that are to free memory", false, trim},
      {"user-mode.lock-async", kKind, "locks beside other calls, renamed later", false, lock_async},
      {"user-mode.offers", kKind, "offered, reclaimed, destroyed while offered", false, offers},
      {"user-mode.residency", kKind, "priorities and residency", false, residency},
      {"user-mode.d3d10-destroy-in-use", kKind, "Direct3D 10: destroyed batched and mapped", false,
       as10<destroy_in_use>},
      {"user-mode.d3d10-deferral", kKind, "Direct3D 10: destroyed with and without a flush", false,
       as10<deferral>},
  };
  return kAll;
}

}  // namespace drydock::verify
