// A driver that makes one mistake with one callback.
#pragma once

#include <string_view>

#include "tests/d3d/support/scene.h"

namespace drydock::testing {

struct Mistaken {
  std::string_view rule;
  CALL_BACK callback;
  MISTAKE mistake;
  ULONG value;
  HRESULT result;
};

// The driver makes each in a Flush, with a resource of one surface.
inline void expect_found(const Mistaken& each) {
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(each.callback, each.mistake, each.value), each.result) << each.rule;
  EXPECT_EQ(scene.count(each.rule), 1U) << scene.stand.findings_text();
}

}  // namespace drydock::testing
