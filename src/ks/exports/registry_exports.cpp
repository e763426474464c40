// Functions with which drivers read and write the registry: modules with resources, media that
// connect filters, filters without pins in the kernel.
#include <cstring>
#include <string>
#include <vector>

#include "src/ks/base/request.h"
#include "src/ks/exports/exports.h"
#include "src/nt/ob/object_names.h"

namespace drydock::ks {
namespace {

constexpr ULONG kNameTag = 0x6E6D734B;  // "Ksmn"
constexpr char16_t kDrivers[] = u"\\SystemRoot\\system32\\drivers\\";

UNICODE_STRING string_of(const std::u16string& text) {
  UNICODE_STRING out;
  out.Length = out.MaximumLength = static_cast<USHORT>(text.size() * sizeof(char16_t));
  out.Buffer = reinterpret_cast<PWSTR>(const_cast<char16_t*>(text.data()));
  return out;
}

std::u16string text_of(const UNICODE_STRING& string) {
  return {reinterpret_cast<const char16_t*>(string.Buffer), string.Length / sizeof(char16_t)};
}

struct Value {
  ULONG type = 0;
  std::vector<std::byte> data;

  std::u16string text() const {
    std::u16string out(data.size() / sizeof(char16_t), u'\0');
    std::memcpy(out.data(), data.data(), out.size() * sizeof(char16_t));
    out.resize(std::min(out.find(u'\0'), out.size()));
    return out;
  }
};

NTSTATUS read_value(HANDLE key, const std::u16string& name, Value& value) {
  UNICODE_STRING wanted = string_of(name);
  std::vector<std::byte> room(sizeof(KEY_VALUE_PARTIAL_INFORMATION) + 512);
  ULONG bytes = 0;
  NTSTATUS status = STATUS_BUFFER_OVERFLOW;
  while (status == STATUS_BUFFER_OVERFLOW || status == STATUS_BUFFER_TOO_SMALL) {
    room.resize(std::max<std::size_t>(room.size(), bytes));
    status = ZwQueryValueKey(key, &wanted, KeyValuePartialInformation, room.data(),
                             static_cast<ULONG>(room.size()), &bytes);
    if (bytes <= room.size()) break;
  }
  if (!NT_SUCCESS(status)) return status;
  const auto& found = *reinterpret_cast<const KEY_VALUE_PARTIAL_INFORMATION*>(room.data());
  value.type = found.Type;
  const auto* data = reinterpret_cast<const std::byte*>(found.Data);
  value.data.assign(data, data + found.DataLength);
  return status;
}

// A key, closed at the end.
class Key {
 public:
  Key() = default;
  ~Key() {
    if (handle_ != nullptr) ZwClose(handle_);
  }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  HANDLE handle() const { return handle_; }
  PHANDLE out() { return &handle_; }

 private:
  HANDLE handle_ = nullptr;
};

// Creates one key after the other below the root.
NTSTATUS make_path(const std::u16string& root, const std::vector<std::u16string>& names,
                   Key& last) {
  std::u16string path = root;
  for (const std::u16string& name : names) {
    path += u'\\';
    path += name;
    Key made;
    OBJECT_ATTRIBUTES attributes;
    UNICODE_STRING text = string_of(path);
    InitializeObjectAttributes(&attributes, &text, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE,
                               nullptr, nullptr);
    const bool is_last = &name == &names.back();
    const NTSTATUS status = ZwCreateKey(is_last ? last.out() : made.out(), KEY_ALL_ACCESS,
                                        &attributes, 0, nullptr, REG_OPTION_NON_VOLATILE, nullptr);
    if (!NT_SUCCESS(status)) return status;
  }
  return STATUS_SUCCESS;
}

NTSTATUS copy_to_pool(const void* data, std::size_t bytes, void*& out) {
  out = ExAllocatePoolWithTag(PagedPool, std::max<std::size_t>(bytes, 1), kNameTag);
  if (out == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  std::memcpy(out, data, bytes);
  return STATUS_SUCCESS;
}

}  // namespace
}  // namespace drydock::ks

using namespace drydock::ks;
namespace nt = drydock::nt;

// Drivers of this system are no PE images and have no resources.
extern "C" NTSTATUS KsLoadResource(PVOID ImageBase, POOL_TYPE, ULONG_PTR, ULONG, PVOID* Resource,
                                   PULONG ResourceSize) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsLoadResource");
  if (ImageBase == nullptr || Resource == nullptr) return STATUS_INVALID_PARAMETER;
  *Resource = nullptr;
  if (ResourceSize != nullptr) *ResourceSize = 0;
  return STATUS_RESOURCE_DATA_NOT_FOUND;
}

