#include "src/ks/description/descriptor.h"

#include <fmt/format.h>

#include <bitset>

#include "src/ks/description/framing.h"
#include "src/ks/description/refuse.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

bool both(ULONG flags, ULONG a, ULONG b) { return (flags & a) != 0 && (flags & b) != 0; }

bool check_table_sizes(const KSFILTER_DESCRIPTOR& filter) {
  const auto wrong = [](ULONG size, std::size_t least) { return size % 8 != 0 || size < least; };
  if (filter.PinDescriptorsCount != 0 &&
      rules::breaks("S-099", wrong(filter.PinDescriptorSize, sizeof(KSPIN_DESCRIPTOR_EX)))) {
    return refuse(
        nt::Breach("S-099", nt::Offender::running())
            .message("KSFILTER_DESCRIPTOR.PinDescriptorSize is {}", filter.PinDescriptorSize));
  }
  if (filter.NodeDescriptorsCount != 0 &&
      rules::breaks("S-099", wrong(filter.NodeDescriptorSize, sizeof(KSNODE_DESCRIPTOR)))) {
    return refuse(
        nt::Breach("S-099", nt::Offender::running())
            .message("KSFILTER_DESCRIPTOR.NodeDescriptorSize is {}", filter.NodeDescriptorSize));
  }
  return true;
}

bool check_table_pointers(const KSFILTER_DESCRIPTOR& filter) {
  struct Table {
    rules::RuleId rule;
    const char* name;
    const void* pointer;
    ULONG count;
  };
  const Table tables[] = {
      {"S-099", "Categories", filter.Categories, filter.CategoriesCount},
      {"S-099", "NodeDescriptors", filter.NodeDescriptors, filter.NodeDescriptorsCount},
      {"S-099", "Connections", filter.Connections, filter.ConnectionsCount},
      {"S-100", "PinDescriptors", filter.PinDescriptors, filter.PinDescriptorsCount},
  };
  for (const Table& one : tables) {
    if (!rules::breaks(one.rule, (one.pointer == nullptr) != (one.count == 0))) continue;
    return refuse(nt::Breach(one.rule, nt::Offender::running())
                      .message("KSFILTER_DESCRIPTOR.{} and {}Count {} differ", one.name, one.name,
                               one.count));
  }
  return true;
}

const KSPIN_DESCRIPTOR_EX& pin_at(const KSFILTER_DESCRIPTOR& filter, ULONG index) {
  const auto* base = reinterpret_cast<const std::uint8_t*>(filter.PinDescriptors);
  return *reinterpret_cast<const KSPIN_DESCRIPTOR_EX*>(base + std::size_t{index} *
                                                                  filter.PinDescriptorSize);
}

// S-132: a filter processes, or its pins do.
bool check_processing(const KSFILTER_DESCRIPTOR& filter, const KSPIN_DESCRIPTOR_EX& pin, ULONG id) {
  const bool by_filter = filter.Dispatch != nullptr && filter.Dispatch->Process != nullptr;
  const bool by_pin = pin.Dispatch != nullptr && pin.Dispatch->Process != nullptr;
  if (rules::breaks("S-132", by_filter && by_pin)) {
    return refuse(nt::Breach("S-132", nt::Offender::running())
                      .message("the filter and its pin type {} both process", id));
  }
  const bool standard = (pin.Flags & KSPIN_FLAG_USE_STANDARD_TRANSPORT) != 0;
  const bool silent = (pin.Flags & KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING) != 0;
  if (standard && rules::breaks("S-131", silent && !by_filter && !by_pin)) {
    return refuse(nt::Breach("S-131", nt::Offender::running())
                      .message("pin type {} of the standard transport has no process "
                               "dispatch, nor has its filter",
                               id));
  }
  return true;
}

