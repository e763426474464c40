// The objects of a device: who is found by which name, and until when.
#include "src/d3d/core/objects.h"

#include <gtest/gtest.h>

#include "src/d3d/core/resource.h"

namespace drydock::testing {
namespace {

using d3d::Allocation;
using d3d::Context;
using d3d::HandleKind;
using d3d::KernelHandle;
using d3d::Objects;
using d3d::Resource;
using d3d::RuntimeHandle;

constexpr KernelHandle kOne{0x40000040}, kTwo{0x40000080};

TEST(Objects, AllocationsAreFoundWhileTheyLive) {
  Objects objects;
  Allocation& made = objects.add_allocation(kOne, nullptr, "made");
  EXPECT_EQ(objects.find_allocation(kOne), &made);
  EXPECT_EQ(objects.find_allocation(kTwo), nullptr);
  EXPECT_EQ(made.history.size(), 1U);
  made.is_alive = false;
  EXPECT_EQ(objects.find_allocation(kOne), nullptr);
}

TEST(Objects, AResourceHasItsLivingAllocationsOnly) {
  Objects objects;
  Resource& owner = objects.add_resource({});
  Resource& other = objects.add_resource({});
  Allocation& dead = objects.add_allocation(kOne, &owner, "made");
  Allocation& living = objects.add_allocation(kTwo, &owner, "made");
  EXPECT_EQ(objects.living_of(owner), (std::vector<Allocation*>{&dead, &living}));
  dead.is_alive = false;
  EXPECT_EQ(objects.living_of(owner), (std::vector<Allocation*>{&living}));
  EXPECT_TRUE(objects.living_of(other).empty());
}

TEST(Objects, EveryResourceHasAHandleAndANumberOfItsOwn) {
  Objects objects;
  Resource& first = objects.add_resource({});
  Resource& second = objects.add_resource({});
  EXPECT_NE(first.handle, second.handle);
  EXPECT_EQ(objects.find_resource(first.handle), &first);
  EXPECT_EQ(objects.find_resource(second.handle), &second);
  EXPECT_EQ(objects.find_resource(RuntimeHandle::next(HandleKind::kResource)), nullptr);
}

TEST(Objects, ContextsAreCountedAndFoundWhileTheyLive) {
  Objects objects;
  const RuntimeHandle handle = RuntimeHandle::next(HandleKind::kContext);
  Context& made = objects.add_context(handle);
  EXPECT_EQ(made.number, 1U);
  EXPECT_EQ(objects.add_context(RuntimeHandle::next(HandleKind::kContext)).number, 2U);
  EXPECT_EQ(objects.find_context(handle), &made);
  made.is_alive = false;
  EXPECT_EQ(objects.find_context(handle), nullptr);
}

// Without another resource of the same global handle the driver gets the fresh one.
TEST(Objects, AResourceThatWasNeverOpenedReportsItsOwnHandle) {
  const Objects objects;
  EXPECT_EQ(objects.first_reported(0x80000040, kOne), kOne);
}

}  // namespace
}  // namespace drydock::testing
