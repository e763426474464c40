// The software GPU's user-mode half, through its entry of Direct3D 11, by the runtime's own half.
#include <gtest/gtest.h>

#include <memory>

#include "src/d3d/d3d10/device.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/win32/gpu_stand.h"

namespace drydock::testing {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::LockedSurface;
using d3d::Resource;
using d3d::Spec10;

const d3d::Options kDirect3D11{.style = d3d::Style::kDirect3D10};

d3d::Device10* device_of(GpuStand& stand) {
  return static_cast<d3d::Device10*>(stand.new_device());
}

Spec10 texture(UINT width = 16, UINT levels = 1) {
  Spec10 spec;
  spec.width = spec.height = width;
  spec.levels = levels;
  spec.bind = D3D10_DDI_BIND_RENDER_TARGET | D3D10_DDI_BIND_SHADER_RESOURCE;
  return spec;
}

Spec10 vertices() {
  Spec10 spec;
  spec.width = 256;
  spec.is_buffer = true;
  spec.format = DXGI_FORMAT_UNKNOWN;
  spec.bind = D3D10_DDI_BIND_VERTEX_BUFFER;
  spec.usage = D3D10_DDI_USAGE_DYNAMIC;
  spec.access = D3D10_DDI_CPU_ACCESS_WRITE;
  return spec;
}

std::uint32_t first_pixel_d3d11(d3d::Device& device, Resource& resource, UINT index) {
  LockedSurface locked;
  D3DDDI_LOCKFLAGS flags{};
  flags.ReadOnly = 1;
  if (FAILED(device.lock(resource, index, flags, locked))) return 0xbad;
  const std::uint32_t pixel = *static_cast<const std::uint32_t*>(locked.data);
  device.unlock(resource, index);
  return pixel;
}

TEST(SoftGpuD3d11, ResourcesLiveAndGoByTheSameCore) {
  GpuStand stand(kDirect3D11);
  d3d::Device10* const device = device_of(stand);
  std::vector<std::uint32_t> pixels(16 * 16, 0x01020304);
  Spec10 filled = texture();
  filled.initial = {{pixels.data(), 64, 1024}};
  Resource *source = nullptr, *copy = nullptr;
  ASSERT_EQ(device->create_resource10(filled, source), S_OK) << stand.findings_text();
  ASSERT_EQ(device->create_resource10(texture(16, 3), copy), S_OK) << stand.findings_text();
  EXPECT_EQ(device->objects.living_of(*copy).size(), 3U);
  EXPECT_EQ(device->copy_region(*copy, 0, *source, 0), S_OK);
  EXPECT_EQ(first_pixel_d3d11(*device, *copy, 0), 0x01020304U);
  pixels.assign(pixels.size(), 0x0a0b0c0d);
  EXPECT_EQ(device->update(*source, 0, pixels.data(), 64), S_OK);
  EXPECT_EQ(first_pixel_d3d11(*device, *source, 0), 0x0a0b0c0dU);
  EXPECT_EQ(device->destroy_resource(*source), S_OK);
  EXPECT_EQ(device->destroy_resource(*copy), S_OK);
  EXPECT_EQ(device->objects.living_of(*copy).size(), 3U);
  EXPECT_EQ(device->flush(), S_OK);
  EXPECT_TRUE(device->objects.living_of(*copy).empty());
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuD3d11, ViewsAreClearedAndPresented) {
  GpuStand stand(kDirect3D11);
  d3d::Device10* const device = device_of(stand);
  Resource* target = nullptr;
  ASSERT_EQ(device->create_resource10(texture(16, 2), target), S_OK);
  Child* view = nullptr;
  ASSERT_EQ(device->create_child(ChildKind::kRenderTarget, target, 1, view), S_OK);
  EXPECT_EQ(device->bind(*view), S_OK);
  const FLOAT red[] = {1, 0, 0, 1};
  EXPECT_EQ(device->clear(*view, red), S_OK);
  EXPECT_EQ(first_pixel_d3d11(*device, *target, 1), 0xffff0000U);
  EXPECT_EQ(device->present(*target), S_OK);
  EXPECT_EQ(device->presents(), 1U);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuD3d11, EveryKindOfObjectComesAndGoes) {
  GpuStand stand(kDirect3D11);
  d3d::Device10* const device = device_of(stand);
  Spec10 spec = texture();
  spec.bind |= D3D11_DDI_BIND_UNORDERED_ACCESS;
  Resource *all = nullptr, *depth = nullptr;
  ASSERT_EQ(device->create_resource10(spec, all), S_OK);
  spec.bind = D3D10_DDI_BIND_DEPTH_STENCIL;
  spec.format = DXGI_FORMAT_D32_FLOAT;
  ASSERT_EQ(device->create_resource10(spec, depth), S_OK);
  for (auto kind = ChildKind::kShaderResource; kind <= ChildKind::kPixelShader;
       kind = static_cast<ChildKind>(static_cast<int>(kind) + 1)) {
    Child* child = nullptr;
    Resource* const of = !is_view(kind) ? nullptr : kind == ChildKind::kDepthStencil ? depth : all;
    EXPECT_EQ(device->create_child(kind, of, 0, child), S_OK) << name_of(kind);
    EXPECT_EQ(device->bind(*child), kind == ChildKind::kQuery ? E_INVALIDARG : S_OK)
        << name_of(kind);
  }
  EXPECT_EQ(device->draw(3), S_OK);
  UINT support = 0;
  EXPECT_EQ(device->check_format(DXGI_FORMAT_B8G8R8A8_UNORM, support), S_OK);
  EXPECT_EQ(support, static_cast<UINT>(D3D10_DDI_FORMAT_SUPPORT_RENDERTARGET));
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuD3d11, DiscardingMapsGoOnWithWhatTheyWereGiven) {
  GpuStand stand({.renaming = d3d::Renaming::kAlways, .style = d3d::Style::kDirect3D10});
  d3d::Device10* const device = device_of(stand);
  Resource* buffer = nullptr;
  ASSERT_EQ(device->create_resource10(vertices(), buffer), S_OK);
  for (int i = 0; i < 3; ++i) {
    LockedSurface locked;
    ASSERT_EQ(device->map(*buffer, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked), S_OK);
    *static_cast<int*>(locked.data) = i;
    EXPECT_EQ(device->unmap(*buffer, 0), S_OK);
    ASSERT_EQ(device->map(*buffer, 0, D3D10_DDI_MAP_WRITE_NOOVERWRITE, 0, locked), S_OK);
    EXPECT_EQ(*static_cast<int*>(locked.data), i);
    EXPECT_EQ(device->unmap(*buffer, 0), S_OK);
  }
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuD3d11, SharedResourcesAreSeenByOtherDevices) {
  GpuStand stand(kDirect3D11);
  d3d::Device10* const maker = device_of(stand);
  d3d::Device10* const user = device_of(stand);
  Spec10 spec = texture();
  spec.misc = D3D10_DDI_RESOURCE_MISC_SHARED;
  Resource *made = nullptr, *opened = nullptr;
  ASSERT_EQ(maker->create_resource10(spec, made), S_OK);
  EXPECT_EQ(maker->color_fill(*made, 0, 0x0a0b0c0d), S_OK);
  EXPECT_EQ(maker->resolve(*made), S_OK);
  EXPECT_EQ(first_pixel_d3d11(*maker, *made, 0), 0x0a0b0c0dU);  // so that it is done
  ASSERT_EQ(user->open_resource(made->global, opened), S_OK) << stand.findings_text();
  EXPECT_EQ(maker->destroy_resource(*made), S_OK);
  EXPECT_EQ(maker->flush(), S_OK);
  EXPECT_EQ(first_pixel_d3d11(*user, *opened, 0), 0x0a0b0c0dU);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuD3d11, AResourceThatCannotBeMadeIsReportedAsALackOfMemory) {
  GpuStand stand(kDirect3D11);
  d3d::Device10* const device = device_of(stand);
  Resource* huge = nullptr;
  EXPECT_EQ(device->create_resource10(texture(16384), huge), E_OUTOFMEMORY);
  EXPECT_EQ(huge, nullptr);
  EXPECT_EQ(stand.end(), "");
}

// A little of everything, with whatever happens on the way.
void live_d3d11(GpuStand& stand) {
  d3d::Device10* const device = device_of(stand);
  if (device == nullptr) return;
  Resource *one = nullptr, *buffer = nullptr;
  device->create_resource10(texture(16, 2), one);
  if (one != nullptr) device->color_fill(*one, 0, 1);
  device->create_resource10(vertices(), buffer);
  LockedSurface locked;
  if (buffer != nullptr &&
      SUCCEEDED(device->map(*buffer, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked)))
    device->unmap(*buffer, 0);
  if (one != nullptr) {
    first_pixel_d3d11(*device, *one, 0);
    device->present(*one);
    device->destroy_resource(*one);
  }
  device->flush();
}

TEST(SoftGpuD3d11, EveryFaultIsAnsweredAndLeavesNothing) {
  expect_every_fault_answered(kDirect3D11, live_d3d11);
}

TEST(SoftGpuD3d11, ManyOrdersAreSilent) { expect_silence_in_any_order(kDirect3D11, live_d3d11); }

}  // namespace
}  // namespace drydock::testing
