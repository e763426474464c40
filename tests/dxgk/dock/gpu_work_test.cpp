// The GPU at work, end to end: D3DKMTRender, the scheduler, video memory and the software GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/support/gpu_client.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

using ::testing::Each;
using ::testing::IsEmpty;

constexpr std::size_t kPage = PAGE_SIZE;

class GpuWork : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const rules::Finding& finding : log_.findings())
      EXPECT_EQ(finding.rule->party, rules::Party::kClient) << to_text(finding);
  }

  rules::FindingLog log_;
};

TEST_F(GpuWork, ACommandBufferFillsAndCopies) {
  SoftGpuWorld world;
  GpuContext context(world.device());
  const D3DKMT_HANDLE local = world.create_buffer(world.device(), 4 * kPage);
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), 4 * kPage, true);
  ASSERT_EQ(context.render(std::array{fill(0, 4 * kPage, 0x11223344), copy(1, 0, 4 * kPage),
                                      write(1, 8, 0x0102030405060708), add(1, 8, 1)},
                           std::array{local, seen}),
            STATUS_SUCCESS);
  world.wait_idle(world.device());
  const std::vector<std::uint8_t> bytes = read_back(world.device(), seen, 4 * kPage);
  EXPECT_THAT(std::span(bytes).first(8),
              ::testing::ElementsAre(0x44, 0x33, 0x22, 0x11, 0x44, 0x33, 0x22, 0x11));
  EXPECT_EQ(bytes[8], 9);
  EXPECT_EQ(bytes[15], 1);
  EXPECT_EQ(bytes[4 * kPage - 1], 0x11);
}

DXGK_RENDERKM_COMMAND color_fill(UINT image, RECT rect, UINT color) {
  DXGK_RENDERKM_COMMAND out{};
  out.OpCode = DXGK_GDIOP_COLORFILL;
  out.CommandSize = sizeof out;
  out.Command.ColorFill.DstRect = rect;
  out.Command.ColorFill.DstAllocationIndex = image;
  out.Command.ColorFill.Color = color;
  out.Command.ColorFill.Rop = DXGK_GDIROPCF_PATCOPY;
  return out;
}

DXGK_RENDERKM_COMMAND bit_blt(UINT to, RECT to_rect, UINT from, RECT from_rect) {
  DXGK_RENDERKM_COMMAND out{};
  out.OpCode = DXGK_GDIOP_BITBLT;
  out.CommandSize = sizeof out;
  out.Command.BitBlt.DstRect = to_rect;
  out.Command.BitBlt.DstAllocationIndex = to;
  out.Command.BitBlt.SrcRect = from_rect;
  out.Command.BitBlt.SrcAllocationIndex = from;
  out.Command.BitBlt.Rop = DXGK_GDIROP_SRCCOPY;
  return out;
}

constexpr UINT kWidth = 32;    // rows of 128 bytes
constexpr UINT kHeight = 512;  // more than one DMA buffer has room for

TEST_F(GpuWork, GdiFillsAndCopiesRectangles) {
  SoftGpuWorld world;
  GpuContext context(world.device());
  const D3DKMT_HANDLE from = world.create_image(world.device(), kWidth, kHeight);
  const D3DKMT_HANDLE to = world.create_image(world.device(), kWidth, kHeight);
  ASSERT_EQ(context.draw(std::array{color_fill(0, {0, 0, kWidth, kHeight}, 1),
                                    color_fill(0, {4, 8, 6, 9}, 2),
                                    color_fill(1, {0, 0, kWidth, kHeight}, 3),
                                    bit_blt(1, {0, 500, 4, 502}, 0, {3, 8, 7, 10})},
                         std::array{from, to}),
            STATUS_SUCCESS);
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  std::vector<UINT> pixels(kWidth * kHeight);
  std::memcpy(pixels.data(), read_back(world.device(), to, pixels.size() * sizeof(UINT)).data(),
              pixels.size() * sizeof(UINT));
  const auto row = [&](UINT y) { return std::span(pixels).subspan(y * kWidth, 6); };
  EXPECT_THAT(row(499), Each(3U));
  EXPECT_THAT(row(500), ::testing::ElementsAre(1, 2, 2, 1, 3, 3));
  EXPECT_THAT(row(501), ::testing::ElementsAre(1, 1, 1, 1, 3, 3));
  EXPECT_THAT(row(502), Each(3U));
}

