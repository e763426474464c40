// The calls between the host and its drivers, and the entry points that the drivers have. From them
// a verification tells what it reached and what it did not.
//
// Cost of note_called(): one relaxed load once a name is known.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/rules/watch.h"

namespace drydock::nt {

// A set of addresses of names, which only grows. A place is written once, so a reader needs no
// memory order. Names that do not fit are left out.
class CalledNames {
 public:
  void note(const char* name) {
    const std::size_t home = home_of(name);
    if (places_[home].load(std::memory_order_relaxed) != name) [[unlikely]]
      note_elsewhere(name, home);
  }

  // Every address noted so far.
  std::vector<const char*> all() const;

 private:
  static constexpr std::size_t kPlaces = 4096;
  static constexpr std::size_t kProbes = 64;

  static std::size_t home_of(const char* name) {
    return reinterpret_cast<std::uintptr_t>(name) * 0x9e3779b97f4a7c15ULL >> 52;
  }
  void note_elsewhere(const char* name, std::size_t home);

  std::array<std::atomic<const char*>, kPlaces> places_ = {};
};
extern constinit CalledNames called_names;

// Records a call: of a driver's entry point, or of the host by a driver or client. The name is a
// string literal, because only its address is stored.
inline void note_called(const char* name) {
  if (rules::is_watching()) called_names.note(name);
}

// A place in a table of entry points. The name is a string literal, the one by which its call is
// recorded.
struct EntryPoint {
  const char* name;
  std::size_t offset;
};

// A driver has handed in this table: those of its places that are not null are entry points.
void note_provided(const void* table, std::span<const EntryPoint> places);

// The names noted since the last time, sorted; each is given once in the life of the process.
std::vector<std::string> take_called();
std::vector<std::string> take_provided();

}  // namespace drydock::nt
