// The registry as user-mode drivers see it: keys by handle or by one of the predefined numbers, and
// text as bytes or as UTF-16. Errors are answered, not set.
#include "src/nt/ob/registry.h"

#include <array>
#include <optional>

#include "src/nt/base/fault_point.h"
#include "src/nt/ob/handle.h"
#include "src/win32/base/win32.h"
#include "src/win32/system/environment.h"

namespace drydock::win32 {
namespace {

using Win32Code = LONG;
constexpr ULONG kBytesOfUnit = sizeof(char16_t);

// HKEY_CLASSES_ROOT and what follows it; the fourth, of performance data, has no key.
constexpr std::array<std::u16string_view, 6> kPredefinedKeys = {
    u"\\Registry\\Machine\\Software\\Classes",
    u"\\Registry\\User\\.Default",
    u"\\Registry\\Machine",
    u"\\Registry\\User",
    u"",
    u"\\Registry\\Machine\\System\\CurrentControlSet\\Hardware Profiles\\Current",
};

Win32Code code_of(NTSTATUS status) { return static_cast<Win32Code>(win32_code_of(status)); }

std::optional<std::size_t> predefined_index(HANDLE handle) {
  constexpr ULONG_PTR kFirst = ~ULONG_PTR{0x7FFF'FFFF};
  const ULONG_PTR index = reinterpret_cast<ULONG_PTR>(handle) - kFirst;
  // The handle may also be a number of 32 bits.
  const ULONG_PTR narrow = reinterpret_cast<ULONG_PTR>(handle) - 0x8000'0000;
  const ULONG_PTR found = std::min(index, narrow);
  if (found >= kPredefinedKeys.size() || kPredefinedKeys[found].empty()) return std::nullopt;
  return found;
}

// The root keys exist even if they have no subkeys.
NTSTATUS key_named_by(HANDLE handle, nt::KeyRef& key) {
  const std::optional<std::size_t> index = predefined_index(handle);
  if (!index) return nt::key_of_handle(handle, key);
  bool made = false;
  return nt::Registry::instance().create(nullptr, kPredefinedKeys[*index], true, key, made);
}

// The same, where the registry may fail to read or change what the key holds.
NTSTATUS key_that_answers(HANDLE handle, nt::KeyRef& key) {
  const NTSTATUS status = key_named_by(handle, key);
  if (!NT_SUCCESS(status)) return status;
  return nt::fails_here(sim::FaultKind::kRegistry) ? STATUS_INSUFFICIENT_RESOURCES : status;
}

NTSTATUS open_below(HANDLE root, const std::u16string& path, nt::KeyRef& key) {
  nt::KeyRef from;
  const NTSTATUS status = key_named_by(root, from);
  if (!NT_SUCCESS(status)) return status;
  if (nt::registry_fault()) return STATUS_INSUFFICIENT_RESOURCES;
  if (path.empty()) {
    key = std::move(from);
    return STATUS_SUCCESS;
  }
  return nt::Registry::instance().open(from, path, key);
}

template <typename Char>
Win32Code open_key(HANDLE root, const Char* path, ACCESS_MASK access, HANDLE* out) {
  if (out == nullptr) return error::kInvalidParameter;
  nt::KeyRef key;
  const NTSTATUS status = open_below(root, wide_text(path), key);
  if (!NT_SUCCESS(status)) return code_of(status);
  *out = nt::make_key_handle(key, access, 0);
  return error::kSuccess;
}

template <typename Char>
Win32Code create_key(HANDLE root, const Char* path, const Char* class_name, ACCESS_MASK access,
                     HANDLE* out, PULONG disposition) {
  if (out == nullptr || path == nullptr) return error::kInvalidParameter;
  const std::u16string below = wide_text(path);
  const std::u16string wide_class = wide_text(class_name);
  nt::KeyRef from, key;
  bool made = false;
  NTSTATUS status = key_named_by(root, from);
  if (NT_SUCCESS(status) && nt::registry_fault()) status = STATUS_INSUFFICIENT_RESOURCES;
  if (NT_SUCCESS(status)) {
    status = below.empty() ? nt::Registry::instance().open(from, below, key)
                           : nt::Registry::instance().create(from, below, true, key, made);
  }
  if (!NT_SUCCESS(status)) return code_of(status);
  if (made && !wide_class.empty()) nt::Registry::instance().set_class(key, wide_class);
  *out = nt::make_key_handle(key, access, 0);
  if (disposition != nullptr) *disposition = made ? REG_CREATED_NEW_KEY : REG_OPENED_EXISTING_KEY;
  return error::kSuccess;
}

bool is_text_type(ULONG type) {
  return type == REG_SZ || type == REG_EXPAND_SZ || type == REG_MULTI_SZ;
}

using ValueBytes = std::vector<std::uint8_t>;

std::u16string units_in(const ValueBytes& data) {
  std::u16string out(data.size() / kBytesOfUnit, u'\0');
  std::memcpy(out.data(), data.data(), out.size() * kBytesOfUnit);
  return out;
}

template <typename Char>
ValueBytes bytes_of_text(const std::basic_string<Char>& text) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(text.data());
  return ValueBytes(begin, begin + text.size() * sizeof(Char));
}

// The data of a value as the caller's kind of text.
template <typename Char>
ValueBytes given_data(const nt::RegistryValue& value) {
  if (sizeof(Char) != 1 || !is_text_type(value.type)) return value.data;
  return bytes_of_text(nt::to_utf8(units_in(value.data)));
}

// The size that is returned is what there is; without room for it nothing is copied.
Win32Code answer_data(const ValueBytes& data, PVOID buffer, PULONG room) {
  if (room == nullptr) return buffer == nullptr ? error::kSuccess : error::kInvalidParameter;
  const ULONG had = *room;
  *room = static_cast<ULONG>(data.size());
  if (buffer == nullptr) return error::kSuccess;
  if (had < data.size()) return error::kMoreData;
  std::memcpy(buffer, data.data(), data.size());
  return error::kSuccess;
}

// Names: room counts the null, and the length that is returned does not.
template <typename Char>
Win32Code answer_name(const std::u16string& name, Char* buffer, PULONG room) {
  if (buffer == nullptr || room == nullptr) return error::kInvalidParameter;
  const ULONG answer = answer_text(name, buffer, *room);
  if (answer >= *room) return error::kMoreData;
  *room = answer;
  return error::kSuccess;
}

template <typename Char>
Win32Code query_value(HANDLE handle, const Char* name, PULONG type, PVOID data, PULONG bytes) {
  if (data != nullptr && bytes == nullptr) return error::kInvalidParameter;
  nt::KeyRef key;
  nt::RegistryValue value;
  NTSTATUS status = key_named_by(handle, key);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().value(key, wide_text(name), value);
  if (NT_SUCCESS(status) && nt::registry_fault()) status = STATUS_INSUFFICIENT_RESOURCES;
  if (!NT_SUCCESS(status)) return code_of(status);
  if (type != nullptr) *type = value.type;
  return answer_data(given_data<Char>(value), data, bytes);
}

template <typename Char>
Win32Code set_value(HANDLE handle, const Char* name, ULONG type, const void* data, ULONG bytes) {
  constexpr ULONG kMostBytes = 1 << 20;
  if ((data == nullptr && bytes != 0) || bytes > kMostBytes) return error::kInvalidParameter;
  nt::RegistryValue value{wide_text(name), type, ValueBytes(bytes)};
  if (bytes != 0) std::memcpy(value.data.data(), data, bytes);
  if (sizeof(Char) == 1 && is_text_type(type))
    value.data = bytes_of_text(nt::from_utf8({reinterpret_cast<char*>(value.data.data()), bytes}));
  nt::KeyRef key;
  NTSTATUS status = key_named_by(handle, key);
  if (NT_SUCCESS(status) && nt::registry_fault()) status = STATUS_INSUFFICIENT_RESOURCES;
  if (NT_SUCCESS(status)) status = nt::Registry::instance().set_value(key, std::move(value));
  return code_of(status);
}

template <typename Char>
Win32Code delete_value(HANDLE handle, const Char* name) {
  const std::u16string wide_name = wide_text(name);
  nt::KeyRef key;
  const NTSTATUS status = key_that_answers(handle, key);
  return code_of(NT_SUCCESS(status) ? nt::Registry::instance().remove_value(key, wide_name)
                                    : status);
}

// A key that has others below it stays.
template <typename Char>
Win32Code delete_key(HANDLE root, const Char* path) {
  if (path == nullptr) return error::kInvalidParameter;
  nt::KeyRef key;
  nt::KeyFacts facts;
  NTSTATUS status = open_below(root, wide_text(path), key);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().facts(key, facts);
  if (!NT_SUCCESS(status)) return code_of(status);
  if (facts.subkeys != 0) return error::kAccessDenied;
  return code_of(nt::Registry::instance().remove(key));
}

template <typename Char>
Win32Code enumerate_key(HANDLE handle, ULONG index, Char* name, PULONG room, Char* class_name,
                        PULONG class_room, PLARGE_INTEGER written) {
  nt::KeyRef key, subkey;
  nt::KeyFacts facts;
  NTSTATUS status = key_that_answers(handle, key);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().subkey_at(key, index, subkey);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().facts(subkey, facts);
  if (!NT_SUCCESS(status)) return code_of(status);
  if (written != nullptr) std::memcpy(written, &facts.last_write, sizeof facts.last_write);
  const Win32Code code = answer_name(facts.name, name, room);
  if (code != error::kSuccess || class_name == nullptr) return code;
  return answer_name(facts.class_name, class_name, class_room);
}

template <typename Char>
Win32Code enumerate_value(HANDLE handle, ULONG index, Char* name, PULONG room, PULONG type,
                          PVOID data, PULONG bytes) {
  nt::KeyRef key;
  nt::RegistryValue value;
  NTSTATUS status = key_that_answers(handle, key);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().value_at(key, index, value);
  if (!NT_SUCCESS(status)) return code_of(status);
  const Win32Code code = answer_name(value.name, name, room);
  if (code != error::kSuccess) return code;
  if (type != nullptr) *type = value.type;
  return answer_data(given_data<Char>(value), data, bytes);
}

// The type's bit among RRF_RT_*.
ULONG bit_of_type(ULONG type) {
  switch (type) {
    case REG_NONE:
      return 0x1;
    case REG_SZ:
      return 0x2;
    case REG_EXPAND_SZ:
      return 0x4;
    case REG_BINARY:
      return 0x8;
    case REG_DWORD:
      return 0x10;
    case REG_MULTI_SZ:
      return 0x20;
    case REG_QWORD:
      return 0x40;
    default:
      return 0;
  }
}

// Text ends with a null, even if it was stored without one; variables in it are replaced unless
// that is not wanted.
void complete_text(nt::RegistryValue& value, bool expands) {
  if (value.type != REG_SZ && value.type != REG_EXPAND_SZ) return;
  std::u16string text = units_in(value.data);
  text.resize(std::min(text.size(), text.find(u'\0')));
  if (expands && value.type == REG_EXPAND_SZ) {
    text = expand_environment(text);
    value.type = REG_SZ;
  }
  text += u'\0';
  value.data = bytes_of_text(text);
}

template <typename Char>
Win32Code get_value(HANDLE root, const Char* path, const Char* name, ULONG flags, PULONG type,
                    PVOID data, PULONG bytes) {
  constexpr ULONG kTypes = 0xFFFF, kNoExpand = 0x1000'0000;
  if ((flags & kTypes) == 0 || (data != nullptr && bytes == nullptr))
    return error::kInvalidParameter;
  const std::u16string wide_name = wide_text(name);
  nt::KeyRef key;
  nt::RegistryValue value;
  NTSTATUS status = open_below(root, wide_text(path), key);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().value(key, wide_name, value);
  if (!NT_SUCCESS(status)) return code_of(status);
  complete_text(value, (flags & kNoExpand) == 0);
  if (type != nullptr) *type = value.type;
  const bool any = (flags & kTypes) == kTypes;
  if (!any && (flags & bit_of_type(value.type)) == 0) return error::kUnsupportedType;
  return answer_data(given_data<Char>(value), data, bytes);
}

// The places for the answers of RegQueryInfoKey. Each may be null.
struct KeyInfoTargets {
  PULONG subkeys, longest_subkey, longest_class, values, longest_name, longest_value, security;
  PLARGE_INTEGER written;
};

template <typename Char>
Win32Code query_key(HANDLE handle, Char* class_name, PULONG class_room, const KeyInfoTargets& to) {
  nt::KeyRef key;
  nt::KeyFacts facts;
  NTSTATUS status = key_that_answers(handle, key);
  if (NT_SUCCESS(status)) status = nt::Registry::instance().facts(key, facts);
  if (!NT_SUCCESS(status)) return code_of(status);
  const auto put = [](PULONG target, ULONG number) {
    if (target != nullptr) *target = number;
  };
  put(to.subkeys, facts.subkeys);
  put(to.longest_subkey, facts.longest_subkey / kBytesOfUnit);
  put(to.longest_class, facts.longest_class / kBytesOfUnit);
  put(to.values, facts.values);
  put(to.longest_name, facts.longest_value_name / kBytesOfUnit);
  put(to.longest_value, facts.longest_value);
  put(to.security, 0);
  if (to.written != nullptr) std::memcpy(to.written, &facts.last_write, sizeof facts.last_write);
  return class_name == nullptr ? error::kSuccess
                               : answer_name(facts.class_name, class_name, class_room);
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

LONG RegOpenKeyExA(HANDLE hKey, const char* lpSubKey, ULONG, ACCESS_MASK samDesired,
                   HANDLE* phkResult) {
  return open_key(hKey, lpSubKey, samDesired, phkResult);
}
LONG RegOpenKeyExW(HANDLE hKey, const char16_t* lpSubKey, ULONG, ACCESS_MASK samDesired,
                   HANDLE* phkResult) {
  return open_key(hKey, lpSubKey, samDesired, phkResult);
}
LONG RegOpenKeyA(HANDLE hKey, const char* lpSubKey, HANDLE* phkResult) {
  return open_key(hKey, lpSubKey, MAXIMUM_ALLOWED, phkResult);
}
LONG RegOpenKeyW(HANDLE hKey, const char16_t* lpSubKey, HANDLE* phkResult) {
  return open_key(hKey, lpSubKey, MAXIMUM_ALLOWED, phkResult);
}

LONG RegCreateKeyExA(HANDLE hKey, const char* lpSubKey, ULONG, char* lpClass, ULONG,
                     ACCESS_MASK samDesired, PVOID, HANDLE* phkResult, PULONG lpdwDisposition) {
  return create_key<char>(hKey, lpSubKey, lpClass, samDesired, phkResult, lpdwDisposition);
}
LONG RegCreateKeyExW(HANDLE hKey, const char16_t* lpSubKey, ULONG, char16_t* lpClass, ULONG,
                     ACCESS_MASK samDesired, PVOID, HANDLE* phkResult, PULONG lpdwDisposition) {
  return create_key<char16_t>(hKey, lpSubKey, lpClass, samDesired, phkResult, lpdwDisposition);
}

LONG RegQueryValueExA(HANDLE hKey, const char* lpValueName, PULONG, PULONG lpType, PUCHAR lpData,
                      PULONG lpcbData) {
  return query_value(hKey, lpValueName, lpType, lpData, lpcbData);
}
LONG RegQueryValueExW(HANDLE hKey, const char16_t* lpValueName, PULONG, PULONG lpType,
                      PUCHAR lpData, PULONG lpcbData) {
  return query_value(hKey, lpValueName, lpType, lpData, lpcbData);
}

LONG RegSetValueExA(HANDLE hKey, const char* lpValueName, ULONG, ULONG dwType, const UCHAR* lpData,
                    ULONG cbData) {
  return set_value(hKey, lpValueName, dwType, lpData, cbData);
}
LONG RegSetValueExW(HANDLE hKey, const char16_t* lpValueName, ULONG, ULONG dwType,
                    const UCHAR* lpData, ULONG cbData) {
  return set_value(hKey, lpValueName, dwType, lpData, cbData);
}

LONG RegDeleteValueA(HANDLE hKey, const char* lpValueName) {
  return delete_value(hKey, lpValueName);
}
LONG RegDeleteValueW(HANDLE hKey, const char16_t* lpValueName) {
  return delete_value(hKey, lpValueName);
}
LONG RegDeleteKeyA(HANDLE hKey, const char* lpSubKey) { return delete_key(hKey, lpSubKey); }
LONG RegDeleteKeyW(HANDLE hKey, const char16_t* lpSubKey) { return delete_key(hKey, lpSubKey); }

LONG RegEnumKeyExA(HANDLE hKey, ULONG dwIndex, char* lpName, PULONG lpcchName, PULONG,
                   char* lpClass, PULONG lpcchClass, PLARGE_INTEGER lpftLastWriteTime) {
  return enumerate_key(hKey, dwIndex, lpName, lpcchName, lpClass, lpcchClass, lpftLastWriteTime);
}
LONG RegEnumKeyExW(HANDLE hKey, ULONG dwIndex, char16_t* lpName, PULONG lpcchName, PULONG,
                   char16_t* lpClass, PULONG lpcchClass, PLARGE_INTEGER lpftLastWriteTime) {
  return enumerate_key(hKey, dwIndex, lpName, lpcchName, lpClass, lpcchClass, lpftLastWriteTime);
}

LONG RegEnumValueA(HANDLE hKey, ULONG dwIndex, char* lpValueName, PULONG lpcchValueName, PULONG,
                   PULONG lpType, PUCHAR lpData, PULONG lpcbData) {
  return enumerate_value(hKey, dwIndex, lpValueName, lpcchValueName, lpType, lpData, lpcbData);
}
LONG RegEnumValueW(HANDLE hKey, ULONG dwIndex, char16_t* lpValueName, PULONG lpcchValueName, PULONG,
                   PULONG lpType, PUCHAR lpData, PULONG lpcbData) {
  return enumerate_value(hKey, dwIndex, lpValueName, lpcchValueName, lpType, lpData, lpcbData);
}

LONG RegGetValueA(HANDLE hkey, const char* lpSubKey, const char* lpValue, ULONG dwFlags,
                  PULONG pdwType, PVOID pvData, PULONG pcbData) {
  return get_value(hkey, lpSubKey, lpValue, dwFlags, pdwType, pvData, pcbData);
}
LONG RegGetValueW(HANDLE hkey, const char16_t* lpSubKey, const char16_t* lpValue, ULONG dwFlags,
                  PULONG pdwType, PVOID pvData, PULONG pcbData) {
  return get_value(hkey, lpSubKey, lpValue, dwFlags, pdwType, pvData, pcbData);
}

LONG RegQueryInfoKeyA(HANDLE hKey, char* lpClass, PULONG lpcchClass, PULONG, PULONG lpcSubKeys,
                      PULONG lpcbMaxSubKeyLen, PULONG lpcbMaxClassLen, PULONG lpcValues,
                      PULONG lpcbMaxValueNameLen, PULONG lpcbMaxValueLen,
                      PULONG lpcbSecurityDescriptor, PLARGE_INTEGER lpftLastWriteTime) {
  return query_key(hKey, lpClass, lpcchClass,
                   {lpcSubKeys, lpcbMaxSubKeyLen, lpcbMaxClassLen, lpcValues, lpcbMaxValueNameLen,
                    lpcbMaxValueLen, lpcbSecurityDescriptor, lpftLastWriteTime});
}
LONG RegQueryInfoKeyW(HANDLE hKey, char16_t* lpClass, PULONG lpcchClass, PULONG, PULONG lpcSubKeys,
                      PULONG lpcbMaxSubKeyLen, PULONG lpcbMaxClassLen, PULONG lpcValues,
                      PULONG lpcbMaxValueNameLen, PULONG lpcbMaxValueLen,
                      PULONG lpcbSecurityDescriptor, PLARGE_INTEGER lpftLastWriteTime) {
  return query_key(hKey, lpClass, lpcchClass,
                   {lpcSubKeys, lpcbMaxSubKeyLen, lpcbMaxClassLen, lpcValues, lpcbMaxValueNameLen,
                    lpcbMaxValueLen, lpcbSecurityDescriptor, lpftLastWriteTime});
}

LONG RegCloseKey(HANDLE hKey) {
  if (predefined_index(hKey)) return error::kSuccess;
  nt::KeyRef key;
  const NTSTATUS status = nt::key_of_handle(hKey, key);
  if (NT_SUCCESS(status)) nt::close_handle(hKey);
  return code_of(status);
}

LONG RegFlushKey(HANDLE hKey) {
  nt::KeyRef key;
  return code_of(key_that_answers(hKey, key));
}

}  // extern "C"
