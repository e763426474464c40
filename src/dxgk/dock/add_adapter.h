// Makes an adapter with the tables and callbacks of all rooms.
#pragma once

#include <memory>

#include "src/dxgk/adapter/adapter.h"

namespace drydock::dxgk {

// Calls DxgkDdiAddDevice. Returns null when the driver declined or failed; `status` says which.
std::unique_ptr<Adapter> add_adapter(const Miniport& miniport, std::shared_ptr<DeviceModel> model,
                                     NTSTATUS& status);

}  // namespace drydock::dxgk
