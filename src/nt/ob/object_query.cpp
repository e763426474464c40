// Answers a driver's questions about an object by its handle.
#include <cstring>
#include <string_view>

#include "ntifs.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {
namespace {

// A string and its characters behind it, as ObQueryNameString gives them.
NTSTATUS copy_string(std::u16string_view text, void* buffer, ULONG length, std::size_t head,
                     PULONG needed) {
  const std::size_t bytes = text.size() * sizeof(WCHAR);
  const std::size_t all = head + (text.empty() ? 0 : bytes + sizeof(WCHAR));
  if (needed != nullptr) *needed = static_cast<ULONG>(all);
  if (length < all) return STATUS_INFO_LENGTH_MISMATCH;
  std::memset(buffer, 0, all);
  auto& string = *static_cast<PUNICODE_STRING>(buffer);
  if (text.empty()) return STATUS_SUCCESS;
  string.Buffer = reinterpret_cast<PWCH>(static_cast<UCHAR*>(buffer) + head);
  string.Length = static_cast<USHORT>(bytes);
  string.MaximumLength = static_cast<USHORT>(bytes + sizeof(WCHAR));
  std::memcpy(string.Buffer, text.data(), bytes);
  return STATUS_SUCCESS;
}

// Windows names its types with a capital letter: "Event", "SymbolicLink".
std::u16string name_of_type(const _OBJECT_TYPE* type) {
  std::u16string out;
  bool begins_word = true;
  for (const char* at = type->name; *at != '\0'; ++at) {
    const bool is_space = *at == ' ';
    if (!is_space) out.push_back(static_cast<char16_t>(begins_word ? *at - 'a' + 'A' : *at));
    begins_word = is_space;
  }
  return type == &mutant_type ? u"Mutant" : out;
}

NTSTATUS copy_basic(const HandleEntry& entry, void* buffer, ULONG length, PULONG needed) {
  if (needed != nullptr) *needed = sizeof(PUBLIC_OBJECT_BASIC_INFORMATION);
  if (length != sizeof(PUBLIC_OBJECT_BASIC_INFORMATION)) return STATUS_INFO_LENGTH_MISMATCH;
  // The pin of this call is no handle.
  const ObjectCounts counts = counts_of_object(entry.object);
  PUBLIC_OBJECT_BASIC_INFORMATION out{};
  out.Attributes = entry.attributes;
  out.GrantedAccess = entry.access;
  out.HandleCount = counts.pins - 1;
  out.PointerCount = counts.pins - 1 + counts.references;
  std::memcpy(buffer, &out, sizeof out);
  return STATUS_SUCCESS;
}

NTSTATUS query_object(const HandleEntry& entry, OBJECT_INFORMATION_CLASS what, void* buffer,
                      ULONG length, PULONG needed) {
  switch (what) {
    case ObjectBasicInformation:
      return copy_basic(entry, buffer, length, needed);
    case ObjectNameInformation:
      return copy_string(name_of_object(entry.object), buffer, length,
                         sizeof(OBJECT_NAME_INFORMATION), needed);
    case ObjectTypeInformation:
      return copy_string(name_of_type(entry.type), buffer, length,
                         sizeof(PUBLIC_OBJECT_TYPE_INFORMATION), needed);
    default:
      return STATUS_INVALID_INFO_CLASS;
  }
}

// The beginning of a self-relative descriptor that has no parts: everybody may do everything.
struct OpenDescriptor {
  UCHAR revision = SECURITY_DESCRIPTOR_REVISION;
  UCHAR reserved = 0;
  USHORT control = 0x8000;  // SE_SELF_RELATIVE
  ULONG parts[4] = {};
};
static_assert(sizeof(OpenDescriptor) == 20);

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS ZwQueryObject(HANDLE Handle, OBJECT_INFORMATION_CLASS ObjectInformationClass,
                       PVOID ObjectInformation, ULONG ObjectInformationLength,
                       PULONG ReturnLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryObject");
  return with_object(Handle, nullptr, [&](const HandleEntry& entry) {
    return query_object(entry, ObjectInformationClass, ObjectInformation, ObjectInformationLength,
                        ReturnLength);
  });
}

// Descriptors are not evaluated, so none is stored.
NTSTATUS ZwSetSecurityObject(HANDLE Handle, SECURITY_INFORMATION,
                             PSECURITY_DESCRIPTOR SecurityDescriptor) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetSecurityObject");
  const NTSTATUS status = check_handle(Handle, nullptr);
  if (!NT_SUCCESS(status)) return status;
  return RtlValidSecurityDescriptor(SecurityDescriptor) ? STATUS_SUCCESS
                                                        : STATUS_INVALID_SECURITY_DESCR;
}

NTSTATUS ZwQuerySecurityObject(HANDLE FileHandle, SECURITY_INFORMATION,
                               PSECURITY_DESCRIPTOR SecurityDescriptor, ULONG Length,
                               PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQuerySecurityObject");
  const NTSTATUS status = check_handle(FileHandle, nullptr);
  if (!NT_SUCCESS(status)) return status;
  const OpenDescriptor descriptor;
  *ResultLength = sizeof descriptor;
  if (Length < sizeof descriptor) return STATUS_BUFFER_TOO_SMALL;
  std::memcpy(SecurityDescriptor, &descriptor, sizeof descriptor);
  return STATUS_SUCCESS;
}

}  // extern "C"
