// Prints the debug output of drivers in a run as it comes: of DbgPrint and its kin, and of their
// traces.
#pragma once

#include <string>

namespace drydock::verify {

// Called in a child process before its standard error becomes a pipe: lines go to what it was.
void keep_standard_error();

// While one lives, each line that a driver prints appears behind the name of the scenario.
class DebugLines {
 public:
  explicit DebugLines(std::string scenario);
  ~DebugLines();
  DebugLines(const DebugLines&) = delete;
  DebugLines& operator=(const DebugLines&) = delete;

 private:
  const std::string scenario_;
};

}  // namespace drydock::verify
