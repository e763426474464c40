// Helper macros: status tests, field arithmetic, limits, assertions, interface declarators.
#pragma once

// Status values.
#ifndef NT_SUCCESS
#define NT_SUCCESS(Status) (((NTSTATUS)(Status)) >= 0)
#endif
#define NT_INFORMATION(Status) ((ULONG)(Status) >> 30 == 1u)
#define NT_WARNING(Status) ((ULONG)(Status) >> 30 == 2u)
#define NT_ERROR(Status) ((ULONG)(Status) >> 30 == 3u)
#define APPLICATION_ERROR_MASK 0x20000000
#define ERROR_SEVERITY_SUCCESS 0x00000000
#define ERROR_SEVERITY_INFORMATIONAL 0x40000000
#define ERROR_SEVERITY_WARNING 0x80000000
#define ERROR_SEVERITY_ERROR 0xC0000000

// Fields and arrays.
#define FIELD_OFFSET(type, field) ((LONG) __builtin_offsetof(type, field))
#define UFIELD_OFFSET(type, field) ((ULONG) __builtin_offsetof(type, field))
#define FIELD_SIZE(type, field) RTL_FIELD_SIZE(type, field)
#ifndef CONTAINING_RECORD
#define CONTAINING_RECORD(address, type, field) \
  ((type*)((char*)(address) - __builtin_offsetof(type, field)))
#endif
#define RTL_FIELD_TYPE(type, field) (((type*)0)->field)
#define RTL_FIELD_SIZE(type, field) sizeof(RTL_FIELD_TYPE(type, field))
#define RTL_SIZEOF_THROUGH_FIELD(type, field) \
  (FIELD_OFFSET(type, field) + RTL_FIELD_SIZE(type, field))
#define RTL_CONTAINS_FIELD(Struct, Size, Field) \
  ((char*)(&(Struct)->Field + 1) - (char*)(Struct) <= (ptrdiff_t)(Size))
#define RTL_NUMBER_OF_V1(A) (sizeof(A) / sizeof((A)[0]))
#define RTL_NUMBER_OF_V2(A) RTL_NUMBER_OF_V1(A)
#define RTL_NUMBER_OF(A) RTL_NUMBER_OF_V1(A)
#ifndef ARRAYSIZE
#define ARRAYSIZE(A) RTL_NUMBER_OF_V2(A)
#endif
#define _ARRAYSIZE(A) RTL_NUMBER_OF_V1(A)
#ifndef _countof
#define _countof(A) RTL_NUMBER_OF_V1(A)
#endif
#define RTL_NUMBER_OF_FIELD(type, field) (RTL_NUMBER_OF(RTL_FIELD_TYPE(type, field)))
#define RTL_GAP_BEHIND_(T, Lower, Upper) \
  (FIELD_OFFSET(T, Upper) - RTL_SIZEOF_THROUGH_FIELD(T, Lower))
#define RTL_PADDING_BETWEEN_FIELDS(T, F1, F2)                             \
  (FIELD_OFFSET(T, F1) < FIELD_OFFSET(T, F2) ? RTL_GAP_BEHIND_(T, F1, F2) \
                                             : RTL_GAP_BEHIND_(T, F2, F1))
#define RTL_BITS_OF(sizeOfArg) (sizeof(sizeOfArg) * 8)
#define RTL_BITS_OF_FIELD(type, field) (RTL_BITS_OF(RTL_FIELD_TYPE(type, field)))
#ifdef __cplusplus
#define RTL_CONST_CAST(type) const_cast<type>
#else
#define RTL_CONST_CAST(type) (type)
#endif

#define TYPE_ALIGNMENT(t) __alignof__(t)
#define PROBE_ALIGNMENT(s) TYPE_ALIGNMENT(ULONG)
#define MAX_NATURAL_ALIGNMENT sizeof(ULONGLONG)
#define MEMORY_ALLOCATION_ALIGNMENT 16
#define ARGUMENT_PRESENT(ArgumentPointer) ((ArgumentPointer) != NULL)

// Parameters and variables that are left unused on purpose.
#if !defined(DRYDOCK_HAVE_WINADAPTER)
#undef UNREFERENCED_PARAMETER
#define UNREFERENCED_PARAMETER(P) ((void)(P))
#endif
#define DBG_UNREFERENCED_PARAMETER(P) ((void)(P))
#define DBG_UNREFERENCED_LOCAL_VARIABLE(V) ((void)(V))
#define UNREFERENCED_LOCAL_VARIABLE(V) ((void)(V))
#ifndef DEFAULT_UNREACHABLE
#define DEFAULT_UNREACHABLE \
  default:                  \
    __builtin_unreachable()
#endif
#ifndef NOP_FUNCTION
#if defined(DRYDOCK_MS_EXTENSIONS)
#define NOP_FUNCTION __noop
#else
#define NOP_FUNCTION (void)0
#endif
#endif

