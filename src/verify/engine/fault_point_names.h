// Names for the fault points that a run meets. They stay the same from one build of the driver to
// the next, so that a report can be compared with an earlier one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace drydock::verify {

// While it lives, each fault point of the process is named when it is first met: at the end of the
// run its driver may be unloaded. At most one lives at a time.
class FaultPointNames {
 public:
  FaultPointNames();
  ~FaultPointNames();
  FaultPointNames(const FaultPointNames&) = delete;
  FaultPointNames& operator=(const FaultPointNames&) = delete;

  // The names of the fault points with these stacks, in order: "make_ring < DriverEntry", and
  // "make_ring < DriverEntry (2)" for the second fault point in the same functions. Names have no
  // lines, so that an edit elsewhere in the file does not change them.
  static std::vector<std::string> names_of(const std::vector<std::uint64_t>& stacks);
};

}  // namespace drydock::verify
