// Calls that only Direct3D 10 and later have: usages, maps, copies of arrays, views, rotation of
// identities.
#include "src/d3d/d3d10/device.h"
#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::Device10;
using d3d::Resource;
using d3d::Spec10;

constexpr UINT kSide10 = 16;

Spec10 target10(UINT slices = 1) {
  Spec10 out;
  out.width = out.height = kSide10;
  out.slices = slices;
  out.bind = D3D10_DDI_BIND_RENDER_TARGET | D3D10_DDI_BIND_SHADER_RESOURCE;
  return out;
}

Spec10 staging10(UINT slices = 1) {
  Spec10 out = target10(slices);
  out.bind = 0;
  out.usage = D3D10_DDI_USAGE_STAGING;
  out.access = D3D10_DDI_CPU_ACCESS_MASK;
  return out;
}

Spec10 dynamic10() {
  Spec10 out = target10();
  out.bind = D3D10_DDI_BIND_SHADER_RESOURCE;
  out.usage = D3D10_DDI_USAGE_DYNAMIC;
  out.access = D3D10_DDI_CPU_ACCESS_WRITE;
  return out;
}

Spec10 buffer10(UINT bind) {
  Spec10 out = dynamic10();
  out.width = 1024;
  out.height = 1;
  out.format = DXGI_FORMAT_UNKNOWN;
  out.is_buffer = true;
  out.bind = bind;
  return out;
}

void with_device10(Run& run, const std::function<void(Device10&)>& life) {
  run_with_device(run, d3d::Style::kDirect3D10,
                  [&](d3d::Device& device) { life(static_cast<Device10&>(device)); });
}

Resource& make10(Device10& device, const Spec10& spec) {
  Resource* out = nullptr;
  const HRESULT result = device.create_resource10(spec, out);
  if (out == nullptr) must(FAILED(result) ? result : E_FAIL, "CreateResource");
  return *out;
}

// A driver may refuse what is optional. What it accepts has to be created and destroyed properly.
void usages(Run& run) {
  with_device10(run, [](Device10& device) {
    std::vector<std::uint32_t> pixels(kSide10 * kSide10, 7);
    std::vector<Spec10> all = {target10(3), staging10(), dynamic10(),
                               buffer10(D3D10_DDI_BIND_VERTEX_BUFFER),
                               buffer10(D3D10_DDI_BIND_CONSTANT_BUFFER)};
    const auto add = [&](auto&& change) { change(all.emplace_back(target10())); };
    add([](Spec10& spec) { spec.levels = 4; });
    add([](Spec10& spec) { spec.format = DXGI_FORMAT_B5G6R5_UNORM; });
    add([](Spec10& spec) { spec.width = 31; });
    add([](Spec10& spec) {
      spec.bind = D3D10_DDI_BIND_DEPTH_STENCIL;
      spec.format = DXGI_FORMAT_D24_UNORM_S8_UINT;
    });
    add([&](Spec10& spec) {
      spec.bind = D3D10_DDI_BIND_SHADER_RESOURCE;
      spec.usage = D3D10_DDI_USAGE_IMMUTABLE;
      spec.initial = {{pixels.data(), kSide10 * 4, 0}};
    });
    add([](Spec10& spec) {
      spec.bind |= D3D10_DDI_BIND_PRESENT;
      spec.primary.emplace();
    });
    for (const Spec10& spec : all) {
      Resource* made = nullptr;
      device.create_resource10(spec, made);
      if (made != nullptr) must(device.destroy_resource(*made), "DestroyResource");
    }
    must(device.flush(), "Flush");
  });
}

// A resource larger than all memory: parts of it may exist when the rest is refused.
void half_failed10(Run& run) {
  with_device10(run, [](Device10& device) {
    for (const UINT misc : {0, static_cast<int>(D3D10_DDI_RESOURCE_MISC_SHARED)}) {
      Spec10 spec = target10(3);
      spec.width = spec.height = 16384;
      spec.misc = misc;
      Resource* made = nullptr;
      device.create_resource10(spec, made);
      if (made != nullptr) must(device.destroy_resource(*made), "DestroyResource");
    }
    use_one(device);
  });
}

