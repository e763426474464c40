// Command lists and deferred contexts of a device, and what they keep alive.
#include <gtest/gtest.h>

#include "tests/d3d/d3d10/recording.h"

namespace drydock::testing {
namespace {

using d3d::CommandList;
using d3d::DeferredContext;
using d3d::Resource;

TEST(DeferredContexts, ADriverWithoutListsIsNotAsked) {
  Stand10 stand;
  stand.begin();
  DeferredContext* made = nullptr;
  EXPECT_EQ(stand.device->create_deferred(made), E_NOTIMPL);
  EXPECT_EQ(stand.plan().Deferreds, 0U);
}

// The application lets go of everything while a context, and then a list, has it.
TEST(DeferredContexts, U034TheImmediateHandleIsTheLastToGo) {
  Recording stand;
  DeferredContext& context = stand.record();
  EXPECT_EQ(context.clear(*stand.view, kColor), S_OK);
  EXPECT_EQ(stand.device->destroy_child(*stand.view), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), E_INVALIDARG);
  EXPECT_EQ(stand.plan().Destroys, 0U);
  CommandList* list = nullptr;
  ASSERT_EQ(context.finish(list), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 0U);
  EXPECT_EQ(stand.device->execute(*list), S_OK);
  EXPECT_EQ(stand.device->flush(), S_OK);
  EXPECT_EQ(stand.device->destroy_list(*list), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 1U);
  EXPECT_EQ(stand.plan().OpenAtDestroy, 0U);
  EXPECT_EQ(stand.plan().ViewsAtDestroy, 0U);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// Objects that are left are destroyed with the device, in the same order.
TEST(DeferredContexts, U229WhatIsLeftGoesBeforeItsDevice) {
  Recording stand;
  EXPECT_EQ(stand.record().clear(*stand.view, kColor), S_OK);
  DeferredContext& finished = stand.record();
  EXPECT_EQ(finished.clear(*stand.view, kColor), S_OK);
  CommandList* list = nullptr;
  EXPECT_EQ(finished.finish(list), S_OK);
  stand.end();
  EXPECT_EQ(stand.plan().Abandons, 1U);
  EXPECT_EQ(stand.plan().ListsGone, 1U);
  EXPECT_EQ(stand.plan().OpenAtGone, 0U);
  EXPECT_EQ(stand.plan().OpenAtDestroy, 0U);
  EXPECT_EQ(stand.plan().ChildrenAtEnd, 0U);
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(DeferredContexts, U268SizeThatWasNotAnnouncedIsFound) {
  Recording stand;
  stand.plan_deed(AT_CALC_DEFERRED, DO_SIZE, S_OK, 4096);
  Resource* other = nullptr;
  EXPECT_EQ(stand.device->create_resource10(Stand10::target(), other), S_OK);
  EXPECT_EQ(stand.count("U-268"), 1U) << stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
