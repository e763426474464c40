// The software GPU's user-mode half, under the runtime of Direct3D 9: lives that are right are
// silent and leave nothing, with and without faults and in many orders.
#include <gtest/gtest.h>

#include <functional>

#include "src/d3d/d3d9/device.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/win32/gpu_stand.h"

namespace drydock::testing {
namespace {

using d3d::LockedSurface;
using d3d::Resource;

d3d::ResourceSpec images(std::size_t count, UINT size = 16) {
  d3d::ResourceSpec spec;
  spec.flags.Texture = 1;
  spec.surfaces.assign(count, {size, size, 1, nullptr, 0, 0});
  return spec;
}

std::uint32_t first_pixel(d3d::Device& device, Resource& resource, UINT surface) {
  LockedSurface locked;
  D3DDDI_LOCKFLAGS flags{};
  flags.ReadOnly = 1;
  if (FAILED(device.lock(resource, surface, flags, locked))) return 0xbad;
  const std::uint32_t pixel = *static_cast<std::uint32_t*>(locked.data);
  device.unlock(resource, surface);
  return pixel;
}

TEST(SoftGpuUmd, FillsAreSeenWhereTheyWereAsked) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  ASSERT_NE(device, nullptr) << stand.findings_text();
  Resource* resource = nullptr;
  ASSERT_EQ(device->create_resource(images(3), resource), S_OK) << stand.findings_text();
  EXPECT_EQ(device->color_fill(*resource, 1, 0x11223344), S_OK);
  EXPECT_EQ(device->color_fill(*resource, 2, 0x55667788), S_OK);
  EXPECT_EQ(first_pixel(*device, *resource, 1), 0x11223344U);
  EXPECT_EQ(first_pixel(*device, *resource, 2), 0x55667788U);
  EXPECT_EQ(first_pixel(*device, *resource, 0), 0U);
  EXPECT_EQ(stand.end(), "");
}

// True when the batch that is being built uses the resource.
bool is_batched(d3d::Device& device, Resource& resource) {
  for (const auto& [handle, context] : device.objects.contexts) {
    for (const d3d::Allocation* each : device.objects.living_of(resource)) {
      if (context->batch->names(each->handle)) return true;
    }
  }
  return false;
}

TEST(SoftGpuUmd, CommandsWaitForAFlushAndFullBatchesGoEarlier) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  Resource *small = nullptr, *large = nullptr;
  ASSERT_EQ(device->create_resource(images(1), small), S_OK);
  ASSERT_EQ(device->create_resource(images(1, 512), large), S_OK);
  EXPECT_EQ(device->color_fill(*small, 0, 1), S_OK);
  EXPECT_TRUE(is_batched(*device, *small));
  for (UINT i = 0; i < 40; ++i) ASSERT_EQ(device->color_fill(*large, 0, i), S_OK);
  EXPECT_FALSE(is_batched(*device, *small));
  EXPECT_TRUE(is_batched(*device, *large));
  EXPECT_EQ(device->flush(), S_OK);
  EXPECT_FALSE(is_batched(*device, *large));
  EXPECT_EQ(first_pixel(*device, *large, 0), 39U);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuUmd, ReleaseWaitsForTheNextFlushAndIsOneGroup) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  Resource *gone = nullptr, *other = nullptr;
  ASSERT_EQ(device->create_resource(images(5), gone), S_OK);
  ASSERT_EQ(device->create_resource(images(1), other), S_OK);
  EXPECT_EQ(device->color_fill(*other, 0, 7), S_OK);
  EXPECT_EQ(device->color_fill(*gone, 3, 7), S_OK);
  EXPECT_EQ(device->destroy_resource(*gone), S_OK);
  EXPECT_FALSE(is_batched(*device, *other));
  EXPECT_EQ(device->objects.living_of(*gone).size(), 5U);
  EXPECT_EQ(device->flush(), S_OK);
  EXPECT_TRUE(device->objects.living_of(*gone).empty());
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuUmd, DestroyDeviceReleasesWhatWaitsAndWhatLives) {
  d3d::Options options;
  options.abandon_children = true;
  GpuStand stand(options);
  d3d::Device* const device = stand.new_device();
  Resource *gone = nullptr, *locked = nullptr, *drawn = nullptr;
  ASSERT_EQ(device->create_resource(images(2), gone), S_OK);
  ASSERT_EQ(device->create_resource(images(2), locked), S_OK);
  ASSERT_EQ(device->create_resource(images(2), drawn), S_OK);
  EXPECT_EQ(device->color_fill(*drawn, 0, 7), S_OK);
  EXPECT_EQ(device->destroy_resource(*gone), S_OK);
  LockedSurface where;
  EXPECT_EQ(device->lock(*locked, 1, {}, where), S_OK);
  EXPECT_EQ(device->destroy(), S_OK);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuUmd, DiscardingLocksGoOnWithWhatTheyWereGiven) {
  GpuStand stand({.renaming = d3d::Renaming::kAlways});
  d3d::Device* const device = stand.new_device();
  d3d::ResourceSpec spec = images(1);
  spec.flags.Dynamic = 1;
  Resource* resource = nullptr;
  ASSERT_EQ(device->create_resource(spec, resource), S_OK);
  D3DDDI_LOCKFLAGS discard{};
  discard.Discard = 1;
  discard.WriteOnly = 1;
  for (std::uint32_t i = 1; i <= 8; ++i) {
    EXPECT_EQ(device->color_fill(*resource, 0, 0xdead), S_OK);
    LockedSurface locked;
    ASSERT_EQ(device->lock(*resource, 0, discard, locked), S_OK) << stand.findings_text();
    *static_cast<std::uint32_t*>(locked.data) = i;
    EXPECT_EQ(device->unlock(*resource, 0), S_OK);
  }
  EXPECT_EQ(first_pixel(*device, *resource, 0), 8U);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuUmd, SystemMemoryIsTheRuntimesOwn) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  std::vector<std::uint32_t> memory(16 * 16);
  d3d::ResourceSpec spec = images(1);
  spec.pool = D3DDDIPOOL_SYSTEMMEM;
  spec.surfaces[0].pSysMem = memory.data();
  spec.surfaces[0].SysMemPitch = 64;
  Resource* resource = nullptr;
  ASSERT_EQ(device->create_resource(spec, resource), S_OK);
  EXPECT_EQ(stand.books().Allocations, 0);
  EXPECT_EQ(device->color_fill(*resource, 0, 0x01020304), S_OK);
  EXPECT_EQ(memory[255], 0x01020304U);
  EXPECT_EQ(device->destroy_resource(*resource), S_OK);
  EXPECT_EQ(stand.end(), "");
}