// The name and, unless it is a number, the identifier are the caller's to free.
extern "C" NTSTATUS KsGetImageNameAndResourceId(HANDLE RegKey, PUNICODE_STRING ImageName,
                                                PULONG_PTR ResourceId, PULONG ValueType) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsGetImageNameAndResourceId");
  *ImageName = {};
  Value image;
  Value id;
  NTSTATUS status = read_value(RegKey, u"Image", image);
  if (NT_SUCCESS(status)) status = read_value(RegKey, u"ResourceId", id);
  if (!NT_SUCCESS(status)) return status;
  const std::u16string name = kDrivers + image.text();
  void* buffer = nullptr;
  status = copy_to_pool(name.c_str(), (name.size() + 1) * sizeof(char16_t), buffer);
  if (!NT_SUCCESS(status)) return status;
  if (id.type == REG_DWORD && id.data.size() == sizeof(ULONG)) {
    ULONG number = 0;
    std::memcpy(&number, id.data.data(), sizeof number);
    *ResourceId = number;
  } else {
    void* text = nullptr;
    status = copy_to_pool(id.data.data(), id.data.size(), text);
    *ResourceId = reinterpret_cast<ULONG_PTR>(text);
  }
  if (!NT_SUCCESS(status)) {
    ExFreePoolWithTag(buffer, kNameTag);
    return status;
  }
  *ImageName = string_of(name);
  ImageName->MaximumLength = static_cast<USHORT>(ImageName->Length + sizeof(char16_t));
  ImageName->Buffer = static_cast<PWSTR>(buffer);
  *ValueType = id.type;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS KsMapModuleName(PDEVICE_OBJECT PhysicalDeviceObject, PUNICODE_STRING ModuleName,
                                    PUNICODE_STRING ImageName, PULONG_PTR ResourceId,
                                    PULONG ValueType) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsMapModuleName");
  Key device;
  NTSTATUS status =
      IoOpenDeviceRegistryKey(PhysicalDeviceObject, PLUGPLAY_REGKEY_DEVICE, KEY_READ, device.out());
  if (!NT_SUCCESS(status)) return STATUS_INVALID_PARAMETER;
  const std::u16string name = u"Modules\\" + text_of(*ModuleName);
  UNICODE_STRING text = string_of(name);
  OBJECT_ATTRIBUTES attributes;
  InitializeObjectAttributes(&attributes, &text, OBJ_CASE_INSENSITIVE | OBJ_KERNEL_HANDLE,
                             device.handle(), nullptr);
  Key module;
  status = ZwOpenKey(module.out(), KEY_READ, &attributes);
  if (!NT_SUCCESS(status)) return status;
  return KsGetImageNameAndResourceId(module.handle(), ImageName, ResourceId, ValueType);
}

// …\MediumCache\GUID\DWORD\DWORD, with the direction of the pin under the name of its filter.
extern "C" NTSTATUS KsCacheMedium(PUNICODE_STRING SymbolicLink, PKSPIN_MEDIUM Medium,
                                  ULONG PinDirection) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsCacheMedium");
  UNICODE_STRING set;
  NTSTATUS status = RtlStringFromGUID(Medium->Set, &set);
  if (!NT_SUCCESS(status)) return status;
  const std::u16string guid = text_of(set);
  RtlFreeUnicodeString(&set);
  const auto number = [](ULONG value) { return nt::from_utf8(std::to_string(value)); };
  Key key;
  status = make_path(u"\\Registry\\Machine\\System\\CurrentControlSet\\Control",
                     {u"MediumCache", guid, number(Medium->Id), number(Medium->Flags)}, key);
  if (!NT_SUCCESS(status)) return status;
  return ZwSetValueKey(key.handle(), SymbolicLink, 0, REG_DWORD, &PinDirection,
                       sizeof PinDirection);
}

namespace {

// The form in which DirectShow reads it is not documented; here it is the count, then each pin with
// its direction, its medium and its category.
std::vector<std::byte> filter_data(ULONG count, const BOOL* directions, const KSPIN_MEDIUM* media,
                                   const GUID* categories) {
  std::vector<std::byte> out;
  const auto append = [&out](const auto& value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    out.insert(out.end(), begin, begin + sizeof value);
  };
  append(count);
  for (ULONG i = 0; i < count; ++i) {
    append(directions[i]);
    append(media[i]);
    append(categories == nullptr ? GUID{} : categories[i]);
  }
  return out;
}

}  // namespace

extern "C" NTSTATUS KsRegisterFilterWithNoKSPins(PDEVICE_OBJECT DeviceObject,
                                                 const GUID* InterfaceClassGUID, ULONG PinCount,
                                                 BOOL* PinDirection, KSPIN_MEDIUM* MediumList,
                                                 GUID* CategoryList) {
  nt::require_irql_at_most(PASSIVE_LEVEL, "KsRegisterFilterWithNoKSPins");
  if (PinCount != 0 && (PinDirection == nullptr || MediumList == nullptr)) {
    return STATUS_INVALID_PARAMETER;
  }
  UNICODE_STRING link;
  NTSTATUS status = IoRegisterDeviceInterface(DeviceObject, InterfaceClassGUID, nullptr, &link);
  if (!NT_SUCCESS(status)) return status;
  Key key;
  status = IoOpenDeviceInterfaceRegistryKey(&link, KEY_ALL_ACCESS, key.out());
  if (NT_SUCCESS(status)) {
    std::vector<std::byte> data = filter_data(PinCount, PinDirection, MediumList, CategoryList);
    const std::u16string value = u"FilterData";
    UNICODE_STRING name = string_of(value);
    status = ZwSetValueKey(key.handle(), &name, 0, REG_BINARY, data.data(),
                           static_cast<ULONG>(data.size()));
  }
  for (ULONG i = 0; NT_SUCCESS(status) && i < PinCount; ++i) {
    status = KsCacheMedium(&link, &MediumList[i], PinDirection[i] ? 1 : 0);
  }
  if (NT_SUCCESS(status)) status = IoSetDeviceInterfaceState(&link, TRUE);
  RtlFreeUnicodeString(&link);
  return status;
}
