#include "src/wdk/hostile.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>

#include "src/nt/mm/physical.h"
#include "src/nt/mm/places_in_turn.h"
#include "src/sim/lock.h"
#include "src/sim/never_destroyed.h"

namespace drydock {
namespace {

// Places for arguments. A released one stays inaccessible until its turn comes again.
class Places {
 public:
  static Places& instance() {
    static sim::NeverDestroyed<Places> all;
    return *all;
  }

  // Returns null when no place is free.
  std::byte* open() {
    if (base_ == nullptr) return nullptr;
    const sim::Hold hold(lock_);
    const std::optional<std::size_t> place = turns_.take();
    if (!place) return nullptr;
    std::byte* const memory = base_ + *place * kStride;
    if (mprotect(memory, kBytes, PROT_READ | PROT_WRITE) == 0) return memory;
    turns_.release(*place);
    return nullptr;
  }

  void make_read_only(const std::byte* memory) {
    mprotect(base_ + place_of(memory) * kStride, kBytes, PROT_READ);
  }

  void close(const std::byte* memory) {
    const std::size_t place = place_of(memory);
    const sim::Hold hold(lock_);
    mprotect(base_ + place * kStride, kBytes, PROT_NONE);
    turns_.release(place);
  }

  static constexpr std::size_t kBytes = 4 * nt::kPageBytes;

 private:
  friend sim::NeverDestroyed<Places>;

  static constexpr std::size_t kPlaces = 256;
  static constexpr std::size_t kStride = kBytes + nt::kPageBytes;

  Places() {
    void* const room =
        mmap(nullptr, kPlaces * kStride, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) base_ = static_cast<std::byte*>(room);
  }

  std::size_t place_of(const std::byte* memory) const {
    return static_cast<std::size_t>(memory - base_) / kStride;
  }

  std::byte* base_ = nullptr;
  sim::Lock lock_;
  nt::PlacesInTurn<kPlaces> turns_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace

HostileArguments::HostileArguments() { hostile::wanted.fetch_add(1, std::memory_order_relaxed); }
HostileArguments::~HostileArguments() { hostile::wanted.fetch_sub(1, std::memory_order_relaxed); }

namespace hostile {

constinit std::atomic<int> wanted = 0;

std::byte* take(std::size_t bytes, std::size_t alignment) {
  if (!are_arguments_hostile() || bytes > Places::kBytes) return nullptr;
  std::byte* const place = Places::instance().open();
  if (place == nullptr) return nullptr;
  std::memset(place, kRubbish, Places::kBytes);
  return place + (Places::kBytes - bytes) / alignment * alignment;
}

void make_read_only(const std::byte* memory) { Places::instance().make_read_only(memory); }
void release(const std::byte* memory) { Places::instance().close(memory); }

}  // namespace hostile
}  // namespace drydock
