// The outputs of an adapter and the monitors at them, as the driver reports them.
//
// Cost: one call of the driver for each question. Threads: as the driver's calls.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/display/modes/mode_driver.h"

namespace drydock::display {

// Returns whether a monitor can be plugged and unplugged.
bool can_be_plugged(const DXGK_CHILD_DESCRIPTOR& output);
// Returns whether the output is a target of networks.
bool is_target(const DXGK_CHILD_DESCRIPTOR& output);
// Returns whether the driver knows how the monitor at the output is turned.
bool senses_rotation(const DXGK_CHILD_DESCRIPTOR& output);
// Returns whether the driver has left the descriptor empty.
bool is_left_empty(const DXGK_CHILD_DESCRIPTOR& output);

// Checks a driver's descriptors of its outputs (D-023 to D-025).
void check_outputs(std::span<const DXGK_CHILD_DESCRIPTOR> outputs, ModeDriver& driver);

// DxgkDdiQueryChildStatus, for outputs that can be plugged. The others are connected.
bool is_connected(const DXGK_CHILD_DESCRIPTOR& output, bool non_destructive_only,
                  ModeDriver& driver);

// Returns how the monitor is turned, at an output that senses it; nothing when the driver does not
// say.
std::optional<D3DKMDT_MONITOR_ORIENTATION> orientation_of(const DXGK_CHILD_DESCRIPTOR& output,
                                                          ModeDriver& driver);
// The same for an angle that the driver passed to a call; nothing when it means none (D-028).
std::optional<D3DKMDT_MONITOR_ORIENTATION> checked_orientation(const char* call, ULONG child,
                                                               UCHAR angle,
                                                               const nt::Offender& driver);

}  // namespace drydock::display
