#include "src/verify/base/profile_blob.h"

#include <charconv>

#include "src/verify/base/profile_file.h"

namespace drydock::verify {
namespace {

constexpr std::uint64_t kMostBytes = 16 << 20;  // bytes of zeros: a slip must not take all memory

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Blob hexadecimal(const Node& node) {
  Blob out;
  int high = -1;
  for (const char c : node.text()) {
    if (c == ' ') continue;
    const int digit = digit_of(c);
    if (digit < 0) node.refuse(fmt::format("'{}' is no hexadecimal digit", c));
    if (high < 0) {
      high = digit;
    } else {
      out.push_back(static_cast<std::byte>(high * 16 + digit));
      high = -1;
    }
  }
  if (high >= 0) node.refuse("an odd number of hexadecimal digits");
  return out;
}

void append_numbers(Blob& out, const Node& node, std::size_t bytes) {
  const std::uint64_t most = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
  if (!node.json.is_array()) return append(out, node.number(most), bytes);
  for (std::size_t i = 0; i < node.json.size(); ++i) append(out, node.at(i).number(most), bytes);
}

void append_part(Blob& out, const Node& part) {
  if (part.json.is_string()) {
    const Blob bytes = hexadecimal(part);
    out.insert(out.end(), bytes.begin(), bytes.end());
    return;
  }
  if (!part.json.is_object() || part.json.size() != 1)
    part.refuse("hexadecimal digits, or one of u8, u16, u32, u64, zero, text, text16");
  const std::string kind = part.json.begin().key();
  const Node value = part.member(kind);
  if (kind == "u8" || kind == "u16" || kind == "u32" || kind == "u64") {
    append_numbers(out, value, std::stoul(kind.substr(1)) / 8);
  } else if (kind == "zero") {
    out.resize(out.size() + value.number(kMostBytes));
  } else if (kind == "text" || kind == "text16") {
    append_text(out, value.text(), kind == "text" ? 1 : 2);
  } else {
    value.refuse("is no kind of part: u8, u16, u32, u64, zero, text and text16 are");
  }
}

}  // namespace

void Node::refuse(const std::string& why) const { throw ProfileError(path + ": " + why); }

Node Node::at(std::size_t index) const {
  return {json.at(index), fmt::format("{}[{}]", path, index)};
}

Node Node::member(const std::string& name) const {
  return {json.at(name), path.empty() ? name : path + "." + name};
}

const nlohmann::json& Node::array() const {
  if (!json.is_array()) refuse(fmt::format("a list is expected, not {}", json.type_name()));
  return json;
}

std::string Node::text() const {
  if (!json.is_string()) refuse(fmt::format("a string is expected, not {}", json.type_name()));
  return json.get<std::string>();
}

bool Node::truth() const {
  if (!json.is_boolean())
    refuse(fmt::format("true or false is expected, not {}", json.type_name()));
  return json.get<bool>();
}

std::uint64_t Node::number(std::uint64_t most) const {
  std::uint64_t value = 0;
  if (json.is_number_unsigned()) {
    value = json.get<std::uint64_t>();
  } else if (json.is_string()) {
    const std::string digits = json.get<std::string>();
    const std::size_t begin = digits.starts_with("0x") ? 2 : digits.size();
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data() + begin, end, value, 16);
    if (error != std::errc{} || stop != end)
      refuse(fmt::format("a number or \"0x…\" is expected, not \"{}\"", digits));
  } else {
    refuse(fmt::format("a number that is not negative is expected, not {}", json.dump()));
  }
  if (value > most) refuse(fmt::format("{} is more than {}", value, most));
  return value;
}

Blob blob_of(const Node& node) {
  Blob out;
  if (!node.json.is_array()) {
    append_part(out, node);
    return out;
  }
  for (std::size_t i = 0; i < node.json.size(); ++i) append_part(out, node.at(i));
  return out;
}

void append(Blob& blob, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    blob.push_back(static_cast<std::byte>(value >> 8 * i & 0xff));
}

void append_text(Blob& blob, const std::string& text, std::size_t bytes_a_character) {
  for (const unsigned char c : text) append(blob, c, bytes_a_character);
}

}  // namespace drydock::verify
