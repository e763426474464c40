#include "src/dxgk/memory/adapter_data.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/pool/pool.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

// Returns the offset at which the driver's data hold the address. Returns nothing when they do not
// hold it or are no pool block.
std::optional<std::size_t> offset_of(HANDLE address, HANDLE data) {
  if (!nt::is_live_pool_block(data)) return std::nullopt;
  const std::size_t size = nt::find_pool_block(data)->size;
  for (std::size_t at = 0; at + sizeof(HANDLE) <= size; at += sizeof(HANDLE)) {
    HANDLE word = nullptr;
    std::memcpy(&word, static_cast<const std::byte*>(data) + at, sizeof word);
    if (word == address) return at;
  }
  return std::nullopt;
}

void look_into(Adapter& adapter, HANDLE data, HANDLE driver_device) {
  if (!adapter.driver().alive()) return;
  const auto offset = offset_of(driver_device, data);
  if (!rules::breaks("K-133", offset.has_value())) return;
  nt::Breach("K-133", adapter.offender())
      .message(
          "what the driver keeps for a shared allocation or resource points at "
          "a device that closed it, at offset {}",
          *offset)
      .object(fmt::format("handle {}", data))
      .raise_later();
}

}  // namespace

void check_adapter_data(const Device& device, const Binding& binding) {
  const Allocation& allocation = binding.allocation();
  if (allocation.resource == nullptr || !allocation.resource->shared) return;
  if (allocation.bindings.size() < 2) return;
  look_into(device.adapter(), allocation.driver.value, device.driver());
  look_into(device.adapter(), allocation.resource->driver.value.load(), device.driver());
}

}  // namespace drydock::dxgk
