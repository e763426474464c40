// The registry's file form; described in registry.h.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/nt/ob/registry.h"

namespace drydock::nt {
namespace {

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

constexpr std::pair<const char*, ULONG> kTypes[] = {
    {"REG_NONE", REG_NONE},         {"REG_SZ", REG_SZ},       {"REG_EXPAND_SZ", REG_EXPAND_SZ},
    {"REG_BINARY", REG_BINARY},     {"REG_DWORD", REG_DWORD}, {"REG_LINK", REG_LINK},
    {"REG_MULTI_SZ", REG_MULTI_SZ}, {"REG_QWORD", REG_QWORD}};

void append(Bytes& out, const void* data, std::size_t size) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  out.insert(out.end(), from, from + size);
}

void append_string(Bytes& out, const std::string& text) {
  const std::u16string wide = from_utf8(text);
  append(out, wide.c_str(), (wide.size() + 1) * sizeof(char16_t));
}

Bytes from_hex(const std::string& digits) {
  Bytes out;
  if (digits.size() % 2 != 0) throw std::runtime_error("an odd number of hexadecimal digits");
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const std::string pair = digits.substr(i, 2);
    if (pair.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
      throw std::runtime_error(fmt::format("'{}' is no hexadecimal byte", pair));
    }
    out.push_back(static_cast<std::uint8_t>(std::stoul(pair, nullptr, 16)));
  }
  return out;
}

Bytes number(std::uint64_t value, ULONG type) {
  Bytes out;
  append(out, &value, type == REG_DWORD ? 4 : 8);
  return out;
}

Bytes strings(const json& list) {
  Bytes out;
  for (const json& item : list) append_string(out, item.get<std::string>());
  append(out, u"", sizeof(char16_t));
  return out;
}

Bytes data_of(const json& value, ULONG type) {
  if (type == REG_DWORD || type == REG_QWORD) return number(value.get<std::uint64_t>(), type);
  if (type == REG_MULTI_SZ) return strings(value);
  if (type == REG_SZ || type == REG_EXPAND_SZ || type == REG_LINK) {
    Bytes out;
    append_string(out, value.get<std::string>());
    return out;
  }
  return from_hex(value.get<std::string>());
}

ULONG type_named(const std::string& name) {
  for (const auto& [known, type] : kTypes) {
    if (name == known) return type;
  }
  throw std::runtime_error(fmt::format("'{}' is no type of a value", name));
}

RegistryValue value_of(const std::string& name, const json& value) {
  RegistryValue out;
  out.name = from_utf8(name);
  const json* data = &value;
  if (value.is_object()) {
    out.type = type_named(value.at("type").get<std::string>());
    data = &value.at("data");
  } else if (value.is_string()) {
    out.type = REG_SZ;
  } else if (value.is_array()) {
    out.type = REG_MULTI_SZ;
  } else if (value.is_boolean()) {
    out.type = REG_DWORD;
    out.data = number(value.get<bool>() ? 1 : 0, REG_DWORD);
    return out;
  } else {
    out.type = value.get<std::uint64_t>() <= 0xFFFFFFFF ? REG_DWORD : REG_QWORD;
  }
  out.data = data_of(*data, out.type);
  return out;
}

std::u16string absolute(const std::string& path) {
  std::u16string out = from_utf8(path);
  for (const auto& [shorthand, full] : {std::pair{u"HKLM\\", u"\\Registry\\Machine\\"},
                                        std::pair{u"HKU\\", u"\\Registry\\User\\"}}) {
    if (starts_with_name(out, shorthand)) {
      return full + out.substr(std::u16string_view(shorthand).size());
    }
  }
  return out;
}

}  // namespace

void Registry::load(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error(fmt::format("'{}' cannot be read", file.string()));
  try {
    const json all = json::parse(stream);
    for (const auto& [path, values] : all.items()) {
      KeyRef key;
      bool made = false;
      if (!NT_SUCCESS(create(nullptr, absolute(path), true, key, made))) {
        throw std::runtime_error(fmt::format("'{}' is no path of a key", path));
      }
      for (const auto& [name, value] : values.items()) set_value(key, value_of(name, value));
    }
  } catch (const std::exception& error) {
    throw std::runtime_error(
        fmt::format("'{}' is no registry file: {}", file.string(), error.what()));
  }
}

}  // namespace drydock::nt
