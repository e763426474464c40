// Pin types that a minidriver adds to a filter, when it may.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

constexpr const char* kAddPin = R"(
static VOID AddPin(PKSFILTER Filter);
)";
constexpr const char* kAddPinBody =
    "MORE=static VOID AddPin(PKSFILTER Filter) { static KSPIN_DESCRIPTOR_EX Third; ULONG Id; "
    "KsFilterCreatePinFactory(Filter, &Third, &Id); }";

TEST(KsObjectRules, S109PinFactoryWithoutTheControlMutexIsFound) {
  expect_found("S-109", {"ON_NOTES=AddPin(KsGetFilterFromIrp(Irp));", kAddPinBody}, kAddPin);
}

TEST(KsObjectRules, S109PinFactoryInCreateIsSilent) {
  expect_silent({"ON_FILTER_CREATE=AddPin(Filter);", kAddPinBody}, kAddPin);
}

}  // namespace
