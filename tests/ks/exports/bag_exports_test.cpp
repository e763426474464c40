// Object bags: items, edits, and what is freed with an object.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tests/ks/opened.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;
using ::testing::HasSubstr;

namespace {

TEST(KsPromises, S207TheBagGoesAfterClose) {
  Opened opened({"ON_PIN_CREATE=KsAddItemToObjectBag(Pin->Bag, Pin, Gone);"},
                "static VOID Gone(PVOID) { Note(\"Gone\"); }");
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  pin.close();
  EXPECT_THAT(opened.notes(), HasSubstr("PinClose Gone "));
}

TEST(KsPromises, S233RemovalReturnsHowManyBagsHadTheItem) {
  Opened opened({"ON_PIN_CREATE=return Count(Pin);"}, R"(
static VOID Gone(PVOID) { Note("Gone"); }
static NTSTATUS Count(PKSPIN Pin) {
  PKSFILTER Filter = KsPinGetParentFilter(Pin);
  static UCHAR Item;
  KsAddItemToObjectBag(Pin->Bag, &Item, Gone);
  KsAddItemToObjectBag(Filter->Bag, &Item, Gone);
  ULONG First = KsRemoveItemFromObjectBag(Pin->Bag, &Item, FALSE);
  ULONG Second = KsRemoveItemFromObjectBag(Filter->Bag, &Item, TRUE);
  ULONG Third = KsRemoveItemFromObjectBag(Filter->Bag, &Item, TRUE);
  return First == 2 && Second == 1 && Third == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)");
  File pin;
  EXPECT_EQ(opened.connect(pin), STATUS_SUCCESS);
  EXPECT_THAT(opened.notes(), HasSubstr("PinCreate Gone "));
}

TEST(KsPromises, S236EditGivesAWritableCopy) {
  Opened opened({"ON_PIN_CREATE=return Edit(Pin);"}, R"(
static NTSTATUS Edit(PKSPIN Pin) {
  const KSPIN_DESCRIPTOR_EX* Before = Pin->Descriptor;
  NTSTATUS Status = KsEdit(Pin, &Pin->Descriptor, TAG);
  if (!NT_SUCCESS(Status)) return Status;
  Status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
  if (!NT_SUCCESS(Status)) return Status;
  ((PKSALLOCATOR_FRAMING_EX)Pin->Descriptor->AllocatorFraming)->FramingItem[0].Frames = 7;
  const KSPIN_DESCRIPTOR_EX* After = Pin->Descriptor;
  KsEdit(Pin, &Pin->Descriptor, TAG);
  return Before != After && After == Pin->Descriptor ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)");
  File pin;
  ASSERT_EQ(opened.connect(pin), STATUS_SUCCESS);
  // S-023: the framing is the pin's current one.
  Bytes framing(sizeof(KSALLOCATOR_FRAMING_EX));
  ASSERT_EQ(pin.get(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_ALLOCATORFRAMING_EX, framing),
            STATUS_SUCCESS);
  KSALLOCATOR_FRAMING_EX now;
  std::memcpy(&now, framing.data(), sizeof now);
  EXPECT_EQ(now.FramingItem[0].Frames, 7U);
}

}  // namespace