// Each subresource has memory of its own, when it is copied to the GPU and back.
void arrays(Run& run) {
  with_device10(run, [](Device10& device) {
    constexpr std::uint32_t kWord = 0x0badf000;
    constexpr UINT kSlices = 3;
    Resource& from = make10(device, staging10(kSlices));
    Resource& there = make10(device, target10(kSlices));
    Resource& back = make10(device, staging10(kSlices));
    for (UINT i = 0; i < kSlices; ++i) write_word(device, from, i, kWord + i);
    must(device.blt(there, from), "ResourceCopy");
    for (UINT i = 0; i < kSlices; ++i)
      must(device.copy_region(back, i, there, i), "ResourceCopyRegion");
    for (UINT i = 0; i < kSlices; ++i) expect_own_word(device, back, i, kWord);
    for (Resource* each : {&from, &there, &back})
      must(device.destroy_resource(*each), "DestroyResource");
  });
}

// Maps and unmaps while the GPU may use the resource. The driver may answer that it does.
void map_once(Device10& device, Resource& resource, D3D10_DDI_MAP kind, UINT flags = 0) {
  d3d::LockedSurface mapped;
  const HRESULT result = device.map(resource, 0, kind, flags, mapped);
  if (result == DXGI_DDI_ERR_WASSTILLDRAWING && flags != 0) return;
  must(result, "ResourceMap");
  must(device.unmap(resource, 0), "ResourceUnmap");
}

void maps(Run& run) {
  with_device10(run, [](Device10& device) {
    Resource& target = make10(device, target10());
    Resource& staging = make10(device, staging10());
    Resource& dynamic = make10(device, dynamic10());
    for (const auto kind : {D3D10_DDI_MAP_READ, D3D10_DDI_MAP_WRITE, D3D10_DDI_MAP_READWRITE}) {
      must(device.copy_region(staging, 0, target, 0), "ResourceCopyRegion");
      map_once(device, staging, kind);
    }
    must(device.copy_region(staging, 0, target, 0), "ResourceCopyRegion");
    must(device.flush(), "Flush");
    map_once(device, staging, D3D10_DDI_MAP_READ, D3D10_DDI_MAP_FLAG_DONOTWAIT);
    for (int round = 0; round < 3; ++round) {
      map_once(device, dynamic, D3D10_DDI_MAP_WRITE_DISCARD);
      must(device.blt(target, dynamic), "ResourceCopy");
      if (round == 1) must(device.flush(), "Flush");
    }
    Resource& vertices = make10(device, buffer10(D3D10_DDI_BIND_VERTEX_BUFFER));
    map_once(device, vertices, D3D10_DDI_MAP_WRITE_DISCARD);
    map_once(device, vertices, D3D10_DDI_MAP_WRITE_NOOVERWRITE);
    const std::vector<std::uint32_t> pixels(kSide10 * kSide10, 0x12345678);
    must(device.update(target, 0, pixels.data(), kSide10 * 4), "ResourceUpdateSubresourceUP");
    must(device.copy_region(staging, 0, target, 0), "ResourceCopyRegion");
    map_once(device, staging, D3D10_DDI_MAP_READ);
  });
}

Child& child_of(Device10& device, ChildKind kind, Resource* resource = nullptr) {
  Child* out = nullptr;
  const HRESULT result = device.create_child(kind, resource, 0, out);
  if (out == nullptr) must(FAILED(result) ? result : E_FAIL, "a Create function");
  return *out;
}

