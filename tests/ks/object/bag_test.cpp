// Object bags: under which mutex, and who frees them.
#include "src/ks/object/bag.h"

#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

constexpr const char* kBagging =
    "PVOID Item = ExAllocatePoolZero(NonPagedPoolNx, 16, TAG); if (Item && "
    "!NT_SUCCESS(KsAddItemToObjectBag(";

TEST(KsObjectRules, S231BagWithoutTheMutexIsFound) {
  expect_found("S-231", {std::string("ON_NOTES=") + kBagging +
                         "KsGetFilterFromIrp(Irp)->Bag, Item, NULL))) ExFreePool(Item);"});
}
TEST(KsObjectRules, S231BagInCreateIsSilent) {
  expect_silent(
      {std::string("ON_PIN_CREATE=") + kBagging + "Pin->Bag, Item, NULL))) ExFreePool(Item);"});
}

TEST(KsObjectRules, S235BagNeverFreedIsFound) {
  expect_found("S-235", {"ON_ADD=KSOBJECT_BAG Bag; KsAllocateObjectBag(Device, &Bag);"});
}
TEST(KsObjectRules, S235FreedBagIsSilent) {
  expect_silent(
      {"ON_ADD=KSOBJECT_BAG Bag; if (NT_SUCCESS(KsAllocateObjectBag(Device, &Bag))) "
       "KsFreeObjectBag(Bag);"});
}

}  // namespace