// Returns the functions of a Direct3D 9 driver.
const D3DDDI_DEVICEFUNCS& functions_of(d3d::Device& device) {
  return static_cast<d3d::Device9&>(device).functions();
}

// A function of the driver's table, called as the runtime calls.
template <typename Body>
HRESULT call(d3d::Device& device, Body body) {
  static const d3d::Entry entry{"a function of the table"};
  const dxgk::RuntimeView::Scope scope(device.adapter().view());
  d3d::Call record(entry, &device);
  return d3d::enter(device.driver(), record, body, nullptr);
}

TEST(SoftGpuUmd, SharedResourcesAreSeenByOtherDevices) {
  GpuStand stand;
  d3d::Device* const maker = stand.new_device();
  d3d::Device* const user = stand.new_device();
  d3d::ResourceSpec spec = images(2);
  spec.flags.SharedResource = 1;
  Resource *made = nullptr, *opened = nullptr, *own = nullptr;
  ASSERT_EQ(maker->create_resource(spec, made), S_OK) << stand.findings_text();
  EXPECT_EQ(maker->color_fill(*made, 1, 0x0a0b0c0d), S_OK);
  EXPECT_EQ(maker->flush(), S_OK);
  EXPECT_EQ(first_pixel(*maker, *made, 1), 0x0a0b0c0dU);  // so that it is done
  ASSERT_EQ(user->open_resource(made->global, opened), S_OK) << stand.findings_text();
  ASSERT_EQ(user->create_resource(images(1), own), S_OK);
  D3DDDIARG_BLT blt{};
  blt.hSrcResource = opened->driver_handle.value;
  blt.SrcSubResourceIndex = 1;
  blt.hDstResource = own->driver_handle.value;
  blt.SrcRect = blt.DstRect = {0, 0, 16, 16};
  EXPECT_EQ(
      call(*user, [&] { return functions_of(*user).pfnBlt(user->driver_handle().value, &blt); }),
      S_OK);
  EXPECT_EQ(maker->destroy_resource(*made), S_OK);
  EXPECT_EQ(maker->flush(), S_OK);
  EXPECT_EQ(first_pixel(*user, *own, 0), 0x0a0b0c0dU);
  EXPECT_EQ(user->destroy_resource(*opened), S_OK);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuUmd, CopiesGoBetweenMemoriesOfAllKinds) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  std::vector<std::uint32_t> memory(16 * 16, 0x21222324);
  d3d::ResourceSpec spec = images(1);
  spec.pool = D3DDDIPOOL_SYSTEMMEM;
  spec.surfaces[0].pSysMem = memory.data();
  spec.surfaces[0].SysMemPitch = 64;
  Resource *ram = nullptr, *one = nullptr, *two = nullptr;
  ASSERT_EQ(device->create_resource(spec, ram), S_OK);
  ASSERT_EQ(device->create_resource(images(1), one), S_OK);
  ASSERT_EQ(device->create_resource(images(1, 32), two), S_OK);
  const HANDLE driver_device = device->driver_handle().value;
  const D3DDDIARG_TEXBLT upload{
      one->driver_handle.value, ram->driver_handle.value, 0, {0, 0}, {0, 0, 16, 16}};
  EXPECT_EQ(call(*device, [&] { return functions_of(*device).pfnTexBlt(driver_device, &upload); }),
            S_OK);
  D3DDDIARG_BLT blt{};
  blt.hSrcResource = one->driver_handle.value;
  blt.SrcRect = {0, 0, 8, 8};
  blt.hDstResource = two->driver_handle.value;
  blt.DstRect = {0, 0, 8, 8};
  EXPECT_EQ(call(*device, [&] { return functions_of(*device).pfnBlt(driver_device, &blt); }), S_OK);
  EXPECT_EQ(first_pixel(*device, *two, 0), 0x21222324U);
  blt.DstRect = {0, 0, 16, 16};
  EXPECT_EQ(call(*device, [&] { return functions_of(*device).pfnBlt(driver_device, &blt); }),
            E_NOTIMPL);
  blt.SrcRect = {12, 0, 28, 16};
  EXPECT_EQ(call(*device, [&] { return functions_of(*device).pfnBlt(driver_device, &blt); }),
            E_FAIL);
  EXPECT_EQ(stand.end(), "");
}

