// Memory that a client may not free for a while.
#include "src/nt/mm/secured_memory.h"

#include <gtest/gtest.h>

#include <utility>

namespace {

using namespace drydock::nt;

char memory[64];

TEST(SecuredMemory, HoldsForEveryByteWhileItLives) {
  {
    const SecuredMemory secured(memory + 16, 16);
    EXPECT_FALSE(is_secured(memory, 16));
    EXPECT_TRUE(is_secured(memory, 17));
    EXPECT_TRUE(is_secured(memory + 31, 1));
    EXPECT_FALSE(is_secured(memory + 32, 32));
    EXPECT_TRUE(is_secured(memory, sizeof memory));
  }
  EXPECT_FALSE(is_secured(memory, sizeof memory));
}

TEST(SecuredMemory, BytesThatTwoSecureNeedBothToEnd) {
  SecuredMemory one(memory, 32);
  {
    const SecuredMemory two(memory + 16, 32);
    one = SecuredMemory();
    EXPECT_FALSE(is_secured(memory, 16));
    EXPECT_TRUE(is_secured(memory + 16, 16));
  }
  EXPECT_FALSE(is_secured(memory, sizeof memory));
}

TEST(SecuredMemory, MovesWithItsOwner) {
  SecuredMemory one(memory, 8);
  SecuredMemory two(std::move(one));
  EXPECT_TRUE(is_secured(memory, 8));
  one = std::move(two);
  EXPECT_TRUE(is_secured(memory, 8));
  one = SecuredMemory();
  EXPECT_FALSE(is_secured(memory, 8));
}

}  // namespace
