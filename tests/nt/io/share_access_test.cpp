// Sharing between several opens of a file.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace {

// wdm/nf-wdm-iocheckshareaccess.md
TEST(ShareAccess, OpensMustAgree) {
  SHARE_ACCESS share{};
  FILE_OBJECT first{};
  FILE_OBJECT second{};
  FILE_OBJECT third{};
  IoSetShareAccess(FILE_READ_DATA, FILE_SHARE_READ, &first, &share);
  EXPECT_EQ(share.OpenCount, 1U);
  // The first does not share writing; the second must share reading.
  EXPECT_EQ(IoCheckShareAccess(FILE_WRITE_DATA, FILE_SHARE_READ, &second, &share, TRUE),
            STATUS_SHARING_VIOLATION);
  EXPECT_EQ(IoCheckShareAccess(FILE_READ_DATA, 0, &second, &share, TRUE), STATUS_SHARING_VIOLATION);
  EXPECT_EQ(share.OpenCount, 1U);
  EXPECT_EQ(IoCheckShareAccess(FILE_READ_DATA, FILE_SHARE_READ, &second, &share, FALSE),
            STATUS_SUCCESS);
  EXPECT_EQ(share.Readers, 1U);
  IoUpdateShareAccess(&second, &share);
  EXPECT_EQ(share.Readers, 2U);
  // An open for attributes alone conflicts with no other.
  EXPECT_EQ(IoCheckShareAccess(FILE_READ_ATTRIBUTES, 0, &third, &share, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(share.OpenCount, 2U);
  IoRemoveShareAccess(&third, &share);
  IoRemoveShareAccess(&first, &share);
  IoRemoveShareAccess(&second, &share);
  EXPECT_EQ(share.OpenCount, 0U);
  EXPECT_EQ(share.SharedRead, 0U);
  EXPECT_EQ(IoCheckShareAccess(FILE_WRITE_DATA, 0, &second, &share, TRUE), STATUS_SUCCESS);
}

}  // namespace
