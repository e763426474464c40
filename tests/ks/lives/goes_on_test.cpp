// Mistakes that the host can do without: each is told, and the life goes on, so that the next one
// is seen too. The next one is a block of pool that the driver forgets when its pin is closed.
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

void expect_goes_on(const char* rule, std::vector<std::string> definitions) {
  definitions.emplace_back("ON_PIN_CLOSE=ExAllocatePoolZero(NonPagedPoolNx, 16, 'txeN');");
  const auto findings = findings_of(definitions);
  EXPECT_TRUE(has(findings, rule)) << text_of(findings);
  EXPECT_TRUE(has(findings, "N-008")) << text_of(findings);
}

TEST(KsGoesOn, S158AfterAnEdgeIsDeleted) {
  expect_goes_on("S-158", {"ON_PROCESS=KsStreamPointerDelete(KsPinGetLeadingEdgeStreamPointer(Pin, "
                           "KSSTREAM_POINTER_STATE_UNLOCKED));"});
}
TEST(KsGoesOn, S177AfterSuccessWithoutProgress) {
  expect_goes_on("S-177", {"ON_PROCESS=return STATUS_SUCCESS;"});
}
TEST(KsGoesOn, S181AfterNoPin) {
  expect_goes_on("S-181", {"ON_STATE=KsPinAttemptProcessing(NULL, FALSE);"});
}
TEST(KsGoesOn, S218AfterTheWrongOrder) {
  expect_goes_on("S-218", {"ON_PIN_CREATE=KsAcquireDevice(KsPinGetDevice(Pin)); "
                           "KsReleaseDevice(KsPinGetDevice(Pin));"});
}
TEST(KsGoesOn, S222AfterTheControlMutexInProcess) {
  expect_goes_on("S-222", {"ON_PROCESS=KsPinAcquireControl(Pin); KsPinReleaseControl(Pin);"});
}
TEST(KsGoesOn, S237AfterAnEditBelowASharedDescriptor) {
  expect_goes_on("S-237",
                 {"ON_PIN_CREATE=(void)KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, 'txeN');"});
}
TEST(KsGoesOn, S238AfterAnItemOfABagIsFreed) {
  expect_goes_on("S-238",
                 {"ON_PIN_CREATE=PVOID I = ExAllocatePoolZero(NonPagedPoolNx, 16, 'meti'); "
                  "if (I && NT_SUCCESS(KsAddItemToObjectBag(Pin->Bag, I, NULL))) "
                  "ExFreePool(I);"});
}

}  // namespace
