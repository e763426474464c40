// Keys and values laid out as the information classes say.
#include "src/nt/ob/registry.h"

namespace drydock::nt {
namespace {

// A structure under construction: the fixed part, then the rest. What fits is given to the driver.
class Layout {
 public:
  explicit Layout(std::size_t fixed) : bytes_(fixed), fixed_(fixed) {}

  template <typename T>
  T& head() {
    if (bytes_.size() < sizeof(T)) bytes_.reserve(sizeof(T));
    return *reinterpret_cast<T*>(bytes_.data());
  }

  void append(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::uint8_t*>(data);
    bytes_.insert(bytes_.end(), from, from + size);
  }

  ULONG align(std::size_t to) {
    bytes_.resize((bytes_.size() + to - 1) / to * to);
    return static_cast<ULONG>(bytes_.size());
  }

  // wdm/nf-wdm-zwqueryvaluekey.md: nothing is written when not even the fixed part fits
  // (STATUS_BUFFER_TOO_SMALL), what fits when more than that does (STATUS_BUFFER_OVERFLOW).
  NTSTATUS copy_to(PVOID buffer, ULONG length, PULONG needed) const {
    *needed = static_cast<ULONG>(bytes_.size());
    if (length < fixed_) return STATUS_BUFFER_TOO_SMALL;
    std::memcpy(buffer, bytes_.data(), std::min<std::size_t>(length, bytes_.size()));
    return length < bytes_.size() ? STATUS_BUFFER_OVERFLOW : STATUS_SUCCESS;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t fixed_;
};

Layout full_value(const RegistryValue& value, std::size_t alignment) {
  Layout out(FIELD_OFFSET(KEY_VALUE_FULL_INFORMATION, Name));
  out.append(value.name.data(), bytes(value.name));
  const ULONG offset = value.data.empty() ? 0xFFFFFFFF : out.align(alignment);
  out.append(value.data.data(), value.data.size());
  auto& head = out.head<KEY_VALUE_FULL_INFORMATION>();
  head.Type = value.type;
  head.DataOffset = offset;
  head.DataLength = static_cast<ULONG>(value.data.size());
  head.NameLength = bytes(value.name);
  return out;
}

template <typename T>
Layout partial_value(const RegistryValue& value) {
  Layout out(FIELD_OFFSET(T, Data));
  auto& head = out.head<T>();
  head.Type = value.type;
  head.DataLength = static_cast<ULONG>(value.data.size());
  out.append(value.data.data(), value.data.size());
  return out;
}

Layout basic_value(const RegistryValue& value) {
  Layout out(FIELD_OFFSET(KEY_VALUE_BASIC_INFORMATION, Name));
  auto& head = out.head<KEY_VALUE_BASIC_INFORMATION>();
  head.Type = value.type;
  head.NameLength = bytes(value.name);
  out.append(value.name.data(), bytes(value.name));
  return out;
}

Layout basic_key(const KeyFacts& facts) {
  Layout out(FIELD_OFFSET(KEY_BASIC_INFORMATION, Name));
  auto& head = out.head<KEY_BASIC_INFORMATION>();
  head.LastWriteTime.QuadPart = facts.last_write;
  head.NameLength = bytes(facts.name);
  out.append(facts.name.data(), bytes(facts.name));
  return out;
}

Layout node_key(const KeyFacts& facts) {
  Layout out(FIELD_OFFSET(KEY_NODE_INFORMATION, Name));
  out.append(facts.name.data(), bytes(facts.name));
  const ULONG offset = facts.class_name.empty() ? 0xFFFFFFFF : out.align(sizeof(ULONG));
  out.append(facts.class_name.data(), bytes(facts.class_name));
  auto& head = out.head<KEY_NODE_INFORMATION>();
  head.LastWriteTime.QuadPart = facts.last_write;
  head.ClassOffset = offset;
  head.ClassLength = bytes(facts.class_name);
  head.NameLength = bytes(facts.name);
  return out;
}

Layout full_key(const KeyFacts& facts) {
  constexpr ULONG kClass = FIELD_OFFSET(KEY_FULL_INFORMATION, Class);
  Layout out(kClass);
  auto& head = out.head<KEY_FULL_INFORMATION>();
  head.LastWriteTime.QuadPart = facts.last_write;
  head.ClassOffset = facts.class_name.empty() ? 0xFFFFFFFF : kClass;
  head.ClassLength = bytes(facts.class_name);
  head.SubKeys = facts.subkeys;
  head.MaxNameLen = facts.longest_subkey;
  head.MaxClassLen = facts.longest_class;
  head.Values = facts.values;
  head.MaxValueNameLen = facts.longest_value_name;
  head.MaxValueDataLen = facts.longest_value;
  out.append(facts.class_name.data(), bytes(facts.class_name));
  return out;
}

Layout named_key(const KeyFacts& facts) {
  Layout out(FIELD_OFFSET(KEY_NAME_INFORMATION, Name));
  out.head<KEY_NAME_INFORMATION>().NameLength = bytes(facts.path);
  out.append(facts.path.data(), bytes(facts.path));
  return out;
}

}  // namespace

NTSTATUS copy_value(const RegistryValue& value, KEY_VALUE_INFORMATION_CLASS form, PVOID buffer,
                    ULONG length, PULONG needed) {
  switch (form) {
    case KeyValueBasicInformation:
      return basic_value(value).copy_to(buffer, length, needed);
    case KeyValueFullInformation:
      return full_value(value, sizeof(ULONG)).copy_to(buffer, length, needed);
    case KeyValueFullInformationAlign64:
      return full_value(value, sizeof(ULONGLONG)).copy_to(buffer, length, needed);
    case KeyValuePartialInformation:
      return partial_value<KEY_VALUE_PARTIAL_INFORMATION>(value).copy_to(buffer, length, needed);
    case KeyValuePartialInformationAlign64:
      return partial_value<KEY_VALUE_PARTIAL_INFORMATION_ALIGN64>(value).copy_to(buffer, length,
                                                                                 needed);
    default:
      return STATUS_INVALID_PARAMETER;
  }
}

NTSTATUS copy_facts(const KeyFacts& facts, KEY_INFORMATION_CLASS form, bool enumerating,
                    PVOID buffer, ULONG length, PULONG needed) {
  if (form == KeyBasicInformation) return basic_key(facts).copy_to(buffer, length, needed);
  if (form == KeyNodeInformation) return node_key(facts).copy_to(buffer, length, needed);
  if (form == KeyFullInformation) return full_key(facts).copy_to(buffer, length, needed);
  if (form == KeyNameInformation && !enumerating) {
    return named_key(facts).copy_to(buffer, length, needed);
  }
  return STATUS_INVALID_PARAMETER;
}

}  // namespace drydock::nt
