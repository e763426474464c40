// Puts away the macros of driver headers that the C++ library uses as names. No include guard:
// every wrapper of a library header includes it, and stl/restore.h after the library's header.
#pragma push_macro("__bound")
#undef __bound
#pragma push_macro("__except")
#undef __except
#pragma push_macro("__failure")
#undef __failure
#pragma push_macro("__in")
#undef __in
#pragma push_macro("__inout")
#undef __inout
#pragma push_macro("__out")
#undef __out
#pragma push_macro("__pre")
#undef __pre
#pragma push_macro("__post")
#undef __post
#pragma push_macro("__range")
#undef __range
#pragma push_macro("__success")
#undef __success
#pragma push_macro("__valid")
#undef __valid
#pragma push_macro("__deref")
#undef __deref
#pragma push_macro("__reserved")
#undef __reserved
#pragma push_macro("__callback")
#undef __callback
#pragma push_macro("__override")
#undef __override
#pragma push_macro("min")
#undef min
#pragma push_macro("max")
#undef max
#pragma push_macro("__try")
#undef __try
#pragma push_macro("__catch")
#undef __catch
#pragma push_macro("__finally")
#undef __finally
#pragma push_macro("__leave")
#undef __leave
#pragma push_macro("interface")
#undef interface

// Inside the library __try is the library's own.
#if defined(__cpp_exceptions)
#define __try try
#define __catch(X) catch (X)
#else
#define __try if (true)
#define __catch(X) if (false)
#endif

// clang leaves these out when it imitates Microsoft's compiler.
#ifndef __GCC_ATOMIC_TEST_AND_SET_TRUEVAL
#define __GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
#define __GCC_ATOMIC_BOOL_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR8_T_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
#define __GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
#define __GCC_ATOMIC_SHORT_LOCK_FREE 2
#define __GCC_ATOMIC_INT_LOCK_FREE 2
#define __GCC_ATOMIC_LONG_LOCK_FREE 2
#define __GCC_ATOMIC_LLONG_LOCK_FREE 2
#define __GCC_ATOMIC_POINTER_LOCK_FREE 2
#endif
