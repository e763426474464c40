// Functions with which minidrivers walk the tree of objects, and find the objects of files and
// IRPs.
#include "src/ks/device/device.h"
#include "src/ks/device/factory.h"
#include "src/ks/exports/exports.h"
#include "src/ks/filter/filter.h"
#include "src/ks/object/header.h"
#include "src/ks/pin/pin.h"
#include "src/nt/io/irp.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace rules = drydock::rules;

namespace {

// Raises S-223 if the thread does not hold the mutex that guards this level of the tree.
void require_tree(Object& object, Mutex& mutex, const char* call) {
  if (rules::breaks("S-223", !mutex.held())) {
    object.breach("S-223", std::string(call) + " is called without the mutex of the tree")
        .raise_later();
  }
}

Object* object_of_file(PFILE_OBJECT file) {
  ObjectHeader* header = file == nullptr ? nullptr : header_of(file);
  return header == nullptr || header->target == nullptr ? nullptr : header->target->object();
}

Object* object_of_irp(PIRP irp) {
  return object_of_file(IoGetCurrentIrpStackLocation(irp)->FileObject);
}

KSOBJECTTYPE type_of(const Object* object) {
  switch (object == nullptr ? Kind::kDevice : object->kind()) {
    case Kind::kPin:
      return KsObjectTypePin;
    case Kind::kFilter:
      return KsObjectTypeFilter;
    case Kind::kFactory:
      return KsObjectTypeFilterFactory;
    default:
      return KsObjectTypeDevice;
  }
}

}  // namespace

extern "C" PKSDEVICE KsGetDevice(PVOID Object_) {
  const auto object = object_of(Object_, "KsGetDevice");
  return object == nullptr ? nullptr : &object->device().face();
}

extern "C" PVOID KsGetParent(PVOID Object_) {
  const auto object = object_of(Object_, "KsGetParent");
  return object == nullptr || object->parent() == nullptr ? nullptr : object->parent()->face();
}

extern "C" PVOID KsGetFirstChild(PVOID Object_) {
  const auto object = object_of(Object_, "KsGetFirstChild");
  if (object == nullptr) return nullptr;
  require_tree(*object, object->control_mutex(), "KsGetFirstChild");
  const auto children = object->children();
  return children.empty() ? nullptr : children.front()->face();
}

extern "C" PVOID KsGetNextSibling(PVOID Object_) {
  const auto object = object_of(Object_, "KsGetNextSibling");
  if (object == nullptr || object->parent() == nullptr) return nullptr;
  require_tree(*object, object->parent()->control_mutex(), "KsGetNextSibling");
  const auto next = object->next_sibling();
  return next == nullptr ? nullptr : next->face();
}

extern "C" PKSFILTER KsPinGetParentFilter(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinGetParentFilter");
  return pin == nullptr ? nullptr : &pin->filter().face();
}

extern "C" PKSPIN KsPinGetNextSiblingPin(PKSPIN Pin_) {
  const auto pin = object_as<Pin>(Pin_, "KsPinGetNextSiblingPin");
  if (pin == nullptr) return nullptr;
  require_tree(*pin, pin->control_mutex(), "KsPinGetNextSiblingPin");
  bool passed = false;
  for (const auto& other : pins_of_type(pin->filter(), pin->face().Id)) {
    if (passed) return &other->face();
    passed = other == pin;
  }
  return nullptr;
}

extern "C" ULONG KsFilterGetChildPinCount(PKSFILTER Filter_, ULONG PinId) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterGetChildPinCount");
  if (filter == nullptr) return 0;
  require_tree(*filter, filter->control_mutex(), "KsFilterGetChildPinCount");
  return static_cast<ULONG>(pins_of_type(*filter, PinId).size());
}

extern "C" PKSPIN KsFilterGetFirstChildPin(PKSFILTER Filter_, ULONG PinId) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterGetFirstChildPin");
  if (filter == nullptr) return nullptr;
  require_tree(*filter, filter->control_mutex(), "KsFilterGetFirstChildPin");
  const auto pins = pins_of_type(*filter, PinId);
  return pins.empty() ? nullptr : &pins.front()->face();
}

extern "C" KSOBJECTTYPE KsGetObjectTypeFromIrp(PIRP Irp) { return type_of(object_of_irp(Irp)); }

extern "C" KSOBJECTTYPE KsGetObjectTypeFromFileObject(PFILE_OBJECT FileObject) {
  return type_of(object_of_file(FileObject));
}

extern "C" PVOID KsGetObjectFromFileObject(PFILE_OBJECT FileObject) {
  Object* object = object_of_file(FileObject);
  return object == nullptr ? nullptr : object->face();
}

extern "C" PKSFILTER KsGetFilterFromIrp(PIRP Irp) {
  Object* object = object_of_irp(Irp);
  if (object == nullptr) return nullptr;
  if (object->kind() == Kind::kPin) return &static_cast<Pin*>(object)->filter().face();
  return &static_cast<Filter*>(object)->face();
}

extern "C" PKSPIN KsGetPinFromIrp(PIRP Irp) {
  Object* object = object_of_irp(Irp);
  if (object == nullptr || object->kind() != Kind::kPin) return nullptr;
  return &static_cast<Pin*>(object)->face();
}

extern "C" VOID KsCompletePendingRequest(PIRP Irp) {
  if (!drydock::nt::may_complete(Irp)) return;
  ObjectHeader* header = header_of(IoGetCurrentIrpStackLocation(Irp)->FileObject);
  if (header == nullptr || header->target == nullptr) {
    IofCompleteRequest(Irp, IO_NO_INCREMENT);
    return;
  }
  const std::shared_ptr<Target> target = header->target;
  target->complete_pending(Irp);
}
