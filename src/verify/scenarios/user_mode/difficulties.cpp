// Calls that a runtime is allowed to make and rarely makes.
#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Device;
using d3d::Options;
using d3d::Resource;

// Uses a little of everything that every driver has.
void run_with_options(Run& run, Options options, int rounds = 1) {
  const auto life = [rounds](Gpu&, GraphicsProgram& program) {
    Device& device = program.new_device();
    for (int round = 0; round < rounds; ++round) {
      use_one(device);
      Resource& many = make(device, textures(6));
      for (UINT i = 0; i < 6; ++i) must(device.color_fill(many, i, 0xff0000ff), "ColorFill");
      touch(device, many, 3);
      must(device.flush(), "Flush");
      must(device.destroy_resource(many), "DestroyResource");
    }
    D3DDDI_LOCKFLAGS discard{};
    discard.Discard = 1;
    Resource& dynamic = make(device, dynamic_texture());
    for (int round = 0; round < 3; ++round) {
      touch(device, dynamic, 0, discard);
      must(device.color_fill(dynamic, 0, 0xffffffff), "ColorFill");
    }
    must(device.destroy(), "DestroyDevice");
  };
  run_with_gpu(run, life, options);
}

void undefined_flags(Run& run) { run_with_options(run, {.noise = d3d::Noise::kFlags}); }
void unused_members(Run& run) { run_with_options(run, {.noise = d3d::Noise::kMembers}); }
void rewritten_callbacks(Run& run) { run_with_options(run, {.rewrite_callbacks = true}); }
void obsolete_buffers(Run& run) { run_with_options(run, {.give_obsolete = true}); }
void shrinking_batches(Run& run) { run_with_options(run, {.shrink_batches = true}, 2); }
void newer_runtime(Run& run) { run_with_options(run, {.runtime_version = 0xffff}); }
void always_renamed(Run& run) { run_with_options(run, {.renaming = d3d::Renaming::kAlways}); }

void opened_twice(Run& run) {
  const auto life = [](Gpu&, GraphicsProgram& program) {
    Device& device = program.new_device();
    Resource& shared = make(device, shared_textures(2));
    Device& other = program.new_device();
    Resource& first = open(other, shared);
    Resource& second = open(other, shared);
    must(other.color_fill(second, 1, 0xff00ffff), "ColorFill");
    must(other.destroy_resource(first), "DestroyResource");
    must(other.color_fill(second, 0, 0xff00ffff), "ColorFill");
    must(other.destroy_resource(second), "DestroyResource");
    must(other.destroy(), "DestroyDevice");
    must(device.destroy(), "DestroyDevice");
  };
  run_with_gpu(run, life, {.repeat_kernel_handle = true});
}

}  // namespace

std::span<const Scenario> user_mode_difficulties() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.undefined-flags", kKind, "bits without a meaning are set", false,
       undefined_flags},
      {"user-mode.unused-members", kKind, "members without a meaning hold something", false,
       unused_members},
      {"user-mode.rewritten-callbacks", kKind, "the table of callbacks changes after CreateDevice",
       false, rewritten_callbacks},
      {"user-mode.obsolete-buffers", kKind, "CreateDevice comes with buffers of an older interface",
       false, obsolete_buffers},
      {"user-mode.shrinking-batches", kKind, "every other submission has room for less", false,
       shrinking_batches},
      {"user-mode.newer-runtime", kKind, "the runtime is newer than the driver", false,
       newer_runtime},
      {"user-mode.always-renamed", kKind, "each Discard gives another instance", false,
       always_renamed},
      {"user-mode.opened-twice", kKind, "two openings have one kernel handle", false, opened_twice},
  };
  return kAll;
}

}  // namespace drydock::verify
