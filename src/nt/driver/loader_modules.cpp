#include "src/nt/driver/loader_modules.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <atomic>

#include "src/nt/base/mutex.h"

namespace drydock::nt {
namespace {

constexpr int kSlots = 4096;

struct Slot {
  // A range is being changed while end is 0. The release of `end` pairs with the acquire in
  // slot_of().
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<const ImageSections*> sections = nullptr;
};

std::array<Slot, kSlots> slots;
std::atomic<int> used = 0;  // slots that were ever taken: what a search has to look at
Mutex taking;

const Slot* slot_of(const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pc);
  const int count = used.load(std::memory_order_acquire);
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t end = slots[i].end.load(std::memory_order_acquire);
    if (address < end && address >= slots[i].begin.load(std::memory_order_relaxed))
      return &slots[i];
  }
  return nullptr;
}

}  // namespace

LoadedCode::LoadedCode(CodeRange range, const ImageSections& sections) : slot_(-1) {
  const MutexHold hold(taking);
  for (int i = 0; i < kSlots && slot_ < 0; ++i) {
    if (slots[i].end.load(std::memory_order_relaxed) == 0) slot_ = i;
  }
  if (slot_ < 0) return;
  slots[slot_].begin.store(range.begin, std::memory_order_relaxed);
  slots[slot_].sections.store(&sections, std::memory_order_relaxed);
  slots[slot_].end.store(range.end, std::memory_order_release);
  if (slot_ >= used.load(std::memory_order_relaxed))
    used.store(slot_ + 1, std::memory_order_release);
}

LoadedCode::~LoadedCode() {
  if (slot_ >= 0) slots[slot_].end.store(0, std::memory_order_release);
}

bool is_driver_code(const void* pc) { return slot_of(pc) != nullptr; }

const ImageSections* sections_of_code(const void* pc) {
  const Slot* const slot = slot_of(pc);
  return slot == nullptr ? nullptr : slot->sections.load(std::memory_order_relaxed);
}

bool is_host_code(const void* pc) {
  dl_find_object here, there;
  const auto self = reinterpret_cast<void*>(&is_host_code);
  if (_dl_find_object(const_cast<void*>(pc), &there) != 0) return false;
  if (there.dlfo_link_map->l_name == nullptr || *there.dlfo_link_map->l_name == '\0') return true;
  return _dl_find_object(self, &here) == 0 && here.dlfo_map_start == there.dlfo_map_start;
}

}  // namespace drydock::nt
