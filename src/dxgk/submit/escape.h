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
  Device* device = nullptr;    // null for an escape of the adapter
  Context* context = nullptr;  // a context of that device, or null
  std::span<std::byte> data;   // in and out
};

NTSTATUS escape(Adapter& adapter, Seat& seat, const EscapeRequest& request);

// Checks K-076 after a call that named the driver's process. If the process has no object in the
// driver and the driver ended during the call, the driver used the null handle unchecked.
void check_null_process(const Adapter& adapter, const Seat& seat, std::string_view call);

}  // namespace drydock::dxgk
