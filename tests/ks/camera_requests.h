// Requests to the reference camera, for tests, the fuzzer and the bench.
#pragma once

#include <vector>

#include "src/ks/client/client_file.h"

namespace drydock::testing {

inline constexpr char16_t kCameraFilter[] = u"{6B1F0C5A-5D1B-4E0A-9C55-3A6D0E1F7C01}";

// YUY2 at thirty pictures a second.
inline avstream::Bytes camera_format(LONG width, LONG height) {
  KS_DATAFORMAT_VIDEOINFOHEADER out{};
  out.DataFormat.FormatSize = sizeof out;
  out.DataFormat.MajorFormat = KSDATAFORMAT_TYPE_VIDEO;
  out.DataFormat.SubFormat = {
      0x32595559, 0, 0x10, {0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71}};
  out.DataFormat.Specifier = KSDATAFORMAT_SPECIFIER_VIDEOINFO;
  out.VideoInfoHeader.AvgTimePerFrame = 333'667;
  KS_BITMAPINFOHEADER& bitmap = out.VideoInfoHeader.bmiHeader;
  const auto size = static_cast<ULONG>(width * height * 2);
  bitmap = {sizeof bitmap, width, height, 1, 16, 0x32595559, size, 0, 0, 0, 0};
  return avstream::to_bytes(out);
}

// Every set that a filter, a pin, an allocator or a clock knows, and two that are unknown.
inline const std::vector<GUID>& request_sets() {
  static const std::vector<GUID> all = {
      KSPROPSETID_Pin,
      KSPROPSETID_Topology,
      KSPROPSETID_General,
      KSPROPSETID_Connection,
      KSPROPSETID_Stream,
      KSPROPSETID_StreamInterface,
      KSPROPSETID_Clock,
      KSPROPSETID_StreamAllocator,
      KSMETHODSETID_StreamAllocator,
      KSEVENTSETID_Device,
      KSEVENTSETID_Connection,
      KSEVENTSETID_StreamAllocator,
      KSEVENTSETID_Clock,
      GUID{},
      GUID{0xBAD, 1, 2, {}},
  };
  return all;
}

}  // namespace drydock::testing
