// What rows of the thunks call with.
#pragma once

#include <gtest/gtest.h>

#include "src/wdk/graphics.h"
#include "tests/support/export_rows.h"

namespace drydock::testing {

// The call with a request whose members are all zero.
template <typename Answer, typename Request>
auto with_empty(Answer(APIENTRY* thunk)(Request*)) {
  return [thunk] {
    std::remove_const_t<Request> request{};
    return thunk(&request);
  };
}

}  // namespace drydock::testing
