// Conversions between handles, pointers and integers, and the limits of the integer types.
#pragma once

#if defined(DRYDOCK_CLIENT_TYPES)
#define DRYDOCK_LONG int
typedef uint32_t DWORD32, *PDWORD32;
typedef uint64_t DWORD64, *PDWORD64;
typedef ULONG_PTR DWORD_PTR, *PDWORD_PTR;
typedef uint64_t HANDLE_PTR;
typedef ULONG_PTR KAFFINITY;
typedef int32_t LONG32, *PLONG32;
typedef int16_t* PINT16;
typedef int32_t* PINT32;
typedef int64_t* PINT64;
typedef int8_t* PINT8;
typedef KAFFINITY* PKAFFINITY;
typedef SIZE_T* PSIZE_T;
typedef uint16_t* PUINT16;
typedef uint32_t* PUINT32;
typedef uint64_t* PUINT64;
typedef uint8_t* PUINT8;
typedef ptrdiff_t SSIZE_T, *PSSIZE_T;
typedef uint32_t ULONG32, *PULONG32;
#endif

#ifndef _W64
#define _W64
#endif
#if defined(DRYDOCK_MS_EXTENSIONS)
#define POINTER_32 __ptr32
#define POINTER_64 __ptr64
#else
#define POINTER_32
#define POINTER_64
#endif
#define POINTER_SIGNED
#define POINTER_UNSIGNED
#define SPOINTER_32 POINTER_SIGNED POINTER_32
#define UPOINTER_32 POINTER_UNSIGNED POINTER_32
#define FIRMWARE_PTR
#define ADDRESS_TAG_BIT 0x40000000000ULL

#define HandleToULong(h) ((unsigned DRYDOCK_LONG)(ULONG_PTR)(h))
#define HandleToUlong(h) HandleToULong(h)
#define HandleToLong(h) ((DRYDOCK_LONG)(LONG_PTR)(h))
#define ULongToHandle(ul) ((void*)(ULONG_PTR)(unsigned DRYDOCK_LONG)(ul))
#define UlongToHandle(ul) ULongToHandle(ul)
#define LongToHandle(l) ((void*)(LONG_PTR)(DRYDOCK_LONG)(l))
#define PtrToUlong(p) ((unsigned DRYDOCK_LONG)(ULONG_PTR)(p))
#define PtrToULong(p) PtrToUlong(p)
#define PtrToLong(p) ((DRYDOCK_LONG)(LONG_PTR)(p))
#define PtrToUint(p) ((unsigned int)(UINT_PTR)(p))
#define PtrToUInt(p) PtrToUint(p)
#define PtrToInt(p) ((int)(INT_PTR)(p))
#define PtrToUshort(p) ((unsigned short)(ULONG_PTR)(p))
#define PtrToShort(p) ((short)(LONG_PTR)(p))
#define IntToPtr(i) ((void*)(INT_PTR)(int)(i))
#define UIntToPtr(ui) ((void*)(UINT_PTR)(unsigned int)(ui))
#define UintToPtr(ui) UIntToPtr(ui)
#define LongToPtr(l) ((void*)(LONG_PTR)(DRYDOCK_LONG)(l))
#define ULongToPtr(ul) ((void*)(ULONG_PTR)(unsigned DRYDOCK_LONG)(ul))
#define UlongToPtr(ul) ULongToPtr(ul)
#define PtrToPtr64(p) ((void* POINTER_64)(p))
#define Ptr64ToPtr(p) ((void*)(p))
#define PtrToPtr32(p) ((void* POINTER_32)(ULONG_PTR)(unsigned int)(ULONG_PTR)(p))
#define Ptr32ToPtr(p) ((void*)(ULONG_PTR)(unsigned int)(ULONG_PTR)(p))
#define HandleToHandle64(h) PtrToPtr64(h)
#define Handle64ToHandle(h) Ptr64ToPtr(h)
#define HandleToHandle32(h) PtrToPtr32(h)
#define Handle32ToHandle(h) ((void*)(LONG_PTR)(int)(ULONG_PTR)(h))

#define MAXUINT_PTR (~((UINT_PTR)0))
#define MAXINT_PTR ((INT_PTR)(MAXUINT_PTR >> 1))
#define MININT_PTR (~MAXINT_PTR)
#define MAXULONG_PTR (~((ULONG_PTR)0))
#define MAXLONG_PTR ((LONG_PTR)(MAXULONG_PTR >> 1))
#define MINLONG_PTR (~MAXLONG_PTR)
#define MAXUHALF_PTR ((UHALF_PTR)~0)
#define MAXHALF_PTR ((HALF_PTR)(MAXUHALF_PTR >> 1))
#define MINHALF_PTR (~MAXHALF_PTR)

#define MAXUINT8 ((UINT8) ~((UINT8)0))
#define MAXINT8 ((INT8)(MAXUINT8 >> 1))
#define MININT8 ((INT8)~MAXINT8)
#define MAXUINT16 ((UINT16) ~((UINT16)0))
#define MAXINT16 ((INT16)(MAXUINT16 >> 1))
#define MININT16 ((INT16)~MAXINT16)
#define MAXUINT32 ((UINT32) ~((UINT32)0))
#define MAXINT32 ((INT32)(MAXUINT32 >> 1))
#define MININT32 ((INT32)~MAXINT32)
#define MAXUINT64 ((UINT64) ~((UINT64)0))
#define MAXINT64 ((INT64)(MAXUINT64 >> 1))
#define MININT64 ((INT64)~MAXINT64)
#define MAXULONG32 ((ULONG32) ~((ULONG32)0))
#define MAXLONG32 ((LONG32)(MAXULONG32 >> 1))
#define MINLONG32 ((LONG32)~MAXLONG32)
#define MAXULONG64 ((ULONG64) ~((ULONG64)0))
#define MAXLONG64 ((LONG64)(MAXULONG64 >> 1))
#define MINLONG64 ((LONG64)~MAXLONG64)
#define MAXULONGLONG ((ULONGLONG) ~((ULONGLONG)0))
#define MINLONGLONG ((LONGLONG)~MAXLONGLONG)
#define MAXSIZE_T ((SIZE_T) ~((SIZE_T)0))
#define MAXSSIZE_T ((SSIZE_T)(MAXSIZE_T >> 1))
#define MINSSIZE_T ((SSIZE_T)~MAXSSIZE_T)
#define MAXUINT ((UINT) ~((UINT)0))
#define MAXINT ((INT)(MAXUINT >> 1))
#define MININT ((INT)~MAXINT)
#define MAXDWORD32 ((DWORD32) ~((DWORD32)0))
#define MAXDWORD64 ((DWORD64) ~((DWORD64)0))
