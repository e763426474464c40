// Random numbers: from the seed, or from the machine.
#include <gtest/gtest.h>

#include <ctime>

#include "bcrypt.h"
#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace {

using drydock::sim::SeededSchedule;

TEST(Random, ComesFromTheSeedOrFromTheMachine) {
  UCHAR bytes[3][20] = {};
  UUID ids[2] = {};
  for (int run = 0; run < 2; ++run) {
    const SeededSchedule schedule(5);
    EXPECT_EQ(BCryptGenRandom(nullptr, bytes[run], 20, BCRYPT_USE_SYSTEM_PREFERRED_RNG),
              STATUS_SUCCESS);
    EXPECT_EQ(ExUuidCreate(&ids[run]), STATUS_SUCCESS);
  }
  EXPECT_EQ(std::memcmp(bytes[0], bytes[1], 20), 0);
  EXPECT_EQ(std::memcmp(&ids[0], &ids[1], sizeof ids[0]), 0);
  EXPECT_EQ(ids[0].Data3 >> 12, 1);
  {
    const SeededSchedule schedule(6);
    EXPECT_EQ(BCryptGenRandom(nullptr, bytes[2], 20, BCRYPT_USE_SYSTEM_PREFERRED_RNG),
              STATUS_SUCCESS);
    EXPECT_NE(std::memcmp(bytes[0], bytes[2], 20), 0);
  }
  EXPECT_EQ(BCryptGenRandom(nullptr, bytes[2], 20, BCRYPT_USE_SYSTEM_PREFERRED_RNG),
            STATUS_SUCCESS);
  EXPECT_NE(std::memcmp(bytes[0], bytes[2], 20), 0);
  EXPECT_EQ(BCryptGenRandom(nullptr, bytes[2], 20, 0), STATUS_INVALID_HANDLE);
  ULONG seed = 42;
  ULONG again = 42;
  EXPECT_EQ(RtlRandomEx(&seed), RtlRandomEx(&again));
  EXPECT_EQ(seed, again);
  EXPECT_LE(RtlRandom(&seed), static_cast<ULONG>(MAXLONG));
}

}  // namespace
