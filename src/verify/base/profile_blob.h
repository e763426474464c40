// Values and bytes of a profile, and the errors that name their place in it.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "src/verify/base/profile.h"

namespace drydock::verify {

// A value of a profile and its place: "allocations[1].private_data".
struct Node {
  const nlohmann::json& json;
  const std::string path;

  [[noreturn]] void refuse(const std::string& why) const;  // throws ProfileError
  Node at(std::size_t index) const;
  Node member(const std::string& name) const;

  // Each refuses a value of another type.
  const nlohmann::json& array() const;
  std::string text() const;
  bool truth() const;
  // A number, or a string in hexadecimal; at most `most`.
  std::uint64_t number(std::uint64_t most = ~std::uint64_t{0}) const;
};

// A string of hexadecimal digits, or a list of parts: {"u32": 7}, {"u16": [1, 2]}, {"zero": 16},
// {"text": "abc"}, {"text16": "abc"}, and such strings again.
Blob blob_of(const Node& node);

// Little-endian.
void append(Blob& blob, std::uint64_t value, std::size_t bytes);
void append_text(Blob& blob, const std::string& text, std::size_t bytes_a_character);

}  // namespace drydock::verify
