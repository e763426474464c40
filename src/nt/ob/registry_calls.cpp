// The registry's system calls.
#include "src/nt/base/thread.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/registry.h"
#include "src/nt/ob/registry_callbacks.h"
#include "src/sim/schedule.h"

using namespace drydock::nt;
namespace sim = drydock::sim;

namespace {

// The key that the attributes start from, and the path below it.
NTSTATUS named_by(POBJECT_ATTRIBUTES attributes, KeyRef& root, std::u16string& path) {
  if (attributes == nullptr || attributes->Length != sizeof(OBJECT_ATTRIBUTES)) {
    return STATUS_INVALID_PARAMETER;
  }
  path = text_of(attributes->ObjectName);
  if (attributes->RootDirectory == nullptr) return STATUS_SUCCESS;
  return key_of_handle(attributes->RootDirectory, root);
}

// The common beginning of opening and creating a key.
NTSTATUS begin_by_name(POBJECT_ATTRIBUTES attributes, const char* call, KeyRef& root,
                       std::u16string& path) {
  require_irql_at_most(PASSIVE_LEVEL, call);
  sim::switch_point();
  const NTSTATUS status = named_by(attributes, root, path);
  if (!NT_SUCCESS(status)) return status;
  return registry_fault() ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

NTSTATUS open_key(PHANDLE handle, ACCESS_MASK access, POBJECT_ATTRIBUTES attributes,
                  const char* call) {
  KeyRef root, key;
  std::u16string path;
  NTSTATUS status = begin_by_name(attributes, call, root, path);
  if (!NT_SUCCESS(status)) return status;
  status = Registry::instance().open(root, path, key);
  if (!NT_SUCCESS(status)) return status;
  *handle = make_key_handle(key, access, attributes->Attributes);
  return STATUS_SUCCESS;
}

// Writes the answer of a query for a value or a key that exists.
template <typename Copy>
NTSTATUS answer(NTSTATUS status, PULONG result_length, Copy copy) {
  if (!NT_SUCCESS(status)) return status;
  if (registry_fault()) return STATUS_INSUFFICIENT_RESOURCES;
  ULONG needed = 0;
  status = copy(&needed);
  if (status != STATUS_INVALID_PARAMETER) *result_length = needed;
  return status;
}

}  // namespace

extern "C" NTSTATUS ZwOpenKey(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess,
                              POBJECT_ATTRIBUTES ObjectAttributes) {
  return open_key(KeyHandle, DesiredAccess, ObjectAttributes, "ZwOpenKey");
}

extern "C" NTSTATUS ZwOpenKeyEx(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess,
                                POBJECT_ATTRIBUTES ObjectAttributes, ULONG OpenOptions) {
  if ((OpenOptions & ~(REG_OPTION_BACKUP_RESTORE | REG_OPTION_OPEN_LINK)) != 0) {
    return STATUS_INVALID_PARAMETER;
  }
  return open_key(KeyHandle, DesiredAccess, ObjectAttributes, "ZwOpenKeyEx");
}

// wdm/nf-wdm-zwcreatekey.md: one level at a time is made.
extern "C" NTSTATUS ZwCreateKey(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess,
                                POBJECT_ATTRIBUTES ObjectAttributes, ULONG, PUNICODE_STRING Class,
                                ULONG, PULONG Disposition) {
  KeyRef root, key;
  std::u16string path;
  NTSTATUS status = begin_by_name(ObjectAttributes, "ZwCreateKey", root, path);
  if (!NT_SUCCESS(status)) return status;
  bool made = false;
  status = Registry::instance().create(root, path, false, key, made);
  if (!NT_SUCCESS(status)) return status;
  if (made && Class != nullptr) Registry::instance().set_class(key, text_of(Class));
  *KeyHandle = make_key_handle(key, DesiredAccess, ObjectAttributes->Attributes);
  if (Disposition != nullptr) *Disposition = made ? REG_CREATED_NEW_KEY : REG_OPENED_EXISTING_KEY;
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwDeleteKey(HANDLE KeyHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwDeleteKey");
  KeyRef key;
  const NTSTATUS status = key_of_handle(KeyHandle, key);
  if (!NT_SUCCESS(status)) return status;
  REG_DELETE_KEY_INFORMATION information{};
  information.Object = key.get();
  return announce(RegNtPreDeleteKey, RegNtPostDeleteKey, information,
                  [&] { return Registry::instance().remove(key); });
}

extern "C" NTSTATUS ZwFlushKey(HANDLE KeyHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwFlushKey");
  KeyRef key;
  const NTSTATUS status = key_of_handle(KeyHandle, key);
  return NT_SUCCESS(status) && registry_fault() ? STATUS_REGISTRY_IO_FAILED : status;
}

extern "C" NTSTATUS ZwSetValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName, ULONG TitleIndex,
                                  ULONG Type, PVOID Data, ULONG DataSize) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwSetValueKey");
  sim::switch_point();
  KeyRef key;
  const NTSTATUS status = key_of_handle(KeyHandle, key);
  if (!NT_SUCCESS(status)) return status;
  if (registry_fault()) return STATUS_INSUFFICIENT_RESOURCES;
  RegistryValue value{text_of(ValueName), Type, {}};
  if (DataSize != 0) {
    const auto* from = static_cast<const std::uint8_t*>(Data);
    value.data.assign(from, from + DataSize);
  }
  REG_SET_VALUE_KEY_INFORMATION information{};
  information.Object = key.get();
  information.ValueName = ValueName;
  information.TitleIndex = TitleIndex;
  information.Type = Type;
  information.Data = Data;
  information.DataSize = DataSize;
  return announce(RegNtPreSetValueKey, RegNtPostSetValueKey, information,
                  [&] { return Registry::instance().set_value(key, std::move(value)); });
}

