// What a miniport says of a primary that can be presented.
#include "src/dxgk/creation/describe.h"

#include "tests/dxgk/creation/edited_answer.h"
#include "tests/support/open_request.h"
#include "tests/support/test_driver.h"
#include "tests/thunks/machine.h"

namespace drydock::testing {
namespace {

// The description of allocations that can be presented.
TEST(DescribeAllocation, K176PrimaryIsDescribedWhenItIsMadeAndOpened) {
  Edited edited([](void*) {}, {BOOK_ENTRY_DESCRIBE, kDisplay});
  EXPECT_EQ(edited.create(), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().DescribeCalls, 0) << "nobody shows it";
  EXPECT_EQ(edited.create_primary(/*shared=*/true), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().DescribeCalls, 1);
  OpenRequest open(edited.device, edited.global);
  EXPECT_EQ(open.run(), STATUS_SUCCESS);
  EXPECT_EQ(edited.machine.book().DescribeCalls, 2);
  EXPECT_EQ(edited.count("K-176"), 0U);
  EXPECT_EQ(edited.client.destroy_device(edited.device), STATUS_SUCCESS);
}
TEST(DescribeAllocation, K176PrimaryWithoutADescriptionIsFound) {
  const Edited::Edit edits[] = {
      [](void* arguments) { static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->Width = 0; },
      [](void* arguments) { static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->Height = 0; },
      [](void* arguments) {
        static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->Format = D3DDDIFMT_UNKNOWN;
      },
      [](void* arguments) {
        static_cast<DXGKARG_DESCRIBEALLOCATION*>(arguments)->hAllocation = nullptr;
      },
  };
  for (const Edited::Edit edit : edits) {
    Edited edited(edit, {BOOK_ENTRY_DESCRIBE, kDisplay});
    EXPECT_EQ(edited.create_primary(), STATUS_SUCCESS);
    EXPECT_EQ(edited.count("K-176"), 1U);
  }
  Edited failing([](void*) {}, {BOOK_ENTRY_DESCRIBE, kDisplay});
  failing.machine.set_fault(BOOK_FAULT_WRONG_STATUS, BOOK_ENTRY_DESCRIBE);
  EXPECT_EQ(failing.create_primary(), STATUS_SUCCESS);
  EXPECT_EQ(failing.count("K-176"), 1U);
}

}  // namespace
}  // namespace drydock::testing
