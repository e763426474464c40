// The DMA buffers of a context: which one is next, who waits, and the memory behind them.
#include "src/sched/work/dma_buffers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/nt/mm/physical.h"
#include "src/sim/schedule.h"

namespace drydock::sched {
namespace {

constexpr std::size_t kMost = 32;

DXGK_CONTEXTINFO info_of(UINT bytes, UINT private_bytes, UINT segments = 0) {
  DXGK_CONTEXTINFO out{};
  out.DmaBufferSize = bytes;
  out.DmaBufferPrivateDataSize = private_bytes;
  out.DmaBufferSegmentSet = segments;
  return out;
}

TEST(DmaBuffers, BufferIsOfItsSizeAndContiguous) {
  DmaBuffers buffers(info_of(5000, 24), nullptr, nullptr);
  DmaBuffer* const one = buffers.take();
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(one->size, 5000U);
  EXPECT_FALSE(buffers.are_in_segments());
  EXPECT_EQ(one->private_data, std::vector<std::byte>(24));
  const auto first = static_cast<nt::PageFrame>(one->physical.QuadPart) / nt::kPageBytes;
  auto* const bytes = static_cast<std::byte*>(one->memory);
  EXPECT_EQ(nt::frame_of(bytes), first);
  EXPECT_EQ(nt::frame_of(bytes + nt::kPageBytes), first + 1);
  buffers.release(*one);
}

TEST(DmaBuffers, ReleasedBufferIsTheNextAndKeepsItsPrivateData) {
  DmaBuffers buffers(info_of(64, 8), nullptr, nullptr);
  DmaBuffer* const one = buffers.take();
  DmaBuffer* const other = buffers.take();
  EXPECT_NE(one, other);
  one->private_data[3] = std::byte{9};
  buffers.release(*one);
  EXPECT_EQ(buffers.take(), one);
  EXPECT_EQ(one->private_data[3], std::byte{9}) << "only the driver writes it";
  buffers.release(*one);
  buffers.release(*other);
}

TEST(DmaBuffers, NoBytesAreNoBuffer) {
  DmaBuffers buffers(info_of(0, 8), nullptr, nullptr);
  EXPECT_EQ(buffers.take(), nullptr);
  EXPECT_EQ(buffers.take(), nullptr);
}

TEST(DmaBuffers, AClientThatIsFarAheadWaits) {
  DmaBuffers buffers(info_of(64, 0), nullptr, nullptr);
  std::vector<DmaBuffer*> all;
  for (std::size_t i = 0; i < kMost; ++i) all.push_back(buffers.take());
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::unique(all).size(), 0U);
  DmaBuffer* got = nullptr;
  sim::Thread waiter = sim::spawn("waiter", [&] { got = buffers.take(); });
  sim::park(sim::now() + 50'000);
  buffers.release(*all[7]);
  waiter.join();
  EXPECT_EQ(got, all[7]);
  for (DmaBuffer* each : all) buffers.release(*each);
}

TEST(DmaBuffers, BuffersInSegmentsHaveATenant) {
  DmaBuffers buffers(info_of(5000, 0, 2), reinterpret_cast<HANDLE>(5), nullptr);
  EXPECT_TRUE(buffers.are_in_segments());
  DmaBuffer* const one = buffers.take();
  ASSERT_NE(one, nullptr);
  ASSERT_NE(one->tenant, nullptr);
  EXPECT_EQ(one->tenant->size(), 2 * nt::kPageBytes);
  EXPECT_EQ(one->tenant->wishes.segments.load(), 2U);
  EXPECT_EQ(one->tenant->device(), reinterpret_cast<HANDLE>(5));
  EXPECT_TRUE(one->tenant->cpu.has_content.load()) << "an eviction keeps the commands";
  buffers.release(*one);
}

}  // namespace
}  // namespace drydock::sched
