#include "src/dxgk/adapter/user_pointers.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstring>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/base/thread.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/user_copy.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

constexpr std::size_t kNowhereBytes = 1 << 20;
constexpr std::uint64_t kLowestAddress = 0x10000;

// Memory on which every access faults; 0 when there is none.
std::uintptr_t nowhere() {
  static const std::uintptr_t address = [] {
    void* const room =
        mmap(nullptr, kNowhereBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room == MAP_FAILED ? 0 : reinterpret_cast<std::uintptr_t>(room);
  }();
  return address;
}

// The replacement of a pointer has the same offset in its page.
std::uint64_t substitute_for(std::uint64_t address) { return nowhere() + address % nt::kPageBytes; }

bool is_address_of_memory(std::uint64_t word) {
  return word >= kLowestAddress && nt::user_can_read(reinterpret_cast<const void*>(word), 1);
}

}  // namespace

UserPointers::UserPointers(std::span<std::byte> data) : data_(data) {
  if (!are_arguments_hostile() || nowhere() == 0) return;
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= data.size();
       offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + offset, sizeof word);
    if (!is_address_of_memory(word)) continue;
    replaced_.push_back({offset, word});
    const std::uint64_t instead = substitute_for(word);
    std::memcpy(data.data() + offset, &instead, sizeof instead);
  }
}

UserPointers::~UserPointers() {
  for (const Replaced& each : replaced_) {
    std::uint64_t word = 0;
    std::memcpy(&word, data_.data() + each.offset, sizeof word);
    if (word == substitute_for(each.address))
      std::memcpy(data_.data() + each.offset, &each.address, sizeof each.address);
  }
}

void UserPointers::raise_if_touched(Adapter& adapter) const {
  if (replaced_.empty() || !rules::breaks("K-388", !adapter.driver().alive())) return;
  const std::uintptr_t at = nt::self().fault_address;
  if (at < nowhere() || at - nowhere() >= kNowhereBytes) return;
  nt::Breach("K-388", adapter.offender())
      .message(
          "DxgkDdiValidateSubmitCommand followed a pointer of the client's private "
          "data, which means nothing in the process that it is called in")
      .raise_later();
}

}  // namespace drydock::dxgk
