#include "src/nt/mm/physical_user.h"

#include <map>

#include "src/nt/base/address.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/wdk.h"
#include "src/nt/mm/memory_changes.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/user_memory.h"
#include "src/nt/pool/pool.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

using Ranges = std::multimap<std::uintptr_t, std::size_t>;

struct Border {
  Mutex mutex;
  Ranges declared DRYDOCK_GUARDED_BY(mutex);
  Ranges views DRYDOCK_GUARDED_BY(mutex);
};

Border& border() {
  static sim::NeverDestroyed<Border> instance;
  return *instance;
}

bool holds_range(const Ranges& ranges, std::uintptr_t begin, std::size_t bytes) {
  for (auto at = ranges.begin(); at != ranges.upper_bound(begin); ++at) {
    const std::size_t offset = begin - at->first;
    if (offset < at->second && bytes <= at->second - offset) return true;
  }
  return false;
}

}  // namespace

UserRange::UserRange(const void* address, std::size_t bytes) : address_(address), bytes_(bytes) {
  watch_user_memory();
  const MutexHold hold(border().mutex);
  note_memory_change();
  border().declared.emplace(as_number(address), bytes);
}

UserRange::~UserRange() {
  const MutexHold hold(border().mutex);
  auto [at, end] = border().declared.equal_range(as_number(address_));
  while (at != end && at->second != bytes_) ++at;
  note_memory_change();
  if (at != end) border().declared.erase(at);
}

bool is_user_memory(const void* address, std::size_t bytes) {
  if (bytes == 0) return true;
  std::uintptr_t end = 0;
  if (__builtin_add_overflow(as_number(address), bytes, &end) || end > MmUserProbeAddress)
    return false;
  {
    const MutexHold hold(border().mutex);
    if (holds_range(border().views, as_number(address), bytes)) return true;
    if (!border().declared.empty())
      return holds_range(border().declared, as_number(address), bytes);
  }
  return !in_view(address, bytes) && !find_pool_block(address);
}

bool is_declared_user_memory(const void* address) {
  const MutexHold hold(border().mutex);
  return holds_range(border().declared, as_number(address), 1);
}

bool is_mapped_for_users(const void* address) {
  const MutexHold hold(border().mutex);
  return holds_range(border().declared, as_number(address), 1) ||
         holds_range(border().views, as_number(address), 1);
}

void note_user_view(const void* address, std::size_t bytes) {
  const MutexHold hold(border().mutex);
  note_memory_change();
  border().views.emplace(as_number(address), bytes);
}

void remove_user_view(const void* address) {
  const MutexHold hold(border().mutex);
  note_memory_change();
  const auto at = border().views.find(as_number(address));
  if (at != border().views.end()) border().views.erase(at);
}

}  // namespace drydock::nt
