// Where a run meets fault points, in words that outlive a build of the driver.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drydock::verify {

// While it lives the fault points of the process are named as they are first met: their driver may
// be gone at the end. One at a time.
class FaultPlaces {
 public:
  FaultPlaces();
  ~FaultPlaces();
  FaultPlaces(const FaultPlaces&) = delete;
  FaultPlaces& operator=(const FaultPlaces&) = delete;

  // The names of these stacks, in order: "make_ring < DriverEntry", and "make_ring < DriverEntry
  // (2)" for the second place there. Without lines, so that a change elsewhere in a file leaves
  // them as they are.
  static std::vector<std::string> names_of(const std::vector<std::uint64_t>& stacks);
};

}  // namespace drydock::verify
