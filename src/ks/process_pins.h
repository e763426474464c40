// Filter-centric processing: the process pins that one call of the filter's dispatch gets.
#pragma once

#include "src/ks/wdk.h"

namespace drydock::ks {

class Filter;

// Builds the index (S-183), calls Process, and moves every pin's leading edge by what was used
// (S-185). Called by the filter's processor.
NTSTATUS process_filter(Filter& filter);

}  // namespace drydock::ks
