// The environment variables that user-mode drivers see, which are those of a Windows process. The
// host's own stay hidden, so that a run does not depend on the machine. Cost: a short lock and a
// look-up. Owner: the process. Threads: any.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drydock::win32 {

std::optional<std::u16string> environment_variable(std::u16string_view name);

// Every %NAME% that is a variable is replaced by its value.
std::u16string expand_environment(std::u16string_view text);

}  // namespace drydock::win32
