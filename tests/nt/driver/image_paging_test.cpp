// Sections of an image that are paged and locked.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace {

// wdm/nf-wdm-mmpageentiredriver.md and -mmlockpagabledatasection.md
TEST(ImagePaging, HandleIsOfTheImage) {
  static int data = 0;
  EXPECT_NE(MmLockPagableDataSection(&data), nullptr);
  EXPECT_EQ(MmPageEntireDriver(&data), MmLockPagableDataSection(&data));
  MmUnlockPagableImageSection(MmLockPagableDataSection(&data));
  EXPECT_FALSE(MmIsDriverVerifying(nullptr));
}

}  // namespace
