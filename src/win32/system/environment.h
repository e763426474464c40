// The environment that user-mode drivers see: a process of Windows has one; the host's own stays
// hidden, so that a run does not depend on where it is made.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drydock::win32 {

std::optional<std::u16string> environment_variable(std::u16string_view name);

// Every %NAME% that is a variable is replaced by its value.
std::u16string expand_environment(std::u16string_view text);

}  // namespace drydock::win32
