// The memory of contexts by itself: what is pinned for whom, and which context a node has loaded.
#include "src/sched/memory/context_memory.h"

#include "tests/sched/part_stand.h"

namespace drydock::sched {
namespace {

using ::testing::IsEmpty;

class ContextMemoryTest : public PartTest {
 protected:
  // The context runs commands on its node that use the tenant.
  void run(Source& source, vidmm::Tenant* used = nullptr) {
    Packet packet(RenderWork{}, source.node());
    packet.context = nt::Ref<WorkSource>(source);
    packet.dma = &dma;
    if (used != nullptr) packet.uses.push_back({.tenant = used});
    contexts.load(packet);
  }
  bool pin_for(Source& source) {
    Packet packet(RenderWork{}, source.node());
    packet.context = nt::Ref<WorkSource>(source);
    vidmm::Placed why_not = vidmm::Placed::kYes;
    return contexts.pin_for(packet, why_not);
  }

  vidmm::Tenant tenant;
  Source& one = add_source();
  Source& two = add_source();
  Source& elsewhere = add_source(1);
};

TEST_F(ContextMemoryTest, TheContextThatRanLastIsLoaded) {
  run(one, &tenant);
  EXPECT_TRUE(contexts.is_used_by_loaded(tenant, 0));
  run(one);
  EXPECT_TRUE(contexts.is_used_by_loaded(tenant, 0)) << "it is still the same turn";
  run(two);
  EXPECT_FALSE(contexts.is_used_by_loaded(tenant, 0));
  run(one);
  EXPECT_FALSE(contexts.is_used_by_loaded(tenant, 0)) << "the new turn has not used it";
}

TEST_F(ContextMemoryTest, NodesAreLoadedApart) {
  run(one, &tenant);
  run(elsewhere, &tenant);
  EXPECT_EQ(contexts.unload(0).get(), &one);
  EXPECT_FALSE(contexts.is_used_by_loaded(tenant, 0));
  EXPECT_TRUE(contexts.is_used_by_loaded(tenant, 1));
  EXPECT_FALSE(contexts.unload(0)) << "it has none any more";
  contexts.unload_all();
  EXPECT_FALSE(contexts.is_used_by_loaded(tenant, 1));
}

TEST_F(ContextMemoryTest, WhatIsAttachedCountsAsUsed) {
  one.tenants.push_back(&tenant);
  ASSERT_TRUE(pin_for(one));
  run(one);
  EXPECT_TRUE(contexts.is_used_by_loaded(tenant, 0));
  contexts.unpin_all();
}

TEST_F(ContextMemoryTest, PinsStayUntilAnotherContextComes) {
  one.tenants.push_back(&tenant);
  ASSERT_TRUE(pin_for(one));
  ASSERT_TRUE(pin_for(one));
  EXPECT_EQ(tenant.place.pins, 1U);
  EXPECT_TRUE(contexts.is_pinned(tenant));
  ASSERT_TRUE(pin_for(elsewhere));
  EXPECT_EQ(tenant.place.pins, 1U) << "another node";
  ASSERT_TRUE(pin_for(two));
  EXPECT_EQ(tenant.place.pins, 0U);
  EXPECT_FALSE(contexts.is_pinned(tenant));
}

TEST_F(ContextMemoryTest, OnlyWhatOthersHaveIsUnpinned) {
  vidmm::Tenant shared;
  one.tenants = {&tenant, &shared};
  elsewhere.tenants.push_back(&shared);
  ASSERT_TRUE(pin_for(one));
  ASSERT_TRUE(pin_for(elsewhere));
  Packet packet(RenderWork{}, 1);
  packet.context = nt::Ref<WorkSource>(elsewhere);
  EXPECT_TRUE(contexts.unpin_others(packet));
  EXPECT_EQ(tenant.place.pins, 0U);
  EXPECT_EQ(shared.place.pins, 2U);
  EXPECT_FALSE(contexts.unpin_others(packet)) << "nothing is left";
  contexts.unpin_all();
}

TEST_F(ContextMemoryTest, ADetachedTenantIsReleasedWhenItsEndComes) {
  auto keeper = std::make_shared<vidmm::Tenant>();
  const std::weak_ptr<vidmm::Tenant> watched = keeper;
  one.tenants.push_back(keeper.get());
  ASSERT_TRUE(pin_for(one));
  contexts.detach(std::move(keeper), &one, nullptr);
  EXPECT_THAT(one.tenants, IsEmpty());
  ASSERT_FALSE(watched.expired());
  EXPECT_EQ(watched.lock()->place.pins, 0U);
  contexts.end_detached();
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace drydock::sched
