#include "src/nt/rtl/names.h"

#include <fmt/format.h>

namespace drydock::nt {

std::string status_text(std::int32_t status) {
  const auto number = static_cast<std::uint32_t>(status);
  const std::string_view name = status_name(number);
  return name.empty() ? fmt::format("{:#010x}", number)
                      : fmt::format("{:#010x} ({})", number, name);
}

std::string answer_text(std::string_view call, std::int32_t status) {
  return fmt::format("{} returned {}", call, status_text(status));
}

}  // namespace drydock::nt
