// The Windows declarations of kernel streaming, as the class driver sees them.
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
