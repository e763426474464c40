// The callbacks that stand in a table until the runtime rewrites it.
#include <gtest/gtest.h>

#include "tests/d3d/support/scene.h"

namespace drydock::testing {
namespace {

TEST(CreationRules, U050CopiedCallbacksAreFound) {
  Scene scene({.rewrite_callbacks = true});
  ASSERT_EQ(scene.stand.open(), S_OK);
  scene.stand.plan_deed(PLACE_CREATE_DEVICE, DEED_COPY_TABLE);
  scene.begin();
  EXPECT_EQ(scene.count("U-050"), 1U) << scene.stand.findings_text();
}

TEST(CreationRules, U050CallbacksOfTheTableAreSilent) {
  Scene scene({.rewrite_callbacks = true});
  scene.begin();
  EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
  EXPECT_EQ(scene.device->flush(), S_OK);
  scene.end();
  EXPECT_EQ(scene.stand.findings_text(), "");
}

}  // namespace
}  // namespace drydock::testing