TEST_F(GpuWork, GdiCommandsThatReachTooFarAreRefused) {
  SoftGpuWorld world;
  GpuContext context(world.device());
  const std::array named{world.create_image(world.device(), kWidth, 8),
                         world.create_buffer(world.device(), kPage)};
  const RECT all = {0, 0, kWidth, 8};
  const auto draw = [&](const DXGK_RENDERKM_COMMAND& command) {
    return context.draw(std::array{command}, named);
  };
  EXPECT_EQ(draw(color_fill(0, {0, 0, kWidth + 1, 8}, 0)), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(draw(color_fill(0, {-1, 0, kWidth, 8}, 0)), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(draw(color_fill(0, {5, 5, 5, 8}, 0)), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(draw(color_fill(1, all, 0)), STATUS_INVALID_PARAMETER) << "no image";
  EXPECT_EQ(draw(color_fill(2, all, 0)), STATUS_INVALID_PARAMETER) << "nothing";
  EXPECT_EQ(draw(bit_blt(0, all, 1, all)), STATUS_INVALID_PARAMETER);
  DXGK_RENDERKM_COMMAND odd = color_fill(0, all, 0);
  odd.OpCode = DXGK_GDIOP_ALPHABLEND;
  EXPECT_EQ(draw(odd), STATUS_ILLEGAL_INSTRUCTION);
  odd = color_fill(0, all, 0);
  odd.CommandSize = sizeof odd + 1;
  EXPECT_EQ(draw(odd), STATUS_INVALID_USER_BUFFER);
  odd = color_fill(0, all, 0);
  odd.CommandSize = 0;
  EXPECT_EQ(draw(odd), STATUS_INVALID_USER_BUFFER);
  odd = color_fill(0, all, 0);
  RECT elsewhere = all;
  odd.Command.ColorFill.NumSubRects = 1;
  odd.Command.ColorFill.pSubRects = &elsewhere;
  EXPECT_EQ(draw(odd), STATUS_INVALID_USER_BUFFER) << "not in the buffer";
  EXPECT_EQ(draw(color_fill(0, all, 7)), STATUS_SUCCESS);
}

TEST_F(GpuWork, CommandsThatReachTooFarAreRefused) {
  SoftGpuWorld world;
  GpuContext context(world.device());
  const D3DKMT_HANDLE buffer = world.create_buffer(world.device(), kPage);
  const std::array named{buffer};
  SOFTGPU_COMMAND unknown = fill(0, 4, 0);
  unknown.Operation = 77;
  EXPECT_EQ(context.render(std::array{unknown}, named), STATUS_ILLEGAL_INSTRUCTION);
  EXPECT_EQ(context.render(std::array{fill(0, 2 * kPage, 0)}, named), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(context.render(std::array{fill(0, 4, 0, ~UINT64{3})}, named), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(context.render(std::array{fill(1, 4, 0)}, named), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(context.render(std::array{fill(0, 6, 0)}, named), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(context.render(std::array{copy(0, 9, 4)}, named), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(context.render(std::array{write(0, 4, 0)}, named), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(context.render(std::array{write(0, 0, 0)}, named), STATUS_SUCCESS);
}

// More commands than one DMA buffer takes.
TEST_F(GpuWork, ALongCommandBufferTakesSeveralDmaBuffers) {
  SoftGpuWorld world;
  GpuContext context(world.device());
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), kPage, true);
  const std::vector<SOFTGPU_COMMAND> commands(1200, add(0, 0, 1));
  ASSERT_EQ(context.render(commands, std::array{seen}), STATUS_SUCCESS);
  world.wait_idle(world.device());
  UINT64 sum = 0;
  std::memcpy(&sum, read_back(world.device(), seen, 8).data(), 8);
  EXPECT_EQ(sum, 1200U);
}

TEST_F(GpuWork, AnAllocationThatIsDestroyedWhileItRunsStaysUntilItIsDone) {
  SoftGpuWorld world;
  GpuContext context(world.device());
  const D3DKMT_HANDLE local = world.create_buffer(world.device(), kPage);
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), kPage, true);
  world.escape(SOFTGPU_ESCAPE_HOLD, 0, 1000);
  ASSERT_EQ(context.render(std::array{fill(0, kPage, 1)}, std::array{local}), STATUS_SUCCESS);
  world.wait_idle(world.device());
  world.escape(SOFTGPU_ESCAPE_HOLD, 0, 0);
  ASSERT_EQ(context.render(std::array{fill(0, kPage, 0x77777777), copy(1, 0, kPage)},
                           std::array{local, seen}),
            STATUS_SUCCESS);
  EXPECT_EQ(destroy(world.device(), 0, {local}), STATUS_SUCCESS);
  EXPECT_EQ(context.render(std::array{fill(0, kPage, 1)}, std::array{local}),
            STATUS_INVALID_HANDLE);
  EXPECT_EQ(world.escape(SOFTGPU_ESCAPE_READ_BOOKS).Books.Allocations, 2);
  world.escape(SOFTGPU_ESCAPE_GO);
  world.wait_idle(world.device());
  EXPECT_THAT(read_back(world.device(), seen, kPage), Each(0x77));
  EXPECT_EQ(world.engine().Faults, 0U);
  while (world.escape(SOFTGPU_ESCAPE_READ_BOOKS).Books.Allocations != 1) SoftGpuWorld::pause();
}

// The contents of an allocation survive every eviction: the working set is three times the segment.
TEST_F(GpuWork, AWorkingSetThreeTimesTheMemoryKeepsEveryByte) {
  constexpr std::size_t kMemory = std::size_t{2} << 20;
  constexpr std::size_t kBytes = 96 * 1024;
  constexpr std::size_t kCount = 3 * kMemory / kBytes;
  SoftGpuWorld world(kMemory);
  GpuContext context(world.device());
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), kBytes, true);
  std::vector<D3DKMT_HANDLE> buffers;
  for (std::size_t i = 0; i < kCount; ++i) {
    buffers.push_back(world.create_buffer(world.device(), kBytes));
    ASSERT_EQ(context.render(std::array{fill(0, kBytes, static_cast<UINT>(i * 0x01010101))},
                             std::array{buffers.back()}),
              STATUS_SUCCESS);
  }
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(context.render(std::array{copy(0, 1, kBytes)}, std::array{seen, buffers[i]}),
                STATUS_SUCCESS);
      world.wait_idle(world.device());
      const std::vector<std::uint8_t> bytes = read_back(world.device(), seen, kBytes);
      const std::vector<std::uint8_t> wanted(kBytes, static_cast<std::uint8_t>(i));
      ASSERT_EQ(std::memcmp(bytes.data(), wanted.data(), kBytes), 0) << "allocation " << i;
    }
  }
  EXPECT_EQ(world.state(world.device()), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_EQ(world.engine().Faults, 0U);
}

TEST_F(GpuWork, NodesWorkSideBySide) {
  SoftGpuWorld world;
  GpuContext render(world.device(), SOFTGPU_NODE_RENDER);
  GpuContext copying(world.device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE one = world.create_buffer(world.device(), kPage, true);
  const D3DKMT_HANDLE other = world.create_buffer(world.device(), kPage, true);
  ASSERT_EQ(render.render(std::array{fill(0, kPage, 1)}, std::array{one}), STATUS_SUCCESS);
  ASSERT_EQ(copying.render(std::array{fill(0, kPage, 1)}, std::array{other}), STATUS_SUCCESS);
  world.wait_idle(world.device());
  world.escape(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_RENDER, 0);
  ASSERT_EQ(render.render(std::array{fill(0, kPage, 2)}, std::array{one}), STATUS_SUCCESS);
  world.wait_for(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_RENDER);
  const UINT64 before = world.engine(SOFTGPU_NODE_COPY).Commands;
  ASSERT_EQ(copying.render(std::array{fill(0, kPage, 2)}, std::array{other}), STATUS_SUCCESS);
  while (world.engine(SOFTGPU_NODE_COPY).Commands == before) SoftGpuWorld::pause();
  EXPECT_EQ(world.engine(SOFTGPU_NODE_RENDER).State, SOFTGPU_ENGINE_HELD);
  world.escape(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_RENDER);
  world.wait_idle(world.device());
}

// K-444: the guilty device is set in error, and others continue.
TEST_F(GpuWork, AHungEngineIsResetAndItsDeviceIsLost) {
  const sim::SeededSchedule schedule(1);
  SoftGpuWorld world;
  D3DKMT_HANDLE innocent = 0;
  ASSERT_EQ(create_device(world.opened(), innocent), STATUS_SUCCESS);
  GpuContext guilty(world.device());
  GpuContext other(innocent);
  const D3DKMT_HANDLE buffer = world.create_buffer(world.device(), kPage, true);
  const D3DKMT_HANDLE spared = world.create_buffer(innocent, kPage, true);
  ASSERT_EQ(guilty.render(std::array{fill(0, kPage, 1)}, std::array{buffer}), STATUS_SUCCESS);
  world.wait_idle(world.device());
  world.escape(SOFTGPU_ESCAPE_HANG);
  ASSERT_EQ(guilty.render(std::array{fill(0, kPage, 2)}, std::array{buffer}), STATUS_SUCCESS);
  EXPECT_EQ(world.wait_idle(world.device()), STATUS_DEVICE_REMOVED);
  EXPECT_NE(world.state(world.device()), D3DKMT_DEVICEEXECUTION_ACTIVE);
  EXPECT_EQ(world.engine().Resets, 1U);
  EXPECT_EQ(guilty.render(std::array{fill(0, kPage, 2)}, std::array{buffer}),
            STATUS_DEVICE_REMOVED);
  EXPECT_EQ(world.state(innocent), D3DKMT_DEVICEEXECUTION_ACTIVE);
  ASSERT_EQ(other.render(std::array{fill(0, kPage, 0x33333333)}, std::array{spared}),
            STATUS_SUCCESS);
  world.wait_idle(innocent);
  EXPECT_THAT(read_back(innocent, spared, kPage), Each(0x33));
}

// A client that promised not to use what it destroys, and does, loses its device. No other client
// sees its memory.
TEST_F(GpuWork, AnAllocationThatWasPromisedToBeIdleFaults) {
  const sim::SeededSchedule schedule(2);
  SoftGpuWorld world;
  GpuContext context(world.device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE local = world.create_buffer(world.device(), 4 * kPage);
  ASSERT_EQ(context.render(std::array{fill(0, kPage, 1)}, std::array{local}), STATUS_SUCCESS);
  world.wait_idle(world.device());
  world.escape(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_COPY, 0);
  ASSERT_EQ(context.render(std::array{fill(0, kPage, 2)}, std::array{local}), STATUS_SUCCESS);
  world.wait_for(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_COPY);
  EXPECT_EQ(destroy(world.device(), 0, {local}, {.assume_not_in_use = true}), STATUS_SUCCESS);
  while (world.escape(SOFTGPU_ESCAPE_READ_BOOKS).Books.Allocations != 0) SoftGpuWorld::pause();
  world.escape(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_COPY);
  EXPECT_EQ(world.wait_idle(world.device()), STATUS_DEVICE_REMOVED);
  EXPECT_EQ(world.state(world.device()), D3DKMT_DEVICEEXECUTION_ERROR_DMAPAGEFAULT);
  EXPECT_EQ(world.engine(SOFTGPU_NODE_COPY).Faults, 1U);
  EXPECT_EQ(world.engine(SOFTGPU_NODE_COPY).Resets, 0U);
}

TEST_F(GpuWork, WorkMayBeUnderWayWhenEverythingEnds) {
  for (int way = 0; way < 3; ++way) {
    SoftGpuWorld world;
    GpuContext context(world.device());
    const D3DKMT_HANDLE local = world.create_buffer(world.device(), 64 * kPage);
    for (int i = 0; i < 5; ++i) {
      ASSERT_EQ(context.render(std::array{fill(0, 64 * kPage, 1)}, std::array{local}),
                STATUS_SUCCESS);
    }
    if (way == 0) world.process().vanish();
    if (way == 1) world.dock().unplug(world.adapter());
    if (way == 2) world.dock().surprise(world.adapter());
  }
}

// A preempted packet continues where it was stopped, and nothing runs twice.
TEST_F(GpuWork, WorkOfHigherPriorityTakesOver) {
  SoftGpuWorld world;
  GpuContext low(world.device());
  GpuContext high(world.device());
  ASSERT_EQ(high.set_priority(5), STATUS_SUCCESS);
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), kPage, true);
  const D3DKMT_HANDLE other = world.create_buffer(world.device(), kPage, true);
  ASSERT_EQ(low.render(std::array{write(0, 0, 0)}, std::array{seen}), STATUS_SUCCESS);
  ASSERT_EQ(high.render(std::array{write(0, 0, 0)}, std::array{other}), STATUS_SUCCESS);
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  world.escape(SOFTGPU_ESCAPE_HOLD, 0, 60);
  const std::vector<SOFTGPU_COMMAND> hundred(100, add(0, 0, 1));
  for (int i = 0; i < 2; ++i) ASSERT_EQ(low.render(hundred, std::array{seen}), STATUS_SUCCESS);
  world.wait_for(SOFTGPU_ENGINE_HELD);
  // Otherwise the hardware would have room, and nothing would be preempted.
  while (world.engine().Queued == 0) SoftGpuWorld::pause();
  ASSERT_EQ(high.render(std::array{write(0, 0, 7)}, std::array{other}), STATUS_SUCCESS);
  while (world.engine().Preemptions == 0) SoftGpuWorld::pause();
  world.escape(SOFTGPU_ESCAPE_GO);
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  EXPECT_EQ(world.engine().Resumed, 1U);
  UINT64 sum = 0;
  std::memcpy(&sum, read_back(world.device(), seen, 8).data(), 8);
  EXPECT_EQ(sum, 200U);
  EXPECT_EQ(read_back(world.device(), other, 8)[0], 7);
}

// K-362, K-363: more contexts than video memory has pages. An engine that does not find the state
// of a context faults.
TEST_F(GpuWork, EveryContextFindsItsStateWheneverItRuns) {
  constexpr std::size_t kContexts = 24;
  SoftGpuWorld world(8 * kPage);
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), kPage, true);
  const D3DKMT_HANDLE local = world.create_buffer(world.device(), 4 * kPage);
  std::vector<std::unique_ptr<GpuContext>> contexts;
  for (std::size_t i = 0; i < kContexts; ++i) {
    contexts.push_back(std::make_unique<GpuContext>(
        world.device(), i % 2 == 0 ? SOFTGPU_NODE_RENDER : SOFTGPU_NODE_COPY));
  }
  EXPECT_EQ(world.escape(SOFTGPU_ESCAPE_READ_BOOKS).Books.SaveAreas, LONG{kContexts});
  for (int round = 0; round < 4; ++round) {
    for (const auto& context : contexts) {
      ASSERT_EQ(
          context->render(std::array{add(0, 0, 1), fill(1, 4 * kPage, 1)}, std::array{seen, local}),
          STATUS_SUCCESS);
    }
  }
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  EXPECT_EQ(world.engine(SOFTGPU_NODE_RENDER).Faults, 0U);
  EXPECT_EQ(world.engine(SOFTGPU_NODE_COPY).Faults, 0U);
  for (const auto& context : contexts) EXPECT_EQ(context->destroy(), STATUS_SUCCESS);
  EXPECT_EQ(world.escape(SOFTGPU_ESCAPE_READ_BOOKS).Books.SaveAreas, 0);
}

