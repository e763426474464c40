// Filter-centric processing: the process pins that one call of the filter's dispatch gets.
#pragma once

#include "src/ks/base/wdk.h"

namespace drydock::ks {

class Filter;

// Builds the index (S-183), calls Process, and moves every pin's leading edge by what was used
// (S-185). Called by the filter's processor.
NTSTATUS process_filter(Filter& filter);

// KsProcessPinUpdate, inside that call: moves the leading edge by what was used of a process pin
// and fills it with the next data. True when its pin may be processed.
bool update_process_pin(KSPROCESSPIN* face);

}  // namespace drydock::ks
