// Topology nodes as objects of their own.
#pragma once

#include <cstddef>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

class Filter;

// The parameters of a create request for one of so many nodes; false when they name none.
bool parse_node_request(PIRP irp, std::size_t nodes, KSNODE_CREATE& request);

// IRP_MJ_CREATE with KSSTRING_TopologyNode below a filter. Does not complete the IRP.
NTSTATUS create_node(Filter& filter, PIRP irp);

}  // namespace drydock::ks
