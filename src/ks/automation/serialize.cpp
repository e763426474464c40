#include "src/ks/automation/serialize.h"

#include <cstring>
#include <vector>

#include "src/ks/base/handler.h"

namespace drydock::ks {
namespace {

// Asks a handler for or with one value, as if a request of its own had come: the length that
// handlers read in the IRP is that of the value meanwhile.
class OneValue {
 public:
  OneValue(const Request& request, const KSPROPERTY_ITEM& item, ULONG flags)
      : location_(*request.location),
        length_(location_.Parameters.DeviceIoControl.OutputBufferLength) {
    one_ = request;
    identifier_.assign(std::max<std::size_t>(item.MinProperty, sizeof(KSPROPERTY)), std::byte{});
    one_.identifier = reinterpret_cast<KSIDENTIFIER*>(identifier_.data());
    std::memcpy(one_.identifier, request.identifier, sizeof(KSIDENTIFIER));
    one_.identifier->Id = item.PropertyId;
    one_.identifier->Flags = flags;
    one_.identifier_size = static_cast<ULONG>(identifier_.size());
  }
  ~OneValue() { location_.Parameters.DeviceIoControl.OutputBufferLength = length_; }
  OneValue(const OneValue&) = delete;
  OneValue& operator=(const OneValue&) = delete;

  NTSTATUS ask(PFNKSHANDLER handler, void* data, ULONG size) {
    one_.data = data;
    one_.data_size = size;
    location_.Parameters.DeviceIoControl.OutputBufferLength = size;
    return call_handler(one_, handler, "handler of a serialised property");
  }

 private:
  IO_STACK_LOCATION& location_;
  const ULONG length_;
  Request one_;
  std::vector<std::byte> identifier_;
};

template <class T>
void append(std::vector<std::byte>& out, const T& value) {
  const std::size_t at = out.size();
  out.resize(at + sizeof value);
  std::memcpy(out.data() + at, &value, sizeof value);
}

bool counts(const KSPROPERTY_ITEM& item) {
  return item.SerializedSize != 0 && item.GetPropertyHandler != nullptr;
}

ULONG size_of(const KSPROPERTY_SET& set, ULONG item_size, ULONG& count) {
  ULONG bytes = sizeof(KSPROPERTY_SERIALHDR);
  for (ULONG i = 0; i < set.PropertiesCount; ++i) {
    const KSPROPERTY_ITEM& item = item_at(set.PropertyItem, item_size, i);
    if (!counts(item)) continue;
    bytes += static_cast<ULONG>(sizeof(KSPROPERTY_SERIAL)) + item.SerializedSize;
    ++count;
  }
  return bytes;
}

NTSTATUS write_set(const Request& request, const KSPROPERTY_SET& set, ULONG item_size,
                   std::vector<std::byte>& out) {
  KSPROPERTY_SERIALHDR head{*set.Set, 0};
  size_of(set, item_size, head.Count);
  append(out, head);
  for (ULONG i = 0; i < set.PropertiesCount; ++i) {
    const KSPROPERTY_ITEM& item = item_at(set.PropertyItem, item_size, i);
    if (!counts(item)) continue;
    KSPROPERTY_SERIAL serial{};
    if (item.Values != nullptr) serial.PropTypeSet = item.Values->PropTypeSet;
    serial.Id = item.PropertyId;
    serial.PropertyLength = item.SerializedSize;
    append(out, serial);
    std::vector<std::byte> value(item.SerializedSize);
    OneValue one(request, item, KSPROPERTY_TYPE_GET);
    const NTSTATUS status = one.ask(item.GetPropertyHandler, value.data(), item.SerializedSize);
    if (!NT_SUCCESS(status)) return status;
    out.insert(out.end(), value.begin(), value.end());
  }
  return STATUS_SUCCESS;
}

// Reads one property after the other, until one does not fit or is refused.
NTSTATUS read_set(const Request& request, const KSPROPERTY_SET& set, ULONG item_size) {
  std::span<std::byte> rest{static_cast<std::byte*>(request.data), request.data_size};
  KSPROPERTY_SERIALHDR head;
  if (rest.size() < sizeof head) return STATUS_INVALID_BUFFER_SIZE;
  std::memcpy(&head, rest.data(), sizeof head);
  if (!same(head.PropertySet, *set.Set)) return STATUS_INVALID_PARAMETER;
  rest = rest.subspan(sizeof head);
  for (ULONG i = 0; i < head.Count; ++i) {
    KSPROPERTY_SERIAL serial;
    if (rest.size() < sizeof serial) return STATUS_INVALID_BUFFER_SIZE;
    std::memcpy(&serial, rest.data(), sizeof serial);
    rest = rest.subspan(sizeof serial);
    if (serial.PropertyLength > rest.size()) return STATUS_INVALID_BUFFER_SIZE;
    const KSPROPERTY_ITEM* item = kProperties.find(set, item_size, serial.Id);
    if (item == nullptr) return STATUS_NOT_FOUND;
    if (serial.PropertyLength != item->SerializedSize) return STATUS_INVALID_BUFFER_SIZE;
    std::vector<std::byte> value(rest.begin(), rest.begin() + serial.PropertyLength);
    rest = rest.subspan(serial.PropertyLength);
    if (item->SetPropertyHandler == nullptr) continue;
    OneValue one(request, *item, KSPROPERTY_TYPE_SET);
    const NTSTATUS status = one.ask(item->SetPropertyHandler, value.data(), serial.PropertyLength);
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

}  // namespace

bool is_serial(ULONG flags) {
  return flags == KSPROPERTY_TYPE_SERIALIZESET || flags == KSPROPERTY_TYPE_UNSERIALIZESET ||
         flags == KSPROPERTY_TYPE_SERIALIZESIZE;
}

NTSTATUS serialize(PIRP irp, const KSPROPERTY_SET& set, ULONG item_size, ULONG flags,
                   PFNKSALLOCATOR allocator) {
  const bool reads = flags == KSPROPERTY_TYPE_UNSERIALIZESET;
  ULONG count = 0;
  const ULONG needed = size_of(set, item_size, count);
  const ULONG room =
      IoGetCurrentIrpStackLocation(irp)->Parameters.DeviceIoControl.OutputBufferLength;
  if (flags == KSPROPERTY_TYPE_SERIALIZESET && room < needed) {
    irp->IoStatus.Information = room == 0 ? needed : 0;
    return room == 0 ? STATUS_BUFFER_OVERFLOW : STATUS_BUFFER_TOO_SMALL;
  }
  Request request;
  NTSTATUS status =
      capture(irp, sizeof(KSPROPERTY), reads ? DataFlow::kIn : DataFlow::kOut, request, allocator);
  if (!NT_SUCCESS(status)) return status;
  if (flags == KSPROPERTY_TYPE_SERIALIZESIZE) {
    return answer(irp, request.data, std::as_bytes(std::span(&needed, 1)));
  }
  if (reads) {
    status = read_set(request, set, item_size);
    irp->IoStatus.Information = 0;
    return status;
  }
  std::vector<std::byte> all;
  status = write_set(request, set, item_size, all);
  irp->IoStatus.Information = 0;
  return NT_SUCCESS(status) ? answer(irp, request.data, all) : status;
}

}  // namespace drydock::ks
