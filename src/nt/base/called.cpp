#include "src/nt/base/called.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

// Returns the names that were recorded and not yet reported. They are compared by text, because one
// name may have several addresses.
std::vector<std::string> take(const CalledNames& names, std::set<std::string>& reported) {
  std::vector<std::string> out;
  for (const char* name : names.all()) {
    if (reported.insert(name).second) out.emplace_back(name);
  }
  std::ranges::sort(out);
  return out;
}

constinit CalledNames provided_names;

}  // namespace

constinit CalledNames called_names;

void CalledNames::note_elsewhere(const char* name, std::size_t home) {
  for (std::size_t i = 0; i < kProbes; ++i) {
    std::atomic<const char*>& place = places_[(home + i) % kPlaces];
    const char* known = place.load(std::memory_order_relaxed);
    if (known == name) return;
    if (known == nullptr && place.compare_exchange_strong(known, name, std::memory_order_relaxed))
      return;
    if (known == name) return;
  }
}

std::vector<const char*> CalledNames::all() const {
  std::vector<const char*> out;
  for (const std::atomic<const char*>& place : places_) {
    if (const char* name = place.load(std::memory_order_relaxed)) out.push_back(name);
  }
  return out;
}

void note_provided(const void* table, std::span<const EntryPoint> places) {
  for (const EntryPoint& place : places) {
    const void* routine = nullptr;
    std::memcpy(&routine, static_cast<const char*>(table) + place.offset, sizeof routine);
    if (routine != nullptr) provided_names.note(place.name);
  }
}

std::vector<std::string> take_called() {
  static sim::NeverDestroyed<std::set<std::string>> reported;
  return take(called_names, *reported);
}
std::vector<std::string> take_provided() {
  static sim::NeverDestroyed<std::set<std::string>> reported;
  return take(provided_names, *reported);
}

}  // namespace drydock::nt
