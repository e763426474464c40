// Resources that several devices and programs share.
#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Device;
using d3d::Resource;
using d3d::Style;

// Only the device that created a shared resource may lock it (U-120).
void use(Device& device, Resource& resource) {
  must(device.color_fill(resource, 0, 0x12345678), "ColorFill");
  must(device.flush(), "Flush");
  if (!resource.is_opened) touch(device, resource, 0);
}

// Either the device that created it or the one that opened it destroys it first.
void between(Device& maker, Device& user, bool maker_first) {
  Resource& shared = make(maker, shared_textures(3));
  Resource& opened = open(user, shared);
  use(maker, shared);
  use(user, opened);
  if (maker_first) must(maker.destroy_resource(shared), "DestroyResource");
  if (maker_first) must(maker.flush(), "Flush");
  if (maker_first) use(user, opened);
  must(user.destroy_resource(opened), "DestroyResource");
  must(user.flush(), "Flush");
  if (maker_first) return;
  use(maker, shared);
  must(maker.destroy_resource(shared), "DestroyResource");
  must(maker.flush(), "Flush");
}

void maker_first(Run& run, Style style) {
  run_with_gpu(run, style, [](Gpu&, GraphicsProgram& program) {
    Device& maker = program.new_device();
    between(maker, program.new_device(), true);
  });
}

void user_first(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [](Gpu&, GraphicsProgram& program) {
    Device& maker = program.new_device();
    between(maker, program.new_device(), false);
  });
}

// The device that created it is destroyed with everything while another uses it.
void maker_device_first(Run& run, Style style) {
  run_with_gpu(run, style, [](Gpu&, GraphicsProgram& program) {
    Device& maker = program.new_device();
    Device& user = program.new_device();
    Resource& opened = open(user, make(maker, shared_textures(2)));
    must(user.color_fill(opened, 1, 7), "ColorFill");
    must(maker.destroy(), "DestroyDevice");
    use(user, opened);
    must(user.destroy(), "DestroyDevice");
  });
}

void between_programs(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [&](Gpu& gpu, GraphicsProgram& program) {
    GraphicsProgram other(run, gpu);
    between(program.new_device(), other.new_device(), run.choose(2) == 0);
  });
}

// One device opens the same resource several times.
void opened_often(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [](Gpu&, GraphicsProgram& program) {
    Device& device = program.new_device();
    Resource& shared = make(device, shared_textures(2));
    std::vector<Resource*> all = {&shared};
    for (int i = 0; i < 3; ++i) all.push_back(&open(device, shared));
    for (Resource* each : all) use(device, *each);
    for (Resource* each : all) must(device.destroy_resource(*each), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// Resolves the resource, if the driver can, so that others see what was drawn.
void resolve(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [](Gpu&, GraphicsProgram& program) {
    Device& maker = program.new_device();
    Device& user = program.new_device();
    Resource& shared = make(maker, shared_textures(1));
    Resource& opened = open(user, shared);
    for (UINT i = 0; i < 3; ++i) {
      must(maker.color_fill(shared, 0, i), "ColorFill");
      must(maker.resolve(shared), "ResolveSharedResource");
      use(user, opened);
    }
  });
}

}  // namespace

std::span<const Scenario> user_mode_sharing() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.share-maker-first", kKind, "shared, and its maker lets go first", false,
       as9<maker_first>},
      {"user-mode.share-user-first", kKind, "shared, and who opened it lets go first", false,
       user_first},
      {"user-mode.share-maker-device-first", kKind, "the device that made it goes first", false,
       as9<maker_device_first>},
      {"user-mode.share-between-programs", kKind, "shared by two processes", false,
       between_programs},
      {"user-mode.share-opened-often", kKind, "opened several times on one device", false,
       opened_often},
      {"user-mode.share-resolve", kKind, "what one draws another sees", false, resolve},
      {"user-mode.d3d10-share-maker-first", kKind, "Direct3D 10: shared, its maker lets go first",
       false, as10<maker_first>},
      {"user-mode.d3d10-share-maker-device-first", kKind,
       "Direct3D 10: the device that made it goes first", false, as10<maker_device_first>},
  };
  return kAll;
}

}  // namespace drydock::verify
