// The COM side of objects as minidrivers use it.
#include "src/ks/exports/exports.h"
#include "src/ks/object/outer_unknown.h"
#include "src/ks/pin/pin.h"

using namespace drydock::ks;
namespace nt = drydock::nt;

extern "C" PUNKNOWN KsRegisterAggregatedClientUnknown(PVOID Object_, PUNKNOWN ClientUnknown) {
  const auto object = object_of(Object_, "KsRegisterAggregatedClientUnknown");
  return object == nullptr ? nullptr : object->outer_unknown().aggregate(ClientUnknown);
}

extern "C" PUNKNOWN KsGetOuterUnknown(PVOID Object_) {
  const auto object = object_of(Object_, "KsGetOuterUnknown");
  return object == nullptr ? nullptr : object->outer_unknown().face();
}

namespace {

// An interface of the pin at the other end, or of that pin's filter.
NTSTATUS connected_interface(PKSPIN face, bool of_filter, const GUID& id, PVOID* out,
                             const char* call) {
  nt::require_irql_at_most(PASSIVE_LEVEL, call);
  const auto pin = object_as<Pin>(face, call);
  const std::shared_ptr<Pin> peer = pin == nullptr ? nullptr : pin->connection().other_end();
  if (peer == nullptr) return STATUS_UNSUCCESSFUL;
  Object& object = of_filter ? static_cast<Object&>(peer->filter()) : *peer;
  return object.outer_unknown().face()->QueryInterface(id, out);
}

}  // namespace

extern "C" NTSTATUS KsPinGetConnectedPinInterface(PKSPIN Pin_, const GUID* InterfaceId,
                                                  PVOID* Interface) {
  return connected_interface(Pin_, false, *InterfaceId, Interface, "KsPinGetConnectedPinInterface");
}

extern "C" NTSTATUS KsPinGetConnectedFilterInterface(PKSPIN Pin_, const GUID* InterfaceId,
                                                     PVOID* Interface) {
  return connected_interface(Pin_, true, *InterfaceId, Interface,
                             "KsPinGetConnectedFilterInterface");
}
