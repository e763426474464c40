// Adapters of Direct3D 12: the tables that both sides know.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/result.h"
#include "tests/d3d/d3d12/living.h"
#include "tests/d3d/support/stand12.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12, NewestTableThatBothKnowIsTaken) {
  Stand12 stand;
  live(stand.begin());
  EXPECT_EQ(stand.device->agreement().version, D3D12DDI_SUPPORTED_0088);
  EXPECT_EQ(stand.device->agreement().level, D3D12DDI_3DPIPELINELEVEL_1_0_CORE);
  EXPECT_EQ(stand.plan().LastInterface, UINT(D3D12DDI_INTERFACE_VERSION_R8));
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, VersionThatTheDriverLacksIsRefused) {
  Stand12 stand(D3D12DDI_SUPPORTED_0075);
  EXPECT_EQ(stand.try_begin(), E_NOTIMPL);
  EXPECT_EQ(stand.count("U-037"), 1U) << stand.findings_text();
}

}  // namespace
}  // namespace drydock::testing
