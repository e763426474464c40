#include "src/nt/pool/pool_check.h"

#include <fmt/format.h>

#include <array>
#include <thread>
#include <vector>

#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/pool/heap_family.h"
#include "src/nt/pool/pool.h"
#include "src/nt/pool/pool_poison.h"
#include "src/sim/schedule.h"

namespace drydock::nt {
namespace {

// Places in drivers for which a lint was raised. They are added without a lock. When the table is
// full, no more lints are raised.
class RaisedPlaces {
 public:
  // True for the first time.
  bool add(std::uintptr_t place) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      std::uintptr_t seen = 0;
      auto& slot = places_[(place * 0x9e3779b97f4a7c15 + i) % places_.size()];
      if (slot.compare_exchange_strong(seen, place, std::memory_order_relaxed)) return true;
      if (seen == place) return false;
    }
    return false;
  }

  // Another driver may be loaded at the same addresses.
  void clear() {
    for (auto& place : places_) place.store(0, std::memory_order_relaxed);
  }

 private:
  std::array<std::atomic<std::uintptr_t>, 4096> places_{};
};

constinit RaisedPlaces raised_places;

bool is_raised_first(const rules::Stack& stack, unsigned salt) {
  return raised_places.add(reinterpret_cast<std::uintptr_t>(stack.pcs[0]) * 4 + salt);
}

// "function (file:line)" of the first place that is known.
std::string place_of(const rules::Stack& stack) {
  for (const rules::Frame& frame : rules::resolve(stack)) {
    if (frame.line != 0) return rules::to_text(frame);
  }
  return "an unknown place";
}

// The state once another thread's free, if there is one, is over.
BlockState settled_state(const PoolBlock& block) {
  for (;;) {
    const BlockState state = block.state.load(std::memory_order_acquire);
    if (state != BlockState::kFreeing) return state;
    sim::yield();
    std::this_thread::yield();
  }
}

struct Written {
  std::ptrdiff_t offset = 0;  // counted from the block's beginning
  std::byte value{};
  std::size_t bytes = 0;
};

// The thread sanitizer is off here: a driver may write to the memory on another thread, and the
// caller checks again.
__attribute__((no_sanitize("thread"))) Written find_written(const std::byte* origin,
                                                            const std::byte* begin,
                                                            const std::byte* end,
                                                            std::byte pattern) {
  Written out;
  for (const std::byte* at = begin; at < end; ++at) {
    if (*at == pattern) continue;
    if (out.bytes++ == 0) {
      out.offset = at - origin;
      out.value = *at;
    }
  }
  return out;
}

std::string bytes_text(std::size_t count) {
  return count == 1 ? "1 byte" : fmt::format("{} bytes", count);
}

struct Slack {
  const std::byte* begin;
  const std::byte* end;
};

Slack before(const PoolBlock& block) {
  return {PoolRegion::get().chunk_of(block.address)->data, block.address};
}

Slack behind(const PoolBlock& block) {
  if (block.bin != kSpanBin) return {block.end(), block.end() + kPoolGuard};
  const PoolChunk& chunk = *PoolRegion::get().chunk_of(block.address);
  return {block.end(), chunk.data + chunk.data_bytes};
}

// Finds what was written to a freed slot.
Written late_write_to(const PoolBlock& block) {
  return find_written(block.address, block.address, block.address + poisoned_bytes(block), kPoison);
}

// A ring without a lock: the crash handler reads it. An entry that is half written names the rule
// of the block that was there before.
struct GovernedBlock {
  std::atomic<const void*> address = nullptr;
  std::atomic<rules::RuleId> rule = "N-005"_rule;
};
std::array<GovernedBlock, 1024> governed_blocks;
std::atomic<std::uint32_t> next_governed = 0;

rules::RuleId rule_of_freed(const void* block) {
  for (const GovernedBlock& each : governed_blocks) {
    // Acquire pairs with the release below, so that the rule belongs to the block.
    if (each.address.load(std::memory_order_acquire) == block)
      return each.rule.load(std::memory_order_relaxed);
  }
  return "N-005";
}

