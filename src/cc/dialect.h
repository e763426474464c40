// What no compiler option gives: the type `long` of 32 bits, and what else the Windows compiler
// lets pass.
//
// Linux has a 64-bit long. Driver source counts on 32: in layouts, in ~0UL, in overloads with LONG
// and ULONG. So every `long` of the driver's own files is read as `int`, and the L suffix of a
// literal is dropped. `long long` and `long double` stay.
//
// Put in are the `int` of `const Name = 1;`, the `template<>` of a member that is specialised
// without it, and a cast before a string literal that is passed as an untyped pointer.
//
// Text keeps its lines, and its columns except where a word has to be put in.
#pragma once

#include <string>
#include <string_view>

#include "src/cc/declarations.h"

namespace drydock::cc {

// `declared` is what the driver's files declare, this one among them.
std::string to_linux_dialect(std::string_view source, const Declarations& declared);

}  // namespace drydock::cc
