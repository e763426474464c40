#include "src/verify/base/profile_file.h"

#include <algorithm>
#include <map>

#include "src/nt/base/wdk.h"
#include "src/verify/base/input_file.h"
#include "src/verify/base/profile_blob.h"

namespace drydock::verify {
namespace {

using Reader = std::function<void(const Node&)>;

// Gives each member to the reader of its name. Refuses members without a reader.
void read_members(const Node& node, const std::map<std::string, Reader>& readers) {
  if (!node.json.is_object())
    node.refuse(fmt::format("an object is expected, not {}", node.json.type_name()));
  for (const auto& [name, value] : node.json.items()) {
    const Node member = node.member(name);
    const auto reader = readers.find(name);
    if (reader == readers.end()) member.refuse("there is no such member");
    reader->second(member);
  }
}

void require(const Node& node, const char* name) {
  if (!node.json.contains(name)) node.refuse(fmt::format("the member {} is missing", name));
}

template <typename T, typename Read>
Reader into_list(std::vector<T>& list, Read read) {
  return [&list, read](const Node& node) {
    for (std::size_t i = 0; i < node.array().size(); ++i) list.push_back(read(node.at(i)));
  };
}

Reader into(Blob& blob) {
  return [&blob](const Node& node) { blob = blob_of(node); };
}
Reader into(std::string& text) {
  return [&text](const Node& node) { text = node.text(); };
}
Reader into(bool& truth) {
  return [&truth](const Node& node) { truth = node.truth(); };
}
template <typename Number>
Reader into_number(Number& number) {
  return [&number](const Node& node) {
    number = static_cast<Number>(node.number(std::numeric_limits<Number>::max()));
  };
}

Profile::Allocation allocation_of(const Node& node) {
  Profile::Allocation out;
  read_members(node, {{"name", into(out.name)},
                      {"private_data", into(out.private_data)},
                      {"resource_private_data", into(out.resource_private_data)},
                      {"renderable", into(out.is_renderable)}});
  require(node, "private_data");
  return out;
}

Profile::Answer answer_of(const Node& node) {
  Profile::Answer out;
  read_members(
      node, {{"offset", into_number(out.offset)},
             {"values", into_list(out.values, [](const Node& value) { return value.number(); })}});
  require(node, "offset");
  require(node, "values");
  if (out.values.empty()) node.member("values").refuse("one value at least is expected");
  return out;
}

Profile::Range range_of(const Node& node) {
  Profile::Range out;
  read_members(node, {{"size", into_number(out.size)},
                      {"port", into(out.is_port)},
                      {"answers", into_list(out.answers, answer_of)}});
  require(node, "size");
  for (std::size_t i = 0; i < out.answers.size(); ++i) {
    if (out.answers[i].offset >= out.size)
      node.member("answers").at(i).refuse("its offset lies outside of the range");
  }
  return out;
}

Profile::Interrupt interrupt_of(const Node& node) {
  const std::string name = node.text();
  if (name == "line") return Profile::Interrupt::kLine;
  if (name == "message") return Profile::Interrupt::kMessage;
  node.refuse(fmt::format("'{}' is neither line nor message", name));
}

Profile::Device device_of(const Node& node) {
  Profile::Device out;
  read_members(node, {{"vendor", into_number(out.vendor)},
                      {"device", into_number(out.device)},
                      {"revision", into_number(out.revision)},
                      {"subsystem", into_number(out.subsystem)},
                      {"ranges", into_list(out.ranges, range_of)},
                      {"interrupt", [&](const Node& how) { out.interrupt = interrupt_of(how); }}});
  require(node, "vendor");
  require(node, "device");
  return out;
}

Profile::Escape::Target target_of(const Node& node) {
  using Target = Profile::Escape::Target;
  const std::string name = node.text();
  if (name == "adapter") return Target::kAdapter;
  if (name == "device") return Target::kDevice;
  if (name == "context") return Target::kContext;
  node.refuse(fmt::format("'{}' is none of adapter, device and context", name));
}

// Bytes, or an object that says more about them.
Profile::Escape escape_of(const Node& node) {
  Profile::Escape out;
  if (!node.json.is_object()) {
    out.data = blob_of(node);
    return out;
  }
  read_members(node, {{"name", into(out.name)},
                      {"data", into(out.data)},
                      {"target", [&](const Node& target) { out.target = target_of(target); }},
                      {"status",
                       [&](const Node& status) {
                         out.status = static_cast<std::uint32_t>(status.number(0xffff'ffff));
                       }},
                      {"returns", [&](const Node& data) { out.returns = blob_of(data); }}});
  require(node, "data");
  if (out.returns && out.returns->size() != out.data.size())
    node.member("returns").refuse(fmt::format("{} bytes are expected, as in data, not {}",
                                              out.data.size(), out.returns->size()));
  return out;
}

struct RegistryType {
  const char* name;
  std::uint32_t type;
};
constexpr RegistryType kRegistryTypes[] = {
    {"REG_SZ", REG_SZ},       {"REG_EXPAND_SZ", REG_EXPAND_SZ}, {"REG_BINARY", REG_BINARY},
    {"REG_DWORD", REG_DWORD}, {"REG_MULTI_SZ", REG_MULTI_SZ},   {"REG_QWORD", REG_QWORD}};

std::uint32_t registry_type_of(const Node& node) {
  const std::string name = node.text();
  for (const RegistryType& each : kRegistryTypes) {
    if (name == each.name) return each.type;
  }
  node.refuse(
      fmt::format("'{}' is none of REG_SZ, REG_EXPAND_SZ, REG_MULTI_SZ, REG_DWORD, "
                  "REG_QWORD and REG_BINARY",
                  name));
}

// Strings have 16 bits a character and end with a zero, as in the registry.
Blob registry_data_of(const Node& node, std::uint32_t type) {
  Blob out;
  const auto add_text = [&](const Node& text) {
    append_text(out, text.text(), 2);
    append(out, 0, 2);
  };
  if (type == REG_DWORD) {
    append(out, node.number(0xffff'ffff), 4);
  } else if (type == REG_QWORD) {
    append(out, node.number(), 8);
  } else if (type == REG_SZ || type == REG_EXPAND_SZ) {
    add_text(node);
  } else if (type == REG_MULTI_SZ) {
    for (std::size_t i = 0; i < node.array().size(); ++i) add_text(node.at(i));
    append(out, 0, 2);
  } else {
    out = blob_of(node);
  }
  return out;
}

Profile::RegistryValue registry_value_of(const Node& node) {
  Profile::RegistryValue out;
  const Reader later = [](const Node&) {};
  read_members(node, {{"key", into(out.key)},
                      {"name", into(out.name)},
                      {"type", [&](const Node& type) { out.type = registry_type_of(type); }},
                      {"data", later}});
  for (const char* name : {"name", "type", "data"}) require(node, name);
  out.data = registry_data_of(node.member("data"), out.type);
  return out;
}

nt::WindowsVersion windows_of(const Node& node) {
  const auto version = nt::windows_version_from(node.text());
  if (!version) node.refuse(fmt::format("'{}' is none of {}", node.text(), nt::kPlayableWindows));
  return *version;
}

Profile profile_of(const Node& root) {
  Profile out;
  read_members(root, {{"context_private_data", into(out.context_private_data)},
                      {"allocations", into_list(out.allocations, allocation_of)},
                      {"commands", into_list(out.commands, blob_of)},
                      {"escapes", into_list(out.escapes, escape_of)},
                      {"formats", into_list(out.formats, blob_of)},
                      {"devices", into_list(out.devices, device_of)},
                      {"registry", into_list(out.registry, registry_value_of)},
                      {"windows", [&](const Node& node) { out.windows = windows_of(node); }}});
  return out;
}

std::string place_of(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  const auto line = 1 + std::count(text.begin(), end, '\n');
  const auto begin = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
  return fmt::format("{}:{}", line, std::max<std::ptrdiff_t>(end - begin, 1));
}

}  // namespace

Profile parse_profile(const std::string& text, const std::string& name) {
  try {
    const auto json = nlohmann::json::parse(text, nullptr, true, /*ignore_comments=*/true);
    return profile_of({json, ""});
  } catch (const nlohmann::json::parse_error& error) {
    throw ProfileError(fmt::format("{}:{}: this is no JSON", name, place_of(text, error.byte)));
  } catch (const ProfileError& error) {
    const std::string_view what = error.what();
    throw ProfileError(fmt::format("{}: {}", name, what.starts_with(": ") ? what.substr(2) : what));
  }
}

Profile read_profile(const std::string& path) { return parse_profile(read_input(path), path); }

}  // namespace drydock::verify
