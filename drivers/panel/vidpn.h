// A video present network as the graphics kernel lends it, for the length of a call. Whatever is
// acquired here is released before the function returns.
#pragma once

#include "modes.h"
#include "panel.h"

// The modes of a source or target, and the one that is pinned.
struct Choice {
  Sizes all;
  bool is_pinned = false;
  Size pinned{};
};

// The modes of the monitor behind an output.
class MonitorModes {
 public:
  MonitorModes(D3DKMDT_HMONITORSOURCEMODESET set, const DXGK_MONITORSOURCEMODESET_INTERFACE& api)
      : set_(set), api_(api) {}
  NTSTATUS read(Sizes& out) const;
  NTSTATUS add(const Size& size) const;

 private:
  const D3DKMDT_HMONITORSOURCEMODESET set_;
  const DXGK_MONITORSOURCEMODESET_INTERFACE& api_;
};

class VidPn {
 public:
  NTSTATUS open(const DXGKRNL_INTERFACE& kernel, D3DKMDT_HVIDPN handle);

  NTSTATUS count_paths(SIZE_T& out) const;
  // A copy of the path from our source to our target.
  // STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY when there is another.
  NTSTATUS read_path(D3DKMDT_VIDPN_PRESENT_PATH& out) const;
  NTSTATUS write_support(const D3DKMDT_VIDPN_PRESENT_PATH& path) const;
  NTSTATUS add_path(Rotation rotation) const;

  // Read the modes of our source and our target.
  NTSTATUS read_source(Choice& out) const;
  NTSTATUS read_target(Choice& out) const;
  // Replaces their modes. The pinned one, if any, is one of them.
  NTSTATUS write_source(const Sizes& sizes, const Size* pinned) const;
  NTSTATUS write_target(const Sizes& sizes, const Size* pinned, const Size& native) const;

 private:
  D3DKMDT_HVIDPN handle_ = nullptr;
  const DXGK_VIDPN_INTERFACE* api_ = nullptr;
  D3DKMDT_HVIDPNTOPOLOGY topology_ = nullptr;
  const DXGK_VIDPNTOPOLOGY_INTERFACE* paths_ = nullptr;
};
