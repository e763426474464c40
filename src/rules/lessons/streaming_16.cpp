// Streaming: object bags.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kStreaming16Lessons[] = {
    {.rule = "S-231",
     .why = "A bag is a plain table; two threads that add to it at once lose an item, which is "
            "then never freed.",
     .check = "Each call on the bag of an object asks for the mutex of that object; bags of "
              "KsAllocateObjectBag have none.",
     .wrong = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsAddItemToObjectBag(Pin->Bag, Context, FreeItem);
})",
     .right = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinAcquireControl(Pin);
  KsAddItemToObjectBag(Pin->Bag, Context, FreeItem);
  KsPinReleaseControl(Pin);
})"},
    {.rule = "S-234",
     .why = "The other bag keeps the address, and frees the item a second time when its object "
            "closes.",
     .check = "KsRemoveItemFromObjectBag counts the bags that hold the item and tells when it is "
              "to be freed while others do; the item is kept.",
     .wrong = R"(KsCopyObjectBagItems(Pin->Bag, Filter->Bag);
KsRemoveItemFromObjectBag(Filter->Bag, item, TRUE);)",
     .right = R"(KsCopyObjectBagItems(Pin->Bag, Filter->Bag);
KsRemoveItemFromObjectBag(Filter->Bag, item, FALSE);)"},
    {.rule = "S-235",
     .why = "Such a bag belongs to no object that closes, so it and all its items stay until the "
            "machine restarts.",
     .check = "When the device goes, the bags that were allocated on it and not freed are reported "
              "one by one.",
     .wrong = R"(KsAllocateObjectBag(Device, &bag);
KsAddItemToObjectBag(bag, item, NULL);)",
     .right = R"(KsAllocateObjectBag(Device, &bag);
KsAddItemToObjectBag(bag, item, NULL);
…
KsFreeObjectBag(bag);)"},
    {.rule = "S-237",
     .why = "The inner pointer lies in a structure that all pins of the type share, so the edit "
            "changes them all.",
     .check = "KsEdit is told by the object whether the pointer that it edits lies in the shared "
              "descriptor, and refuses.",
     .wrong = R"(status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
if (!NT_SUCCESS(status)) return status;)",
     .right = R"(status = KsEdit(Pin, &Pin->Descriptor, TAG);
if (NT_SUCCESS(status)) status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
if (!NT_SUCCESS(status)) return status;)"},
    {.rule = "S-238",
     .why = "The bag frees its items when the object closes, and finds memory that was given to "
            "somebody else.",
     .check = "When a bag disposes of an item that has no free routine, a pool block that is free "
              "already is reported with the stack of its allocation.",
     .wrong = R"(KsAddItemToObjectBag(Pin->Bag, capture, NULL);
…
if (!NT_SUCCESS(status)) ExFreePoolWithTag(capture, TAG);)",
     .right = R"(KsAddItemToObjectBag(Pin->Bag, capture, NULL);
…
if (!NT_SUCCESS(status)) KsRemoveItemFromObjectBag(Pin->Bag, capture, TRUE);)"},
};

}  // namespace

Lessons streaming_16() { return kStreaming16Lessons; }

}  // namespace drydock::rules::lessons
