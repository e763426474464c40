// Pages of the process whose physical addresses a test asks for.
#pragma once

#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"

namespace drydock::testing {

alignas(PAGE_SIZE) inline char buffer[3 * PAGE_SIZE];

}  // namespace drydock::testing
