// Chooses which of the three families of base types this translation unit gets.
#pragma once

// DRYDOCK_WINDOWS_TYPES: the types of Windows x64 (drivers, the host, and mingw).
// DRYDOCK_CLIENT_TYPES: the types of Linux clients, as <wsl/winadapter.h> spells them.
#if defined(DRYDOCK_DRIVER) || defined(DRYDOCK_HOST) || defined(__MINGW32__)
#define DRYDOCK_WINDOWS_TYPES 1
#else
#define DRYDOCK_CLIENT_TYPES 1
#endif

// DRYDOCK_NATIVE_SEH: the compiler has __try of its own, so excpt.h keeps out of the way.
#if defined(__MINGW32__)
#define DRYDOCK_NATIVE_SEH 1
#endif

#if defined(DRYDOCK_WINDOWS_TYPES)
#if !defined(_AMD64_)
#define _AMD64_
#endif
#if !defined(_WIN64)
#define _WIN64
#endif
#endif
