// The names by which clients can ask for an adapter.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/dxgk/dock/dock.h"

namespace drydock::dxgk {

// The name of the adapter's device interface, as a client would get it from the setup functions.
std::u16string device_name(const Adapter& adapter);

// Returns the working adapter with this name, in any case of letters; null when there is none.
Adapter* find_by_device_name(const Dock& dock, std::u16string_view name);

// A display of the desktop. There is one desktop in a dock, and every source of its adapters is
// attached to it: \\.\DISPLAY1, \\.\DISPLAY2 and so on, in the order of the adapters.
struct Display {
  Adapter* adapter;
  UINT source;
};
std::optional<Display> find_display(const Dock& dock, std::u16string_view name);

}  // namespace drydock::dxgk
