// What a miniport says, and may change, when an allocation is opened.
#include "src/dxgk/creation/open.h"

#include <gmock/gmock.h>

#include "tests/dxgk/creation/edited_answer.h"
#include "tests/support/open_request.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

NTSTATUS open(Edited& edited, std::size_t group = 0) {
  char group_data[64];
  OpenRequest open(edited.device, edited.global);
  open.request.pResourcePrivateDriverData = group_data;
  open.request.ResourcePrivateDriverDataSize = static_cast<UINT>(group);
  return open.run();
}

// The driver's answer when it opens an allocation.
DXGKARG_OPENALLOCATION& opening_of(void* arguments) {
  return *static_cast<DXGKARG_OPENALLOCATION*>(arguments);
}

TEST(OpenAnswer, K181NoHandleIsFound) {
  Edited edited(
      [](void* arguments) {
        opening_of(arguments).pOpenAllocation[0].hDeviceSpecificAllocation = nullptr;
      },
      {BOOK_ENTRY_OPEN});
  edited.machine.expect_end();  // nobody can close it
  EXPECT_EQ(edited.create(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-181"), 1U);
  EXPECT_EQ(edited.create(), STATUS_SUCCESS) << "life goes on";
}

// One of three openings has no handle: the other two are closed, all allocations are destroyed in
// one call with their resource, and the client has got no name.
TEST(OpenAnswer, K181TheOtherOpeningsAreClosedAndAllIsDestroyed) {
  Edited edited(
      [](void* arguments) {
        opening_of(arguments).pOpenAllocation[1].hDeviceSpecificAllocation = nullptr;
      },
      {BOOK_ENTRY_OPEN});
  edited.machine.expect_end();  // nobody can close that one
  Creation creation(edited.device, 3);
  creation.request.Flags.CreateResource = 1;
  EXPECT_EQ(creation.run(), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-181"), 1U);
  EXPECT_EQ(creation.handles(), std::vector<D3DKMT_HANDLE>(3));
  EXPECT_EQ(creation.request.hResource, 0U);
  const BOOK book = edited.machine.book();
  EXPECT_EQ(book.Bindings, 1) << "the one without a handle";
  EXPECT_EQ(book.CloseCount, 2U);
  EXPECT_EQ(book.Allocations, 0);
  EXPECT_EQ(book.DestroyCalls, 1);
  EXPECT_EQ(book.DestroyCount, 3U);
  EXPECT_NE(book.DestroyHadResource, 0U);
  EXPECT_EQ(book.Resources, 0);
}

// The opener is refused; the creator does not notice.
TEST(OpenAnswer, K181AnOpenerWithoutAHandleLeavesTheCreatorAlone) {
  Edited edited([](void*) {}, {BOOK_ENTRY_OPEN});
  ASSERT_EQ(edited.create_shared(), STATUS_SUCCESS);
  edited.machine.expect_end();
  edited.machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_OPEN, [](void* arguments) {
    opening_of(arguments).pOpenAllocation[0].hDeviceSpecificAllocation = nullptr;
  });
  EXPECT_EQ(open(edited), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(edited.count("K-181"), 1U);
  BOOK book = edited.machine.book();
  EXPECT_EQ(book.CloseCalls, 0);
  EXPECT_EQ(book.DestroyCalls, 0);
  EXPECT_EQ(book.Allocations, 1);
  EXPECT_EQ(open(edited), STATUS_SUCCESS) << "life goes on";
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
  book = edited.machine.book();
  EXPECT_EQ(book.Allocations, 0) << "the refused opening holds nothing";
  EXPECT_EQ(book.Resources, 0);
}

TEST(OpenAnswer, K182DataOfAnotherOpenerChangedIsFound) {
  Edited edited([](void*) {}, {BOOK_ENTRY_OPEN});
  ASSERT_EQ(edited.create_shared(), STATUS_SUCCESS);
  edited.machine.set_fault(BOOK_FAULT_CALLS_BACK, BOOK_ENTRY_OPEN, [](void* arguments) {
    ++*static_cast<ULONG*>(opening_of(arguments).pOpenAllocation[0].pPrivateDriverData);
  });
  EXPECT_EQ(open(edited), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-182"), 1U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(OpenAnswer, K182OwnDataChangedIsSilent) {
  Edited edited(
      [](void* arguments) {
        ++static_cast<BOOK_ALLOCATION*>(opening_of(arguments).pOpenAllocation[0].pPrivateDriverData)
              ->Serial;
      },
      {BOOK_ENTRY_OPEN});
  EXPECT_EQ(edited.create_shared(), STATUS_SUCCESS);
  EXPECT_EQ(open(edited), STATUS_SUCCESS);
  // The CPU sees an allocation in memory that a global handle shares: lints about this scene.
  for (const rules::Finding& each : edited.machine.findings())
    EXPECT_THAT(each.rule->id, ::testing::AnyOf("K-168", "K-216")) << rules::to_text(each);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(OpenAnswer, K183DataOfTheGroupChangedIsFound) {
  Edited edited(
      [](void* arguments) {
        ++*static_cast<char*>(const_cast<void*>(opening_of(arguments).pPrivateDriverData));
      },
      {BOOK_ENTRY_OPEN});
  char group[] = "group";
  Creation creation(edited.device);
  creation.request.Flags.CreateResource = 1;
  creation.request.pPrivateDriverData = group;
  creation.request.PrivateDriverDataSize = sizeof group;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  EXPECT_EQ(edited.count("K-183"), 1U);
  EXPECT_STREQ(group, "group");
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(OpenAnswer, K183DataOfTheGroupUnchangedIsSilent) {
  Edited edited([](void*) {}, {BOOK_ENTRY_OPEN});
  const char group[] = "group";
  Creation creation(edited.device);
  creation.request.Flags.CreateResource = creation.request.Flags.CreateShared = 1;
  creation.request.pPrivateDriverData = group;
  creation.request.PrivateDriverDataSize = sizeof group;
  EXPECT_EQ(creation.run(), STATUS_SUCCESS);
  edited.global = creation.request.hGlobalShare;
  EXPECT_EQ(open(edited, sizeof group), STATUS_SUCCESS);
  // The CPU sees an allocation in memory that a global handle shares: lints about this scene.
  for (const rules::Finding& each : edited.machine.findings())
    EXPECT_THAT(each.rule->id, ::testing::AnyOf("K-168", "K-216")) << rules::to_text(each);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}

}  // namespace
}  // namespace drydock::testing
