// Prints the debug output of drivers in a run as it comes: of DbgPrint and its kin, and of their
// traces.
#pragma once

#include <string>

#include "src/nt/rtl/debug.h"

namespace drydock::verify {

// Called in a child process before its standard error becomes a pipe: lines go to what it was.
void keep_standard_error();

// While one lives, each line that a driver prints appears behind the name of the scenario.
class DebugLines {
 public:
  explicit DebugLines(std::string scenario);

 private:
  const nt::DebugListeners::Listener listener_;
};

}  // namespace drydock::verify
