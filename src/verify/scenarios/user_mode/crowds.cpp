// Several devices at once, each on a thread of its own.
#include <fmt/format.h>

#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Device;
using d3d::Resource;
using d3d::Style;

// Work until the device is lost.
void work(Run& run, Device& device, int rounds = 2) {
  for (int round = 0; round < rounds; ++round) {
    Resource* made = nullptr;
    device.create_resource(run.choose(2) == 0 ? textures(2) : dynamic_texture(), made);
    if (made == nullptr) return;
    device.color_fill(*made, 0, 1);
    if (run.choose(2) == 0) device.flush();
    d3d::LockedSurface locked;
    D3DDDI_LOCKFLAGS flags{};
    flags.Discard = made->flags.Dynamic;
    if (SUCCEEDED(device.lock(*made, 0, flags, locked))) device.unlock(*made, 0);
    device.color_fill(*made, 0, 2);
    device.destroy_resource(*made);
  }
  device.flush();
}

std::vector<Actor> workers(Run& run, GraphicsProgram& program, std::size_t count) {
  std::vector<Actor> out;
  for (std::size_t i = 0; i < count; ++i) {
    Device& device = program.new_device();
    out.push_back({fmt::format("device {}", i), [&run, &device] { work(run, device); }});
  }
  return out;
}

void several_devices(Run& run) {
  run_with_gpu(run, Style::kDirect3D9,
               [&](Gpu&, GraphicsProgram& program) { run.together(workers(run, program, 3)); });
}

void several_programs(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [&](Gpu& gpu, GraphicsProgram& program) {
    GraphicsProgram other(run, gpu);
    std::vector<Actor> actors = workers(run, program, 1);
    for (Actor& actor : workers(run, other, 1)) actors.push_back(std::move(actor));
    run.together(std::move(actors));
  });
}

// Two devices use one resource; the device that created it is destroyed meanwhile.
void shared_by_threads(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [&](Gpu&, GraphicsProgram& program) {
    Device& maker = program.new_device();
    Device& user = program.new_device();
    Resource& shared = make(maker, shared_textures(2));
    Resource& opened = open(user, shared);
    run.together({{"maker",
                   [&] {
                     maker.color_fill(shared, 0, 1);
                     maker.flush();
                     maker.destroy_resource(shared);
                     maker.flush();
                   }},
                  {"user", [&] {
                     user.color_fill(opened, 1, 2);
                     user.flush();
                     user.color_fill(opened, 0, 3);
                     user.destroy_resource(opened);
                     user.flush();
                   }}});
  });
}

void lost_at_work(Run& run) {
  run_with_gpu(run, Style::kDirect3D9, [&](Gpu& gpu, GraphicsProgram& program) {
    std::vector<Actor> actors = workers(run, program, 2);
    actors.push_back({"removal", [&] {
                        run.pass(static_cast<std::int64_t>(run.choose(3)));
                        gpu.lose();
                      }});
    run.together(std::move(actors));
  });
}

void devices_come_and_go(Run& run, Style style) {
  run_with_gpu(run, style, [&](Gpu&, GraphicsProgram& program) {
    const int rounds = style == Style::kDirect3D10 ? 1 : 2;
    Device& staying = program.new_device();
    Device& going = program.new_device();
    run.together({{"staying", [&] { work(run, staying, rounds); }}, {"going", [&] {
                                                                       work(run, going, rounds);
                                                                       going.destroy();
                                                                     }}});
    use_one(staying);
  });
}

}  // namespace

std::span<const Scenario> user_mode_crowds() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.several-devices", kKind, "three devices at work", true, several_devices},
      {"user-mode.several-programs", kKind, "two processes at work", true, several_programs},
      {"user-mode.shared-by-threads", kKind, "two devices on one resource", true,
       shared_by_threads},
      {"user-mode.lost-at-work", kKind, "lost while two devices work", true, lost_at_work},
      {"user-mode.devices-come-and-go", kKind, "a device goes while another works", true,
       as9<devices_come_and_go>},
      {"user-mode.d3d10-devices-come-and-go", kKind,
       "Direct3D 10: a device goes while another works", true, as10<devices_come_and_go>},
  };
  return kAll;
}

}  // namespace drydock::verify
