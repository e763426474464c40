#include "src/ks/description/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "src/ks/base/request.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

// A wildcard is the null GUID (KSDATAFORMAT_TYPE_WILDCARD and its kin).
bool any(const GUID& guid) {
  static constexpr GUID kNull{};
  return same(guid, kNull);
}

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

// The interface of a pin whose descriptor lists none.
KSIDENTIFIER standard_interface() {
  KSIDENTIFIER out{};
  out.Set = KSINTERFACESETID_Standard;
  out.Id = KSINTERFACE_STANDARD_STREAMING;
  return out;
}

KSIDENTIFIER standard_medium() {
  KSIDENTIFIER out{};
  out.Set = KSMEDIUMSETID_Standard;
  out.Id = KSMEDIUM_TYPE_ANYINSTANCE;
  return out;
}

bool offers(const KSIDENTIFIER* offered, ULONG count, const KSIDENTIFIER& standard,
            const KSIDENTIFIER& asked) {
  const auto fits = [&](const KSIDENTIFIER& one) {
    return same(one.Set, asked.Set) && one.Id == asked.Id;
  };
  if (count == 0) return fits(standard);
  return std::any_of(offered, offered + count, fits);
}

bool may_communicate(KSPIN_COMMUNICATION communication, bool as_source) {
  return communication == KSPIN_COMMUNICATION_BOTH ||
         communication == (as_source ? KSPIN_COMMUNICATION_SOURCE : KSPIN_COMMUNICATION_SINK);
}

}  // namespace

bool matches(const KSDATARANGE& range, const KSDATAFORMAT& format) {
  if (any(range.MajorFormat)) return true;
  if (!same(range.MajorFormat, format.MajorFormat)) return false;
  if (any(range.SubFormat)) return true;
  if (!same(range.SubFormat, format.SubFormat)) return false;
  return any(range.Specifier) || same(range.Specifier, format.Specifier);
}

bool overlaps(const KSDATARANGE& mine, const KSDATARANGE& asked) {
  const auto agree = [](const GUID& a, const GUID& b) { return any(a) || any(b) || same(a, b); };
  return agree(mine.MajorFormat, asked.MajorFormat) && agree(mine.SubFormat, asked.SubFormat) &&
         agree(mine.Specifier, asked.Specifier);
}

std::vector<DescribedRange> ranges_of(const KSPIN_DESCRIPTOR& type) {
  std::vector<DescribedRange> all;
  for (ULONG i = 0; i < type.DataRangesCount; ++i) {
    const KSDATARANGE* range = type.DataRanges[i];
    const bool described =
        (range->Flags & KSDATARANGE_ATTRIBUTES) != 0 && i + 1 < type.DataRangesCount;
    all.push_back({range, described
                              ? reinterpret_cast<const KSATTRIBUTE_LIST*>(type.DataRanges[++i])
                              : nullptr});
  }
  return all;
}

NTSTATUS parse_connect(std::span<const std::byte> parameters, ConnectRequest& request) {
  if (parameters.size() < sizeof(KSPIN_CONNECT) + sizeof(KSDATAFORMAT)) {
    return STATUS_INVALID_BUFFER_SIZE;
  }
  std::memcpy(&request.connect, parameters.data(), sizeof request.connect);
  std::span<const std::byte> rest = parameters.subspan(sizeof(KSPIN_CONNECT));
  KSDATAFORMAT format;
  std::memcpy(&format, rest.data(), sizeof format);
  if (format.FormatSize < sizeof format || format.FormatSize > rest.size()) {
    return STATUS_INVALID_BUFFER_SIZE;
  }
  request.format.assign(rest.begin(), rest.begin() + format.FormatSize);
  if ((format.Flags & KSDATAFORMAT_ATTRIBUTES) == 0) return STATUS_SUCCESS;
  if (aligned(format.FormatSize) > rest.size()) return STATUS_INVALID_BUFFER_SIZE;
  rest = rest.subspan(aligned(format.FormatSize));
  KSMULTIPLE_ITEM attributes;
  if (rest.size() < sizeof attributes) return STATUS_INVALID_BUFFER_SIZE;
  std::memcpy(&attributes, rest.data(), sizeof attributes);
  if (attributes.Size < sizeof attributes || attributes.Size > rest.size()) {
    return STATUS_INVALID_BUFFER_SIZE;
  }
  request.attributes.assign(rest.begin(), rest.begin() + attributes.Size);
  return STATUS_SUCCESS;
}

