// DXGK_MONITORFREQUENCYRANGESET_INTERFACE and DXGK_MONITORDESCRIPTORSET_INTERFACE.
#include <cstring>

#include "src/display/vidpn/interfaces.h"
#include "src/display/vidpn/structures.h"

namespace drydock::display {
namespace {

using Range = D3DKMDT_MONITOR_FREQUENCY_RANGE;
using Descriptor = D3DKMDT_MONITOR_DESCRIPTOR;

struct RangeSet {
  using Handle = D3DKMDT_HMONITORFREQUENCYRANGESET;
  using Element = Range;
  static constexpr ObjectKind kKind = ObjectKind::kFrequencyRanges;
  static constexpr NTSTATUS kInvalidElement = STATUS_GRAPHICS_INVALID_MONITOR_FREQUENCYRANGE;

  static std::size_t size(const Monitor& monitor) { return monitor.ranges.size(); }
  static void* give(BorrowedObject& object, std::size_t at) {
    return give_structure(object, object.monitor().ranges[at], BorrowedStructure::State::kAcquired,
                          at)
        .data();
  }
};

struct DescriptorSet {
  using Handle = D3DKMDT_HMONITORDESCRIPTORSET;
  using Element = Descriptor;
  static constexpr ObjectKind kKind = ObjectKind::kDescriptors;
  static constexpr NTSTATUS kInvalidElement = STATUS_GRAPHICS_INVALID_MONITORDESCRIPTOR;

  // The bytes lie behind the structure that leads to them.
  struct WithBytes {
    Descriptor descriptor;
    EdidBlock bytes;
  };

  static std::size_t size(const Monitor& monitor) { return monitor.descriptors.size(); }
  static void* give(BorrowedObject& object, std::size_t at) {
    WithBytes content{};
    content.descriptor.Id = static_cast<UINT>(at);
    content.descriptor.Type =
        at == 0 ? D3DKMDT_MDT_VESA_EDID_V1_BASEBLOCK : D3DKMDT_MDT_VESA_EDID_V1_BLOCKMAP;
    content.descriptor.DataSize = kEdidBlockBytes;
    const DescriptorBlock& block = object.monitor().descriptors[at];
    content.descriptor.Origin = block.is_override ? D3DKMDT_MCO_MONITORDESCRIPTOR_REGISTRYOVERRIDE
                                                  : D3DKMDT_MCO_MONITORDESCRIPTOR;
    content.bytes = block.bytes;
    BorrowedStructure& borrowed =
        give_structure(object, content, BorrowedStructure::State::kAcquired, at);
    auto* const given = static_cast<WithBytes*>(borrowed.data());
    given->descriptor.pData = given->bytes.data();
    borrowed.settle();
    return given;
  }
};

template <typename Set>
struct ElementFunctions {
  using Handle = typename Set::Handle;
  using Element = typename Set::Element;

  static NTSTATUS count(const char* call, const Handle set, SIZE_T* out) {
    if (out == nullptr) return STATUS_INVALID_PARAMETER;
    SIZE_T elements = 0;
    const NTSTATUS status = serve(call, Set::kKind, set, [&](BorrowedObject& object) -> Reply {
      elements = Set::size(object.monitor());
      return {};
    });
    if (NT_SUCCESS(status)) *out = elements;
    return status;
  }

  static NTSTATUS first(const char* call, const Handle set, const Element** out) {
    return acquire(call, set, out,
                   [](BorrowedObject&) { return std::pair<Reply, std::size_t>(Reply{}, 0); });
  }

  static NTSTATUS next(const char* call, const Handle set, const Element* before,
                       const Element** out) {
    return acquire(call, set, out, [=](BorrowedObject& object) {
      const BorrowedStructure* const last = enumerated(object, before);
      if (last == nullptr) return std::pair<Reply, std::size_t>(refuse_enumeration(object), 0);
      return std::pair<Reply, std::size_t>(Reply{}, last->key() + 1);
    });
  }

  static NTSTATUS release(const char* call, const Handle set, const Element* element) {
    return serve(call, Set::kKind, set, [&](BorrowedObject& object) {
      return release_structure(object, element, Set::kInvalidElement);
    });
  }

 private:
  // `choose` says which element, which may be past the end.
  template <typename Choose>
  static NTSTATUS acquire(const char* call, const Handle set, const Element** out,
                          Choose&& choose) {
    if (out == nullptr) return STATUS_INVALID_PARAMETER;
    const void* element = nullptr;
    const NTSTATUS status = serve(call, Set::kKind, set, [&](BorrowedObject& object) -> Reply {
      auto [reply, at] = choose(object);
      if (!NT_SUCCESS(reply.status)) return std::move(reply);
      if (at >= Set::size(object.monitor())) return no_element(/*is_first=*/at == 0);
      element = Set::give(object, at);
      return std::move(reply);
    });
    if (NT_SUCCESS(status)) *out = static_cast<const Element*>(element);
    return status;
  }
};

using Ranges = ElementFunctions<RangeSet>;
using Descriptors = ElementFunctions<DescriptorSet>;

NTSTATUS get_num_ranges(const RangeSet::Handle set, SIZE_T* const count) {
  return Ranges::count("pfnGetNumFrequencyRanges", set, count);
}
NTSTATUS acquire_first_range(const RangeSet::Handle set, const Range** first) {
  return Ranges::first("pfnAcquireFirstFrequencyRangeInfo", set, first);
}
NTSTATUS acquire_next_range(const RangeSet::Handle set, const Range* const before,
                            const Range** next) {
  return Ranges::next("pfnAcquireNextFrequencyRangeInfo", set, before, next);
}
NTSTATUS release_range(const RangeSet::Handle set, const Range* const range) {
  return Ranges::release("pfnReleaseFrequencyRangeInfo", set, range);
}

NTSTATUS get_num_descriptors(const DescriptorSet::Handle set, SIZE_T* const count) {
  return Descriptors::count("pfnGetNumDescriptors", set, count);
}
NTSTATUS acquire_first_descriptor(const DescriptorSet::Handle set, const Descriptor** first) {
  return Descriptors::first("pfnAcquireFirstDescriptorInfo", set, first);
}
NTSTATUS acquire_next_descriptor(const DescriptorSet::Handle set, const Descriptor* const before,
                                 const Descriptor** next) {
  return Descriptors::next("pfnAcquireNextDescriptorInfo", set, before, next);
}
NTSTATUS release_descriptor(const DescriptorSet::Handle set, const Descriptor* const descriptor) {
  return Descriptors::release("pfnReleaseDescriptorInfo", set, descriptor);
}

}  // namespace

DXGK_MONITORFREQUENCYRANGESET_INTERFACE range_functions() {
  return {.pfnGetNumFrequencyRanges = get_num_ranges,
          .pfnAcquireFirstFrequencyRangeInfo = acquire_first_range,
          .pfnAcquireNextFrequencyRangeInfo = acquire_next_range,
          .pfnReleaseFrequencyRangeInfo = release_range};
}

DXGK_MONITORDESCRIPTORSET_INTERFACE descriptor_functions() {
  return {.pfnGetNumDescriptors = get_num_descriptors,
          .pfnAcquireFirstDescriptorInfo = acquire_first_descriptor,
          .pfnAcquireNextDescriptorInfo = acquire_next_descriptor,
          .pfnReleaseDescriptorInfo = release_descriptor};
}

}  // namespace drydock::display
