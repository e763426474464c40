// The memory of packets by itself: what is pinned, for how long, and what the driver's list says.
#include "src/sched/memory/packet_memory.h"

#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::Each;

// Counts the claims on a residency list of one tenant.
class ListOfOne final : public ClaimedMemory {
 public:
  ListOfOne(vidmm::Tenant& tenant, int& claims) : list_{&tenant}, claims_(claims) {}
  bool names_destroyed() const override { return false; }
  bool was_evicted(std::span<const Use>) const override { return false; }
  const std::vector<vidmm::Tenant*>& claim_residents() override {
    ++claims_;
    return list_;
  }
  void release_residents() override { --claims_; }
  void end(bool) override {}
  std::unique_ptr<ClaimedMemory> split() override { return nullptr; }

 private:
  const std::vector<vidmm::Tenant*> list_;
  int& claims_;
};

class PacketMemoryTest : public PartTest {
 protected:
  PacketMemoryTest() {
    packet.context = nt::Ref<WorkSource>(add_source());
    packet.dma = &dma;
    packet.uses = {{.tenant = &needed}, {.tenant = &unbound, .is_unbound = true}};
    packet.as<RenderWork>().allocations.resize(2);
  }

  vidmm::Tenant needed;
  vidmm::Tenant unbound;
  vidmm::Tenant listed;
  Packet packet{RenderWork{}, 0};
  vidmm::Placed why_not = vidmm::Placed::kYes;
};

TEST_F(PacketMemoryTest, WhatThePacketNeedsIsPinnedUntilItEnds) {
  ASSERT_TRUE(packet_memory.make_resident(packet, why_not));
  EXPECT_EQ(needed.place.pins, 1U);
  EXPECT_EQ(unbound.place.pins, 0U);
  EXPECT_TRUE(needed.cpu.has_content);
  packet_memory.unpin(packet);
  EXPECT_EQ(needed.place.pins, 0U);
  packet_memory.unpin(packet);
  EXPECT_EQ(needed.place.pins, 0U) << "it had no pin any more";
}

// What lies in no segment is at no place that the GPU knows.
TEST_F(PacketMemoryTest, TheListOfTheDriverSaysWhereMemoryIsNow) {
  for (DXGK_ALLOCATIONLIST& entry : packet.as<RenderWork>().allocations) entry.SegmentId = 9;
  ASSERT_TRUE(packet_memory.make_resident(packet, why_not));
  std::vector<UINT> segments;
  for (const DXGK_ALLOCATIONLIST& entry : packet.as<RenderWork>().allocations)
    segments.push_back(entry.SegmentId);
  EXPECT_THAT(segments, Each(0U));
  packet_memory.unpin(packet);
}

TEST_F(PacketMemoryTest, TheResidencyListIsClaimedAndPinnedAsLong) {
  int claims = 0;
  packet.claims = std::make_unique<ListOfOne>(listed, claims);
  ASSERT_TRUE(packet_memory.make_list_resident(packet, why_not));
  EXPECT_EQ(claims, 1);
  EXPECT_EQ(listed.place.pins, 1U);
  packet_memory.unpin(packet);
  EXPECT_EQ(claims, 0);
  EXPECT_EQ(listed.place.pins, 0U);
}

}  // namespace
}  // namespace drydock::sched
