// The rules that a driver breaks by the mode that it adds to a set. Cost: comparisons. Threads:
// any.
#pragma once

#include "src/display/vidpn/functions.h"

namespace drydock::display {

// The rule behind a refusal, or behind a mode that was accepted.
std::optional<Complaint> broken_by(const D3DKMDT_VIDPN_SOURCE_MODE& mode, NTSTATUS status,
                                   const DriverTraits& driver);
std::optional<Complaint> broken_by(const D3DKMDT_VIDPN_TARGET_MODE& mode, NTSTATUS status,
                                   const DriverTraits& driver);
std::optional<Complaint> broken_by(const D3DKMDT_MONITOR_SOURCE_MODE& mode, NTSTATUS status,
                                   const DriverTraits& driver);

// D-059: counts an identifier that the driver left or replaced.
std::optional<Complaint> mixed_ids(BorrowedObject& object, bool is_left);

}  // namespace drydock::display
