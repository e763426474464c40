// The COM side of objects as minidrivers use it.
#include "src/ks/object/outer_unknown.h"
#include "src/ks/pin/pin.h"
#include "src/nt/base/thread.h"

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

extern "C" NTSTATUS KsPinGetConnectedPinInterface(PKSPIN Pin_, const GUID* InterfaceId,
                                                  PVOID* Interface) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsPinGetConnectedPinInterface");
  const auto pin = object_as<Pin>(Pin_, "KsPinGetConnectedPinInterface");
  const std::shared_ptr<Pin> peer = pin == nullptr ? nullptr : pin->connection().other_end();
  if (peer == nullptr) return STATUS_UNSUCCESSFUL;
  return peer->outer_unknown().face()->QueryInterface(*InterfaceId, Interface);
}

extern "C" NTSTATUS KsPinGetConnectedFilterInterface(PKSPIN Pin_, const GUID* InterfaceId,
                                                     PVOID* Interface) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsPinGetConnectedFilterInterface");
  const auto pin = object_as<Pin>(Pin_, "KsPinGetConnectedFilterInterface");
  const std::shared_ptr<Pin> peer = pin == nullptr ? nullptr : pin->connection().other_end();
  if (peer == nullptr) return STATUS_UNSUCCESSFUL;
  return peer->filter().outer_unknown().face()->QueryInterface(*InterfaceId, Interface);
}
