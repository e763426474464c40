// Adapters and devices that are opened and closed, and devices that are lost.
#include <algorithm>

#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Device;
using d3d::Resource;
using d3d::Style;

void bring_up(Run& run, Style style) {
  run_with_gpu(run, style, [](Gpu&, GraphicsProgram& program) {
    program.reopen();
    Device& first = program.new_device();
    Device& second = program.new_device();
    must(first.destroy(), "DestroyDevice");
    use_one(program.new_device());
    must(second.destroy(), "DestroyDevice");
    program.reopen();
  });
}

// Every kind of object that a device can have when it is destroyed.
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

void children_first(Run& run, Style style) {
  run_with_gpu(run, style, [](Gpu&, GraphicsProgram& program) {
    Device& device = program.new_device();
    leave_behind(device);
    must(device.destroy(), "DestroyDevice");
  });
}

// Direct3D 9 does not promise to destroy resources before their device.
void children_left(Run& run) {
  d3d::Options options;
  options.abandon_children = true;
  run_with_gpu(
      run,
      [](Gpu&, GraphicsProgram& program) {
        Device& device = program.new_device();
        leave_behind(device);
        must(device.destroy(), "DestroyDevice");
      },
      options);
}

// A resource larger than all memory: parts of it may exist when the rest is refused.
void half_failed(Run& run) {
  d3d::Options options;
  options.spoil_outputs = true;
  run_with_gpu(
      run,
      [](Gpu&, GraphicsProgram& program) {
        Device& device = program.new_device();
        for (const std::size_t count : {1, 5}) {
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
  // Used and idle. The next call is the first that meets the loss.
  kThenLocked,
  kThenDestroyed,
  kThenOffered,
};

// Ends after this step.
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

// The call that is the first to meet the loss, unless any may be.
void meet_loss(Device& device, Resource* resource, Step step) {
  d3d::LockedSurface locked;
  if (step == Step::kDestroyed) device.flush();
  if (step == Step::kThenLocked) device.lock(*resource, 0, {}, locked);
  if (step == Step::kThenDestroyed) device.destroy_resource(*resource);
  if (step == Step::kThenOffered) device.offer({&resource, 1}, D3DDDI_OFFER_PRIORITY_NORMAL);
}

// On a lost device only destruction works. The driver may report the loss or not.
void after_loss(Device& device, Resource* resource, Run& run) {
  Resource* none = nullptr;
  device.create_resource(textures(1), none);
  device.flush();
  if (resource != nullptr) device.color_fill(*resource, 0, 2);
  if (resource != nullptr && run.choose(2) == 0) device.destroy_resource(*resource);
  device.flush();
  device.destroy();
}

void lose(Run& run, Style style, Step step) {
  run_with_gpu(run, style, [&](Gpu& gpu, GraphicsProgram& program) {
    if (step == Step::kAdapter) return gpu.lose();
    Device& device = program.new_device();
    Resource* const resource = reach(device, step);
    gpu.lose();
    meet_loss(device, resource, step);
    after_loss(device, resource, run);
  });
}

template <Step kStep>
void lose_at(Run& run, Style style) {
  lose(run, style, kStep);
}

}  // namespace

std::span<const Scenario> user_mode_endings() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.bring-up", kKind, "adapters and devices come and go", false, as9<bring_up>},
      {"user-mode.destroy-device", kKind, "a device goes after its resources", false,
       as9<children_first>},
      {"user-mode.destroy-device-with-children", kKind, "a device goes with its resources", false,
       children_left},
      {"user-mode.half-failed-create", kKind, "groups of which one surface cannot be", false,
       half_failed},
      {"user-mode.lose-adapter", kKind, "lost before there is a device", false,
       as9<lose_at<Step::kAdapter>>},
      {"user-mode.lose-device", kKind, "lost with an empty device", false,
       as9<lose_at<Step::kDevice>>},
      {"user-mode.lose-resource", kKind, "lost with a resource that nobody used", false,
       as9<lose_at<Step::kResource>>},
      {"user-mode.lose-batched", kKind, "lost with commands that are not submitted", false,
       as9<lose_at<Step::kBatched>>},
      {"user-mode.lose-submitted", kKind, "lost with commands on the GPU", false,
       as9<lose_at<Step::kSubmitted>>},
      {"user-mode.lose-locked", kKind, "lost with a surface locked", false,
       as9<lose_at<Step::kLocked>>},
      {"user-mode.lose-shared", kKind, "lost with a shared resource", false,
       as9<lose_at<Step::kShared>>},
      {"user-mode.lose-destroyed", kKind, "lost with releases that wait for a flush", false,
       as9<lose_at<Step::kDestroyed>>},
      {"user-mode.lose-then-lock", kKind, "a lock is the first to meet the loss", false,
       as9<lose_at<Step::kThenLocked>>},
      {"user-mode.lose-then-destroy", kKind, "a destruction is the first to meet the loss", false,
       as9<lose_at<Step::kThenDestroyed>>},
      {"user-mode.lose-then-offer", kKind, "an offer is the first to meet the loss", false,
       as9<lose_at<Step::kThenOffered>>},
      {"user-mode.d3d10-bring-up", kKind, "Direct3D 10: adapters and devices come and go", false,
       as10<bring_up>},
      {"user-mode.d3d10-destroy-device", kKind, "Direct3D 10: a device goes after its resources",
       false, as10<children_first>},
      {"user-mode.d3d10-lose-locked", kKind, "Direct3D 10: lost with a surface mapped", false,
       as10<lose_at<Step::kLocked>>},
      {"user-mode.d3d10-lose-destroyed", kKind, "Direct3D 10: lost with releases that wait", false,
       as10<lose_at<Step::kDestroyed>>},
  };
  return kAll;
}

}  // namespace drydock::verify
