// Filter factories: by which name their filters are opened.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsPromises, S095TheReferenceGuidNamesTheFilter) {
  Opened opened;
  File other;
  EXPECT_EQ(opened.rig.open(u"GLOBAL", other), STATUS_OBJECT_NAME_NOT_FOUND);
}

}  // namespace
