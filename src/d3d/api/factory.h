// Adapters and devices of the family that a driver and its caller agree on.
//
// This room is the top of src/d3d: it knows every family, and no room below knows it. The families
// do not know each other. api.cpp is what include/drydock/d3d.h declares.
//
// Cost: one allocation; no driver is called. Owner: the caller. Threads: any.
#pragma once

#include <memory>

#include "src/d3d/core/device.h"

namespace drydock::d3d {

// An adapter for a process; nothing is opened yet. Options::style chooses the family.
std::shared_ptr<Adapter> make_adapter(std::shared_ptr<UserDriver> driver,
                                      const dxgk::RuntimeView& view, LUID luid,
                                      const Options& options = {});

// A device of the adapter's family; nothing is created yet. Flags are for Direct3D 9.
std::shared_ptr<Device> make_device(std::shared_ptr<Adapter> adapter,
                                    D3DDDI_CREATEDEVICEFLAGS flags = {});

}  // namespace drydock::d3d
