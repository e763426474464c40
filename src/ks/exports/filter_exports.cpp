// Filters as minidrivers extend them: pin types, nodes, connections, power callbacks.
#include <fmt/format.h>

#include "src/ks/exports/exports.h"
#include "src/ks/filter/filter.h"
#include "src/ks/filter/node.h"
#include "src/ks/object/header.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

using namespace drydock::ks;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

namespace {

// S-109.
void require_control(Filter& filter, const char* call) {
  nt::require_irql_at_most(PASSIVE_LEVEL, call);
  if (!rules::breaks("S-109", !filter.control_mutex().held())) return;
  filter.breach("S-109", fmt::format("{} is called without the filter control mutex", call))
      .raise_later();
}

// Adds what the minidriver describes to its filter, and stores the number that it got.
template <typename Descriptor>
NTSTATUS add_described(PKSFILTER face, const Descriptor* descriptor, PULONG id,
                       NTSTATUS (Filter::*add)(const Descriptor&, ULONG&), const char* call) {
  const auto filter = object_as<Filter>(face, call);
  if (filter == nullptr || descriptor == nullptr || id == nullptr) return STATUS_INVALID_PARAMETER;
  require_control(*filter, call);
  return (filter.get()->*add)(*descriptor, *id);
}

}  // namespace

extern "C" NTSTATUS KsFilterCreatePinFactory(PKSFILTER Filter_,
                                             const KSPIN_DESCRIPTOR_EX* const PinDescriptor,
                                             PULONG PinID) {
  return add_described(Filter_, PinDescriptor, PinID, &Filter::add_pin_type,
                       "KsFilterCreatePinFactory");
}

extern "C" NTSTATUS KsFilterCreateNode(PKSFILTER Filter_,
                                       const KSNODE_DESCRIPTOR* const NodeDescriptor,
                                       PULONG NodeID) {
  return add_described(Filter_, NodeDescriptor, NodeID, &Filter::add_node, "KsFilterCreateNode");
}

extern "C" NTSTATUS KsFilterAddTopologyConnections(
    PKSFILTER Filter_, ULONG NewConnectionsCount,
    const KSTOPOLOGY_CONNECTION* const NewTopologyConnections) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterAddTopologyConnections");
  if (filter == nullptr || NewTopologyConnections == nullptr) return STATUS_INVALID_PARAMETER;
  require_control(*filter, "KsFilterAddTopologyConnections");
  return filter->add_connections({NewTopologyConnections, NewConnectionsCount});
}

// S-261.
extern "C" VOID KsFilterRegisterPowerCallbacks(PKSFILTER Filter_, PFNKSFILTERPOWER Sleep,
                                               PFNKSFILTERPOWER Wake) {
  const auto filter = object_as<Filter>(Filter_, "KsFilterRegisterPowerCallbacks");
  if (filter == nullptr) return;
  if (rules::breaks("S-261",
                    (Sleep == nullptr && Wake == nullptr) || !filter->is_filter_centric())) {
    nt::Breach("S-261", nt::Offender::running())
        .message(
            "KsFilterRegisterPowerCallbacks: no callback, or a filter whose "
            "pins process")
        .raise();
    return;
  }
  filter->power_callbacks = {Sleep, Wake};
}

// The request is read where it lies behind the name, for as long as the IRP lives.
extern "C" NTSTATUS KsValidateTopologyNodeCreateRequest(PIRP Irp, PKSTOPOLOGY Topology,
                                                        PKSNODE_CREATE* NodeCreate) {
  KSNODE_CREATE request;
  if (!parse_node_request(Irp, Topology->TopologyNodesCount, request))
    return STATUS_INVALID_PARAMETER;
  return store_parameters(Irp, reinterpret_cast<void**>(NodeCreate));
}
