// Object bags, KsEdit.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kStreaming16[] = {
    {.id = "S-231",
     .party = Party::kMinidriver,
     .severity = Severity::kLint,
     .status = Status::kChecked,
     .title = "Object bag changed without its mutex",
     .text =
         "Bag calls (Add/Remove/Copy/_KsEdit/Merge with bag) need the bag's mutex: device mutex "
         "for KSDEVICE/KSFILTERFACTORY, filter control mutex for KSFILTER/KSPIN. PASSIVE_LEVEL.",
     .outcome = "race; decided: finding. Samples say XP+ does not need it for the device bag",
     .source = "ks/nf-ks-ksadditemtoobjectbag.md; ks/nf-ks-_ksedit.md; "
               "ks/nf-ks-kscopyobjectbagitems.md"},
    {.id = "S-232",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Bag items are released by their free routine, else by ExFreePool",
     .text = "Without a Free routine the item is released with ExFreePool; with one, that routine "
             "is called - on removal with free, or when the bag goes.",
     .outcome = "double free",
     .source = "ks/nf-ks-ksadditemtoobjectbag.md"},
    {.id = "S-233",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Removing a bag item reports its references and frees only the last",
     .text = "KsRemoveItemFromObjectBag returns the reference count before removal: 0 = was not "
             "there, 1 = removed (freed if asked), >1 = still in other bags, not freed whatever "
             "Free says.",
     .outcome = "",
     .source = "ks/nf-ks-ksremoveitemfromobjectbag.md"},
    {.id = "S-234",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Bag item freed while another bag still holds it",
     .text = "MUST pass Free=TRUE only if the item is in no other bag.",
     .outcome = "",
     .source = "ks/nf-ks-ksremoveitemfromobjectbag.md"},
    {.id = "S-235",
     .party = Party::kMinidriver,
     .severity = Severity::kViolation,
     .status = Status::kChecked,
     .title = "Allocated object bag never freed",
     .text = "A bag from KsAllocateObjectBag is never freed automatically: KsFreeObjectBag.",
     .outcome = "leak",
     .source = "ks/nf-ks-ksallocateobjectbag.md"},
    {.id = "S-236",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "_KsEdit copies an item into the bag and replaces the pointer",
     .text = "_KsEdit(Bag,&ptr,NewSize,OldSize,Tag): if *ptr is not in the bag (or must grow) "
             "allocate NewSize, copy the old contents, put it in the bag, replace *ptr; returns "
             "success or STATUS_INSUFFICIENT_RESOURCES.",
     .outcome = "STATUS_INSUFFICIENT_RESOURCES",
     .source = "ks/nf-ks-_ksedit.md"},
    {.id = "S-237",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Part of a constant descriptor edited before the descriptor itself",
     .text = "KsEdit = _KsEdit with sizeof(ptr) for both sizes; KsEditSized passes its own sizes. "
             "(No KsEditSizedItem exists: A-15.) MUST edit the descriptor before editing something "
             "hanging off it.",
     .outcome = "writes into the shared const descriptor; decided: keep const tables in read-only "
                "pages",
     .source = "ks/nf-ks-_ksedit.md"},
    {.id = "S-238",
     .party = Party::kMinidriver,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Driver deletes an object that it placed in a bag",
     .text = "A minidriver that placed an object in a bag MUST NOT delete it itself.",
     .outcome = "double free (avscamera VideoCapture.cpp DispatchCreate error path does)",
     .source = "stream/object-bags.md; Windows-driver-samples/avstream: "
               "avscamera/sys/VideoCapture.cpp (derived)"},
    {.id = "S-239",
     .party = Party::kClassDriver,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Merged automation tables let the first table dominate",
     .text = "KsMergeAutomationTables: table A dominates; both NULL => no action, success; input "
             "tables found in a bag are removed from it.",
     .outcome = "",
     .source = "ks/nf-ks-ksmergeautomationtables.md"},
};

}  // namespace

Chapter streaming_16() { return kStreaming16; }

}  // namespace drydock::rules::chapter
