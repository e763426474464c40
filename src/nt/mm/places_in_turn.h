// Numbers of places that are taken in turn, so that a released place stays unused for long and an
// access to it is noticed.
//
// Cost: a step for each taken place that is passed over. Owner: the table that has the places.
// Threads: those that hold its lock.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>

namespace drydock::nt {

template <std::size_t kPlaces>
class PlacesInTurn {
 public:
  // Returns nothing when all places are taken.
  std::optional<std::size_t> take() {
    for (std::size_t tried = 0; tried < kPlaces; ++tried) {
      const std::size_t place = next_++ % kPlaces;
      if (is_taken_[place]) continue;
      is_taken_[place] = true;
      return place;
    }
    return {};
  }

  void release(std::size_t place) {
    assert(place < kPlaces && is_taken_[place]);
    is_taken_[place] = false;
  }

 private:
  std::array<bool, kPlaces> is_taken_ = {};
  std::size_t next_ = 0;
};

}  // namespace drydock::nt
