// Keywords and attributes of the Microsoft compiler, spelled for clang, gcc and mingw.
#pragma once

#include "flavour.h"

#include <stddef.h>
#include <stdarg.h>

// DRYDOCK_MS_EXTENSIONS: clang with -fms-extensions, which knows __declspec and its relatives.
#undef DRYDOCK_MS_EXTENSIONS
#if defined(__clang__) && defined(__has_declspec_attribute)
#if __has_declspec_attribute(align)
#define DRYDOCK_MS_EXTENSIONS 1
#endif
#endif

// Calling conventions: there is one on x64, so the words disappear where the compiler lacks them.
#if defined(DRYDOCK_WINDOWS_TYPES) && !defined(__MINGW32__) && !defined(DRYDOCK_MS_EXTENSIONS)
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __fastcall
#define __fastcall
#endif
#ifndef __thiscall
#define __thiscall
#endif
#ifndef __vectorcall
#define __vectorcall
#endif
#ifndef _cdecl
#define _cdecl
#endif
#ifndef __int8
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#endif
#ifndef __forceinline
#ifdef __cplusplus
#define __forceinline inline __attribute__((__always_inline__))
#else
#define __forceinline static __inline__ __attribute__((__always_inline__))
#endif
#endif
#ifndef __unaligned
#define __unaligned
#endif
#ifndef __w64
#define __w64
#endif
#ifndef __ptr32
#define __ptr32
#endif
#ifndef __ptr64
#define __ptr64
#endif
#ifndef __noop
#define __noop(...) ((void)0)
#endif
#elif defined(DRYDOCK_CLIENT_TYPES)
#ifndef __cdecl
#define __cdecl
#endif
#ifndef __stdcall
#define __stdcall
#endif
#ifndef __fastcall
#define __fastcall
#endif
#endif

#ifndef NTAPI
#define NTAPI
#endif
#ifndef NTAPI_INLINE
#define NTAPI_INLINE
#endif
#ifndef WINAPI
#define WINAPI
#endif
#ifndef WINAPIV
#define WINAPIV
#endif
#ifndef APIENTRY
#define APIENTRY WINAPI
#endif
#ifndef CALLBACK
#define CALLBACK
#endif
#ifndef APIPRIVATE
#define APIPRIVATE
#endif
#ifndef PASCAL
#define PASCAL
#endif
#ifndef CDECL
#define CDECL
#endif
#ifndef FASTCALL
#define FASTCALL
#endif
#ifndef STDMETHODCALLTYPE
#define STDMETHODCALLTYPE
#endif
#ifndef STDMETHODVCALLTYPE
#define STDMETHODVCALLTYPE
#endif
#ifndef STDAPICALLTYPE
#define STDAPICALLTYPE
#endif
#ifndef STDAPIVCALLTYPE
#define STDAPIVCALLTYPE
#endif

// Linkage.
#ifndef EXTERN_C
#ifdef __cplusplus
#define EXTERN_C extern "C"
#else
#define EXTERN_C extern
#endif
#endif
#undef EXTERN_C_START
#undef EXTERN_C_END
#ifdef __cplusplus
#define EXTERN_C_START extern "C" {
#define EXTERN_C_END }
#else
#define EXTERN_C_START
#define EXTERN_C_END
#endif

