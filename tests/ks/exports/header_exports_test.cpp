// Headers of files, and the items below them that clients open.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/exports/legacy.h"

using namespace drydock::testing;

namespace {

TEST(KsLegacy, S050NoCreateItemIsFound) { found("S-050", 1); }

// The request is refused, and the next one's mistake is seen too.
TEST(KsLegacy, S050ALifeGoesOnAfterIt) {
  Legacy legacy(1);
  File allocator;
  EXPECT_EQ(legacy.allocator(allocator), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(legacy.file.set(kSet, 1, bytes_of(ULONG{2})), STATUS_SUCCESS);
  legacy.allocator(allocator);
  allocator.close();
  const auto findings = legacy.end();
  EXPECT_TRUE(has(findings, "S-050")) << text_of(findings);
  EXPECT_TRUE(has(findings, "S-051")) << text_of(findings);
}

}  // namespace
