// Rules of the client that builds a graph, and of minidrivers in graphs of others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "tests/ks/client/graph_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
namespace ks = drydock::ks;

namespace {

Findings stamp(ULONG way) {
  return with_camera(way, [](avstream::Device&, avstream::Graph& graph, avstream::Filter& filter) {
    avstream::Pin& pin = graph.add(filter, 0, {plain_format()});
    pin.use_host_clock();
    pin.set_state(avstream::State::kRun);
    EXPECT_TRUE(pin.read().time_valid);
    pin.set_state(avstream::State::kStop);
  });
}

TEST(KsGraphRules, S272StampOfThePlainTimeIsFound) { is_found(stamp(4), "S-272"); }

TEST(KsGraphRules, S272StampOfTheCorrelatedTimeIsSilent) { is_silent(stamp(5)); }

Findings assign_to_modifier(ULONG flags) {
  Rig rig(graph_camera());
  {
    File filter, sink, source, allocator;
    EXPECT_EQ(rig.device().start(), STATUS_SUCCESS);
    EXPECT_EQ(rig.open(kFilterName, filter), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 1, plain_format(), sink), STATUS_SUCCESS);
    EXPECT_EQ(rig.connect(filter, 0, plain_format(), source, &sink), STATUS_SUCCESS);
    KSALLOCATOR_FRAMING framing{};
    framing.OptionsFlags = KSALLOCATOR_OPTIONF_SYSTEM_MEMORY | flags;
    framing.PoolType = NonPagedPoolNx;
    framing.Frames = 1;
    framing.FrameSize = 64;
    EXPECT_EQ(rig.open_below(sink, ks::kAllocatorClass, bytes_of(framing), allocator),
              STATUS_SUCCESS);
    EXPECT_EQ(
        source.set(KSPROPSETID_Stream, KSPROPERTY_STREAM_ALLOCATOR, bytes_of(allocator.handle())),
        STATUS_SUCCESS);
  }
  rig.finish();
  return rig.findings();
}

TEST(KsGraphRules, S035FramesForAModifierWithoutItsFlagAreFound) {
  is_found(assign_to_modifier(0), "S-035");
}

TEST(KsGraphRules, S035FramesForAModifierWithItsFlagAreSilent) {
  is_silent(assign_to_modifier(KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER));
  KSALLOCATOR_FRAMING_EX sink{};
  INITIALIZE_SIMPLE_FRAMING_EX(&sink, KSMEMORY_TYPE_KERNEL_NONPAGED,
                               KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER, 2, 7, 64, 64);
  EXPECT_NE(ks::agree(nullptr, &sink)->OptionsFlags & KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER,
            0U);
}

}  // namespace