// Shaders and states, as a program has them that draws triangles.
void bind_pipeline(Device10& device) {
  for (const ChildKind kind :
       {ChildKind::kVertexShader, ChildKind::kPixelShader, ChildKind::kRasterizerState,
        ChildKind::kBlendState, ChildKind::kDepthStencilState, ChildKind::kSampler})
    must(device.bind(child_of(device, kind)), "a function that binds");
  must(device.set_triangles(kSide10, kSide10), "IaSetTopology or SetViewports");
}

// A resource is destroyed with its views, some of them bound, and a device with everything that it
// has.
void views(Run& run) {
  with_device10(run, [](Device10& device) {
    for (const ChildKind kind :
         {ChildKind::kSampler, ChildKind::kBlendState, ChildKind::kDepthStencilState,
          ChildKind::kRasterizerState, ChildKind::kVertexShader, ChildKind::kPixelShader}) {
      child_of(device, kind);
      must(device.destroy_child(child_of(device, kind)), "a Destroy function");
    }
    bind_pipeline(device);
    for (const bool is_destroyed : {true, false}) {
      Resource& drawn = make10(device, target10());
      Resource& sampled = make10(device, target10());
      Child& target = child_of(device, ChildKind::kRenderTarget, &drawn);
      child_of(device, ChildKind::kRenderTarget, &drawn);
      must(device.bind(target), "SetRenderTargets");
      must(device.bind(child_of(device, ChildKind::kShaderResource, &sampled)),
           "PsSetShaderResources");
      constexpr FLOAT kColor[4] = {1, 0, 0, 1};
      must(device.clear(target, kColor), "ClearRenderTargetView");
      must(device.draw(3), "Draw");
      if (!is_destroyed) continue;
      must(device.destroy_resource(drawn), "DestroyResource");
      must(device.destroy_resource(sampled), "DestroyResource");
      must(device.flush(), "Flush");
    }
  });
}

