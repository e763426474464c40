// A driver with capture buffers, which it asks for their addresses.
#pragma once

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline constexpr UINT kCaptureFlag = 1U << 9;

// The memory of the world in which DxgkDdiStopCapture is called.
inline EngineMiniport* stopping = nullptr;
inline int stops = 0;
inline bool was_in_memory = false;

inline NTSTATUS APIENTRY stop_capture(IN_CONST_HANDLE, IN_CONST_PDXGKARG_STOPCAPTURE) {
  ++stops;
  was_in_memory = stopping != nullptr && !stopping->is_memory_free();
  return STATUS_SUCCESS;
}

inline EngineMiniport::Settings capturing(EngineMiniport::Settings settings = {}) {
  settings.flags |= kCaptureFlag;
  settings.extend = [](DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiStopCapture = stop_capture;
  };
  return settings;
}

// The driver asks in an escape.
inline NTSTATUS ask_address(GpuWorld& gpu, DXGKARGCB_GETCAPTUREADDRESS& asked, bool alone = false) {
  NTSTATUS answer = STATUS_UNSUCCESSFUL;
  gpu.engine.misdeeds.alone = [&](std::string_view call) -> std::optional<NTSTATUS> {
    if (call == "escape") answer = gpu.engine.kernel().DxgkCbGetCaptureAddress(&asked);
    return std::nullopt;
  };
  D3DKMT_ESCAPE escape{};
  escape.hAdapter = gpu.opened;
  escape.Type = D3DKMT_ESCAPE_DRIVERPRIVATE;
  escape.Flags.HardwareAccess = alone;
  EXPECT_EQ(D3DKMTEscape(&escape), STATUS_SUCCESS);
  gpu.engine.misdeeds.alone = {};
  return answer;
}

inline std::optional<LONGLONG> address_of(GpuWorld& gpu, D3DKMT_HANDLE allocation) {
  DXGKARGCB_GETCAPTUREADDRESS asked{};
  asked.hAllocation = allocation;
  if (ask_address(gpu, asked) != STATUS_SUCCESS) return std::nullopt;
  EXPECT_EQ(asked.SegmentId, 1U);
  return asked.PhysicalAddress.QuadPart;
}

}  // namespace drydock::testing
