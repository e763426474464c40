// A driver that makes one mistake with one callback.
#pragma once

#include <string_view>

#include "tests/d3d/support/scene.h"

namespace drydock::testing {

// No allocation has it.
inline constexpr ULONG kUnknownHandle = 0x5a5a5a40;

struct Mistaken {
  std::string_view rule;
  CALL_BACK callback;
  MISTAKE mistake;
  ULONG value;
  HRESULT result;
};

// The driver makes each in a Flush, with a resource of one surface, and does not pass the error on.
// The callback that is refused changes nothing: what the kernel-mode driver has stays, work goes
// on, and the life ends without another finding.
inline void expect_found(const Mistaken& each) {
  SCOPED_TRACE(each.rule);
  Scene scene;
  scene.begin();
  EXPECT_EQ(scene.err_in_flush(each.callback, each.mistake, each.value), each.result);
  EXPECT_EQ(scene.count(each.rule), 1U) << scene.stand.findings_text();
  const std::size_t found = scene.stand.findings().size();
  const bool was_released = each.mistake == MISTAKE_TWICE;
  EXPECT_EQ(scene.living(), was_released ? 0U : 1U);
  EXPECT_EQ(scene.stand.kernel_allocations(), was_released ? 0 : 1);
  EXPECT_EQ(scene.stand.kernel_resources(), was_released ? 0 : 1);
  if (!was_released) {
    EXPECT_EQ(scene.device->color_fill(*scene.resource, 0, 1), S_OK);
    EXPECT_EQ(scene.device->flush(), S_OK);
    EXPECT_EQ(scene.device->destroy_resource(*scene.resource), S_OK);
  }
  scene.end();
  EXPECT_EQ(scene.stand.findings().size(), found) << scene.stand.findings_text();
}

}  // namespace drydock::testing
