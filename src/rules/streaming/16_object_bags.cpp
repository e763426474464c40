// Object bags, KsEdit.
#include "src/rules/chapters.h"

namespace drydock::rules::streaming {
namespace {

constexpr Rule kStreamingObjectBags[] = {
    {.id = "S-231",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Object bag changed without its mutex",
     .text =
         "Bag calls (Add/Remove/Copy/_KsEdit/Merge with bag) need the bag's mutex: device mutex "
         "for KSDEVICE/KSFILTERFACTORY, filter control mutex for KSFILTER/KSPIN. PASSIVE_LEVEL.",
     .outcome = "race; decided: finding. Samples say XP+ does not need it for the device bag",
     .source =
         "ks/nf-ks-ksadditemtoobjectbag.md; ks/nf-ks-_ksedit.md; ks/nf-ks-kscopyobjectbagitems.md",
     .lesson = {.why = "A bag is a plain table; two threads that add to it at once lose an item, "
                       "which is then never freed.",
                .check = "Each call on the bag of an object asks for the mutex of that object; "
                         "bags of KsAllocateObjectBag have none.",
                .wrong = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsAddItemToObjectBag(Pin->Bag, Context, FreeItem);
})",
                .right = R"(VOID OnWork(PDEVICE_OBJECT Object, PVOID Context) {
  KsPinAcquireControl(Pin);
  KsAddItemToObjectBag(Pin->Bag, Context, FreeItem);
  KsPinReleaseControl(Pin);
})"},
     .tests = {provokes("KsObjectRules.S231BagWithoutTheMutexIsFound"),
               stays_silent("KsObjectRules.S231BagInCreateIsSilent")}},
    {.id = "S-232",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Bag items are released by their free routine, else by ExFreePool",
     .text = "Without a Free routine the item is released with ExFreePool; with one, that routine "
             "is called - on removal with free, or when the bag goes.",
     .outcome = "double free",
     .source = "ks/nf-ks-ksadditemtoobjectbag.md",
     .tests = {proves("KsPromises.S207TheBagGoesAfterClose")}},
    {.id = "S-233",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Removing a bag item reports its references and frees only the last",
     .text =
         "KsRemoveItemFromObjectBag returns the reference count before removal: 0 = was not there, "
         "1 = removed (freed if asked), >1 = still in other bags, not freed whatever Free says.",
     .outcome = "",
     .source = "ks/nf-ks-ksremoveitemfromobjectbag.md",
     .tests = {proves("KsPromises.S233RemovalReturnsHowManyBagsHadTheItem")}},
    {.id = "S-234",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Bag item freed while another bag still holds it",
     .text = "MUST pass Free=TRUE only if the item is in no other bag.",
     .outcome = "",
     .source = "ks/nf-ks-ksremoveitemfromobjectbag.md",
     .lesson = {.why = "The other bag keeps the address, and frees the item a second time when its "
                       "object closes.",
                .check = "KsRemoveItemFromObjectBag counts the bags that hold the item and tells "
                         "when it is to be freed while others do; the item is kept.",
                .wrong = R"(KsCopyObjectBagItems(Pin->Bag, Filter->Bag);
KsRemoveItemFromObjectBag(Filter->Bag, item, TRUE);)",
                .right = R"(KsCopyObjectBagItems(Pin->Bag, Filter->Bag);
KsRemoveItemFromObjectBag(Filter->Bag, item, FALSE);)"},
     .tests = {provokes("KsWays.S234FreeOfASharedItemIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-235",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocated object bag never freed",
     .text = "A bag from KsAllocateObjectBag is never freed automatically: KsFreeObjectBag.",
     .outcome = "leak",
     .source = "ks/nf-ks-ksallocateobjectbag.md",
     .lesson = {.why = "Such a bag belongs to no object that closes, so it and all its items stay "
                       "until the machine restarts.",
                .check = "When the device goes, the bags that were allocated on it and not freed "
                         "are reported one by one.",
                .wrong = R"(KsAllocateObjectBag(Device, &bag);
KsAddItemToObjectBag(bag, item, NULL);)",
                .right = R"(KsAllocateObjectBag(Device, &bag);
KsAddItemToObjectBag(bag, item, NULL);
…
KsFreeObjectBag(bag);)"},
     .tests = {provokes("KsObjectRules.S235BagNeverFreedIsFound"),
               stays_silent("KsObjectRules.S235FreedBagIsSilent")}},
    {.id = "S-236",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "_KsEdit copies an item into the bag and replaces the pointer",
     .text = "_KsEdit(Bag,&ptr,NewSize,OldSize,Tag): if *ptr is not in the bag (or must grow) "
             "allocate NewSize, copy the old contents, put it in the bag, replace *ptr; returns "
             "success or STATUS_INSUFFICIENT_RESOURCES.",
     .outcome = "STATUS_INSUFFICIENT_RESOURCES",
     .source = "ks/nf-ks-_ksedit.md",
     .tests = {proves("KsPromises.S236EditGivesAWritableCopy")}},
    {.id = "S-237",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Part of a constant descriptor edited before the descriptor itself",
     .text = "KsEdit = _KsEdit with sizeof(ptr) for both sizes; KsEditSized passes its own sizes. "
             "(There is no KsEditSizedItem.) MUST edit the descriptor before editing something "
             "hanging off it.",
     .outcome =
         "writes into the shared const descriptor; decided: keep const tables in read-only pages",
     .source = "ks/nf-ks-_ksedit.md",
     .lesson = {.why = "The inner pointer lies in a structure that all pins of the type share, so "
                       "the edit changes them all.",
                .check = "KsEdit is told by the object whether the pointer that it edits lies in "
                         "the shared descriptor, and refuses.",
                .wrong = R"(status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
if (!NT_SUCCESS(status)) return status;)",
                .right = R"(status = KsEdit(Pin, &Pin->Descriptor, TAG);
if (NT_SUCCESS(status)) status = KsEdit(Pin, &Pin->Descriptor->AllocatorFraming, TAG);
if (!NT_SUCCESS(status)) return status;)"},
     .tests = {provokes("KsWays.S237EditBelowASharedDescriptorIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-238",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Driver deletes an object that it placed in a bag",
     .text = "A minidriver that placed an object in a bag MUST NOT delete it itself.",
     .outcome = "double free (avscamera VideoCapture.cpp DispatchCreate error path does)",
     .source = "stream/object-bags.md; Windows-driver-samples/avstream: "
               "avscamera/sys/VideoCapture.cpp (derived)",
     .lesson = {.why = "The bag frees its items when the object closes, and finds memory that was "
                       "given to somebody else.",
                .check = "When a bag disposes of an item that has no free routine, a pool block "
                         "that is free already is reported with the stack of its allocation.",
                .wrong = R"(KsAddItemToObjectBag(Pin->Bag, capture, NULL);
…
if (!NT_SUCCESS(status)) ExFreePoolWithTag(capture, TAG);)",
                .right = R"(KsAddItemToObjectBag(Pin->Bag, capture, NULL);
…
if (!NT_SUCCESS(status)) KsRemoveItemFromObjectBag(Pin->Bag, capture, TRUE);)"},
     .tests = {provokes("KsWays.S238ItemFreedByTheDriverIsFound"),
               stays_silent("KsWays.TheRightWaysAreSilent")}},
    {.id = "S-239",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Merged automation tables let the first table dominate",
     .text = "KsMergeAutomationTables: table A dominates; both NULL => no action, success; input "
             "tables found in a bag are removed from it.",
     .outcome = "",
     .source = "ks/nf-ks-ksmergeautomationtables.md",
     .tests = {proves("KsRequests.S239TheFirstTableDominatesAndLeavesItsBag")}},
};

}  // namespace

Chapter object_bags() { return kStreamingObjectBags; }

}  // namespace drydock::rules::streaming
