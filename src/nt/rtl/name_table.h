// Tables of numbers with their names, for the two files that have one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace drydock::nt {

struct NamedNumber {
  std::uint32_t value;
  std::string_view text;
};

// `names` in order of value.
inline std::string_view name_in(std::span<const NamedNumber> names, std::uint32_t value) {
  const auto at = std::ranges::lower_bound(names, value, {}, &NamedNumber::value);
  return at != names.end() && at->value == value ? at->text : std::string_view();
}

}  // namespace drydock::nt

// Rows of a table. Each spells its names out: through another macro they would be numbers.
#define DRYDOCK_NAMES_1(a) {static_cast<std::uint32_t>(a), #a}
#define DRYDOCK_NAMES_2(a, b) \
  {static_cast<std::uint32_t>(a), #a}, { static_cast<std::uint32_t>(b), #b }
#define DRYDOCK_NAMES_3(a, b, c)                                              \
  {static_cast<std::uint32_t>(a), #a}, {static_cast<std::uint32_t>(b), #b}, { \
    static_cast<std::uint32_t>(c), #c                                         \
  }
#define DRYDOCK_NAMES_4(a, b, c, d)                                         \
  {static_cast<std::uint32_t>(a), #a}, {static_cast<std::uint32_t>(b), #b}, \
      {static_cast<std::uint32_t>(c), #c}, {                                \
    static_cast<std::uint32_t>(d), #d                                       \
  }