void raise_late_write(const PoolBlock& block) {
  const Written written = late_write_to(block);
  const DriverLife* owner = block.owner.load(std::memory_order_relaxed);
  const rules::RuleId rule = rule_of_freed(block.address);
  std::string message = fmt::format(
      "{} was written to after it was freed: {} from offset {}, where 0x{:02x} stands now",
      name_of(block), bytes_text(written.bytes), written.offset,
      std::to_integer<unsigned>(written.value));
  if (owner == current_driver()) {
    Breach(rule, Offender::running()).message(std::move(message)).about(concerning(block)).raise();
  } else {
    Breach(rule, Offender::named(owner == nullptr ? "" : owner->name()))
        .message(std::move(message))
        .about(concerning(block))
        .raise_later();
  }
}

// A block in quarantine, looked at from another thread than the one whose quarantine it is.
void check_freed(PoolBlock& block, const Driver& driver) {
  if (block.bin == kSpanBin) return;
  if (late_write_to(block).bytes == 0) return;
  // The block may have left the quarantine during the read; then the bytes belong to another block.
  if (block.state.load(std::memory_order_acquire) != BlockState::kQuarantined) return;
  if (block.owner.load(std::memory_order_relaxed) != &driver) return;
  if (!block.is_raised.exchange(true, std::memory_order_relaxed)) raise_late_write(block);
}

void raise_leak(const PoolBlock& block, const Driver& driver) {
  if (const std::string written = written_outside(block); !written.empty()) {
    Breach("N-004", driver)
        .message("at unload {}: {}", name_of(block), written)
        .about(concerning(block))
        .raise_later();
  }
  Breach("N-008", driver)
      .message("after unload {} was not freed", name_of(block))
      .about(concerning(block))
      .raise_later();
}

}  // namespace

std::string pool_tag_text(ULONG tag) {
  std::string out;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const char c = static_cast<char>(tag >> shift);
    out.push_back(c >= 0x20 && c < 0x7f ? c : '.');
  }
  return out;
}

std::string name_of(const PoolBlock& block) {
  if (is_user_heap(block.type)) {
    return fmt::format("block of {} from {}", bytes_text(block.size),
                       taker_of(family_of(block.type)));
  }
  return fmt::format("pool block '{}' of {}", pool_tag_text(block.tag), bytes_text(block.size));
}

Concerning concerning(const PoolBlock& block) {
  Concerning out{
      .object = name_of(block), .history = {}, .stacks = {{"allocated", *block.allocated}}};
  out.history.push_back(is_user_heap(block.type)
                            ? fmt::format("taken by {}", taker_of(family_of(block.type)))
                            : fmt::format("allocated from {} pool (type {})",
                                          block.type & PagedPool ? "paged" : "non-paged",
                                          block.type));
  const BlockState state = block.state.load(std::memory_order_acquire);
  if (state == BlockState::kCached) {
    out.history.push_back("put on its lookaside list");
    out.stacks.push_back({"put on its list", *block.freed});
  } else if (was_freed(state)) {
    out.history.push_back("freed");
    out.stacks.push_back({"freed", *block.freed});
  }
  return out;
}

void write_span_guard(const PoolBlock& block) {
  for (const Slack& slack : {before(block), behind(block)}) {
    std::memset(const_cast<std::byte*>(slack.begin), std::to_integer<int>(kGuardByte),
                static_cast<std::size_t>(slack.end - slack.begin));
  }
}

std::string written_outside(const PoolBlock& block) {
  const Slack after = behind(block);
  if (const Written written = find_written(block.end(), after.begin, after.end, kGuardByte);
      written.bytes != 0) {
    return fmt::format(
        "{} behind its end written, from offset {} (end + {}), where 0x{:02x} stands now",
        bytes_text(written.bytes), static_cast<std::ptrdiff_t>(block.size) + written.offset,
        written.offset, std::to_integer<unsigned>(written.value));
  }
  if (block.bin != kSpanBin) return {};
  const Slack front = before(block);
  const Written written = find_written(block.address, front.begin, front.end, kGuardByte);
  if (written.bytes == 0) return {};
  return fmt::format("{} before its beginning written, the first {} bytes before it",
                     bytes_text(written.bytes), -written.offset);
}

