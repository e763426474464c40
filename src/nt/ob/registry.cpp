#include "src/nt/ob/registry.h"

#include <cassert>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object_create.h"
#include "src/nt/ob/played_windows.h"
#include "src/rules/stack.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

constexpr std::u16string_view kRoot = u"\\Registry";

KeyRef make_key(std::u16string name, const KeyRef& parent) {
  auto key = std::make_shared<RegistryKey>();
  key->name = std::move(name);
  key->parent = parent;
  key->last_write = sim::now();
  return key;
}

KeyRef grow(KeyRef key, const std::vector<std::u16string>& parts, std::size_t from) {
  for (std::size_t i = from; i < parts.size(); ++i) {
    KeyRef& sub = key->subkeys[parts[i]];
    if (sub == nullptr) sub = make_key(parts[i], key);
    key = sub;
  }
  return key;
}

std::u16string path_of(const RegistryKey& key) {
  const KeyRef parent = key.parent.lock();
  return (parent == nullptr ? std::u16string() : path_of(*parent)) + u"\\" + key.name;
}

std::vector<RegistryValue>::iterator find_value(RegistryKey& key, std::u16string_view name) {
  return std::find_if(key.values.begin(), key.values.end(),
                      [&](const RegistryValue& value) { return same_name(value.name, name); });
}

}  // namespace

Registry& Registry::instance() {
  static sim::NeverDestroyed<Registry> instance;
  return *instance;
}

Registry::Registry() { clear(); }

void Registry::clear() {
  plant();
  write_windows_version(*this);
}

void Registry::plant() {
  const MutexHold hold(mutex_);
  root_ = make_key(u"REGISTRY", nullptr);
  for (const std::u16string_view path :
       {u"MACHINE\\SYSTEM\\CurrentControlSet\\Services",
        u"MACHINE\\SYSTEM\\CurrentControlSet\\Enum",
        u"MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Class",
        u"MACHINE\\SYSTEM\\CurrentControlSet\\Control\\DeviceClasses",
        u"MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion",
        u"MACHINE\\HARDWARE\\DEVICEMAP", u"USER\\.DEFAULT"}) {
    grow(root_, split_path(path), 0);
  }
}

// Follows the parts of a path as far as keys exist. Returns null when one of the first `count`
// parts is missing.
KeyRef Registry::walk(const KeyRef& from, const std::vector<std::u16string>& parts,
                      std::size_t count) {
  KeyRef key = from;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = key->subkeys.find(parts[i]);
    if (at == key->subkeys.end()) return nullptr;
    key = at->second;
  }
  return key;
}

namespace {

// The parts of a path below `start`. An absolute path begins with \Registry.
NTSTATUS parts_of(const KeyRef& root, std::u16string_view path,
                  std::vector<std::u16string>& parts) {
  parts = split_path(path);
  if (root != nullptr) {
    return !path.empty() && path.front() == u'\\' ? STATUS_OBJECT_PATH_SYNTAX_BAD : STATUS_SUCCESS;
  }
  if (path.empty() || path.front() != u'\\') return STATUS_OBJECT_PATH_SYNTAX_BAD;
  if (parts.empty() || !same_name(parts[0], kRoot.substr(1))) return STATUS_OBJECT_NAME_NOT_FOUND;
  parts.erase(parts.begin());
  return STATUS_SUCCESS;
}

}  // namespace

NTSTATUS Registry::open(const KeyRef& root, std::u16string_view path, KeyRef& key) {
  std::vector<std::u16string> parts;
  const NTSTATUS status = parts_of(root, path, parts);
  if (!NT_SUCCESS(status)) return status;
  const MutexHold hold(mutex_);
  if (root != nullptr && root->deleted) return STATUS_KEY_DELETED;
  key = walk(root != nullptr ? root : root_, parts, parts.size());
  return key == nullptr ? STATUS_OBJECT_NAME_NOT_FOUND : STATUS_SUCCESS;
}

NTSTATUS Registry::create(const KeyRef& root, std::u16string_view path, bool all, KeyRef& key,
                          bool& made) {
  std::vector<std::u16string> parts;
  const NTSTATUS status = parts_of(root, path, parts);
  if (!NT_SUCCESS(status)) return status;
  const MutexHold hold(mutex_);
  if (root != nullptr && root->deleted) return STATUS_KEY_DELETED;
  const KeyRef start = root != nullptr ? root : root_;
  key = walk(start, parts, parts.size());
  made = key == nullptr;
  if (!made) return STATUS_SUCCESS;
  if (!all && walk(start, parts, parts.size() - 1) == nullptr) return STATUS_OBJECT_NAME_NOT_FOUND;
  key = grow(start, parts, 0);
  assert(!key->deleted && key == walk(start, parts, parts.size()));
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-zwdeletekey.md: a key with subkeys cannot be deleted.
NTSTATUS Registry::remove(const KeyRef& key) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  const KeyRef parent = key->parent.lock();
  if (!key->subkeys.empty() || parent == nullptr) return STATUS_CANNOT_DELETE;
  [[maybe_unused]] const std::size_t erased = parent->subkeys.erase(key->name);
  assert(erased == 1);
  key->deleted = true;
  key->values.clear();
  return STATUS_SUCCESS;
}