// K-022: at any time, also while the context's own work runs.
TEST_F(GpuWork, AContextAllocationIsFreedWhileItsContextRuns) {
  SoftGpuWorld world;
  GpuContext context(world.device(), SOFTGPU_NODE_COPY);
  const D3DKMT_HANDLE seen = world.create_buffer(world.device(), kPage, true);
  ASSERT_EQ(context.render(std::array{write(0, 0, 1)}, std::array{seen}), STATUS_SUCCESS);
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  world.escape(SOFTGPU_ESCAPE_HOLD, SOFTGPU_NODE_COPY, 1);
  ASSERT_EQ(context.render(std::array{add(0, 0, 1), add(0, 0, 1)}, std::array{seen}),
            STATUS_SUCCESS);
  world.wait_for(SOFTGPU_ENGINE_HELD, SOFTGPU_NODE_COPY);
  EXPECT_EQ(world.free_save_area(world.device(), context.handle()), STATUS_SUCCESS);
  EXPECT_EQ(world.escape(SOFTGPU_ESCAPE_READ_BOOKS).Books.SaveAreas, 0);
  world.escape(SOFTGPU_ESCAPE_GO, SOFTGPU_NODE_COPY);
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  EXPECT_EQ(read_back(world.device(), seen, 8)[0], 3);
  EXPECT_EQ(world.engine(SOFTGPU_NODE_COPY).Faults, 0U);
  ASSERT_EQ(context.render(std::array{add(0, 0, 1)}, std::array{seen}), STATUS_SUCCESS);
  ASSERT_EQ(world.wait_idle(world.device()), STATUS_SUCCESS);
  EXPECT_EQ(context.destroy(), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
