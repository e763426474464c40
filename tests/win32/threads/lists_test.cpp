// Sequenced lists under the names of Win32: last in, first out.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kListsDriver = R"(
static SLIST_HEADER head;
static SLIST_ENTRY one, two, three;
DEED(LastInFirstOut) {
  InitializeSListHead(&head);
  HOLDS(InterlockedPopEntrySList(&head) == NULL && InterlockedFlushSList(&head) == NULL);
  HOLDS(InterlockedPushEntrySList(&head, &one) == NULL && QueryDepthSList(&head) == 1);
  HOLDS(InterlockedPushEntrySList(&head, &two) == &one && QueryDepthSList(&head) == 2);
  HOLDS(InterlockedPopEntrySList(&head) == &two && QueryDepthSList(&head) == 1);
  HOLDS(InterlockedPushEntrySList(&head, &three) == &one);
  HOLDS(InterlockedFlushSList(&head) == &three && three.Next == &one && one.Next == NULL);
  HOLDS(QueryDepthSList(&head) == 0 && InterlockedPopEntrySList(&head) == NULL);
  return NULL;
}
)";

TEST(UserLists, GiveLastInFirstOut) { expect_work(kListsDriver, "LastInFirstOut"); }

}  // namespace
}  // namespace drydock::testing