bool check_flags(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  struct Pair {
    ULONG a, b;
    const char* names;
  };
  static constexpr Pair kPairs[] = {
      {KSPIN_FLAG_CRITICAL_PROCESSING, KSPIN_FLAG_HYPERCRITICAL_PROCESSING,
       "CRITICAL_PROCESSING and HYPERCRITICAL_PROCESSING"},
      {KSPIN_FLAG_DO_NOT_INITIATE_PROCESSING, KSPIN_FLAG_INITIATE_PROCESSING_ON_EVERY_ARRIVAL,
       "DO_NOT_INITIATE_PROCESSING and INITIATE_PROCESSING_ON_EVERY_ARRIVAL"},
      {KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING,
       KSPIN_FLAG_SOME_FRAMES_REQUIRED_FOR_PROCESSING,
       "FRAMES_NOT_REQUIRED_FOR_PROCESSING and SOME_FRAMES_REQUIRED_FOR_PROCESSING"},
      {KSPIN_FLAG_PROCESS_IN_RUN_STATE_ONLY, KSPIN_FLAG_PROCESS_IF_ANY_IN_RUN_STATE,
       "PROCESS_IN_RUN_STATE_ONLY and PROCESS_IF_ANY_IN_RUN_STATE"},
  };
  for (const Pair& pair : kPairs) {
    if (rules::breaks("S-129", both(pin.Flags, pair.a, pair.b))) {
      return refuse(nt::Breach("S-129", nt::Offender::running())
                        .message("{}: KSPIN_FLAG_{} are set together", where, pair.names));
    }
  }
  return true;
}

bool check_dispatch(const KSPIN_DISPATCH& dispatch, ULONG flags, const char* where) {
  if (const KSALLOCATOR_DISPATCH* allocator = dispatch.Allocator) {
    const bool whole = allocator->InitializeAllocator && allocator->DeleteAllocator &&
                       allocator->Allocate && allocator->Free;
    if (rules::breaks("S-003", allocator->DeleteAllocator == nullptr)) {
      return refuse(nt::Breach("S-003", nt::Offender::running())
                        .message("{}: KSALLOCATOR_DISPATCH.DeleteAllocator is NULL", where));
    }
    if (rules::breaks("S-009", !whole)) {
      return refuse(nt::Breach("S-009", nt::Offender::running())
                        .message("{}: KSALLOCATOR_DISPATCH lacks one of its four", where));
    }
  }
  if (const KSCLOCK_DISPATCH* clock = dispatch.Clock) {
    if (rules::breaks("S-273", (clock->SetTimer == nullptr) != (clock->CancelTimer == nullptr))) {
      return refuse(nt::Breach("S-273", nt::Offender::running())
                        .message("{}: SetTimer and CancelTimer are no pair", where));
    }
    if (rules::breaks("S-273", (flags & KSPIN_FLAG_IMPLEMENT_CLOCK) == 0)) {
      return refuse(nt::Breach("S-273", nt::Offender::running())
                        .message("{}: KSPIN_DISPATCH.Clock without "
                                 "KSPIN_FLAG_IMPLEMENT_CLOCK",
                                 where));
    }
  }
  return true;
}

}  // namespace

bool check_device(const KSDEVICE_DESCRIPTOR* descriptor) {
  if (descriptor == nullptr) return true;
  const ULONG version = descriptor->Version;
  if (rules::breaks("S-098", version != 0 && version != KSDEVICE_DESCRIPTOR_VERSION &&
                                 version != KSDEVICE_DESCRIPTOR_VERSION_2)) {
    return refuse(nt::Breach("S-098", nt::Offender::running())
                      .message("KSDEVICE_DESCRIPTOR.Version is {:#x}", version));
  }
  return true;
}