void check_pool_irql(const char* call, KIRQL irql, bool paged) {
  if (irql > DISPATCH_LEVEL) {
    Breach("N-007", Offender::running())
        .message("{} called at IRQL {}; pool is allowed up to DISPATCH_LEVEL", call, irql)
        .raise();
  } else if (irql == DISPATCH_LEVEL && paged) {
    Breach("N-006", Offender::running())
        .message("{} of paged pool called at DISPATCH_LEVEL; it is allowed up to APC_LEVEL", call)
        .raise();
  }
}

void check_request(const char* call, std::size_t bytes, ULONG tag, bool untagged, bool must_succeed,
                   const rules::Stack& stack) {
  if (must_succeed) {
    Breach("N-011", Offender::running())
        .message("{} asks for {} of must-succeed pool", call, bytes_text(bytes))
        .raise();
  }
  if (bytes == 0 && is_raised_first(stack, 0))
    Breach("N-009", Offender::running()).message("{} asks for 0 bytes", call).raise();
  if ((untagged || tag == 0) && is_raised_first(stack, 1)) {
    Breach("N-010", Offender::running())
        .message(untagged ? fmt::format("{} has no tag", call) : fmt::format("{} with Tag 0", call))
        .raise();
  }
}

void refuse_free(const char* call, const void* address) {
  PoolBlock* block = PoolRegion::get().find(address);
  const BlockState state = block == nullptr ? BlockState::kFresh : settled_state(*block);
  if (state == BlockState::kFresh) {
    Breach("N-003", Offender::running())
        .message("{} is given {}, which no pool block begins at or holds", call, address)
        .raise();
    return;
  }
  if (address == block->address && was_freed(state)) {
    Concerning what = concerning(*block);
    what.stacks.back().label = "freed first";
    what.history.push_back("freed again, by this call");
    Breach("N-001", Offender::running())
        .message("{} is given {}, {} that was freed before", call, address, name_of(*block))
        .about(std::move(what))
        .raise();
    return;
  }
  if (address == block->address && state == BlockState::kCached) {
    Breach("N-001", Offender::running())
        .message("{} is given {}, {} that lies on its lookaside list already", call, address,
                 name_of(*block))
        .about(concerning(*block))
        .raise();
    return;
  }
  const std::ptrdiff_t offset = static_cast<const std::byte*>(address) - block->address;
  Breach("N-003", Offender::running())
      .message("{} is given {}, {} bytes from the beginning of {}{}", call, address, offset,
               was_freed(state) ? "the freed " : "", name_of(*block))
      .about(concerning(*block))
      .raise();
}

void raise_late_writes(PoolBlock* chain) {
  while (chain != nullptr) {
    PoolBlock* next = chain->next();
    if (!chain->is_raised.load(std::memory_order_relaxed)) raise_late_write(*chain);
    chain = next;
  }
}

namespace {

PoolBlockInfo info_of(const PoolBlock& block, BlockState state) {
  return {block.address,     block.size,      block.tag, static_cast<POOL_TYPE>(block.type),
          !was_freed(state), *block.allocated};
}

}  // namespace

std::optional<PoolBlockInfo> find_pool_block(const void* address) {
  const PoolBlock* block = PoolRegion::get().find(address);
  if (block == nullptr) return std::nullopt;
  const BlockState state = block->state.load(std::memory_order_acquire);
  if (state == BlockState::kFresh || address < block->address || address >= block->end())
    return std::nullopt;
  return info_of(*block, state);
}

bool is_live_pool_block(const void* address) { return life_of_pool_block(address).has_value(); }

std::optional<std::uint8_t> life_of_pool_block(const void* address) {
  const PoolBlock* block = PoolRegion::get().find(address);
  if (block == nullptr || !block->is_live_at(address)) return std::nullopt;
  return block->life.load(std::memory_order_relaxed);
}

