// The refusal of a descriptor.
#pragma once

#include <utility>

#include "src/nt/watch/breach.h"

namespace drydock::ks {

// Raises a breach that leaves a descriptor unusable. Always false, for the check that found it.
inline bool refuse(nt::Breach&& breach) {
  std::move(breach).raise();
  return false;
}

}  // namespace drydock::ks
