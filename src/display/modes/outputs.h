// The outputs of an adapter and what is connected to them, by the driver's own words.
//
// Cost: one call of the driver for each question. Threads: as the driver's calls.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/display/modes/mode_driver.h"
#include "src/display/vidpn/monitors.h"

namespace drydock::display {

// A monitor may come and go.
bool can_be_plugged(const DXGK_CHILD_DESCRIPTOR& output);
// A target of networks.
bool is_target(const DXGK_CHILD_DESCRIPTOR& output);

// D-023 to D-025: what a driver says of its outputs.
void check_outputs(std::span<const DXGK_CHILD_DESCRIPTOR> outputs, ModeDriver& driver);

// DxgkDdiQueryChildStatus, for outputs that can be plugged. The others are connected.
bool is_connected(const DXGK_CHILD_DESCRIPTOR& output, bool non_destructive_only,
                  ModeDriver& driver);

// DxgkDdiQueryDeviceDescriptor. Nothing when the monitor does not describe itself.
std::optional<EdidBlock> read_block(const DXGK_CHILD_DESCRIPTOR& output, UINT block,
                                    ModeDriver& driver);
// The base block again, and those that follow it.
std::vector<EdidBlock> read_blocks(const DXGK_CHILD_DESCRIPTOR& output, ModeDriver& driver);

}  // namespace drydock::display
