// Object bags as minidrivers use them.
#include "src/ks/base/out_of_memory.h"
#include "src/ks/device/device.h"
#include "src/ks/exports/exports.h"
#include "src/ks/object/bag.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

extern "C" NTSTATUS KsAddItemToObjectBag(KSOBJECT_BAG ObjectBag, PVOID Item, PFNKSFREE Free) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAddItemToObjectBag");
  Bag* bag = bag_of(ObjectBag, "KsAddItemToObjectBag");
  if (bag == nullptr) return STATUS_INVALID_PARAMETER;
  bag->check_mutex("KsAddItemToObjectBag");
  return bag->add(Item, Free);
}

extern "C" ULONG KsRemoveItemFromObjectBag(KSOBJECT_BAG ObjectBag, PVOID Item, BOOLEAN Free) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRemoveItemFromObjectBag");
  Bag* bag = bag_of(ObjectBag, "KsRemoveItemFromObjectBag");
  if (bag == nullptr) return 0;
  bag->check_mutex("KsRemoveItemFromObjectBag");
  const ULONG before = bag->remove(Item, Free);
  if (Free && rules::breaks("S-234", before > 1)) {
    nt::Breach("S-234", nt::Offender::running())
        .message("KsRemoveItemFromObjectBag is to free an item that other bags hold")
        .raise();
  }
  return before;
}

extern "C" NTSTATUS KsAllocateObjectBag(PKSDEVICE Device_, KSOBJECT_BAG* ObjectBag) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsAllocateObjectBag");
  const auto device = object_as<Device>(Device_, "KsAllocateObjectBag");
  if (device == nullptr || ObjectBag == nullptr) return STATUS_INVALID_PARAMETER;
  if (out_of_memory()) return STATUS_INSUFFICIENT_RESOURCES;
  auto made = std::make_unique<Bag>(device->bag_items(), device->driver());
  *ObjectBag = made->face();
  device->bag_items()->add_bag(std::move(made));
  return STATUS_SUCCESS;
}

extern "C" VOID KsFreeObjectBag(KSOBJECT_BAG ObjectBag) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsFreeObjectBag");
  Bag* bag = bag_of(ObjectBag, "KsFreeObjectBag");
  if (bag == nullptr) return;
  // One that is freed is none of those that the end of the device finds.
  rules::evaluated("S-235");
  // The bag's destructor releases its references to the items.
  const std::unique_ptr<Bag> gone = bag->items().remove_bag(bag);
}

extern "C" NTSTATUS KsCopyObjectBagItems(KSOBJECT_BAG ObjectBagDestination,
                                         KSOBJECT_BAG ObjectBagSource) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCopyObjectBagItems");
  Bag* to = bag_of(ObjectBagDestination, "KsCopyObjectBagItems");
  Bag* from = bag_of(ObjectBagSource, "KsCopyObjectBagItems");
  if (to == nullptr || from == nullptr) return STATUS_INVALID_PARAMETER;
  to->check_mutex("KsCopyObjectBagItems");
  return from->copy_to(*to);
}

extern "C" NTSTATUS _KsEdit(KSOBJECT_BAG ObjectBag, PVOID* PointerToPointerToItem, ULONG NewSize,
                            ULONG OldSize, ULONG Tag) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsEdit");
  Bag* bag = bag_of(ObjectBag, "KsEdit");
  if (bag == nullptr || PointerToPointerToItem == nullptr) return STATUS_INVALID_PARAMETER;
  bag->check_mutex("KsEdit");
  if (bag->owner() != nullptr &&
      rules::breaks("S-237", bag->owner()->shares(PointerToPointerToItem))) {
    nt::Breach("S-237", nt::Offender::running())
        .message("KsEdit of something that hangs off a descriptor which was not edited first")
        .raise();
    return STATUS_INVALID_PARAMETER;
  }
  return bag->edit(PointerToPointerToItem, NewSize, OldSize, Tag);
}
