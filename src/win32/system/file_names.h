// Names of files as Win32 spells them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drydock::win32 {

// The name for the executive: "\??\C:\folder\file". A name without a drive is below the current
// folder. Nothing for names of devices and of other machines, of which drivers can open none.
std::optional<std::u16string> native_name(std::u16string name);

}  // namespace drydock::win32