extern "C" NTSTATUS ZwDeleteValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwDeleteValueKey");
  sim::switch_point();
  KeyRef key;
  const NTSTATUS status = key_of_handle(KeyHandle, key);
  if (!NT_SUCCESS(status)) return status;
  if (registry_fault()) return STATUS_INSUFFICIENT_RESOURCES;
  REG_DELETE_VALUE_KEY_INFORMATION information{};
  information.Object = key.get();
  information.ValueName = ValueName;
  return announce(RegNtPreDeleteValueKey, RegNtPostDeleteValueKey, information,
                  [&] { return Registry::instance().remove_value(key, text_of(ValueName)); });
}

extern "C" NTSTATUS ZwQueryValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName,
                                    KEY_VALUE_INFORMATION_CLASS KeyValueInformationClass,
                                    PVOID KeyValueInformation, ULONG Length, PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryValueKey");
  sim::switch_point();
  KeyRef key;
  const NTSTATUS status = key_of_handle(KeyHandle, key);
  if (!NT_SUCCESS(status)) return status;
  REG_QUERY_VALUE_KEY_INFORMATION information{};
  information.Object = key.get();
  information.ValueName = ValueName;
  information.KeyValueInformationClass = KeyValueInformationClass;
  information.KeyValueInformation = KeyValueInformation;
  information.Length = Length;
  information.ResultLength = ResultLength;
  return announce(RegNtPreQueryValueKey, RegNtPostQueryValueKey, information, [&] {
    RegistryValue value;
    return answer(Registry::instance().value(key, text_of(ValueName), value), ResultLength,
                  [&](PULONG needed) {
                    return copy_value(value, KeyValueInformationClass, KeyValueInformation, Length,
                                      needed);
                  });
  });
}

extern "C" NTSTATUS ZwEnumerateValueKey(HANDLE KeyHandle, ULONG Index,
                                        KEY_VALUE_INFORMATION_CLASS KeyValueInformationClass,
                                        PVOID KeyValueInformation, ULONG Length,
                                        PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwEnumerateValueKey");
  KeyRef key;
  RegistryValue value;
  NTSTATUS status = key_of_handle(KeyHandle, key);
  if (NT_SUCCESS(status)) status = Registry::instance().value_at(key, Index, value);
  return answer(status, ResultLength, [&](PULONG needed) {
    return copy_value(value, KeyValueInformationClass, KeyValueInformation, Length, needed);
  });
}

extern "C" NTSTATUS ZwQueryKey(HANDLE KeyHandle, KEY_INFORMATION_CLASS KeyInformationClass,
                               PVOID KeyInformation, ULONG Length, PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryKey");
  KeyRef key;
  KeyFacts facts;
  NTSTATUS status = key_of_handle(KeyHandle, key);
  if (NT_SUCCESS(status)) status = Registry::instance().facts(key, facts);
  return answer(status, ResultLength, [&](PULONG needed) {
    return copy_facts(facts, KeyInformationClass, false, KeyInformation, Length, needed);
  });
}

extern "C" NTSTATUS ZwEnumerateKey(HANDLE KeyHandle, ULONG Index,
                                   KEY_INFORMATION_CLASS KeyInformationClass, PVOID KeyInformation,
                                   ULONG Length, PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwEnumerateKey");
  KeyRef key, subkey;
  KeyFacts facts;
  NTSTATUS status = key_of_handle(KeyHandle, key);
  if (NT_SUCCESS(status)) status = Registry::instance().subkey_at(key, Index, subkey);
  if (NT_SUCCESS(status)) status = Registry::instance().facts(subkey, facts);
  return answer(status, ResultLength, [&](PULONG needed) {
    return copy_facts(facts, KeyInformationClass, true, KeyInformation, Length, needed);
  });
}
