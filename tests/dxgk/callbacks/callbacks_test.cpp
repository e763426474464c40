// Callbacks of DXGKRNL_INTERFACE that are neither about interrupts nor about handles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/callbacks/kernel_interface.h"
#include "src/sim/faults.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using ::testing::IsEmpty;

// A worker starts before the device is asked about, which fails.
MiniportLife refused_worker(std::u16string_view fault) {
  const sim::FaultInjection injection({.seed = 1, .one_in = 1, .only = sim::FaultKind::kDevice});
  return life_with(fault, {.seed = 1});
}

TEST(CallbackFaults, ThreadLeftByAStartThatFailsIsFound) {
  const MiniportLife life = refused_worker(u"WorkerForgotten");
  EXPECT_FALSE(NT_SUCCESS(life.start));
  EXPECT_EQ(life.count("N-041"), 1U) << life.findings_text();
}

TEST(CallbackFaults, ThreadThatAFailedStartStopsIsSilent) {
  const MiniportLife life = refused_worker(u"WorkerStopped");
  EXPECT_FALSE(NT_SUCCESS(life.start));
  EXPECT_THAT(life.findings, IsEmpty()) << life.findings_text();
  expect_silent(life_with(u"WorkerForgotten", {.seed = 1}));
}

// The rest is asked as a driver would ask, without one.
class Table : public ::testing::Test {
 protected:
  const DXGKRNL_INTERFACE table_ =
      dxgk::kernel_interface(DXGKDDI_INTERFACE_VERSION_WDDM3_2, nullptr);
};

TEST_F(Table, HasEveryCallback) {
  const auto* words = reinterpret_cast<void* const*>(&table_);
  const std::size_t first = offsetof(DXGKRNL_INTERFACE, DxgkCbEvalAcpiMethod) / sizeof(void*);
  for (std::size_t i = first; i < sizeof table_ / sizeof(void*); ++i)
    EXPECT_NE(words[i], nullptr) << "member " << i;
}

class CallbackPromises : public Table {};

TEST_F(CallbackPromises, K425NothingIsACaptureBuffer) {
  DXGKARGCB_GETCAPTUREADDRESS capture{};
  capture.hAllocation = 0x40000040;
  EXPECT_EQ(table_.DxgkCbGetCaptureAddress(&capture), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(table_.DxgkCbGetCaptureAddress(nullptr), STATUS_INVALID_PARAMETER);
}

}  // namespace