// Assertions at compile time.
#undef C_ASSERT
#ifdef __cplusplus
#define C_ASSERT(...) static_assert((__VA_ARGS__), #__VA_ARGS__)
#else
#define C_ASSERT(...) _Static_assert((__VA_ARGS__), #__VA_ARGS__)
#endif

#if defined(DRYDOCK_DRIVER) && !defined(NOMINMAX)
// The C++ library removes these macros when its configuration is read, so it is read before.
#if defined(__cplusplus)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#endif
#endif
#ifndef min
#define min(a, b) ((b) < (a) ? (b) : (a))
#endif
#ifndef max
#define max(a, b) ((a) < (b) ? (b) : (a))
#endif
#endif

// Limits and arithmetic.
#define MINCHAR 0x80
#define MAXCHAR 0x7f
#define MINSHORT 0x8000
#define MAXSHORT 0x7fff
#define MINLONG 0x80000000
#define MAXLONG 0x7fffffff
#define MAXUCHAR 0xff
#define MAXUSHORT 0xffff
#define MAXULONG 0xffffffff
#define MAXLONGLONG (0x7fffffffffffffffLL)
#define Int32x32To64(a, b) ((LONGLONG)(LONG)(a) * (LONG)(b))
#define UInt32x32To64(a, b) ((ULONGLONG)(ULONG)(a) * (ULONG)(b))
#define Int64ShllMod32(a, b) (((ULONGLONG)(a)) << (b))
#define Int64ShraMod32(a, b) (((LONGLONG)(a)) >> (b))
#define Int64ShrlMod32(a, b) (((ULONGLONG)(a)) >> (b))

// Interface declarators.
#ifndef STDAPI
#define STDAPI EXTERN_C HRESULT STDAPICALLTYPE
#endif
#ifndef STDAPI_
#define STDAPI_(type) EXTERN_C type STDAPICALLTYPE
#endif
#ifndef STDMETHODIMP
#define STDMETHODIMP HRESULT STDMETHODCALLTYPE
#define STDMETHODIMP_(type) type STDMETHODCALLTYPE
#endif
#ifndef STDOVERRIDEMETHODIMP
#define STDOVERRIDEMETHODIMP STDMETHODIMP
#define STDOVERRIDEMETHODIMP_(type) STDMETHODIMP_(type)
#endif

// Bitwise operators for flag enumerations.
#ifndef DEFINE_ENUM_FLAG_OPERATORS
#ifdef __cplusplus
#define DEFINE_ENUM_FLAG_OPERATORS(T)      \
  extern "C++" {                           \
  inline constexpr T operator|(T a, T b) { \
    return T((int)a | (int)b);             \
  }                                        \
  inline constexpr T operator&(T a, T b) { \
    return T((int)a & (int)b);             \
  }                                        \
  inline constexpr T operator^(T a, T b) { \
    return T((int)a ^ (int)b);             \
  }                                        \
  inline constexpr T operator~(T a) {      \
    return T(~(int)a);                     \
  }                                        \
  inline T& operator|=(T& a, T b) {        \
    return a = T((int)a | (int)b);         \
  }                                        \
  inline T& operator&=(T& a, T b) {        \
    return a = T((int)a & (int)b);         \
  }                                        \
  inline T& operator^=(T& a, T b) {        \
    return a = T((int)a ^ (int)b);         \
  }                                        \
  }
#else
#define DEFINE_ENUM_FLAG_OPERATORS(T)
#endif
#endif

#ifndef _ANONYMOUS_UNION
#define _ANONYMOUS_UNION
#define _ANONYMOUS_STRUCT
#endif

#define UNICODE_NULL ((WCHAR)0)
#define UNICODE_STRING_MAX_BYTES ((USHORT)65534)
#define UNICODE_STRING_MAX_CHARS (32767)
#define ANSI_NULL ((CHAR)0)
#define ANSI_STRING_MAX_BYTES ((USHORT)65535)

// Locale identifiers.
#define MAKELANGID(p, s) ((USHORT)(p) | (USHORT)(s) << 10)
#define PRIMARYLANGID(lgid) ((USHORT)(lgid) & 0x3ff)
#define SUBLANGID(lgid) ((USHORT)(lgid) >> 10)
#define NLS_VALID_LOCALE_MASK 0x000fffff
#define MAKELCID(lgid, srtid) ((ULONG)(USHORT)(lgid) | (ULONG)(USHORT)(srtid) << 16)
#define LANGIDFROMLCID(lcid) ((USHORT)(lcid))
#define SORTIDFROMLCID(lcid) ((USHORT)((ULONG)(lcid) >> 16 & 0xf))
#define LANG_NEUTRAL 0x00
#define LANG_INVARIANT 0x7f
#define LANG_ENGLISH 0x09
#define SUBLANG_NEUTRAL 0x00
#define SUBLANG_DEFAULT 0x01
#define SUBLANG_SYS_DEFAULT 0x02
#define SUBLANG_ENGLISH_US 0x01
