// A started device of a minidriver with an open filter.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/ks/minidriver.h"

namespace drydock::testing {

// A started device with an open filter.
struct Opened : OpenMinidriver {
  explicit Opened(const std::vector<std::string>& definitions = {}, const std::string& prefix = {})
      : OpenMinidriver(minidriver(definitions, prefix)) {
    open();
  }
  ~Opened() { expect_nothing_found(); }
  NTSTATUS connect(File& pin, ULONG id = 0, KPROCESSOR_MODE mode = KernelMode) {
    return rig.connect(filter, id, plain_format(), pin, nullptr, mode);
  }
};

}  // namespace drydock::testing