// The runtime asks what the device can do, before and between draws.
void formats10(Run& run) {
  with_device10(run, [](Device10& device) {
    Resource& drawn = make10(device, target10());
    for (const auto format : {DXGI_FORMAT_B8G8R8A8_UNORM, DXGI_FORMAT_R8G8B8A8_UNORM,
                              DXGI_FORMAT_D24_UNORM_S8_UINT, DXGI_FORMAT_BC1_UNORM}) {
      UINT support = 0;
      must(device.check_format(format, support), "CheckFormatSupport");
      must(device.color_fill(drawn, 0, 1), "ClearRenderTargetView");
    }
    must(device.destroy_resource(drawn), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// Draws, copies and destroys on a device that was created with these options.
void use_with10(Run& run, d3d::Options options) {
  options.style = d3d::Style::kDirect3D10;
  run_with_gpu(
      run,
      [](Gpu&, GraphicsProgram& program) {
        auto& device = static_cast<Device10&>(program.new_device());
        use_one(device);
        Resource& target = make10(device, target10());
        Resource& staging = make10(device, staging10());
        must(device.color_fill(target, 0, 5), "ClearRenderTargetView");
        must(device.copy_region(staging, 0, target, 0), "ResourceCopyRegion");
        for (Resource* each : {&staging, &target})
          must(device.destroy_resource(*each), "DestroyResource");
        must(device.destroy(), "DestroyDevice");
      },
      options);
}

void without_threads10(Run& run) {
  use_with10(run, {.device_flags10 = D3D10DDI_CREATEDEVICE_FLAG_DISABLE_EXTRA_THREAD_CREATION});
}
void crowded10(Run& run) { use_with10(run, {.crowd_calculations = true}); }

// A deferred context records, and the immediate one executes; what it uses is destroyed meanwhile.
void lists10(Run& run) {
  with_device10(run, [](Device10& device) {
    if (!device.has_command_lists())
      throw Skip("GetCaps reports no command lists (D3D11DDICAPS_THREADING)");
    Resource& from = make10(device, target10());
    Resource& to = make10(device, target10());
    for (const bool is_executed : {true, true, false}) {
      d3d::DeferredContext* context = nullptr;
      must(device.create_deferred(context), "CreateDeferredContext");
      must(context->fill(from, 0, 7), "ClearRenderTargetView");
      must(context->copy(to, from), "ResourceCopy");
      if (!is_executed) {
        must(context->abandon(), "AbandonCommandList");
        continue;
      }
      d3d::CommandList* list = nullptr;
      must(context->finish(list), "CreateCommandList");
      must(device.execute(*list), "CommandListExecute");
      must(device.flush(), "Flush");
      must(device.execute(*list), "CommandListExecute");
      must(device.destroy_list(*list), "DestroyCommandList");
    }
    must(device.destroy_resource(from), "DestroyResource");
    must(device.destroy_resource(to), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// A picture is not used for many frames and then again. The application flushes more often than it
// has something to flush.
void idles10(Run& run) {
  constexpr std::int64_t kFrameTime = 166'667;
  with_device10(run, [&](Device10& device) {
    constexpr int kFrames = 6;
    Resource& picture = make10(device, target10());
    Resource& frame = make10(device, target10());
    must(device.color_fill(picture, 0, 1), "ClearRenderTargetView");
    for (int use = 0; use < 3; ++use) {
      must(device.blt(frame, picture), "ResourceCopy");
      for (int i = 0; i < kFrames; ++i) {
        run.pass(kFrameTime);
        must(device.color_fill(frame, 0, static_cast<D3DCOLOR>(i)), "ClearRenderTargetView");
        must(device.flush(), "Flush");
        BOOL has_submitted = FALSE;
        const HRESULT result = device.flush_unless_empty(has_submitted);
        if (result != E_NOTIMPL) must(result, "Flush");
      }
    }
    for (Resource* each : {&picture, &frame})
      must(device.destroy_resource(*each), "DestroyResource");
    must(device.flush(), "Flush");
  });
}

// The identities of buffers rotate after each frame.
void rotate(Run& run) {
  with_device10(run, [](Device10& device) {
    Spec10 spec = target10();
    spec.bind |= D3D10_DDI_BIND_PRESENT;
    std::vector<Resource*> buffers;
    for (int i = 0; i < 3; ++i) buffers.push_back(&make10(device, spec));
    for (UINT i = 0; i < 3; ++i) {
      must(device.color_fill(*buffers.front(), 0, i), "ClearRenderTargetView");
      must(device.present(*buffers.front()), "PresentDXGI");
      must(device.rotate(buffers), "RotateResourceIdentitiesDXGI");
    }
    for (Resource* each : buffers) must(device.destroy_resource(*each), "DestroyResource");
  });
}

}  // namespace

std::span<const Scenario> user_mode_direct3d10() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.d3d10-usages", kKind, "Direct3D 10: every usage of resources", false, usages},
      {"user-mode.d3d10-half-failed-create", kKind, "Direct3D 10: arrays that cannot be", false,
       half_failed10},
      {"user-mode.d3d10-arrays", kKind, "Direct3D 10: arrays, copied there and back", false,
       arrays},
      {"user-mode.d3d10-map", kKind, "Direct3D 10: maps of all kinds", false, maps},
      {"user-mode.d3d10-views", kKind, "Direct3D 10: destroyed with views that live", false, views},
      {"user-mode.d3d10-formats", kKind, "Direct3D 10: what the device supports", false, formats10},
      {"user-mode.d3d10-no-threads", kKind, "Direct3D 10: a device without threads of its own",
       false, without_threads10},
      {"user-mode.d3d10-crowded-sizes", kKind, "Direct3D 10: sizes asked for by two threads", false,
       crowded10},
      {"user-mode.d3d11-command-lists", kKind, "Direct3D 11: recorded, executed and abandoned",
       false, lists10},
      {"user-mode.d3d10-idle", kKind, "Direct3D 10: not used for many frames, and again", false,
       idles10},
      {"user-mode.d3d10-rotate", kKind, "Direct3D 10: buffers that change places", false, rotate},
  };
  return kAll;
}

}  // namespace drydock::verify
