// Members of class templates that are specialised without `template<>`, as the Windows compiler
// lets pass: `void Queue<Packet>::Flush() { … }`.
#pragma once

#include <cstddef>
#include <vector>

#include "src/cc/lexer.h"

namespace drydock::cc {

// The tokens before which `template<>` is missing. Only declarations at namespace scope are looked
// at, and only those in which the qualified name is what is declared.
std::vector<std::size_t> bare_specializations(const TokenList& tokens);

}  // namespace drydock::cc
