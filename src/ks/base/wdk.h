// The Windows declarations of kernel streaming, as the class driver sees them.
//
// This room holds what every other room of src/ks uses: the mutexes and callbacks of a thread
// (mutex.h), requests and their buffers (request.h), calls of handlers (handler.h), events
// (event.h), and work for the host's own workers (host_work.h). It knows no object of AVStream.
#pragma once

// clang-format off: unknown.h brings what the interfaces in ks.h are declared with.
#include "src/nt/base/wdk.h"
#include "unknown.h"
#include "ks.h"
#include "ksmedia.h"
// clang-format on

#undef interface
#undef min
#undef max

namespace drydock::ks {

inline bool same(const GUID& a, const GUID& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace drydock::ks
