#include "src/display/edid/stored_descriptor.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/nt/ob/registry.h"

namespace drydock::display {
namespace {

constexpr UINT kMostBlocks = 256;

std::u16string wide(const std::string& text) { return {text.begin(), text.end()}; }

std::string name_of(const std::optional<Edid>& monitor) {
  if (!monitor) return "Default_Monitor";
  return fmt::format("{}{:04X}", monitor->manufacturer, monitor->product);
}

}  // namespace

std::map<UINT, EdidBlock> stored_blocks(const std::optional<Edid>& monitor, UINT target) {
  const std::u16string key = wide(fmt::format(
      "\\Registry\\Machine\\System\\CurrentControlSet\\Enum\\DISPLAY\\{}\\0&0&UID{}\\Device "
      "Parameters\\EDID_OVERRIDE",
      name_of(monitor), target));
  std::map<UINT, EdidBlock> blocks;
  nt::KeyRef stored;
  if (!NT_SUCCESS(nt::Registry::instance().open(nullptr, key, stored))) return blocks;
  for (UINT number = 0; number < kMostBlocks; ++number) {
    nt::RegistryValue value;
    const std::u16string name = wide(std::to_string(number));
    if (!NT_SUCCESS(nt::Registry::instance().value(stored, name, value)) ||
        value.type != REG_BINARY || value.data.size() != kEdidBlockBytes)
      continue;
    std::ranges::copy(value.data, blocks[number].begin());
  }
  return blocks;
}

}  // namespace drydock::display
