// The finding about a run that killed its process.
#pragma once

#include <string>

#include "src/verify/engine/plan.h"

namespace drydock::verify {

struct Death {
  int status = 0;            // as wait() gives it
  int signal = 0;            // that the process could still tell of; 0: none
  std::string limit_broken;  // which limit it broke, as the end of a sentence; empty: none
  std::string said;          // the last that it wrote to its standard output and error
  Whereabouts whereabouts;
  std::optional<Stillness> stillness = {};
};

// N-062 for what does not end, N-061 for all else. A sanitizer's report gives the stack when the
// process itself could not.
rules::Finding finding_of(const Death& death);

}  // namespace drydock::verify