TEST(SoftGpuUmd, PriorityOffersAndResidencyReachTheKernel) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  Resource* resource = nullptr;
  ASSERT_EQ(device->create_resource(images(2), resource), S_OK);
  EXPECT_EQ(device->set_priority(*resource, D3DDDI_ALLOCATIONPRIORITY_HIGH), S_OK);
  EXPECT_EQ(device->color_fill(*resource, 0, 9), S_OK);
  Resource* const all[] = {resource};
  BOOL discarded[] = {TRUE};
  EXPECT_EQ(device->offer(all, D3DDDI_OFFER_PRIORITY_LOW), S_OK);
  EXPECT_EQ(device->reclaim(all, discarded), S_OK);
  EXPECT_TRUE(SUCCEEDED(device->query_residency(all)));
  EXPECT_EQ(device->present(*resource), S_OK);
  EXPECT_EQ(stand.end(), "");
}

// The driver has no residency lists, which the kernel requires. So the runtime maintains them, and
// evicts the resource that was used the longest time ago when memory is full.
TEST(SoftGpuUmd, MoreThanFitsIsDrawnInTurns) {
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  std::vector<Resource*> all(5);
  for (Resource*& each : all) ASSERT_EQ(device->create_resource(images(1, 4096), each), S_OK);
  for (UINT round = 1; round <= 2; ++round) {
    for (UINT i = 0; i < all.size(); ++i) {
      EXPECT_EQ(device->color_fill(*all[i], 0, 16 * round + i), S_OK);
      EXPECT_EQ(device->flush(), S_OK);
    }
  }
  for (UINT i = 0; i < all.size(); ++i)
    EXPECT_EQ(first_pixel(*device, *all[i], 0), 32 + i) << stand.findings_text();
  EXPECT_EQ(stand.end(), "");
}

