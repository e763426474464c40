// Converts driver source to the Linux dialect, where no compiler option helps: the 32-bit type
// `long`, and constructs that only the Windows compiler accepts.
//
// Linux has a 64-bit long. Driver source relies on 32 bits: in layouts, in ~0UL, in overloads with
// LONG and ULONG. So every `long` in the driver's own files becomes `int`, and the L suffix of a
// literal is dropped. `long long` and `long double` stay.
//
// The conversion inserts the `int` of `const Name = 1;`, the `template<>` of a member that is
// specialised without it, and a cast before a string literal that is passed as a void pointer.
//
// Lines keep their numbers. Columns change only where a word is inserted. Cost: linear in the text.
// Threads: any.
#pragma once

#include <string>
#include <string_view>

#include "src/cc/declarations.h"

namespace drydock::cc {

// `declared` has the declarations of all files of the driver, including this one.
std::string to_linux_dialect(std::string_view source, const Declarations& declared);

}  // namespace drydock::cc
