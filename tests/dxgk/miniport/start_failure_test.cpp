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

TEST(StartFailure, AnAnswerHasTheNameOfItsStatusIfThereIsOne) {
  EXPECT_EQ(answer_of("DxgkDdiStartDevice", STATUS_UNSUCCESSFUL),
            "DxgkDdiStartDevice returned 0xc0000001 (STATUS_UNSUCCESSFUL)");
  EXPECT_EQ(answer_of("DxgkDdiStartDevice", static_cast<NTSTATUS>(0xE1234567)),
            "DxgkDdiStartDevice returned 0xe1234567");
}

TEST(StartFailure, AQueryIsNamedWithItsSizes) {
  EXPECT_EQ(call_of_query(DXGKQAITYPE_QUERYSEGMENT4, 4, 48),
            "DxgkDdiQueryAdapterInfo(DXGKQAITYPE_QUERYSEGMENT4, 4 bytes in, 48 bytes out)");
  EXPECT_EQ(call_of_query(static_cast<DXGK_QUERYADAPTERINFOTYPE>(9999), 0, 8),
            "DxgkDdiQueryAdapterInfo(type 9999, 0 bytes in, 8 bytes out)");
}

}  // namespace
}  // namespace drydock::dxgk
