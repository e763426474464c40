// How the runtime behaves where the documents leave it a choice, or where a test wants to see more.
#pragma once

#include <cstdint>

#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

// The three families of interfaces. A file may have several.
enum class Style : std::uint8_t {
  kAsExported,  // the first that the file has
  kDirect3D9,   // OpenAdapter
  kDirect3D10,  // OpenAdapter10_2 or OpenAdapter10
  kDirect3D12,  // OpenAdapter12
};

// When a Discard returns another instance of an allocation.
enum class Renaming : std::uint8_t { kWhenBusy, kAlways, kNever };

// The contents of reserved parts of CreateResource's arguments besides zeros.
enum class Noise : std::uint8_t {
  kNone,
  kFlags,    // undefined bits
  kMembers,  // members that mean nothing for a resource of this kind
};

struct Options {
  UINT interface_version = 9;      // Direct3D's own, as drivers receive it
  UINT runtime_version = 0;        // the runtime's build
  bool spoil_outputs = false;      // a failed callback leaves no usable handle in its answers
  bool refuse_locked = false;      // release of what is locked fails, besides being a finding
  bool abandon_children = false;   // DestroyDevice comes with resources live
  bool rewrite_callbacks = false;  // the table of callbacks changes when CreateDevice has returned
  bool give_obsolete = false;      // CreateDevice comes with buffers in its obsolete members
  bool shrink_batches = false;     // every other submission has room for less
  bool repeat_kernel_handle = false;  // a resource that is opened again has its first hKMResource
  bool is_full_screen = false;        // no Flush comes before Present
  Noise noise = Noise::kNone;
  Renaming renaming = Renaming::kWhenBusy;  // the schedule, and so a seed, says what is busy
  Style style = Style::kAsExported;
  // Options of Direct3D 10 and later: the interface (0: the newest that both sides know and a
  // kernel of WDDM 1.x has), whether the runtime's build is older than the driver's, and the flags
  // of CreateDevice besides the pipeline's level.
  UINT interface10 = 0;
  // Chooses the newest interface that both sides know, as Windows 10 does, if interface10 is 0 and
  // the kernel driver is of WDDM 2.0 or later.
  bool follows_kernel10 = false;
  bool is_old_build = false;
  UINT device_flags10 = 0;
  bool crowd_calculations = false;  // CalcPrivate functions come on two threads at once
  // The interface of Direct3D 12, D3D12DDI_SUPPORTED_…; 0: the newest that both know.
  UINT64 version12 = 0;
};

}  // namespace drydock::d3d