bool check_filter(const KSFILTER_DESCRIPTOR& filter) {
  if (rules::breaks("S-099", filter.Version != KSFILTER_DESCRIPTOR_VERSION)) {
    return refuse(nt::Breach("S-099", nt::Offender::running())
                      .message("KSFILTER_DESCRIPTOR.Version is {:#x}", filter.Version));
  }
  if (!check_table_sizes(filter) || !check_table_pointers(filter)) return false;
  if (!check_events(filter.AutomationTable, "KSFILTER_DESCRIPTOR")) return false;
  if (rules::breaks("S-101", both(filter.Flags, KSFILTER_FLAG_CRITICAL_PROCESSING,
                                  KSFILTER_FLAG_HYPERCRITICAL_PROCESSING))) {
    return refuse(
        nt::Breach("S-101", nt::Offender::running())
            .message(
                "KSFILTER_DESCRIPTOR.Flags has CRITICAL_PROCESSING and HYPERCRITICAL_PROCESSING"));
  }
  for (ULONG i = 0; i < filter.PinDescriptorsCount; ++i) {
    const std::string where = fmt::format("KSFILTER_DESCRIPTOR.PinDescriptors[{}]", i);
    const KSPIN_DESCRIPTOR_EX& pin = pin_at(filter, i);
    if (!check_pin(pin, where.c_str()) || !check_processing(filter, pin, i)) return false;
  }
  return true;
}

namespace {

const KSALLOCATOR_DISPATCH* allocator_in(const KSPIN_DESCRIPTOR_EX& pin) {
  return pin.Dispatch == nullptr ? nullptr : pin.Dispatch->Allocator;
}

// Compares what a framing promises about allocation with what the pin can do.
void check_promises(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  const bool own = allocator_in(pin) != nullptr;
  for (ULONG i = 0; i < pin.AllocatorFraming->CountItems; ++i) {
    const KS_FRAMING_ITEM& item = pin.AllocatorFraming->FramingItem[i];
    const bool pool = same(item.MemoryType, KSMEMORY_TYPE_KERNEL_PAGED) ||
                      same(item.MemoryType, KSMEMORY_TYPE_KERNEL_NONPAGED);
    if (!own && pool &&
        rules::breaks("S-032", (item.Flags & KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY) == 0)) {
      nt::Breach("S-032", nt::Offender::running())
          .message("{}: the default allocator is wanted without SYSTEM_MEMORY", where)
          .raise();
    }
    if (!own && rules::breaks("S-021", (item.Flags & KSALLOCATOR_FLAG_DEVICE_SPECIFIC) != 0)) {
      nt::Breach("S-021", nt::Offender::running())
          .message("{}: device-specific frames and no allocator for them", where)
          .raise();
    }
    if (!own && !pool &&
        rules::breaks("S-038", (item.Flags & KSALLOCATOR_FLAG_CAN_ALLOCATE) != 0)) {
      nt::Breach("S-038", nt::Offender::running())
          .message("{}: CAN_ALLOCATE for memory that the pin cannot allocate", where)
          .raise();
    }
  }
}

// S-024, S-080: requests that are the class driver's to answer.
void check_properties(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  const KSAUTOMATION_TABLE* table = pin.AutomationTable;
  for (ULONG i = 0; table != nullptr && i < table->PropertySetsCount; ++i) {
    const KSPROPERTY_SET& set = table->PropertySets[i];
    const auto* base = reinterpret_cast<const std::uint8_t*>(set.PropertyItem);
    for (ULONG j = 0; j < set.PropertiesCount; ++j) {
      const auto& item = *reinterpret_cast<const KSPROPERTY_ITEM*>(
          base + std::size_t{j} * table->PropertyItemSize);
      const bool is_framing = same(*set.Set, KSPROPSETID_Connection) &&
                              item.PropertyId == KSPROPERTY_CONNECTION_ALLOCATORFRAMING;
      if (rules::breaks("S-024", is_framing)) {
        nt::Breach("S-024", nt::Offender::running())
            .message("{}: the pin answers the old ALLOCATORFRAMING", where)
            .raise();
      }
      const bool is_allocator =
          same(*set.Set, KSPROPSETID_Stream) && item.PropertyId == KSPROPERTY_STREAM_ALLOCATOR;
      if (allocator_in(pin) != nullptr &&
          rules::breaks("S-080", is_allocator && item.SetPropertyHandler == nullptr)) {
        nt::Breach("S-080", nt::Offender::running())
            .message("{}: an allocator of its own and no way to assign it", where)
            .raise();
      }
    }
  }
}

// S-277: all four properties, or none.
void check_vram_set(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  constexpr ULONG kFirst = KSPROPERTY_DISPLAY_ADAPTER_GUID;
  constexpr ULONG kLast = KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS;
  const KSAUTOMATION_TABLE* table = pin.AutomationTable;
  for (ULONG i = 0; table != nullptr && i < table->PropertySetsCount; ++i) {
    const KSPROPERTY_SET& set = table->PropertySets[i];
    if (!same(*set.Set, KSPROPSETID_VramCapture)) continue;
    std::bitset<kLast + 1> known;
    const auto* base = reinterpret_cast<const std::uint8_t*>(set.PropertyItem);
    for (ULONG j = 0; j < set.PropertiesCount; ++j) {
      const auto& item = *reinterpret_cast<const KSPROPERTY_ITEM*>(
          base + std::size_t{j} * table->PropertyItemSize);
      if (item.PropertyId >= kFirst && item.PropertyId <= kLast) known.set(item.PropertyId);
    }
    if (!rules::breaks("S-277", known.count() != kLast - kFirst + 1)) continue;
    nt::Breach("S-277", nt::Offender::running())
        .message("{}: {} of the {} properties for capture into video memory", where, known.count(),
                 kLast - kFirst + 1)
        .raise();
  }
}

}  // namespace

