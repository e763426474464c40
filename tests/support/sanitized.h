// The sanitizers with which this program is built. They slow it down and handle its signals.
#pragma once

// g++ has macros of its own.
#if defined(__has_feature)
#define DRYDOCK_SANITIZED(name) __has_feature(name)
#else
#define DRYDOCK_SANITIZED(name) 0
#endif

namespace drydock::testing {

#if DRYDOCK_SANITIZED(thread_sanitizer) || defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitized = true;
#else
inline constexpr bool kThreadSanitized = false;
#endif

#if DRYDOCK_SANITIZED(address_sanitizer) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitized = true;
#else
inline constexpr bool kAddressSanitized = false;
#endif

inline constexpr bool kSanitized = kThreadSanitized || kAddressSanitized;

}  // namespace drydock::testing

#undef DRYDOCK_SANITIZED
