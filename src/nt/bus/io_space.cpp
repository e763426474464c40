#include "src/nt/bus/io_space.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "src/nt/base/address.h"
#include "src/nt/base/mutex.h"
#include "src/nt/mm/physical.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {

struct IoRange::State {
  State(std::uint64_t at, std::size_t bytes, RegisterCallbacks observers)
      : physical(at),
        size(bytes),
        callbacks(std::move(observers)),
        file(memfd_create("drydock-device", MFD_CLOEXEC)) {
    const std::size_t room = pages() * kPageBytes;
    if (file < 0 || ftruncate(file, static_cast<off_t>(room)) != 0) throw std::bad_alloc();
    view = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (view == MAP_FAILED) throw std::bad_alloc();
  }
  ~State() {
    munmap(view, pages() * kPageBytes);
    close(file);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::size_t pages() const { return pages_of(physical % kPageBytes + size); }
  bool observed() const { return callbacks.read || callbacks.write; }
  bool holds(std::uint64_t at, std::size_t bytes) const {
    return at >= physical && at - physical < size && bytes <= size - (at - physical);
  }

  const std::uint64_t physical;
  const std::size_t size;
  const RegisterCallbacks callbacks;
  const int file;
  void* view;
};

namespace {

using RangeState = std::shared_ptr<IoRange::State>;

struct Mapping {
  IoMapping what;
  RangeState range;  // null for memory of the machine
  std::size_t pages;
};

struct MappedSpace {
  Mutex mutex;
  std::map<std::uint64_t, RangeState> ranges DRYDOCK_GUARDED_BY(mutex);  // by physical address
  std::multimap<std::uintptr_t, Mapping> mappings
      DRYDOCK_GUARDED_BY(mutex);  // by address of the first byte; memory has but one
  std::atomic<std::size_t> observed_mappings =
      0;  // relaxed: a driver learns of its mapping by other means
};

MappedSpace& mapped_space() {
  static sim::NeverDestroyed<MappedSpace> instance;
  return *instance;
}

bool is_machine_memory(std::uint64_t physical, std::size_t bytes) {
  const std::uint64_t last = physical + bytes - 1;
  return last >= physical && ((last >= kLowMemory && physical < kLowMemoryEnd) ||
                              (last >= kHighMemory && physical < kProcessMemoryEnd));
}

RangeState find_range(std::uint64_t physical, std::size_t bytes) {
  const MutexHold hold(mapped_space().mutex);
  auto at = mapped_space().ranges.upper_bound(physical);
  if (at == mapped_space().ranges.begin()) return nullptr;
  --at;
  return at->second->holds(physical, bytes) ? at->second : nullptr;
}

// A second view of the range's memory between two inaccessible pages.
char* map_range(const IoRange::State& range, std::uint64_t physical, std::size_t pages,
                bool writable) {
  void* const room = mmap(nullptr, (pages + 2) * kPageBytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return nullptr;
  char* const base = static_cast<char*>(room) + kPageBytes;
  const std::uint64_t offset = (physical / kPageBytes - range.physical / kPageBytes) * kPageBytes;
  if (mmap(base, pages * kPageBytes, PROT_READ | (writable ? PROT_WRITE : 0),
           MAP_SHARED | MAP_FIXED, range.file, static_cast<off_t>(offset)) == MAP_FAILED) {
    munmap(room, (pages + 2) * kPageBytes);
    return nullptr;
  }
  bind_pages(base, physical / kPageBytes, pages);
  return base;
}

char* map_memory(std::uint64_t physical, std::size_t pages, bool writable) {
  std::vector<PageFrame> frames(pages);
  std::iota(frames.begin(), frames.end(), physical / kPageBytes);
  return static_cast<char*>(
      map_frames(frames, {.writable = writable, .executable = false, .at = nullptr}));
}

void end_mapping(char* page, const Mapping& mapping) {
  if (mapping.range == nullptr) {
    unmap_view(page);
    return;
  }
  unbind_pages(page);
  munmap(page - kPageBytes, (mapping.pages + 2) * kPageBytes);
  if (!mapping.range->observed()) return;
  assert(mapped_space().observed_mappings.load(std::memory_order_relaxed) != 0);
  mapped_space().observed_mappings.fetch_sub(1, std::memory_order_relaxed);
}

// The mapping at an address, best one of this size.
std::multimap<std::uintptr_t, Mapping>::iterator find_mapping(MappedSpace& all, const void* address,
                                                              std::size_t bytes)
    DRYDOCK_REQUIRES(all.mutex) {
  const auto [begin, end] = all.mappings.equal_range(as_number(address));
  for (auto at = begin; at != end; ++at) {
    if (at->second.what.bytes == bytes) return at;
  }
  return begin == end ? all.mappings.end() : begin;
}

struct Observed {
  RangeState range;
  std::uint64_t offset;
};

std::optional<Observed> find_observed(const volatile void* address, unsigned width) {
  MappedSpace& all = mapped_space();
  if (all.observed_mappings.load(std::memory_order_relaxed) == 0) return std::nullopt;
  const MutexHold hold(all.mutex);
  auto at = all.mappings.upper_bound(as_number(address));
  if (at == all.mappings.begin()) return std::nullopt;
  --at;
  const Mapping& mapping = at->second;
  const std::uint64_t physical = mapping.what.physical + (as_number(address) - at->first);
  if (mapping.range == nullptr || !mapping.range->observed() ||
      !mapping.range->holds(physical, width))
    return std::nullopt;
  return Observed{mapping.range, physical - mapping.range->physical};
}

}  // namespace

IoRange::IoRange(std::shared_ptr<State> state) : state_(std::move(state)) {}

IoRange::~IoRange() {
  const MutexHold hold(mapped_space().mutex);
  [[maybe_unused]] const std::size_t erased = mapped_space().ranges.erase(state_->physical);
  assert(erased == 1);
}

void* IoRange::memory() const {
  return static_cast<char*>(state_->view) + state_->physical % kPageBytes;
}
std::uint64_t IoRange::physical() const { return state_->physical; }
std::size_t IoRange::size() const { return state_->size; }

std::unique_ptr<IoRange> declare_io_range(std::uint64_t physical, std::size_t size,
                                          RegisterCallbacks callbacks) {
  std::uint64_t end = 0;
  if (size == 0 || __builtin_add_overflow(physical, size, &end))
    throw std::invalid_argument("an empty I/O range");
  if (is_machine_memory(physical, size)) {
    throw std::invalid_argument(fmt::format("the I/O range at {:#x} lies in memory", physical));
  }
  auto state = std::make_shared<IoRange::State>(physical, size, std::move(callbacks));
  const MutexHold hold(mapped_space().mutex);
  for (const auto& [begin, other] : mapped_space().ranges) {
    if (begin < end && physical < begin + other->size) {
      throw std::invalid_argument(
          fmt::format("the I/O range at {:#x} overlaps the one at {:#x}", physical, begin));
    }
  }
  mapped_space().ranges.emplace(physical, state);
  return std::unique_ptr<IoRange>(new IoRange(std::move(state)));
}

bool is_mappable(std::uint64_t physical, std::size_t bytes) {
  std::uint64_t end = 0;
  if (bytes == 0 || __builtin_add_overflow(physical, bytes, &end)) return false;
  if (find_range(physical, bytes) != nullptr) return true;
  return is_machine_memory(physical, bytes) &&
         in_use(physical / kPageBytes, pages_of(physical % kPageBytes + bytes));
}

void* map_io_space(std::uint64_t physical, std::size_t bytes, bool writable) {
  if (!is_mappable(physical, bytes)) return nullptr;
  Mapping mapping{
      {physical, bytes}, find_range(physical, bytes), pages_of(physical % kPageBytes + bytes)};
  char* const page = mapping.range != nullptr
                         ? map_range(*mapping.range, physical, mapping.pages, writable)
                         : map_memory(physical, mapping.pages, writable);
  if (page == nullptr) return nullptr;
  char* const address = page + physical % kPageBytes;
  MappedSpace& all = mapped_space();
  const MutexHold hold(all.mutex);
  if (mapping.range != nullptr && mapping.range->observed()) {
    all.observed_mappings.fetch_add(1, std::memory_order_relaxed);
  }
  all.mappings.emplace(as_number(address), std::move(mapping));
  return address;
}

bool unmap_io_space(const void* address, std::size_t bytes) {
  Mapping mapping;
  {
    const MutexHold hold(mapped_space().mutex);
    const auto at = find_mapping(mapped_space(), address, bytes);
    if (at == mapped_space().mappings.end()) return false;
    mapping = std::move(at->second);
    mapped_space().mappings.erase(at);
  }
  end_mapping(reinterpret_cast<char*>(as_number(address) / kPageBytes * kPageBytes), mapping);
  return true;
}

std::optional<IoMapping> find_io_mapping(const void* address, std::size_t bytes) {
  const MutexHold hold(mapped_space().mutex);
  const auto at = find_mapping(mapped_space(), address, bytes);
  if (at == mapped_space().mappings.end()) return std::nullopt;
  return at->second.what;
}

bool observe_read(const volatile void* address, unsigned width, std::uint64_t& value) {
  const auto hit = find_observed(address, width);
  if (!hit || !hit->range->callbacks.read) return false;
  value = hit->range->callbacks.read(hit->offset, width);
  return true;
}

bool observe_write(const volatile void* address, unsigned width, std::uint64_t value) {
  const auto hit = find_observed(address, width);
  if (!hit || !hit->range->callbacks.write) return false;
  hit->range->callbacks.write(hit->offset, width, value);
  return true;
}

}  // namespace drydock::nt
