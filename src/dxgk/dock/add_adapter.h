// Makes an adapter with the tables and callbacks of all rooms.
#pragma once

#include <memory>

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Calls DxgkDdiAddDevice. Returns null when the driver declined or failed; `failure` says how.
std::unique_ptr<Adapter> add_adapter(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                                     StartFailure& failure);

}  // namespace drydock::dxgk
