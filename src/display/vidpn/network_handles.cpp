#include "src/display/vidpn/network_handles.h"

#include <bit>
#include <cassert>

#include "src/sim/never_destroyed.h"

namespace drydock::display {
namespace {

constexpr std::uint64_t kPrefix = 0x5644;
constexpr std::uint64_t kLowBits = 0x8;
constexpr std::uint32_t kMostGenerations = 1U << 24;
constexpr std::size_t kMostSlots = 1U << 16;

struct HandleBits {
  std::uint64_t low : 4;
  std::uint64_t slot : 16;
  std::uint64_t generation : 24;
  std::uint64_t kind : 4;
  std::uint64_t prefix : 16;
};
static_assert(sizeof(HandleBits) == sizeof(void*));

HandleBits bits_of(const void* handle) { return std::bit_cast<HandleBits>(handle); }

}  // namespace

NetworkHandles& NetworkHandles::instance() {
  static sim::NeverDestroyed<NetworkHandles> all;
  return *all;
}

NetworkHandles::Answer NetworkHandles::find(ObjectKind kind, const void* handle) {
  const HandleBits bits = bits_of(handle);
  if (bits.prefix != kPrefix || bits.low != kLowBits || bits.slot >= slots_.size()) return {};
  const Slot& slot = slots_[bits.slot];
  if (bits.generation != slot.generation) return {Found::kStale, nullptr};
  if (slot.object == nullptr || bits.kind != static_cast<std::uint64_t>(kind) || slot.kind != kind)
    return {};
  return {Found::kLive, slot.object};
}

void* NetworkHandles::issue(ObjectKind kind, BorrowedObject& object) {
  if (free_.empty()) {
    if (slots_.size() == kMostSlots) return nullptr;
    free_.push_back(static_cast<std::uint16_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint16_t at = free_.front();
  free_.pop_front();
  slots_[at].kind = kind;
  slots_[at].object = &object;
  return std::bit_cast<void*>(HandleBits{.low = kLowBits,
                                         .slot = at,
                                         .generation = slots_[at].generation,
                                         .kind = static_cast<std::uint64_t>(kind),
                                         .prefix = kPrefix});
}

void NetworkHandles::revoke(const void* handle) {
  const HandleBits bits = bits_of(handle);
  Slot& slot = slots_[bits.slot];
  assert(slot.object != nullptr && slot.generation == bits.generation);
  slot.object = nullptr;
  slot.generation = slot.generation % (kMostGenerations - 1) + 1;
  free_.push_back(static_cast<std::uint16_t>(bits.slot));
}

const NetworkHandles::AdapterEntry* NetworkHandles::find_adapter(const void* handle) const {
  const auto at = adapters_.find(handle);
  return at == adapters_.end() ? nullptr : &at->second;
}

}  // namespace drydock::display
