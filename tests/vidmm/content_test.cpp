// Whether a tenant has to be copied out when it leaves.
#include "src/vidmm/content.h"

#include <gtest/gtest.h>

namespace drydock::vidmm {
namespace {

Content arrived() {
  Content out;
  out.came();
  return out;
}

TEST(Content, OfAPermanentAllocationIsInSystemMemoryUntilSomebodyWrites) {
  Content content = arrived();
  EXPECT_TRUE(content.is_clean(/*is_permanent=*/true));
  EXPECT_FALSE(content.is_clean(/*is_permanent=*/false));
  content.used(/*is_written=*/false);
  EXPECT_TRUE(content.is_clean(/*is_permanent=*/true));
  content.used(/*is_written=*/true);
  EXPECT_FALSE(content.is_clean(/*is_permanent=*/true));
}

TEST(Content, K283ClientsWordCountsWhenNoListSaysOtherwise) {
  Content content = arrived();
  content.exposed();
  content.declare(/*is_unwritten=*/true);
  EXPECT_TRUE(content.is_clean(/*is_permanent=*/false));
  content.came();
  content.used(/*is_written=*/true);
  content.declare(/*is_unwritten=*/true);
  EXPECT_FALSE(content.is_clean(/*is_permanent=*/false));
}

TEST(Content, K283WordOfOneSeriesIsNoneForTheNext) {
  Content content = arrived();
  content.declare(/*is_unwritten=*/false);
  content.declare(/*is_unwritten=*/true);
  EXPECT_FALSE(content.is_clean(/*is_permanent=*/false));
}

TEST(Content, WhatTheCpuMapsAfterTheWordIsCopiedOut) {
  Content content = arrived();
  content.declare(/*is_unwritten=*/true);
  content.exposed();
  EXPECT_FALSE(content.is_clean(/*is_permanent=*/false));
}

TEST(Content, IsTheSameAgainWhenItComesBack) {
  Content content = arrived();
  content.used(/*is_written=*/true);
  content.came();
  EXPECT_TRUE(content.is_clean(/*is_permanent=*/true));
}

}  // namespace
}  // namespace drydock::vidmm