NTSTATUS Registry::set_value(const KeyRef& key, RegistryValue value) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  key->last_write = sim::now();
  const auto at = find_value(*key, value.name);
  if (at == key->values.end()) {
    key->values.push_back(std::move(value));
  } else {
    at->type = value.type;
    at->data = std::move(value.data);
  }
  return STATUS_SUCCESS;
}

NTSTATUS Registry::remove_value(const KeyRef& key, std::u16string_view name) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  const auto at = find_value(*key, name);
  if (at == key->values.end()) return STATUS_OBJECT_NAME_NOT_FOUND;
  key->values.erase(at);
  key->last_write = sim::now();
  return STATUS_SUCCESS;
}

NTSTATUS Registry::value(const KeyRef& key, std::u16string_view name, RegistryValue& out) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  const auto at = find_value(*key, name);
  if (at == key->values.end()) return STATUS_OBJECT_NAME_NOT_FOUND;
  out = *at;
  return STATUS_SUCCESS;
}

NTSTATUS Registry::value_at(const KeyRef& key, std::size_t index, RegistryValue& out) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  if (index >= key->values.size()) return STATUS_NO_MORE_ENTRIES;
  out = key->values[index];
  return STATUS_SUCCESS;
}

NTSTATUS Registry::subkey_at(const KeyRef& key, std::size_t index, KeyRef& out) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  if (index >= key->subkeys.size()) return STATUS_NO_MORE_ENTRIES;
  out = std::next(key->subkeys.begin(), static_cast<std::ptrdiff_t>(index))->second;
  return STATUS_SUCCESS;
}

NTSTATUS Registry::facts(const KeyRef& key, KeyFacts& out) {
  const MutexHold hold(mutex_);
  if (key->deleted) return STATUS_KEY_DELETED;
  out = {};
  out.name = key->name;
  out.path = path_of(*key);
  out.class_name = key->class_name;
  out.last_write = key->last_write;
  out.subkeys = static_cast<ULONG>(key->subkeys.size());
  for (const auto& [name, sub] : key->subkeys) {
    out.longest_subkey = std::max(out.longest_subkey, bytes(name));
    out.longest_class = std::max(out.longest_class, bytes(sub->class_name));
  }
  out.values = static_cast<ULONG>(key->values.size());
  for (const RegistryValue& value : key->values) {
    out.longest_value_name = std::max(out.longest_value_name, bytes(value.name));
    out.longest_value = std::max(out.longest_value, static_cast<ULONG>(value.data.size()));
  }
  return STATUS_SUCCESS;
}

void Registry::set_class(const KeyRef& key, std::u16string class_name) {
  const MutexHold hold(mutex_);
  key->class_name = std::move(class_name);
}

void Registry::set(std::u16string_view path, std::u16string_view name, ULONG type,
                   std::vector<std::uint8_t> data) {
  KeyRef key;
  bool made = false;
  if (!NT_SUCCESS(create(nullptr, path, true, key, made))) return;
  set_value(key, {std::u16string(name), type, std::move(data)});
}

void Registry::set_dword(std::u16string_view path, std::u16string_view name, std::uint32_t value) {
  std::vector<std::uint8_t> data(sizeof value);
  std::memcpy(data.data(), &value, sizeof value);
  set(path, name, REG_DWORD, std::move(data));
}

void Registry::set_string(std::u16string_view path, std::u16string_view name,
                          std::u16string_view value) {
  std::vector<std::uint8_t> data((value.size() + 1) * sizeof(WCHAR));
  std::memcpy(data.data(), value.data(), value.size() * sizeof(WCHAR));
  set(path, name, REG_SZ, std::move(data));
}

std::optional<RegistryValue> Registry::get(std::u16string_view path, std::u16string_view name) {
  KeyRef key;
  RegistryValue out;
  if (!NT_SUCCESS(open(nullptr, path, key))) return std::nullopt;
  if (!NT_SUCCESS(value(key, name, out))) return std::nullopt;
  return out;
}

std::optional<std::u16string> well_known_key(ULONG relative_to) {
  switch (relative_to) {
    case RTL_REGISTRY_ABSOLUTE:
      return std::u16string();
    case RTL_REGISTRY_SERVICES:
      return u"\\Registry\\Machine\\System\\CurrentControlSet\\Services";
    case RTL_REGISTRY_CONTROL:
      return u"\\Registry\\Machine\\System\\CurrentControlSet\\Control";
    case RTL_REGISTRY_WINDOWS_NT:
      return u"\\Registry\\Machine\\Software\\Microsoft\\Windows NT\\CurrentVersion";
    case RTL_REGISTRY_DEVICEMAP:
      return u"\\Registry\\Machine\\Hardware\\DeviceMap";
    case RTL_REGISTRY_USER:
      return u"\\Registry\\User\\.Default";
    default:
      return std::nullopt;
  }
}

HANDLE make_key_handle(const KeyRef& key, ACCESS_MASK access, ULONG attributes) {
  KeyFacts facts;
  Registry::instance().facts(key, facts);
  return make_handle_of_new(new KeyRef(key), &key_type, "key " + to_utf8(facts.path), access,
                            attributes);
}

NTSTATUS key_of_handle(HANDLE handle, KeyRef& key) {
  return with_object(handle, &key_type, [&](const HandleEntry& entry) {
    key = *static_cast<KeyRef*>(entry.object);
    return STATUS_SUCCESS;
  });
}

bool registry_fault() { return fails_here(sim::FaultKind::kRegistry); }

}  // namespace drydock::nt
