// Adapters and devices that come and go, and devices that are lost: b1, b8 and b9 of the rules.
#include <algorithm>

#include "src/verify/user_mode_client.h"
#include "src/verify/user_mode_lives.h"

namespace drydock::verify {
namespace {

using d3d::Device;
using d3d::Resource;

void bring_up(Run& run) {
  live_with_gpu(run, [](Gpu&, GraphicsProgram& program) {
    program.reopen();
    Device& first = program.new_device();
    Device& second = program.new_device();
    must(first.destroy(), "DestroyDevice");
    use_one(program.new_device());
    must(second.destroy(), "DestroyDevice");
    program.reopen();
  });
}

// Everything that can be left on a device.
void leave_behind(Device& device) {
  make(device, textures(3));
  must(device.color_fill(make(device, textures(1)), 0, 1), "ColorFill");
  Resource& shared = make(device, shared_textures(2));
  must(device.color_fill(shared, 1, 2), "ColorFill");
  must(device.flush(), "Flush");
  Resource& gone = make(device, textures(2));
  must(device.color_fill(gone, 0, 3), "ColorFill");
  must(device.destroy_resource(gone), "DestroyResource");
  d3d::LockedSurface locked;
  must(device.lock(make(device, textures(2)), 1, {}, locked), "Lock");
}

void children_first(Run& run) {
  live_with_gpu(run, [](Gpu&, GraphicsProgram& program) {
    Device& device = program.new_device();
    leave_behind(device);
    must(device.destroy(), "DestroyDevice");
  });
}

// Direct3D 9 does not promise that resources go before their device.
void children_left(Run& run) {
  d3d::Options options;
  options.abandon_children = true;
  live_with_gpu(
      run,
      [](Gpu&, GraphicsProgram& program) {
        Device& device = program.new_device();
        leave_behind(device);
        must(device.destroy(), "DestroyDevice");
      },
      options);
}

// Larger than anything: parts of it may be there when the rest is refused.
void half_failed(Run& run) {
  d3d::Options options;
  options.spoil_outputs = true;
  live_with_gpu(
      run,
      [](Gpu&, GraphicsProgram& program) {
        Device& device = program.new_device();
        for (const std::size_t count : {1, 3, 17}) {
          d3d::ResourceSpec spec = textures(count);
          spec.surfaces.back() = {0x7fff, 0x7fff, 1, nullptr, 0, 0};
          Resource* made = nullptr;
          device.create_resource(spec, made);
          if (made != nullptr) must(device.destroy_resource(*made), "DestroyResource");
          spec.flags.SharedResource = 1;
          device.create_resource(spec, made);
          if (made != nullptr) must(device.destroy_resource(*made), "DestroyResource");
        }
        use_one(device);
      },
      options);
}

enum class Step : std::uint8_t {
  kAdapter,
  kDevice,
  kResource,
  kBatched,
  kSubmitted,
  kLocked,
  kShared,
  kDestroyed,
};

// Up to this step and no further.
Resource* reach(Device& device, Step step) {
  if (step == Step::kDevice) return nullptr;
  Resource& resource = make(device, step == Step::kShared ? shared_textures(2) : textures(2));
  if (step == Step::kResource) return &resource;
  must(device.color_fill(resource, 0, 1), "ColorFill");
  if (step == Step::kBatched) return &resource;
  if (step != Step::kDestroyed) must(device.flush(), "Flush");
  d3d::LockedSurface locked;
  if (step == Step::kLocked) must(device.lock(resource, 1, {}, locked), "Lock");
  if (step == Step::kDestroyed) must(device.destroy_resource(resource), "DestroyResource");
  return &resource;
}

// Nothing works any more but what undoes.
void after_loss(Device& device, Resource* resource, Run& run) {
  Resource* none = nullptr;
  device.create_resource(textures(1), none);
  device.flush();
  if (resource != nullptr) device.color_fill(*resource, 0, 2);
  if (resource != nullptr && run.choose(2) == 0) device.destroy_resource(*resource);
  device.flush();
  must(device.destroy(), "DestroyDevice");
}

void lose(Run& run, Step step) {
  live_with_gpu(run, [&](Gpu& gpu, GraphicsProgram& program) {
    if (step == Step::kAdapter) return gpu.surprise();
    Device& device = program.new_device();
    Resource* const resource = reach(device, step);
    gpu.surprise();
    after_loss(device, resource, run);
  });
}

void lose_adapter(Run& run) { lose(run, Step::kAdapter); }
void lose_device(Run& run) { lose(run, Step::kDevice); }
void lose_resource(Run& run) { lose(run, Step::kResource); }
void lose_batched(Run& run) { lose(run, Step::kBatched); }
void lose_submitted(Run& run) { lose(run, Step::kSubmitted); }
void lose_locked(Run& run) { lose(run, Step::kLocked); }
void lose_shared(Run& run) { lose(run, Step::kShared); }
void lose_destroyed(Run& run) { lose(run, Step::kDestroyed); }

}  // namespace

std::span<const Scenario> user_mode_endings() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.bring-up", kKind, "adapters and devices come and go", false, bring_up},
      {"user-mode.destroy-device", kKind, "a device goes after its resources", false,
       children_first},
      {"user-mode.destroy-device-with-children", kKind, "a device goes with its resources", false,
       children_left},
      {"user-mode.half-failed-create", kKind, "groups of which one surface cannot be", false,
       half_failed},
      {"user-mode.lose-adapter", kKind, "lost before there is a device", false, lose_adapter},
      {"user-mode.lose-device", kKind, "lost with an empty device", false, lose_device},
      {"user-mode.lose-resource", kKind, "lost with a resource that nobody used", false,
       lose_resource},
      {"user-mode.lose-batched", kKind, "lost with commands that are not submitted", false,
       lose_batched},
      {"user-mode.lose-submitted", kKind, "lost with commands on the GPU", false, lose_submitted},
      {"user-mode.lose-locked", kKind, "lost with a surface locked", false, lose_locked},
      {"user-mode.lose-shared", kKind, "lost with a shared resource", false, lose_shared},
      {"user-mode.lose-destroyed", kKind, "lost with releases that wait for a flush", false,
       lose_destroyed},
  };
  return kAll;
}

}  // namespace drydock::verify
