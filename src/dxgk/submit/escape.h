// DxgkDdiEscape: a private conversation between a client and its driver.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Adapter;
class Context;
class Device;
class Seat;

struct EscapeRequest {
  D3DDDI_ESCAPEFLAGS flags{};
  Device* device = nullptr;    // null: the adapter's
  Context* context = nullptr;  // of the device
  std::span<std::byte> data;   // in and out
};

NTSTATUS escape(Adapter& adapter, Seat& seat, const EscapeRequest& request);

// K-076: after a call that named the driver's process. A driver that was alive before it and is
// dead now, of a process that has none, did not look.
void check_null_process(const Adapter& adapter, const Seat& seat, std::string_view call);

}  // namespace drydock::dxgk
