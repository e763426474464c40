// The three kinds of modes: what makes one valid, when two are the same, and the statuses of their
// sets. Cost: comparisons of plain values. Threads: any.
#pragma once

#include <vector>

#include "src/wdk/graphics.h"

namespace drydock::display {

template <typename Mode>
struct ModeKind;

template <>
struct ModeKind<D3DKMDT_VIDPN_SOURCE_MODE> {
  using Mode = D3DKMDT_VIDPN_SOURCE_MODE;
  static constexpr const char* kName = "source mode";
  static constexpr NTSTATUS kInvalidMode = STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE_MODE;
  static constexpr NTSTATUS kInvalidSet = STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET;
  static constexpr NTSTATUS kInvalidOwner = STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE;

  // STATUS_SUCCESS, or the status that says what is wrong with the mode.
  static NTSTATUS check(const Mode& mode);
  static bool same(const Mode& a, const Mode& b);
  static Mode make(UINT id);
  static void settle_preference(std::vector<Mode>&) {}
};

template <>
struct ModeKind<D3DKMDT_VIDPN_TARGET_MODE> {
  using Mode = D3DKMDT_VIDPN_TARGET_MODE;
  static constexpr const char* kName = "target mode";
  static constexpr NTSTATUS kInvalidMode = STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET_MODE;
  static constexpr NTSTATUS kInvalidSet = STATUS_GRAPHICS_INVALID_VIDPN_TARGETMODESET;
  static constexpr NTSTATUS kInvalidOwner = STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET;

  static NTSTATUS check(const Mode& mode);
  static bool same(const Mode& a, const Mode& b);
  static Mode make(UINT id);
  static void settle_preference(std::vector<Mode>&) {}
};

template <>
struct ModeKind<D3DKMDT_MONITOR_SOURCE_MODE> {
  using Mode = D3DKMDT_MONITOR_SOURCE_MODE;
  static constexpr const char* kName = "monitor source mode";
  static constexpr NTSTATUS kInvalidMode = STATUS_GRAPHICS_INVALID_MONITOR_SOURCE_MODE;
  static constexpr NTSTATUS kInvalidSet = STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET;
  static constexpr NTSTATUS kInvalidOwner = STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET;

  static NTSTATUS check(const Mode& mode);
  static bool same(const Mode& a, const Mode& b);
  static Mode make(UINT id);
  // At most one mode is preferred: the newest that says so.
  static void settle_preference(std::vector<Mode>& modes);
};

// Timing and size alike.
bool same_signal(const D3DKMDT_VIDEO_SIGNAL_INFO& a, const D3DKMDT_VIDEO_SIGNAL_INFO& b);

// STATUS_SUCCESS, `invalid` for a signal without a standard, or what is wrong with its numbers. A
// number may be D3DKMDT_FREQUENCY_NOTSPECIFIED or D3DKMDT_DIMENSION_NOTSPECIFIED.
NTSTATUS check_signal(const D3DKMDT_VIDEO_SIGNAL_INFO& signal, NTSTATUS invalid);

}  // namespace drydock::display
