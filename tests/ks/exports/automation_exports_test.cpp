// Handlers that answer at once, and properties out of the registry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/exports/legacy.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsExports, PropertiesAreUnserializedFromTheRegistry) {
  Scene().expect(kTryUnserialize, "refused");
}

TEST(KsExports, FastHandlersAnswerAtOnce) { Scene().expect(kTryFast, "fast-none"); }

// S-242: the driver sees its own status after KsPropertyHandler, and completes the request itself.
// A request that is completed twice would be found.
TEST(KsLegacy, S242TheHandlerLeavesStatusAndCompletionAlone) {
  Legacy legacy;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(legacy.notes().find("WRONG-status"), std::string::npos);
  const auto findings = legacy.end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
