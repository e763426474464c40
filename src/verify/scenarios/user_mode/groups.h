// The scenarios of user-mode display drivers in groups, one for each source file.
#pragma once

#include <span>

#include "src/verify/base/scenario.h"

namespace drydock::verify {

std::span<const Scenario> user_mode_resources();  // create, render, lock, destroy
std::span<const Scenario> user_mode_sharing();    // between devices and programs
std::span<const Scenario> user_mode_endings();    // devices destroyed, lost or not created
// Calls that a runtime may make and rarely makes.
std::span<const Scenario> user_mode_difficulties();
std::span<const Scenario> user_mode_crowds();      // several actors
std::span<const Scenario> user_mode_direct3d10();  // calls that only Direct3D 10 and 11 have
std::span<const Scenario> user_mode_direct3d12();  // heaps of Direct3D 12
std::span<const Scenario> user_mode_drawing();     // states, shaders, draws and copies

}  // namespace drydock::verify
