// DxgkDdiEscape: a private conversation between a client and its driver.
#pragma once

#include <cstddef>
#include <span>

#include "src/dxgk/dock.h"

namespace drydock::dxgk {

class Context;
class Device;

struct EscapeRequest {
  D3DDDI_ESCAPEFLAGS flags{};
  Device* device = nullptr;    // null: the adapter's
  Context* context = nullptr;  // of the device
  std::span<std::byte> data;   // in and out
};

NTSTATUS escape(Adapter& adapter, Seat& seat, const EscapeRequest& request);

}  // namespace drydock::dxgk
