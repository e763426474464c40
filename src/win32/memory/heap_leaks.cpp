// The leaks of a device or an adapter of a user-mode driver: blocks to which no pointer leads.
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <span>
#include <unordered_set>
#include <vector>

#include "src/nt/mm/user_copy.h"
#include "src/nt/pool/pool_check.h"
#include "src/nt/pool/pool_region.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/win32/memory/heap.h"

namespace drydock::win32 {
namespace {

using Words = std::span<const std::uintptr_t>;

Words words_of(const void* begin, std::size_t bytes) {
  const auto from = (reinterpret_cast<std::uintptr_t>(begin) + 7) & ~std::uintptr_t{7};
  const auto end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
  if (end < from + sizeof(std::uintptr_t)) return {};
  return {reinterpret_cast<const std::uintptr_t*>(from), (end - from) / sizeof(std::uintptr_t)};
}

// The globals of a driver, and its variables of this thread.
std::vector<Words> globals_of(const void* image) {
  struct Search {
    const void* image;
    std::vector<Words> found;
  } search{image, {}};
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    auto& search = *static_cast<Search*>(data);
    if (reinterpret_cast<const void*>(info->dlpi_addr) != search.image) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = info->dlpi_phdr[i];
      if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0)
        search.found.push_back(
            words_of(reinterpret_cast<const void*>(info->dlpi_addr + part.p_vaddr), part.p_memsz));
      if (part.p_type == PT_TLS && info->dlpi_tls_data != nullptr)
        search.found.push_back(words_of(info->dlpi_tls_data, part.p_memsz));
    }
    return 1;
  };
  dl_iterate_phdr(look, &search);
  return search.found;
}

// Follows every word that looks like a pointer, from what belongs to no account or another one.
class Reach {
 public:
  Reach(const nt::Driver& driver, HeapAccount account) : driver_(driver), account_(account) {
    nt::PoolRegion::get().for_each_chunk([&](nt::PoolChunk& chunk) {
      const std::uint32_t carved = chunk.carved.load(std::memory_order_acquire);
      for (std::uint32_t i = 0; i < carved; ++i) sort(chunk.blocks[i]);
    });
    for (const Words& words : globals_of(const_cast<nt::Driver&>(driver).object().DriverStart))
      follow(words);
    while (!to_follow_.empty()) {
      const nt::PoolBlock* const block = to_follow_.back();
      to_follow_.pop_back();
      follow_block(*block);
    }
  }

  // Returns the blocks of the account that were not reached, in the order of their addresses.
  std::vector<nt::PoolBlock*> leaks() const {
    std::vector<nt::PoolBlock*> out;
    for (nt::PoolBlock* block : candidates_) {
      if (!reached_.contains(block)) out.push_back(block);
    }
    return out;
  }

 private:
  bool is_live(const nt::PoolBlock& block) const {
    return block.state.load(std::memory_order_acquire) == nt::BlockState::kLive &&
           block.owner.load(std::memory_order_relaxed) == &driver_ && nt::is_user_heap(block.type);
  }

  void sort(nt::PoolBlock& block) {
    if (!is_live(block)) return;
    if (block.tag == account_) {
      candidates_.push_back(&block);
    } else {
      to_follow_.push_back(&block);
    }
  }

  // Page by page through a copy: pages of VirtualAlloc may be closed.
  void follow_block(const nt::PoolBlock& block) {
    std::uintptr_t page[nt::kPoolPage / sizeof(std::uintptr_t)];
    for (std::size_t offset = 0; offset < block.size; offset += nt::kPoolPage) {
      const std::size_t bytes = std::min(nt::kPoolPage, block.size - offset);
      if (nt::copy_from_user(page, block.address + offset, bytes)) follow(words_of(page, bytes));
    }
  }

  // Other threads of the driver may write there.
  __attribute__((no_sanitize("thread", "address"))) void follow(Words words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto* const to = reinterpret_cast<const void*>(words.data()[i]);
      const nt::PoolBlock* const block = nt::PoolRegion::get().find(to);
      if (block == nullptr || !is_live(*block) || block->tag != account_) continue;
      if (reached_.insert(block).second) to_follow_.push_back(block);
    }
  }

  const nt::Driver& driver_;
  const HeapAccount account_;
  std::vector<nt::PoolBlock*> candidates_;
  std::vector<const nt::PoolBlock*> to_follow_;
  std::unordered_set<const nt::PoolBlock*> reached_;
};

}  // namespace

std::size_t raise_heap_leaks(const nt::Driver& driver, HeapAccount account, rules::RuleId rule,
                             std::string_view when) {
  if (!driver.alive()) return 0;  // a dead driver cannot free anything
  rules::evaluated(rule);
  const std::vector<nt::PoolBlock*> leaks = Reach(driver, account).leaks();
  for (nt::PoolBlock* block : leaks) {
    block->owner.store(nullptr, std::memory_order_relaxed);
    nt::Breach(rule, driver)
        .message("{} {} was not given back and nothing leads to it", when, nt::name_of(*block))
        .about(nt::concerning(*block))
        .raise_later();
  }
  return leaks.size();
}

}  // namespace drydock::win32
