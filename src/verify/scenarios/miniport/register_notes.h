// Notes the accesses of a driver to the registers of its device while the device starts, for the
// report of a start that fails.
#pragma once

#include <memory>
#include <vector>

#include "src/dxgk/adapter/device_model.h"
#include "src/verify/base/start_notes.h"

namespace drydock::verify {

// The ranges, with accesses noted where the model answers them: "it read 4 bytes at 0x10 of range
// 1: 0x0". A driver may have ranges mapped after the device is removed, so they share the lines.
std::vector<dxgk::DeviceModel::Range> noted(std::vector<dxgk::DeviceModel::Range> ranges,
                                            const std::shared_ptr<NotedLines>& lines);

}  // namespace drydock::verify