// Declaration attributes.
#ifndef DECLSPEC_ALIGN
#if defined(DRYDOCK_MS_EXTENSIONS)
#define DECLSPEC_ALIGN(x) __declspec(align(x))
#else
#define DECLSPEC_ALIGN(x) __attribute__((__aligned__(x)))
#endif
#endif
#ifndef DECLSPEC_NORETURN
#define DECLSPEC_NORETURN __attribute__((__noreturn__))
#endif
#ifndef DECLSPEC_NOINLINE
#define DECLSPEC_NOINLINE __attribute__((__noinline__))
#endif
#ifndef DECLSPEC_NOTHROW
#define DECLSPEC_NOTHROW __attribute__((__nothrow__))
#endif
#ifndef DECLSPEC_RESTRICT
#define DECLSPEC_RESTRICT
#endif
#ifndef DECLSPEC_DEPRECATED
#define DECLSPEC_DEPRECATED
#endif
#ifndef DECLSPEC_DEPRECATED_DDK
#define DECLSPEC_DEPRECATED_DDK
#define DECLSPEC_DEPRECATED_DDK_WINXP
#define PRAGMA_DEPRECATED_DDK 0
#endif
#ifndef DECLSPEC_IMPORT
#define DECLSPEC_IMPORT
#endif
#ifndef DECLSPEC_EXPORT
#define DECLSPEC_EXPORT
#endif
#ifndef DECLSPEC_NOVTABLE
#if defined(DRYDOCK_MS_EXTENSIONS) && defined(__cplusplus)
#define DECLSPEC_NOVTABLE __declspec(novtable)
#else
#define DECLSPEC_NOVTABLE
#endif
#endif
#ifndef DECLSPEC_UUID
#if defined(DRYDOCK_MS_EXTENSIONS) && defined(__cplusplus)
#define DECLSPEC_UUID(x) __declspec(uuid(x))
#else
#define DECLSPEC_UUID(x)
#endif
#endif
#ifndef DECLSPEC_SELECTANY
#if defined(DRYDOCK_MS_EXTENSIONS)
#define DECLSPEC_SELECTANY __declspec(selectany)
#else
#define DECLSPEC_SELECTANY __attribute__((__weak__))
#endif
#endif
#ifndef DECLSPEC_ADDRSAFE
#define DECLSPEC_ADDRSAFE
#endif
#ifndef DECLSPEC_GUARDNOCF
#define DECLSPEC_GUARDNOCF
#endif
#ifndef DECLSPEC_GUARD_SUPPRESS
#define DECLSPEC_GUARD_SUPPRESS
#endif
#ifndef DECLSPEC_SAFEBUFFERS
#define DECLSPEC_SAFEBUFFERS
#endif
#ifndef DECLSPEC_ALLOCATOR
#define DECLSPEC_ALLOCATOR
#endif
#ifndef DECLSPEC_CHPE_GUEST
#define DECLSPEC_CHPE_GUEST
#endif
#ifndef DECLSPEC_XFGVIRT
#define DECLSPEC_XFGVIRT(base, func)
#endif
#ifndef SYSTEM_CACHE_ALIGNMENT_SIZE
#define SYSTEM_CACHE_ALIGNMENT_SIZE 64
#endif
#ifndef DECLSPEC_CACHEALIGN
#define DECLSPEC_CACHEALIGN DECLSPEC_ALIGN(SYSTEM_CACHE_ALIGNMENT_SIZE)
#endif

// Inline functions of headers.
#ifndef FORCEINLINE
#if defined(DRYDOCK_MS_EXTENSIONS)
#define FORCEINLINE __forceinline
#elif defined(__cplusplus)
#define FORCEINLINE inline __attribute__((__always_inline__))
#else
#define FORCEINLINE static __inline__ __attribute__((__always_inline__))
#endif
#endif
#ifndef CFORCEINLINE
#define CFORCEINLINE FORCEINLINE
#endif
#ifndef STKFORCEINLINE
#define STKFORCEINLINE FORCEINLINE
#endif
#ifndef __inline
#define __inline __inline__
#endif
#if defined(DRYDOCK_WINDOWS_TYPES) && !defined(__INLINE)
#define __INLINE __inline
#endif

#ifndef UNALIGNED
#if defined(DRYDOCK_MS_EXTENSIONS)
#define UNALIGNED __unaligned
#else
#define UNALIGNED
#endif
#endif
#ifndef UNALIGNED64
#define UNALIGNED64 UNALIGNED
#endif
#ifndef RESTRICTED_POINTER
#define RESTRICTED_POINTER
#endif

// Microsoft's C++ allows a plain 0 for NULL everywhere, also as a pure specifier.
#if defined(__cplusplus) && defined(DRYDOCK_DRIVER) && !defined(__MINGW32__)
#undef NULL
#define NULL 0
#endif
#ifndef NULL
#ifdef __cplusplus
#define NULL 0
#else
#define NULL ((void*)0)
#endif
#endif

// Anonymous members.
#ifndef DUMMYUNIONNAME
#define DUMMYUNIONNAME
#define DUMMYUNIONNAME2
#define DUMMYUNIONNAME3
#define DUMMYUNIONNAME4
#define DUMMYUNIONNAME5
#define DUMMYUNIONNAME6
#define DUMMYUNIONNAME7
#define DUMMYUNIONNAME8
#define DUMMYUNIONNAME9
#endif
#ifndef DUMMYSTRUCTNAME
#define DUMMYSTRUCTNAME
#define DUMMYSTRUCTNAME2
#define DUMMYSTRUCTNAME3
#define DUMMYSTRUCTNAME4
#define DUMMYSTRUCTNAME5
#define DUMMYSTRUCTNAME6
#endif