NTSTATUS check_connect(const KSPIN_CONNECT& connect, std::span<const std::byte> format,
                       std::span<const KSPIN_DESCRIPTOR* const> types) {
  if (connect.PinId >= types.size()) return STATUS_INVALID_PARAMETER;
  const KSPIN_DESCRIPTOR& type = *types[connect.PinId];
  if (!may_communicate(type.Communication, connect.PinToHandle != nullptr)) {
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  if (!offers(type.Interfaces, type.InterfacesCount, standard_interface(), connect.Interface)) {
    return STATUS_NO_MATCH;
  }
  if (!offers(type.Mediums, type.MediumsCount, standard_medium(), connect.Medium)) {
    return STATUS_NO_MATCH;
  }
  KSDATAFORMAT head;
  std::memcpy(&head, format.data(), sizeof head);
  const auto fits = [&](const DescribedRange& one) { return matches(*one.range, head); };
  return std::ranges::any_of(ranges_of(type), fits) ? STATUS_SUCCESS : STATUS_NO_MATCH;
}

namespace {

// S-121: without a handler only ranges that need no further description have an intersection.
NTSTATUS intersect_plain(const KSDATARANGE& asked, const KSDATARANGE& mine, ULONG room, void* data,
                         ULONG& size) {
  if (!same(mine.Specifier, KSDATAFORMAT_SPECIFIER_NONE)) return STATUS_NO_MATCH;
  size = sizeof(KSDATAFORMAT);
  if (room == 0) return STATUS_BUFFER_OVERFLOW;
  if (room < size) return STATUS_BUFFER_TOO_SMALL;
  KSDATAFORMAT made = mine;
  made.FormatSize = sizeof made;
  if (any(made.MajorFormat)) made.MajorFormat = asked.MajorFormat;
  if (any(made.SubFormat)) made.SubFormat = asked.SubFormat;
  std::memcpy(data, &made, sizeof made);
  return STATUS_SUCCESS;
}

// S-122.
void check_answer(NTSTATUS status, ULONG room, ULONG size) {
  if (room == 0 && rules::breaks("S-122", NT_SUCCESS(status))) {
    nt::Breach("S-122", nt::Offender::running())
        .message("the intersect handler succeeded with an empty buffer")
        .raise();
  } else if (NT_SUCCESS(status) && rules::breaks("S-122", size > room)) {
    nt::Breach("S-122", nt::Offender::running())
        .message("the intersect handler says that it wrote {} bytes into {}", size, room)
        .raise();
  } else if (room == 0 && rules::breaks("S-122", status == STATUS_BUFFER_TOO_SMALL)) {
    nt::Breach("S-122", nt::Offender::running())
        .message("the intersect handler answers STATUS_BUFFER_TOO_SMALL to a size query")
        .raise();
  }
}

// The client's ranges behind the KSP_PIN, or nothing when their sizes do not fit.
bool parse_ranges(PIRP irp, const KSP_PIN& pin, std::vector<const KSDATARANGE*>& ranges) {
  const ULONG size =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.InputBufferLength;
  if (size < sizeof(KSP_PIN) + sizeof(KSMULTIPLE_ITEM)) return false;
  const auto* list = reinterpret_cast<const KSMULTIPLE_ITEM*>(&pin + 1);
  std::size_t left = size - sizeof(KSP_PIN);
  if (list->Size < sizeof *list || list->Size > left) return false;
  left = list->Size - sizeof *list;
  const auto* at = reinterpret_cast<const std::byte*>(list + 1);
  for (ULONG i = 0; i < list->Count; ++i) {
    const auto* range = reinterpret_cast<const KSDATARANGE*>(at);
    if (left < sizeof *range || range->FormatSize < sizeof *range || range->FormatSize > left) {
      return false;
    }
    ranges.push_back(range);
    const std::size_t step = std::min(aligned(range->FormatSize), left);
    at += step;
    left -= step;
    // Attributes follow as an item of their own, which counts.
    if ((range->Flags & KSDATARANGE_ATTRIBUTES) != 0 && ++i < list->Count) {
      const auto* attributes = reinterpret_cast<const KSMULTIPLE_ITEM*>(at);
      if (left < sizeof *attributes || attributes->Size < sizeof *attributes ||
          attributes->Size > left)
        return false;
      const std::size_t skip = std::min(aligned(attributes->Size), left);
      at += skip;
      left -= skip;
    }
  }
  return true;
}

}  // namespace

NTSTATUS intersect(PIRP irp, const KSP_PIN& pin, void* data, const KSPIN_DESCRIPTOR& type,
                   const IntersectHandler& handler) {
  std::vector<const KSDATARANGE*> asked;
  if (!parse_ranges(irp, pin, asked)) return STATUS_INVALID_BUFFER_SIZE;
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  const std::vector<DescribedRange> mine_all = ranges_of(type);
  for (const KSDATARANGE* range : asked) {
    for (const DescribedRange& one : mine_all) {
      const auto mine = const_cast<PKSDATARANGE>(one.range);
      if (!overlaps(*mine, *range)) continue;
      ULONG size = 0;
      const NTSTATUS status =
          handler ? handler(const_cast<PKSDATARANGE>(range), mine, room, data, &size)
                  : intersect_plain(*range, *mine, room, data, size);
      if (status == STATUS_NO_MATCH) continue;
      check_answer(status, room, size);
      if (NT_SUCCESS(status) || status == STATUS_BUFFER_OVERFLOW) {
        irp->IoStatus.Information = NT_SUCCESS(status) ? std::min(size, room) : size;
      }
      return status;
    }
  }
  return STATUS_NO_MATCH;
}

}  // namespace drydock::ks
