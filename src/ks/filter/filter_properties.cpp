// The class driver's own properties of filters: pin types, topology, component.
#include "src/ks/automation/automation.h"
#include "src/ks/description/format.h"
#include "src/ks/description/lists.h"
#include "src/ks/filter/filter.h"

namespace drydock::ks {
namespace {

Filter& filter_of(PIRP irp) {
  const ObjectHeader* header = header_of(IoGetCurrentIrpStackLocation(irp)->FileObject);
  return *static_cast<Filter*>(header->target->object());
}

std::vector<const KSPIN_DESCRIPTOR*> types_of(Filter& filter) {
  std::vector<const KSPIN_DESCRIPTOR*> types;
  for (ULONG id = 0; id < filter.pin_types(); ++id) {
    types.push_back(&filter.pin_type(id)->descriptor.PinDescriptor);
  }
  return types;
}

NTSTATUS get_pin(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  Filter& filter = filter_of(irp);
  const Holding control(filter.control_mutex());
  return answer_pin_type(irp, *reinterpret_cast<const KSP_PIN*>(request), data, types_of(filter));
}

NTSTATUS get_instances(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  Filter& filter = filter_of(irp);
  const Holding control(filter.control_mutex());
  const PinType* type = filter.pin_type(reinterpret_cast<const KSP_PIN*>(request)->PinId);
  if (type == nullptr) return STATUS_INVALID_PARAMETER;
  KSPIN_CINSTANCES instances{type->descriptor.InstancesPossible, type->instances()};
  if (request->Id == KSPROPERTY_PIN_NECESSARYINSTANCES) {
    return answer(irp, data, bytes_of(type->descriptor.InstancesNecessary));
  }
  return answer(irp, data, bytes_of(instances));
}

// The control mutex is not held, because handlers of minidrivers take it (S-221).
NTSTATUS get_intersection(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  Filter& filter = filter_of(irp);
  const auto& asked = *reinterpret_cast<const KSP_PIN*>(request);
  const PinType* type = nullptr;
  {
    const Holding control(filter.control_mutex());
    type = filter.pin_type(asked.PinId);
  }
  if (type == nullptr) return STATUS_INVALID_PARAMETER;
  const PFNKSINTERSECTHANDLEREX handler = type->descriptor.IntersectHandler;
  if (handler == nullptr) return intersect(irp, asked, data, type->descriptor.PinDescriptor, {});
  return intersect(irp, asked, data, type->descriptor.PinDescriptor,
                   [&](PKSDATARANGE theirs, PKSDATARANGE mine, ULONG room, void* out, ULONG* size) {
                     return filter.ask("KSPIN_DESCRIPTOR_EX.IntersectHandler", handler,
                                       &filter.face(), irp, const_cast<PKSP_PIN>(&asked), theirs,
                                       mine, room, out, size);
                   });
}

NTSTATUS get_topology(PIRP irp, PKSIDENTIFIER request, PVOID data) {
  Filter& filter = filter_of(irp);
  const Holding control(filter.control_mutex());
  const KSFILTER_DESCRIPTOR& descriptor = *filter.face().Descriptor;
  switch (request->Id) {
    case KSPROPERTY_TOPOLOGY_CATEGORIES:
      return answer_list(
          irp, data, descriptor.CategoriesCount,
          std::as_bytes(std::span(descriptor.Categories, descriptor.CategoriesCount)));
    case KSPROPERTY_TOPOLOGY_CONNECTIONS: {
      const std::vector<KSTOPOLOGY_CONNECTION> all = filter.connections();
      return answer_list(irp, data, static_cast<ULONG>(all.size()), std::as_bytes(std::span(all)));
    }
    case KSPROPERTY_TOPOLOGY_NODES: {
      std::vector<GUID> types;
      for (const KSNODE_DESCRIPTOR& node : filter.nodes()) types.push_back(*node.Type);
      return answer_list(irp, data, static_cast<ULONG>(types.size()),
                         std::as_bytes(std::span(types)));
    }
    default:
      return STATUS_NOT_FOUND;
  }
}

NTSTATUS get_component(PIRP irp, PKSIDENTIFIER, PVOID data) {
  const KSCOMPONENTID* id = filter_of(irp).face().Descriptor->ComponentId;
  return id == nullptr ? STATUS_NOT_FOUND : answer(irp, data, bytes_of(*id));
}

const KSPROPERTY_ITEM kPinItems[] = {
    DEFINE_KSPROPERTY_ITEM_PIN_CINSTANCES(get_instances),
    DEFINE_KSPROPERTY_ITEM_PIN_CTYPES(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_DATAFLOW(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_DATARANGES(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_DATAINTERSECTION(get_intersection),
    DEFINE_KSPROPERTY_ITEM_PIN_INTERFACES(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_MEDIUMS(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_COMMUNICATION(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_GLOBALCINSTANCES(get_instances),
    DEFINE_KSPROPERTY_ITEM_PIN_NECESSARYINSTANCES(get_instances),
    DEFINE_KSPROPERTY_ITEM_PIN_CATEGORY(get_pin),
    DEFINE_KSPROPERTY_ITEM_PIN_CONSTRAINEDDATARANGES(get_pin),
};

const KSPROPERTY_ITEM kTopologyItems[] = {
    DEFINE_KSPROPERTY_ITEM_TOPOLOGY_CATEGORIES(get_topology),
    DEFINE_KSPROPERTY_ITEM_TOPOLOGY_NODES(get_topology),
    DEFINE_KSPROPERTY_ITEM_TOPOLOGY_CONNECTIONS(get_topology),
};

const KSPROPERTY_ITEM kGeneralItems[] = {
    DEFINE_KSPROPERTY_ITEM_GENERAL_COMPONENTID(get_component),
};

const KSPROPERTY_SET kFilterPropertySets[] = {
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Pin, SIZEOF_ARRAY(kPinItems), kPinItems, 0, nullptr),
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_Topology, SIZEOF_ARRAY(kTopologyItems), kTopologyItems, 0,
                          nullptr),
    DEFINE_KSPROPERTY_SET(&KSPROPSETID_General, SIZEOF_ARRAY(kGeneralItems), kGeneralItems, 0,
                          nullptr),
};

const KSEVENT_ITEM kDeviceEvents[] = {
    DEFINE_KSEVENT_ITEM(KSEVENT_DEVICE_LOST, sizeof(KSEVENTDATA), 0, nullptr, nullptr, nullptr),
};

const KSEVENT_SET kFilterEventSets[] = {
    DEFINE_KSEVENT_SET(&KSEVENTSETID_Device, SIZEOF_ARRAY(kDeviceEvents), kDeviceEvents),
};

}  // namespace

const KSAUTOMATION_TABLE& filter_automation() {
  static const KSAUTOMATION_TABLE table = {DEFINE_KSAUTOMATION_PROPERTIES(kFilterPropertySets),
                                           DEFINE_KSAUTOMATION_METHODS_NULL,
                                           DEFINE_KSAUTOMATION_EVENTS(kFilterEventSets)};
  return table;
}

}  // namespace drydock::ks
