// Why a device does not start, in words. What `drydock verify` makes of it is in
// tests/verify/start_help_test.cpp.
#include "src/dxgk/miniport/start_failure.h"

#include <gtest/gtest.h>

namespace drydock::dxgk {
namespace {

TEST(StartFailure, SaysWhyOrTheStatus) {
  EXPECT_EQ(to_text({.status = STATUS_NO_MEMORY, .why = "the device has no interrupt"}),
            "the device has no interrupt");
  EXPECT_EQ(to_text({.status = STATUS_NO_MEMORY}),
            "the host returned 0xc0000017 (STATUS_NO_MEMORY)");
}

TEST(StartFailure, ARefusalOfTheHostIsSaidToBePassedOn) {
  const char* const start = "DxgkDdiStartDevice";
  const std::vector<NotPlayed> refusals = {{"DxgkCbLogEtwEvent", "DxgkDdiAddDevice"},
                                           {"DxgkCbQueryServices(DxgkServicesSPB)", start}};
  const auto why = passed_on(refusals, start, STATUS_NOT_SUPPORTED);
  ASSERT_TRUE(why.has_value());
  EXPECT_EQ(why->find("Drydock does not play DxgkCbQueryServices(DxgkServicesSPB), and "
                      "DxgkDdiStartDevice passed on what it got there"),
            0U)
      << *why;
  // Another status, or another entry point, is the driver's own.
  EXPECT_EQ(passed_on(refusals, start, STATUS_NO_MEMORY), std::nullopt);
  EXPECT_EQ(passed_on(refusals, "DxgkDdiQueryAdapterInfo", STATUS_NOT_SUPPORTED), std::nullopt);
  EXPECT_EQ(refused_before({}), "");
  EXPECT_EQ(refused_before(refusals),
            "; before that Drydock refused DxgkCbLogEtwEvent and "
            "DxgkCbQueryServices(DxgkServicesSPB), which it does not play");
}

TEST(StartFailure, AQueryIsNamedWithItsSizes) {
  EXPECT_EQ(call_of_query(DXGKQAITYPE_QUERYSEGMENT4, 4, 48),
            "DxgkDdiQueryAdapterInfo(DXGKQAITYPE_QUERYSEGMENT4, 4 bytes in, 48 bytes out)");
  EXPECT_EQ(call_of_query(static_cast<DXGK_QUERYADAPTERINFOTYPE>(9999), 0, 8),
            "DxgkDdiQueryAdapterInfo(type 9999, 0 bytes in, 8 bytes out)");
}

}  // namespace
}  // namespace drydock::dxgk
