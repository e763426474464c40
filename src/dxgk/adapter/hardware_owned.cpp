// Resources of its device that the driver allocates by callbacks, and must release before it stops.
#include <fmt/format.h>

#include "src/dxgk/adapter/hardware.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

bool lies_in(std::uint64_t physical, std::size_t bytes, std::uint64_t begin, std::uint64_t size) {
  return physical >= begin && bytes <= size && physical - begin <= size - bytes;
}

}  // namespace

void* Hardware::map(std::uint64_t physical, std::size_t bytes, bool is_port) {
  bool ours = false;
  for (const DeviceModel::Range& range : ranges_) {
    ours =
        ours || (range.is_port == is_port && lies_in(physical, bytes, range.physical, range.size));
  }
  if (!ours || bytes == 0) return nullptr;
  // The address of a port is its number.
  void* const address = is_port ? reinterpret_cast<void*>(physical)
                                : nt::map_io_space(physical, bytes, /*writable=*/true);
  if (address == nullptr) return nullptr;
  const sim::Hold hold(lock_);
  mappings_.emplace(address, Mapping{bytes, is_port, rules::Stack::capture()});
  unmapped_for_driver_.erase(address);
  return address;
}

bool Hardware::unmap(void* address) {
  Mapping mapping{};
  {
    const sim::Hold hold(lock_);
    const auto at = mappings_.find(address);
    if (at == mappings_.end()) return false;
    mapping = at->second;
    mappings_.erase(at);
  }
  if (!mapping.is_port) nt::unmap_io_space(address, mapping.bytes);
  return true;
}

bool Hardware::may_be_unmapped(void* address) const {
  const auto number = reinterpret_cast<std::uint64_t>(address);
  for (const DeviceModel::Range& range : ranges_) {
    if (range.is_port && lies_in(number, 1, range.physical, range.size)) return true;
  }
  const sim::Hold hold(lock_);
  return unmapped_for_driver_.contains(address);
}

HANDLE Hardware::add_owned(std::string what, std::any object, std::function<void()> undo) {
  // One numbering for all devices: some callbacks name the handle only.
  static std::atomic<std::uintptr_t> last = 0x1000;
  const rules::Stack where = rules::Stack::capture();
  const auto handle = reinterpret_cast<HANDLE>(last.fetch_add(4, std::memory_order_relaxed) + 4);
  const sim::Hold hold(lock_);
  owned_.emplace(handle, Owned{std::move(what), std::move(object), std::move(undo), where});
  return handle;
}

void Hardware::add_owned_at(void* address, std::string what, std::any object) {
  const rules::Stack where = rules::Stack::capture();
  const sim::Hold hold(lock_);
  owned_.emplace(address, Owned{std::move(what), std::move(object), nullptr, where});
}

bool Hardware::release_owned(HANDLE handle) {
  std::map<HANDLE, Owned>::node_type node;
  {
    const sim::Hold hold(lock_);
    node = owned_.extract(handle);
  }
  if (node.empty()) return false;
  if (node.mapped().undo) node.mapped().undo();
  return true;
}

void Hardware::raise_leaks(std::optional<rules::RuleId> rule, std::string_view when) {
  std::multimap<void*, Mapping> mappings;
  std::map<HANDLE, Owned> leaked;
  {
    const sim::Hold hold(lock_);
    mappings.swap(mappings_);
    for (const auto& [address, mapping] : mappings) unmapped_for_driver_.insert(address);
    leaked.swap(owned_);
  }
  if (rule.has_value() && driver_.alive()) rules::evaluated(*rule);
  const auto raise_leak = [&](const std::string& what, const rules::Stack& where) {
    if (!rule.has_value() || !driver_.alive()) return;
    nt::Breach(*rule, driver_)
        .message("{}: {} is still there", when, what)
        .object(what)
        .stack("taken", where)
        .raise_later();
  };
  for (const auto& [address, mapping] : mappings) {
    if (mapping.is_port) continue;  // a number: there is nothing to unmap
    raise_leak(fmt::format("a mapping of {} bytes by DxgkCbMapMemory", mapping.bytes),
               mapping.where);
    nt::unmap_io_space(address, mapping.bytes);
  }
  for (const auto& [handle, one] : leaked) {
    raise_leak(one.what, one.where);
    if (one.undo) one.undo();
  }
}

}  // namespace drydock::dxgk