bool check_pin(const KSPIN_DESCRIPTOR_EX& pin, const char* where) {
  if (!check_flags(pin, where)) return false;
  if (pin.Dispatch != nullptr && !check_dispatch(*pin.Dispatch, pin.Flags, where)) return false;
  if ((pin.Flags & KSPIN_FLAG_SPLITTER) != 0 &&
      rules::breaks("S-215", pin.InstancesPossible <= 1)) {
    nt::Breach("S-215", nt::Offender::running())
        .message("{}: a splitter of which there can be one instance", where)
        .raise();
  }
  check_properties(pin, where);
  check_vram_set(pin, where);
  if (!check_events(pin.AutomationTable, where)) return false;
  const bool streams = pin.Dispatch != nullptr && pin.Dispatch->Process != nullptr;
  if (streams) rules::evaluated("S-022");
  if (pin.AllocatorFraming == nullptr) {
    if (streams)
      nt::Breach("S-022", nt::Offender::running())
          .message("{} states no allocator framing", where)
          .raise();
    return true;
  }
  if (!check_framing(*pin.AllocatorFraming, where)) return false;
  check_promises(pin, where);
  return true;
}

// S-251.
bool check_events(const KSAUTOMATION_TABLE* table, const char* where) {
  for (ULONG i = 0; table != nullptr && i < table->EventSetsCount; ++i) {
    const KSEVENT_SET& set = table->EventSets[i];
    const auto* base = reinterpret_cast<const std::uint8_t*>(set.EventItem);
    for (ULONG j = 0; j < set.EventsCount; ++j) {
      const auto& item =
          *reinterpret_cast<const KSEVENT_ITEM*>(base + std::size_t{j} * table->EventItemSize);
      if (!rules::breaks("S-251", item.DataInput < sizeof(KSEVENTDATA))) continue;
      return refuse(nt::Breach("S-251", nt::Offender::running())
                        .message("{}: KSEVENT_ITEM.DataInput of event {} is {}", where,
                                 item.EventId, item.DataInput));
    }
  }
  return true;
}

bool uses_standard_transport(const KSPIN_DESCRIPTOR_EX& pin, const KSFILTER_DESCRIPTOR& filter) {
  if ((pin.Flags & KSPIN_FLAG_USE_STANDARD_TRANSPORT) != 0) return true;
  if ((pin.Flags & KSPIN_FLAG_DO_NOT_USE_STANDARD_TRANSPORT) != 0) return false;
  const KSPIN_COMMUNICATION communication = pin.PinDescriptor.Communication;
  if (communication == KSPIN_COMMUNICATION_NONE || communication == KSPIN_COMMUNICATION_BRIDGE) {
    return false;
  }
  const bool by_filter = filter.Dispatch != nullptr && filter.Dispatch->Process != nullptr;
  const bool by_pin = pin.Dispatch != nullptr && pin.Dispatch->Process != nullptr;
  return by_filter || by_pin;
}

}  // namespace drydock::ks
