// The run-time library's routines that read and write values by path.
// Source of the behaviour: wdm/nf-wdm-rtlqueryregistryvalues.md.
#include "src/nt/base/thread.h"
#include "src/nt/ob/registry.h"

using namespace drydock::nt;

namespace {

constexpr ULONG kPoolTag = 0x67655243;  // "CReg"

// The key that RelativeTo and Path name.
NTSTATUS locate(ULONG relative_to, PCWSTR path, bool create, KeyRef& key) {
  Registry& registry = Registry::instance();
  if ((relative_to & RTL_REGISTRY_HANDLE) != 0) {
    return key_of_handle(const_cast<PVOID>(static_cast<const void*>(path)), key);
  }
  std::optional<std::u16string> full = well_known_key(relative_to & ~RTL_REGISTRY_OPTIONAL);
  if (!full) return STATUS_INVALID_PARAMETER;
  const std::u16string rest = text_of(path);
  if (!full->empty() && !rest.empty()) *full += u'\\';
  *full += rest;
  if (registry_fault()) return STATUS_INSUFFICIENT_RESOURCES;
  bool made = false;
  return create ? registry.create(nullptr, *full, false, key, made)
                : registry.open(nullptr, *full, key);
}

bool is_string(ULONG type) {
  return type == REG_SZ || type == REG_EXPAND_SZ || type == REG_MULTI_SZ;
}

std::u16string text_in(const std::vector<std::uint8_t>& data) {
  std::u16string out(data.size() / sizeof(WCHAR), u'\0');
  std::memcpy(out.data(), data.data(), out.size() * sizeof(WCHAR));
  return out;
}

void put_text(std::vector<std::uint8_t>& data, const std::u16string& text) {
  data.resize((text.size() + 1) * sizeof(WCHAR));
  std::memcpy(data.data(), text.c_str(), data.size());
}

// The one variable that values on a system without users refer to.
std::u16string expand(std::u16string text) {
  constexpr std::u16string_view kVariable = u"%SystemRoot%";
  for (std::size_t at = 0; at + kVariable.size() <= text.size(); ++at) {
    if (starts_with_name(std::u16string_view(text).substr(at), kVariable)) {
      text.replace(at, kVariable.size(), u"C:\\Windows");
    }
  }
  return text;
}

// One entry of the query table, with the key and value that it asks for.
struct Query {
  const RTL_QUERY_REGISTRY_TABLE& entry;
  PVOID context;

