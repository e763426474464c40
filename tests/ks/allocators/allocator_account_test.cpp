// What an allocator of a minidriver leaves when it is deleted.
#include "src/ks/allocators/allocator_account.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/description/framing.h"
#include "src/ks/object/header.h"
#include "src/nt/mm/physical_user.h"
#include "src/sim/schedule.h"
#include "tests/ks/allocators/allocator_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;
namespace ks = drydock::ks;

namespace {

TEST(KsAllocatorRules, S006ContextLeftByDeleteIsFound) { found("S-006", 3); }
TEST(KsAllocatorRules, S006BufferLeftByDeleteIsFound) { found("S-006", 8); }
TEST(KsAllocatorRules, S006FrameLeftByDeleteIsFound) { found("S-006", 11); }
TEST(KsAllocatorRules, S006EventLeftByDeleteIsFound) { found("S-006", 13); }
TEST(KsAllocatorRules, S006MdlLeftByDeleteIsFound) { found("S-006", 14); }

// The bag of the pin frees the context when the pin closes.
TEST(KsAllocatorRules, S006ContextInThePinsBagIsSilent) {
  EXPECT_EQ(text_of(one_frame(12, pool_framing(2))), "");
}
TEST(KsAllocatorRules, S006EventAndMdlThatAreGivenBackAreSilent) {
  EXPECT_EQ(text_of(one_frame(15, pool_framing(2))), "");
}

}  // namespace
