// What no compiler option gives: the type `long` of 32 bits, and the implicit int that the Windows
// compiler lets pass.
//
// Linux has a 64-bit long. Driver source counts on 32: in layouts, in ~0UL, in overloads with LONG
// and ULONG. So every `long` of the driver's own files is read as `int`, and the L suffix of a
// literal is dropped. `long long` and `long double` stay. Text keeps its lines, and its columns
// except where a word has to be put in.
#pragma once

#include <string>
#include <string_view>

namespace drydock::cc {

std::string to_linux_dialect(std::string_view source);

}  // namespace drydock::cc