  bool flag(ULONG bit) const { return (entry.Flags & bit) != 0; }
};

NTSTATUS store_string(PUNICODE_STRING to, const RegistryValue& value) {
  std::size_t length = value.data.size();
  // The terminating zero is not part of a string's length.
  const bool ended =
      length >= sizeof(WCHAR) && value.data[length - 1] == 0 && value.data[length - 2] == 0;
  const std::size_t used = ended ? length - sizeof(WCHAR) : length;
  length = used + sizeof(WCHAR);
  if (to->Buffer == nullptr) {
    to->Buffer = static_cast<PWSTR>(ExAllocatePoolWithTag(PagedPool, length, kPoolTag));
    if (to->Buffer == nullptr) return STATUS_NO_MEMORY;
    to->MaximumLength = static_cast<USHORT>(length);
  } else if (to->MaximumLength < length) {
    return STATUS_BUFFER_TOO_SMALL;
  }
  std::memcpy(to->Buffer, value.data.data(), used);
  to->Buffer[used / sizeof(WCHAR)] = 0;
  to->Length = static_cast<USHORT>(used);
  return STATUS_SUCCESS;
}

NTSTATUS store_binary(PVOID to, const RegistryValue& value) {
  const std::size_t size = value.data.size();
  if (size <= sizeof(ULONG)) {
    std::memcpy(to, value.data.data(), size);
    return STATUS_SUCCESS;
  }
  const LONG room = *static_cast<PLONG>(to);
  if (room < 0) {
    if (static_cast<std::size_t>(-LONGLONG{room}) < size) return STATUS_BUFFER_TOO_SMALL;
    std::memcpy(to, value.data.data(), size);
    return STATUS_SUCCESS;
  }
  if (static_cast<std::size_t>(room) < size + 2 * sizeof(ULONG)) return STATUS_BUFFER_TOO_SMALL;
  const ULONG head[2] = {static_cast<ULONG>(size), value.type};
  std::memcpy(to, head, sizeof head);
  std::memcpy(static_cast<std::uint8_t*>(to) + sizeof head, value.data.data(), size);
  return STATUS_SUCCESS;
}

NTSTATUS store(const Query& query, const RegistryValue& value) {
  const bool string = is_string(value.type) && !query.flag(RTL_QUERY_REGISTRY_NOSTRING);
  return string ? store_string(static_cast<PUNICODE_STRING>(query.entry.EntryContext), value)
                : store_binary(query.entry.EntryContext, value);
}

NTSTATUS call_routine(const Query& query, PCWSTR name, ULONG type, const void* data,
                      std::size_t size) {
  const NTSTATUS status =
      query.entry.QueryRoutine(const_cast<PWSTR>(name), type, const_cast<PVOID>(data),
                               static_cast<ULONG>(size), query.context, query.entry.EntryContext);
  return status == STATUS_BUFFER_TOO_SMALL ? STATUS_SUCCESS : status;
}

// Each string of a REG_MULTI_SZ value as a REG_SZ value of its own, empty ones too. The last NUL
// ends the list and is no string.
NTSTATUS call_for_each_string(const Query& query, const RegistryValue& value) {
  std::u16string all = text_in(value.data);
  if (!all.empty() && all.back() == 0) all.pop_back();
  for (std::size_t at = 0; at < all.size();) {
    const std::u16string one(all.c_str() + at);
    const NTSTATUS status = call_routine(query, value.name.c_str(), REG_SZ, one.c_str(),
                                         (one.size() + 1) * sizeof(WCHAR));
    if (!NT_SUCCESS(status)) return status;
    at += one.size() + 1;
  }
  return STATUS_SUCCESS;
}

NTSTATUS give(const Query& query, RegistryValue value) {
  const bool raw = query.flag(RTL_QUERY_REGISTRY_NOEXPAND);
  if (value.type == REG_EXPAND_SZ && !raw) {
    std::u16string text = text_in(value.data);
    while (!text.empty() && text.back() == 0) text.pop_back();
    put_text(value.data, expand(std::move(text)));
    value.type = REG_SZ;
  }
  if (query.flag(RTL_QUERY_REGISTRY_DIRECT)) {
    // wdm/nf-wdm-rtlqueryregistryvalues.md: REG_MULTI_SZ needs RTL_QUERY_REGISTRY_NOEXPAND.
    if (value.type == REG_MULTI_SZ && !raw) return STATUS_INVALID_PARAMETER;
    return store(query, value);
  }
  if (value.type == REG_MULTI_SZ && !raw) return call_for_each_string(query, value);
  return call_routine(query, value.name.c_str(), value.type, value.data.data(), value.data.size());
}

std::size_t default_length(const RTL_QUERY_REGISTRY_TABLE& entry, ULONG type) {
  if (entry.DefaultLength != 0 || !is_string(type)) return entry.DefaultLength;
  const auto* text = static_cast<PCWSTR>(entry.DefaultData);
  std::size_t length = 0;
  while (text[length] != 0 || (type == REG_MULTI_SZ && text[length + 1] != 0)) ++length;
  return (length + (type == REG_MULTI_SZ ? 2 : 1)) * sizeof(WCHAR);
}

NTSTATUS give_default(const Query& query) {
  const RTL_QUERY_REGISTRY_TABLE& entry = query.entry;
  const ULONG type = entry.DefaultType & ~static_cast<ULONG>(RTL_QUERY_REGISTRY_TYPECHECK_MASK);
  if (query.flag(RTL_QUERY_REGISTRY_REQUIRED) && type == REG_NONE) {
    return STATUS_OBJECT_NAME_NOT_FOUND;
  }
  if (type == REG_NONE) return STATUS_SUCCESS;
  RegistryValue value{text_of(entry.Name), type, {}};
  const auto* from = static_cast<const std::uint8_t*>(entry.DefaultData);
  if (from != nullptr) value.data.assign(from, from + default_length(entry, type));
  return give(query, std::move(value));
}

NTSTATUS query_all(const Query& query, const KeyRef& key) {
  RegistryValue value;
  std::size_t index = 0;
  for (; NT_SUCCESS(Registry::instance().value_at(key, index, value)); ++index) {
    const std::u16string name = value.name;
    const NTSTATUS status = give(query, std::move(value));
    if (!NT_SUCCESS(status)) return status;
    if (query.flag(RTL_QUERY_REGISTRY_DELETE) &&
        NT_SUCCESS(Registry::instance().remove_value(key, name))) {
      --index;
    }
  }
  const bool none = index == 0 && !query.flag(RTL_QUERY_REGISTRY_DELETE);
  return none && query.flag(RTL_QUERY_REGISTRY_REQUIRED) ? STATUS_OBJECT_NAME_NOT_FOUND
                                                         : STATUS_SUCCESS;
}

NTSTATUS query_one(const Query& query, const KeyRef& key) {
  const RTL_QUERY_REGISTRY_TABLE& entry = query.entry;
  const std::u16string name = text_of(entry.Name);
  RegistryValue value;
  const NTSTATUS found = Registry::instance().value(key, name, value);
  if (found == STATUS_OBJECT_NAME_NOT_FOUND) return give_default(query);
  if (!NT_SUCCESS(found)) return found;
  const bool checked =
      query.flag(RTL_QUERY_REGISTRY_DIRECT) && query.flag(RTL_QUERY_REGISTRY_TYPECHECK);
  if (checked && value.type != entry.DefaultType >> RTL_QUERY_REGISTRY_TYPECHECK_SHIFT) {
    return STATUS_OBJECT_TYPE_MISMATCH;
  }
  const NTSTATUS status = give(query, std::move(value));
  if (NT_SUCCESS(status) && query.flag(RTL_QUERY_REGISTRY_DELETE)) {
    Registry::instance().remove_value(key, name);
  }
  return status;
}

bool is_end(const RTL_QUERY_REGISTRY_TABLE& entry) {
  return entry.QueryRoutine == nullptr &&
         (entry.Flags & (RTL_QUERY_REGISTRY_SUBKEY | RTL_QUERY_REGISTRY_DIRECT)) == 0;
}

bool is_valid(const Query& query) {
  const bool direct = query.flag(RTL_QUERY_REGISTRY_DIRECT);
  const bool subkey = query.flag(RTL_QUERY_REGISTRY_SUBKEY);
  if (direct && (query.entry.Name == nullptr || subkey || query.entry.QueryRoutine != nullptr)) {
    return false;
  }
  return !subkey || query.entry.Name != nullptr;
}

NTSTATUS process(const Query& query, const KeyRef& top, KeyRef& current) {
  if (!is_valid(query)) return STATUS_INVALID_PARAMETER;
  if (query.flag(RTL_QUERY_REGISTRY_TOPKEY)) current = top;
  if (query.flag(RTL_QUERY_REGISTRY_SUBKEY)) {
    const NTSTATUS status = Registry::instance().open(top, text_of(query.entry.Name), current);
    if (!NT_SUCCESS(status)) return status;
    return query.entry.QueryRoutine == nullptr ? STATUS_SUCCESS : query_all(query, current);
  }
  if (query.entry.Name != nullptr) return query_one(query, current);
  if (query.flag(RTL_QUERY_REGISTRY_NOVALUE))
    return call_routine(query, nullptr, REG_NONE, nullptr, 0);
  return query_all(query, current);
}

}  // namespace

