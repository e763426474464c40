// The registry, in memory.
//
// Keys form a tree under \Registry\Machine and \Registry\User; names are compared without regard to
// case. Subkeys are listed in the order of their names, values in the order in which they were
// first set. A test or a profile fills it by these functions or from a file:
//
//   {
//     "HKLM\\System\\CurrentControlSet\\Services\\mydrv\\Parameters": {
//       "Mode": "fast",                                            REG_SZ
//       "Depth": 4,                                                REG_DWORD; REG_QWORD from 2^32
//       "Enabled": true,                                           REG_DWORD 0 or 1
//       "Monitors": ["left", "right"],                             REG_MULTI_SZ
//       "Edid": {"type": "REG_BINARY", "data": "00ffff"},          hexadecimal digits
//       "Path": {"type": "REG_EXPAND_SZ", "data": "%SystemRoot%"}
//     }
//   }
//
// A path begins with \Registry\, HKLM\ (\Registry\Machine) or HKU\ (\Registry\User). "" is the name
// of the value without a name. A key with {} is made and stays empty.
//
// Cost: one lock for the whole tree, held for one step only. Owner: a key lives while it is in the
// tree or while a KeyRef names it; a deleted key has neither values nor subkeys. Threads: any.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/nt/base/mutex.h"
#include "src/nt/base/wdk.h"
#include "src/nt/ob/object_names.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {

struct RegistryValue {
  std::u16string name;
  ULONG type = REG_NONE;
  std::vector<std::uint8_t> data;
};

// One key. Only the registry touches its members, under its lock. Others use it to identify the
// key.
struct RegistryKey {
  std::u16string name;
  std::u16string class_name;
  std::weak_ptr<RegistryKey> parent;
  std::map<std::u16string, std::shared_ptr<RegistryKey>, NameLess> subkeys;
  std::vector<RegistryValue> values;
  LONGLONG last_write = 0;
  bool deleted = false;
};
using KeyRef = std::shared_ptr<RegistryKey>;

// The facts of a key that answer queries.
struct KeyFacts {
  std::u16string name, path, class_name;
  LONGLONG last_write = 0;
  ULONG subkeys = 0, longest_subkey = 0, longest_class = 0;
  ULONG values = 0, longest_value_name = 0, longest_value = 0;
};

// The size of a name in bytes, as Windows counts it.
inline ULONG bytes(const std::u16string& text) {
  return static_cast<ULONG>(text.size() * sizeof(WCHAR));
}

class Registry {
 public:
  static Registry& instance();

  // Empty again, with the keys that every system has.
  void clear();

  // Adds what a file says. Throws std::runtime_error with one sentence for the user.
  void load(const std::filesystem::path& file);

  void set(std::u16string_view path, std::u16string_view name, ULONG type,
           std::vector<std::uint8_t> data);
  void set_dword(std::u16string_view path, std::u16string_view name, std::uint32_t value);
  void set_string(std::u16string_view path, std::u16string_view name, std::u16string_view value);
  std::optional<RegistryValue> get(std::u16string_view path, std::u16string_view name);

  // The steps behind the calls of drivers. `root` is null for an absolute path. All but open() and
  // create() answer STATUS_KEY_DELETED for a key that was deleted.
  NTSTATUS open(const KeyRef& root, std::u16string_view path, KeyRef& key);
  // Makes the last key of the path only, unless `all`.
  NTSTATUS create(const KeyRef& root, std::u16string_view path, bool all, KeyRef& key, bool& made);
  NTSTATUS remove(const KeyRef& key);
  NTSTATUS set_value(const KeyRef& key, RegistryValue value);
  NTSTATUS remove_value(const KeyRef& key, std::u16string_view name);
  NTSTATUS value(const KeyRef& key, std::u16string_view name, RegistryValue& out);
  NTSTATUS value_at(const KeyRef& key, std::size_t index, RegistryValue& out);
  NTSTATUS subkey_at(const KeyRef& key, std::size_t index, KeyRef& out);
  NTSTATUS facts(const KeyRef& key, KeyFacts& out);
  void set_class(const KeyRef& key, std::u16string class_name);

 private:
  friend sim::NeverDestroyed<Registry>;

  Registry();
  void plant();
  KeyRef walk(const KeyRef& from, const std::vector<std::u16string>& parts, std::size_t count);

  Mutex mutex_;
  KeyRef root_ DRYDOCK_GUARDED_BY(mutex_);  // "\Registry"
};

// Returns the path of the well-known key that a routine names by this number; nothing when no key
// has the number.
std::optional<std::u16string> well_known_key(ULONG relative_to);

// The object behind a key's handle.
HANDLE make_key_handle(const KeyRef& key, ACCESS_MASK access, ULONG attributes);
NTSTATUS key_of_handle(HANDLE handle, KeyRef& key);

// A copy of a value or of the facts of a key, as the information class lays it out, into the
// driver's buffer.
NTSTATUS copy_value(const RegistryValue& value, KEY_VALUE_INFORMATION_CLASS form, PVOID buffer,
                    ULONG length, PULONG needed);
NTSTATUS copy_facts(const KeyFacts& facts, KEY_INFORMATION_CLASS form, bool enumerating,
                    PVOID buffer, ULONG length, PULONG needed);

// True when the fault plan wants this registry call to fail.
bool registry_fault();

}  // namespace drydock::nt
