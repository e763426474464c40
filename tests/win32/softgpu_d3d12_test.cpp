// The software GPU's user-mode half, through its entry of Direct3D 12, by the runtime's own half.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "src/d3d/d3d12/device.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/win32/gpu_stand.h"

namespace drydock::testing {
namespace {

const d3d::Options kDirect3D12{.style = d3d::Style::kDirect3D12};

// A whole life of which any part may fail.
void live_in_heaps(GpuStand& stand) {
  auto* const device = static_cast<d3d::Device12*>(stand.new_device());
  if (device == nullptr) return;
  d3d::CommandQueue12* queue = nullptr;
  device->create_queue(queue);
  d3d::Resource *heap = nullptr, *placed = nullptr, *shared = nullptr, *opened = nullptr;
  device->create_heap({.bytes = 65536}, heap);
  device->create_committed({.bytes = 65536, .is_shared = true}, {.width = 65536}, shared);
  if (heap == nullptr || shared == nullptr) return;
  device->create_placed(*heap, {.width = 4096, .offset = 4096}, placed);
  const std::array both{heap, shared};
  if (SUCCEEDED(device->make_resident(both))) device->evict(both);
  void* data = nullptr;
  if (SUCCEEDED(device->map(*heap, data))) static_cast<char*>(data)[65535] = 1;
  if (auto* const other = static_cast<d3d::Device12*>(stand.new_device()))
    other->open_resource(shared->global, opened);
  if (placed != nullptr) device->destroy_resource(*placed);
  device->destroy_resource(*shared);
}

TEST(SoftGpuD3d12, HeapsLiveAndGo) {
  GpuStand stand(kDirect3D12);
  live_in_heaps(stand);
  EXPECT_EQ(stand.books().Allocations, 2) << "one is shared by two devices";
  EXPECT_EQ(stand.end(), "");
}

std::uint64_t live_in_heaps_with_fault(std::optional<std::uint64_t> nth) {
  GpuStand stand(kDirect3D12);
  const sim::FaultInjection injection({.nth = nth});
  live_in_heaps(stand);
  EXPECT_EQ(stand.end(), "") << "fault " << nth.value_or(~0ULL);
  return injection.points();
}

TEST(SoftGpuD3d12, EveryFailureIsPassedOn) {
  const std::uint64_t points = live_in_heaps_with_fault(std::nullopt);
  EXPECT_GT(points, 10U);
  for (std::uint64_t nth = 0; nth < points && !HasFailure(); ++nth) live_in_heaps_with_fault(nth);
}

TEST(SoftGpuD3d12, SchedulesAreSilent) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const sim::SeededSchedule schedule(seed);
    GpuStand stand(kDirect3D12);
    live_in_heaps(stand);
    ASSERT_EQ(stand.end(), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace drydock::testing