extern "C" NTSTATUS RtlQueryRegistryValues(ULONG RelativeTo, PCWSTR Path,
                                           PRTL_QUERY_REGISTRY_TABLE QueryTable, PVOID Context,
                                           PVOID) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlQueryRegistryValues");
  KeyRef top;
  NTSTATUS status = locate(RelativeTo, Path, false, top);
  if (!NT_SUCCESS(status)) return status;
  KeyRef current = top;
  for (; !is_end(*QueryTable) && NT_SUCCESS(status); ++QueryTable) {
    status = process({*QueryTable, Context}, top, current);
  }
  return status;
}

extern "C" NTSTATUS RtlWriteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName,
                                          ULONG ValueType, PVOID ValueData, ULONG ValueLength) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlWriteRegistryValue");
  KeyRef key;
  const NTSTATUS status = locate(RelativeTo, Path, true, key);
  if (!NT_SUCCESS(status)) return status;
  RegistryValue value{text_of(ValueName), ValueType, {}};
  const auto* from = static_cast<const std::uint8_t*>(ValueData);
  if (ValueLength != 0) value.data.assign(from, from + ValueLength);
  return Registry::instance().set_value(key, std::move(value));
}

extern "C" NTSTATUS RtlDeleteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlDeleteRegistryValue");
  KeyRef key;
  const NTSTATUS status = locate(RelativeTo, Path, false, key);
  return NT_SUCCESS(status) ? Registry::instance().remove_value(key, text_of(ValueName)) : status;
}

extern "C" NTSTATUS RtlCreateRegistryKey(ULONG RelativeTo, PWSTR Path) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlCreateRegistryKey");
  KeyRef key;
  return locate(RelativeTo, Path, true, key);
}

extern "C" NTSTATUS RtlCheckRegistryKey(ULONG RelativeTo, PWSTR Path) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlCheckRegistryKey");
  KeyRef key;
  return locate(RelativeTo, Path, false, key);
}
