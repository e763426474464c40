// The formats of the pins, and the format that a connection agreed on.
#pragma once

#include "vcam.h"

enum class Layout { kYuy2, kNv12 };

struct Format {
  Layout layout;
  ULONG width;
  ULONG height;
  ULONG stride;       // bytes of a row of luma (NV12) or of pixels (YUY2)
  ULONG image_size;   // bytes of a whole picture with this stride
  LONGLONG interval;  // 100 ns a frame
};

// For KSPIN_DESCRIPTOR of both filters.
extern const PKSDATARANGE kVideoRanges[2];
constexpr ULONG kVideoRangesCount = 2;

// The format of a connection as `range` allows it: STATUS_NO_MATCH when it does not.
NTSTATUS read_format(const KSDATAFORMAT& connection, const KSDATARANGE& range, Format& format);

// The same picture with rows of another length.
Format with_stride(const Format& format, ULONG stride);

// KSPIN_DESCRIPTOR_EX.IntersectHandler.
NTSTATUS intersect_video(PVOID context, PIRP irp, PKSP_PIN pin, PKSDATARANGE caller_range,
                         PKSDATARANGE own_range, ULONG buffer_size, PVOID data, PULONG data_size);
