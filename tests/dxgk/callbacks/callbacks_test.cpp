// Callbacks of DXGKRNL_INTERFACE that are neither about interrupts nor about handles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/dxgk/callbacks/kernel_interface.h"
#include "src/sim/faults.h"
#include "tests/dxgk/callbacks/callbacks_scene.h"
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

// The names of what the host refused because it does not play it.
std::vector<std::string> not_played(HANDLE device) {
  std::vector<std::string> out;
  for (const dxgk::NotPlayed& each : dxgk::Hardware::find(device)->not_played())
    out.push_back(each.call);
  return out;
}

TEST(NotPlayed, WhatTheHostDoesNotPlayIsNotedOnce) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    const HANDLE device = callbacks.DeviceHandle;
    INTERFACE interface{};
    GUID code{};
    SIZE_T returned = 0;
    const DXGK_MONITOR_INTERFACE* monitors = nullptr;
    DXGKARGCB_INVALIDATEHWCONTEXT context{};
    context.hAdapter = device;
    DXGKARGCB_NOTIFYCURSORSUPPORTCHANGE cursor{};
    cursor.DeviceHandle = device;
    DXGK_SEGMENTMEMORYSTATE state{};
    DXGKARGCB_PINFRAMEBUFFERFORSAVE pin{};
    DXGKARGCB_PINFRAMEBUFFERFORSAVE2 pin2{};
    DXGKARGCB_UNPINFRAMEBUFFERFORSAVE unpin{};
    DXGKARGCB_MAPFRAMEBUFFERPOINTER map{};
    DXGKARGCB_UNMAPFRAMEBUFFERPOINTER unmap{};
    DXGKARGCB_SAVEMEMORYFORHOTUPDATE save{};
    const std::vector<NTSTATUS> answers = {
        callbacks.DxgkCbQueryServices(device, DxgkServicesSPB, &interface),
        callbacks.DxgkCbQueryServices(device, DxgkServicesSPB, &interface),
        callbacks.DxgkCbPowerRuntimeControlRequest(device, &code, nullptr, 0, nullptr, 0,
                                                   &returned),
        callbacks.DxgkCbQueryMonitorInterface(device, DXGK_MONITOR_INTERFACE_VERSION_V1, &monitors),
        callbacks.DxgkCbIndicateConnectorChange(device),
        callbacks.DxgkCbUnblockUEFIFrameBufferRanges(device, &state),
        callbacks.DxgkCbNotifyCursorSupportChange(&cursor),
        callbacks.DxgkCbInvalidateHwContext(&context),
        callbacks.DxgkCbMitigatedRangeUpdate(device, 0),
        callbacks.DxgkCbPinFrameBufferForSave(device, &pin),
        callbacks.DxgkCbPinFrameBufferForSave2(device, &pin2),
        callbacks.DxgkCbUnpinFrameBufferForSave(device, &unpin),
        callbacks.DxgkCbMapFrameBufferPointer(device, &map),
        callbacks.DxgkCbUnmapFrameBufferPointer(device, &unmap),
        callbacks.DxgkCbSaveMemoryForHotUpdate(device, &save)};
    EXPECT_THAT(answers, ::testing::Each(STATUS_NOT_SUPPORTED));
    EXPECT_THAT(not_played(device),
                ::testing::ElementsAre(
                    "DxgkCbQueryServices(DxgkServicesSPB)", "DxgkCbPowerRuntimeControlRequest",
                    "DxgkCbQueryMonitorInterface", "DxgkCbIndicateConnectorChange",
                    "DxgkCbUnblockUEFIFrameBufferRanges", "DxgkCbNotifyCursorSupportChange",
                    "DxgkCbInvalidateHwContext", "DxgkCbMitigatedRangeUpdate",
                    "DxgkCbPinFrameBufferForSave", "DxgkCbPinFrameBufferForSave2",
                    "DxgkCbUnpinFrameBufferForSave", "DxgkCbMapFrameBufferPointer",
                    "DxgkCbUnmapFrameBufferPointer", "DxgkCbSaveMemoryForHotUpdate"));
  });
}

// A driver that asks wrongly is refused for that, and so is one that the device does not suit.
TEST(NotPlayed, OtherRefusalsAreNotNoted) {
  with_callbacks([](const DXGKRNL_INTERFACE& callbacks) {
    const HANDLE device = callbacks.DeviceHandle;
    EXPECT_EQ(callbacks.DxgkCbQueryServices(device, DxgkServicesSPB, nullptr),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbInvalidateHwContext(nullptr), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbNotifyCursorSupportChange(nullptr), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(callbacks.DxgkCbMapMemory(device, {}, 16, FALSE, FALSE, MmNonCached, nullptr),
              STATUS_INVALID_PARAMETER);
    EXPECT_THAT(not_played(device), IsEmpty());
  });
}

}  // namespace
