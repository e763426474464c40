// Properties: from the request to the handler, and what the tables answer themselves.
#include <algorithm>
#include <cstring>
#include <vector>

#include "src/ks/automation/automation.h"
#include "src/ks/automation/serialize.h"
#include "src/ks/automation/surface_properties.h"
#include "src/ks/base/handler.h"
#include "src/ks/description/framing.h"

namespace drydock::ks {
namespace {

template <class T>
void append(std::vector<std::byte>& out, const T* data, std::size_t bytes) {
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  out.insert(out.end(), begin, begin + bytes);
}

ULONG access_of(const KSPROPERTY_ITEM& item) {
  return (item.GetPropertyHandler ? KSPROPERTY_TYPE_GET : 0U) |
         (item.SetPropertyHandler ? KSPROPERTY_TYPE_SET : 0U);
}

// The description with the members that the item lists.
std::vector<std::byte> description_of(const KSPROPERTY_ITEM& item) {
  std::vector<std::byte> out;
  KSPROPERTY_DESCRIPTION head{};
  head.AccessFlags = access_of(item);
  head.DescriptionSize = sizeof head;
  append(out, &head, sizeof head);
  if (item.Values != nullptr) {
    head.PropTypeSet = item.Values->PropTypeSet;
    head.MembersListCount = item.Values->MembersListCount;
    for (ULONG i = 0; i < head.MembersListCount; ++i) {
      const KSPROPERTY_MEMBERSLIST& list = item.Values->MembersList[i];
      append(out, &list.MembersHeader, sizeof list.MembersHeader);
      append(out, static_cast<const std::byte*>(list.Members),
             std::size_t{list.MembersHeader.MembersSize} * list.MembersHeader.MembersCount);
    }
  }
  head.DescriptionSize = static_cast<ULONG>(out.size());
  std::memcpy(out.data(), &head, sizeof head);
  return out;
}

// A buffer for the access flags alone, for the head of the description, or for all of it.
NTSTATUS answer_support(PIRP irp, const Request& request, const KSPROPERTY_ITEM& item) {
  std::vector<std::byte> all = description_of(item);
  if (request.data_size < sizeof(ULONG)) return STATUS_BUFFER_TOO_SMALL;
  if (request.data_size < sizeof(KSPROPERTY_DESCRIPTION)) {
    all.resize(sizeof(ULONG));
  } else if (request.data_size < all.size()) {
    all.resize(sizeof(KSPROPERTY_DESCRIPTION));
  }
  return answer(irp, request.data, all);
}

NTSTATUS answer_relations(PIRP irp, const Request& request, const KSPROPERTY_ITEM& item) {
  std::vector<std::byte> all;
  KSMULTIPLE_ITEM head{};
  head.Count = item.RelationsCount;
  head.Size = static_cast<ULONG>(sizeof head + item.RelationsCount * sizeof(KSPROPERTY));
  append(all, &head, sizeof head);
  append(all, item.Relations, item.RelationsCount * sizeof(KSPROPERTY));
  return answer(irp, request.data, all);
}

// S-027: both properties answer with the old framing in front.
void check_framing_answer(PIRP irp, const Request& request) {
  const KSIDENTIFIER& asked = *request.identifier;
  const bool framing =
      same(asked.Set, KSPROPSETID_Connection) && asked.Id == KSPROPERTY_CONNECTION_ALLOCATORFRAMING;
  const bool status =
      same(asked.Set, KSPROPSETID_StreamAllocator) && asked.Id == KSPROPERTY_STREAMALLOCATOR_STATUS;
  KSALLOCATOR_FRAMING answered;
  if ((!framing && !status) || irp->IoStatus.Information < sizeof answered) return;
  std::memcpy(&answered, request.data, sizeof answered);
  check_reserved(answered, framing ? "KSPROPERTY_CONNECTION_ALLOCATORFRAMING"
                                   : "KSPROPERTY_STREAMALLOCATOR_STATUS");
}

NTSTATUS read_or_write(PIRP irp, const KSPROPERTY_ITEM& item, bool write,
                       PFNKSALLOCATOR allocator) {
  const PFNKSHANDLER handler = write ? item.SetPropertyHandler : item.GetPropertyHandler;
  if (handler == nullptr) return STATUS_INVALID_DEVICE_REQUEST;
  NTSTATUS status = check_data(irp, item.MinData);
  if (!NT_SUCCESS(status)) return status;
  Request request;
  status = capture(irp, std::max<ULONG>(item.MinProperty, sizeof(KSPROPERTY)),
                   write ? DataFlow::kIn : DataFlow::kOut, request, allocator);
  if (!NT_SUCCESS(status)) return status;
  if (write && is_no_surface(request)) return STATUS_INVALID_PARAMETER;
  if (write) return call_handler(request, handler, "property's set handler");
  if (is_surface_mapping(request)) return map_surface(request, handler);
  status = call_handler(request, handler, "property's get handler");
  if (status == STATUS_SUCCESS) {
    check_framing_answer(irp, request);
    check_surface_answer(irp, request);
  }
  return status;
}

NTSTATUS describe(PIRP irp, const KSPROPERTY_ITEM& item, ULONG flags, PFNKSALLOCATOR allocator) {
  Request request;
  const NTSTATUS status = capture(irp, sizeof(KSPROPERTY), DataFlow::kOut, request, allocator);
  if (!NT_SUCCESS(status)) return status;
  if (flags == KSPROPERTY_TYPE_RELATIONS) return answer_relations(irp, request, item);
  if (item.SupportHandler == nullptr) return answer_support(irp, request, item);
  const NTSTATUS answered =
      call_handler(request, item.SupportHandler, "property's support handler");
  // The handler may leave the answer to the table.
  return answered == STATUS_SOME_NOT_MAPPED ? answer_support(irp, request, item) : answered;
}

}  // namespace

NTSTATUS handle_property(PIRP irp, std::span<const KSPROPERTY_SET> sets, ULONG item_size,
                         PFNKSALLOCATOR allocator) {
  Asked<KSPROPERTY_SET> asked;
  const NTSTATUS status = find_set(irp, sets, asked);
  if (asked.set == nullptr) return status;
  if (is_serial(asked.flags)) return serialize(irp, *asked.set, item_size, asked.flags, allocator);
  const KSPROPERTY_ITEM* const item = kProperties.find(
      asked, item_size, KSPROPERTY_SET_IRP_STORAGE(irp), KSPROPERTY_ITEM_IRP_STORAGE(irp));
  if (item == nullptr) return STATUS_NOT_FOUND;
  switch (asked.flags) {
    case KSPROPERTY_TYPE_GET:
      return read_or_write(irp, *item, false, allocator);
    case KSPROPERTY_TYPE_SET:
      return read_or_write(irp, *item, true, allocator);
    case KSPROPERTY_TYPE_BASICSUPPORT:
    case KSPROPERTY_TYPE_RELATIONS:
      return describe(irp, *item, asked.flags, allocator);
    default:
      return STATUS_INVALID_PARAMETER;
  }
}

}  // namespace drydock::ks
