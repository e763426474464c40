// Private data as a hostile client would send it.
#pragma once

#include <vector>

#include "src/verify/base/profile.h"

namespace drydock::verify {

// The data cut off, too long, without sense, and with one number out of bounds, zero, one more or
// far more than it was. Of long data the first words and some of the others are changed.
std::vector<Blob> spoiled(const Blob& good);

}  // namespace drydock::verify
