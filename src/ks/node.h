// Topology nodes as objects of their own.
#pragma once

#include "src/ks/wdk.h"

namespace drydock::ks {

class Filter;

// IRP_MJ_CREATE with KSSTRING_TopologyNode below a filter. Does not complete the IRP.
NTSTATUS create_node(Filter& filter, PIRP irp);

}  // namespace drydock::ks