// The GPU hangs on work of the device, and is reset.
void hang_and_reset(GpuStand& stand, d3d::Device& device, Resource& resource) {
  EXPECT_EQ(device.color_fill(resource, 0, 2), S_OK);
  EXPECT_EQ(first_pixel(device, resource, 0), 2U);  // it is resident
  stand.hang();
  EXPECT_EQ(device.color_fill(resource, 0, 1), S_OK);
  EXPECT_EQ(device.flush(), S_OK);
  first_pixel(device, resource, 0);  // waits until the adapter is reset
}

TEST(SoftGpuUmd, ADeviceThatIsGoneIsCleanedUp) {
  const sim::SeededSchedule schedule(3);
  GpuStand stand;
  d3d::Device* const device = stand.new_device();
  Resource *one = nullptr, *other = nullptr;
  ASSERT_EQ(device->create_resource(images(2), one), S_OK);
  ASSERT_EQ(device->create_resource(images(1), other), S_OK);
  hang_and_reset(stand, *device, *one);
  EXPECT_EQ(device->color_fill(*other, 0, 1), S_OK);
  EXPECT_EQ(device->flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_TRUE(device->is_removed());
  device->destroy_resource(*one);
  EXPECT_EQ(stand.end(), "");
}

// An application begins anew: the old device and all that it had are lost.
TEST(SoftGpuUmd, U249AfterAResetANewDeviceWorks) {
  const sim::SeededSchedule schedule(3);
  GpuStand stand;
  d3d::Device* const lost = stand.new_device();
  Resource *old = nullptr, *anew = nullptr;
  ASSERT_EQ(lost->create_resource(images(1), old), S_OK);
  hang_and_reset(stand, *lost, *old);
  EXPECT_EQ(lost->color_fill(*old, 0, 1), S_OK);
  EXPECT_EQ(lost->flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(lost->color_fill(*old, 0, 1), D3DDDIERR_DEVICEREMOVED);
  d3d::Device* const device = stand.new_device();
  ASSERT_NE(device, nullptr) << stand.findings_text();
  ASSERT_EQ(device->create_resource(images(1), anew), S_OK);
  EXPECT_EQ(device->color_fill(*anew, 0, 0x31323334), S_OK);
  EXPECT_EQ(first_pixel(*device, *anew, 0), 0x31323334U);
  EXPECT_EQ(stand.end(), "");
}

// A little of everything, with whatever happens on the way.
void live(GpuStand& stand) {
  d3d::Device* const device = stand.new_device();
  if (device == nullptr) return;
  Resource *one = nullptr, *other = nullptr;
  device->create_resource(images(3), one);
  if (one != nullptr) device->color_fill(*one, 0, 1);
  device->create_resource(images(1), other);
  if (other != nullptr) {
    LockedSurface locked;
    D3DDDI_LOCKFLAGS discard{};
    discard.Discard = 1;
    if (SUCCEEDED(device->lock(*other, 0, discard, locked))) device->unlock(*other, 0);
  }
  if (one != nullptr) device->destroy_resource(*one);
  device->flush();
  if (other != nullptr) device->color_fill(*other, 0, 2);
}

TEST(SoftGpuUmd, EveryFaultIsAnsweredAndLeavesNothing) { expect_every_fault_answered({}, live); }

TEST(SoftGpuUmd, ManyOrdersAreSilent) { expect_silence_in_any_order({}, live); }

}  // namespace
}  // namespace drydock::testing
