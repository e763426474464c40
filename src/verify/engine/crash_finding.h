// The finding about a run that ended its process.
#pragma once

#include <string>

#include "src/verify/engine/outcome.h"

namespace drydock::verify {

// The parent's knowledge of a process that ended in the middle of a run.
struct ProcessEnd {
  int exit_status = 0;         // as wait() gives it
  std::string exceeded_limit;  // the limit that it exceeded, as the end of a sentence; empty: none
  std::string output;          // the last that it wrote to its standard output and error
  CrashReport report;          // empty when the process could not write one
};

// N-062 for a run that does not end or takes all memory, N-061 for a crash. When the process could
// not report its stack, the stack comes from the report of a sanitizer.
rules::Finding finding_of(const ProcessEnd& end);

}  // namespace drydock::verify
