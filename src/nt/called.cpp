#include "src/nt/called.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <set>

#include "src/rules/watch.h"

namespace drydock::nt {
namespace {

// A set of addresses of names, that only grows. A place is written once, so that whoever reads it
// needs no order; what does not fit is left out.
class Names {
 public:
  void note(const char* name) {
    const auto hash = reinterpret_cast<std::uintptr_t>(name) * 0x9e3779b97f4a7c15ULL >> 52;
    for (std::size_t i = 0; i < kProbes; ++i) {
      std::atomic<const char*>& place = places_[(hash + i) % kPlaces];
      const char* known = place.load(std::memory_order_relaxed);
      if (known == name) return;
      if (known == nullptr && place.compare_exchange_strong(known, name, std::memory_order_relaxed))
        return;
      if (known == name) return;
    }
  }

  // Called by one thread at a time.
  std::vector<std::string> take() {
    std::vector<std::string> out;
    for (const std::atomic<const char*>& place : places_) {
      const char* name = place.load(std::memory_order_relaxed);
      if (name != nullptr && told_.insert(name).second) out.emplace_back(name);
    }
    std::ranges::sort(out);
    return out;
  }

 private:
  static constexpr std::size_t kPlaces = 4096;
  static constexpr std::size_t kProbes = 64;

  std::array<std::atomic<const char*>, kPlaces> places_ = {};
  std::set<std::string> told_;  // by text: one name may have several addresses
};

Names& called() {
  static Names& names = *new Names;  // calls may be noted while the process ends
  return names;
}
Names& provided() {
  static Names& names = *new Names;
  return names;
}

}  // namespace

void note_called(const char* name) {
  if (rules::keeps_watch()) called().note(name);
}

void note_provided(const void* table, std::span<const EntryPoint> places) {
  for (const EntryPoint& place : places) {
    const void* routine = nullptr;
    std::memcpy(&routine, static_cast<const char*>(table) + place.offset, sizeof routine);
    if (routine != nullptr) provided().note(place.name);
  }
}

std::vector<std::string> take_called() { return called().take(); }
std::vector<std::string> take_provided() { return provided().take(); }

}  // namespace drydock::nt
