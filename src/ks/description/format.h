// Data formats and ranges: what matches what, intersections, and the request that connects a pin.
//
// Formats and ranges come from clients. They are spans of bytes until their sizes are checked.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

class Filter;

// S-112: wildcard major type, or major and wildcard subtype, or all three.
bool matches(const KSDATARANGE& range, const KSDATAFORMAT& format);
// Two ranges that a format could have in common.
bool overlaps(const KSDATARANGE& mine, const KSDATARANGE& asked);

// The ranges of a pin type, each with the attributes that follow it in the table.
struct DescribedRange {
  const KSDATARANGE* range;
  const KSATTRIBUTE_LIST* attributes;  // null: none
};
std::vector<DescribedRange> ranges_of(const KSPIN_DESCRIPTOR& type);

struct ConnectRequest {
  KSPIN_CONNECT connect{};
  std::vector<std::byte> format;      // begins with KSDATAFORMAT, FormatSize bytes
  std::vector<std::byte> attributes;  // a KSMULTIPLE_ITEM with what follows; may be empty
};

// The parameters of a create request, checked against the pin types (S-112): STATUS_INVALID_BUFFER_
// SIZE, STATUS_INVALID_PARAMETER (no such type), STATUS_NO_MATCH (interface, medium, format).
NTSTATUS parse_connect(std::span<const std::byte> parameters, ConnectRequest& request);
NTSTATUS check_connect(const KSPIN_CONNECT& connect, std::span<const std::byte> format,
                       std::span<const KSPIN_DESCRIPTOR* const> types);

// KSPROPERTY_PIN_DATAINTERSECTION: each range of the client against each of the pin type until the
// handler finds a format (S-121, S-122). `handler` gets the client's range, the pin's range and the
// room for the answer; an empty one stands for the class driver's own.
using IntersectHandler = std::function<NTSTATUS(PKSDATARANGE asked, PKSDATARANGE mine, ULONG room,
                                                void* data, ULONG* size)>;
NTSTATUS intersect(PIRP irp, const KSP_PIN& pin, void* data, const KSPIN_DESCRIPTOR& type,
                   const IntersectHandler& handler);

}  // namespace drydock::ks
