// The end of a client's call that broke rules: what the checks noted becomes findings.
//
// Contract: called with no lock held, when the status of the call is decided. A call that the
// host's own Direct3D runtime makes is not a program's: of such a call only those breaches are told
// that are a driver's too. Cost: only a call that broke a rule comes here. Threads: any.
#pragma once

#include "src/nt/watch/client_call.h"

namespace drydock::thunks {

void raise_noted(const nt::ClientCall& call) noexcept;

}  // namespace drydock::thunks