std::optional<std::size_t> offset_in_live_block(const void* address) {
  const PoolBlock* const block = PoolRegion::get().find(address);
  if (block == nullptr || block->state.load(std::memory_order_acquire) != BlockState::kLive ||
      address < block->address || address >= block->end())
    return std::nullopt;
  return static_cast<std::size_t>(static_cast<const std::byte*>(address) - block->address);
}

std::vector<PoolBlockInfo> pool_blocks_of(const Driver& driver) {
  std::vector<PoolBlockInfo> out;
  PoolRegion::get().for_each_chunk([&](PoolChunk& chunk) {
    const std::uint32_t carved = chunk.carved.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < carved; ++i) {
      const PoolBlock& block = chunk.blocks[i];
      if (block.owner.load(std::memory_order_relaxed) != &driver) continue;
      const BlockState state = block.state.load(std::memory_order_acquire);
      if (state == BlockState::kLive) out.push_back(info_of(block, state));
    }
  });
  return out;
}

std::optional<std::string> describe_pool_address(const void* address) {
  const PoolBlock* block = PoolRegion::get().find(address);
  if (block == nullptr) return std::nullopt;
  const BlockState state = block->state.load(std::memory_order_acquire);
  if (state == BlockState::kFresh) return std::nullopt;
  const auto* at = static_cast<const std::byte*>(address);
  std::string place;
  if (at < block->address) {
    place = bytes_text(static_cast<std::size_t>(block->address - at)) + " before";
  } else if (at < block->end()) {
    place = at == block->address
                ? "at the beginning of"
                : bytes_text(static_cast<std::size_t>(at - block->address)) + " inside";
  } else {
    place = at == block->end()
                ? "directly behind"
                : bytes_text(static_cast<std::size_t>(at - block->end())) + " behind";
  }
  const bool freed = was_freed(state);
  std::string out = fmt::format("{} {}{} allocated at {}", place, freed ? "freed " : "",
                                name_of(*block), place_of(*block->allocated));
  if (freed) out += " and freed at " + place_of(*block->freed);
  return out;
}

void set_rule_of_freed_block(const void* block, rules::RuleId rule) {
  GovernedBlock& entry = governed_blocks[next_governed.fetch_add(1, std::memory_order_relaxed) %
                                         governed_blocks.size()];
  entry.address.store(nullptr, std::memory_order_relaxed);
  entry.rule.store(rule, std::memory_order_relaxed);
  entry.address.store(block, std::memory_order_release);
}

std::optional<rules::RuleId> pool_rule_broken_at(const void* address) {
  const PoolBlock* block = PoolRegion::get().find(address);
  if (block == nullptr) return {};
  const BlockState state = block->state.load(std::memory_order_acquire);
  if (state == BlockState::kFresh) return {};
  if (was_freed(state)) return rule_of_freed(block->address);
  if (address >= block->address && address < block->end()) return {};
  return "N-004"_rule;
}

void mark_object_in_pool(const void* address) {
  PoolBlock* block = PoolRegion::get().find(address);
  if (block != nullptr) block->has_debts.store(true, std::memory_order_relaxed);
}

std::size_t raise_pool_leaks(const Driver& driver) {
  std::vector<PoolBlock*> left;
  PoolRegion::get().for_each_chunk([&](PoolChunk& chunk) {
    const std::uint32_t carved = chunk.carved.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < carved; ++i) {
      PoolBlock& block = chunk.blocks[i];
      if (block.owner.load(std::memory_order_relaxed) != &driver) continue;
      const BlockState state = block.state.load(std::memory_order_acquire);
      if (state == BlockState::kLive || state == BlockState::kCached) left.push_back(&block);
      if (state == BlockState::kQuarantined) check_freed(block, driver);
    }
    for (std::uint32_t i = 0; i < carved; ++i) {
      const DriverLife* owner = &driver;
      chunk.blocks[i].owner.compare_exchange_strong(owner, nullptr, std::memory_order_relaxed);
    }
  });
  for (const PoolBlock* block : left) raise_leak(*block, driver);
  raised_places.clear();
  return left.size();
}

}  // namespace drydock::nt
