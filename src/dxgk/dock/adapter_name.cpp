#include "src/dxgk/dock/adapter_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace drydock::dxgk {
namespace {

std::u16string widen(std::string_view text) { return {text.begin(), text.end()}; }

char16_t folded(char16_t letter) {
  return letter >= u'a' && letter <= u'z' ? static_cast<char16_t>(letter - u'a' + u'A') : letter;
}

bool is_same(std::u16string_view one, std::u16string_view other) {
  return std::ranges::equal(one, other, {}, folded, folded);
}

}  // namespace

std::u16string device_name(const Adapter& adapter) {
  const DeviceModel::Identity identity = adapter.model().identity();
  // The last part is GUID_DISPLAY_DEVICE_ARRIVAL.
  return widen(
      fmt::format("\\\\?\\PCI#VEN_{:04X}&DEV_{:04X}&SUBSYS_{:08X}&REV_{:02X}#{:08x}#"
                  "{{1ca05180-a699-450a-9a0c-de4fbe3ddd89}}",
                  identity.vendor, identity.device, identity.subsystem, identity.revision,
                  adapter.luid().LowPart));
}

Adapter* find_by_device_name(const Dock& dock, std::u16string_view name) {
  for (Adapter* adapter : dock.adapters()) {
    if (adapter->is_working() && is_same(device_name(*adapter), name)) return adapter;
  }
  return nullptr;
}

std::optional<Display> find_display(const Dock& dock, std::u16string_view name) {
  UINT number = 0;
  for (Adapter* adapter : dock.adapters()) {
    if (!adapter->is_working()) continue;
    for (UINT source = 0; source < adapter->caps().sources; ++source) {
      if (is_same(widen(fmt::format("\\\\.\\DISPLAY{}", ++number)), name))
        return Display{adapter, source};
    }
  }
  return std::nullopt;
}

}  // namespace drydock::dxgk
