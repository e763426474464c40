// The common part of the string functions: pool for results, the ANSI code page.
//
// Cost: that of the pool. Owner: a result is the calling driver's. Threads: any.
#pragma once

#include <cstddef>

#include "src/nt/base/wdk.h"

namespace drydock::nt {

inline constexpr ULONG kStringTag = 0x67727453;  // "Strg"

// Buffers that RtlFree…String frees: paged pool of the calling driver, so that a leak is found at
// unload.
void* allocate_string(std::size_t bytes);
void free_string(void* buffer);

// Code page 1252. Characters that it does not have become a question mark, as Windows has it by
// default.
char16_t from_ansi(char c);
char to_ansi(char16_t c);

// Characters in it.
inline std::size_t units(const UNICODE_STRING& string) { return string.Length / sizeof(WCHAR); }

// Writes a terminator behind the string when there is room.
void terminate(UNICODE_STRING& string);

}  // namespace drydock::nt
