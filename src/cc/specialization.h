// Finds members of class templates that are specialised without `template<>`, which the Windows
// compiler accepts: `void Queue<Packet>::Flush() { … }`.
#pragma once

#include <cstddef>
#include <vector>

#include "src/cc/lexer.h"

namespace drydock::cc {

// The positions of the tokens before which `template<>` is missing. Only declarations at namespace
// scope count, and only those that declare the qualified name itself.
std::vector<std::size_t> bare_specializations(const TokenList& tokens);

}  // namespace drydock::cc
