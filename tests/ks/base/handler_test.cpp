// What a handler of a request may set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsObjectRules, S240StatusSetByAHandlerIsFound) {
  expect_found("S-240", {"ON_NOTES=Irp->IoStatus.Status = STATUS_UNSUCCESSFUL;"});
}

TEST(KsObjectRules, S240InformationBeyondTheBufferIsFound) {
  expect_found("S-240", {"ON_NOTES=Irp->IoStatus.Information = 1 << 20; return STATUS_SUCCESS;"});
}

// The host puts both right and goes on: the second handler's mistake is seen too.
TEST(KsObjectRules, S240ALifeGoesOnAfterIt) {
  OpenMinidriver driver(minidriver({"ON_NOTES=Irp->IoStatus.Status = STATUS_UNSUCCESSFUL;"}));
  driver.open();
  driver.notes();
  driver.notes();
  const auto findings = driver.end();
  EXPECT_EQ(count(findings, "S-240"), 2U) << text_of(findings);
}

TEST(KsObjectRules, S240InformationAloneIsSilent) { expect_silent(); }

}  // namespace
