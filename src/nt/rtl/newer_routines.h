// Routines of the executive that older versions of Windows do not have.
#pragma once

#include <cstdint>
#include <string_view>

namespace drydock::nt {

// The build of Windows that brought the routine, as its documents say; 0: every one that can be
// played has it. MmGetSystemRoutineAddress hides routines that the played Windows lacks. A driver
// that imports one is loaded all the same.
std::uint32_t first_build_with(std::string_view routine);

}  // namespace drydock::nt
