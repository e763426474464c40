// Integer arithmetic and conversion that reports overflow.
#ifndef _NTINTSAFE_H_INCLUDED_
#define _NTINTSAFE_H_INCLUDED_

#include "ntdef.h"
#include "ntstatus.h"

// Limits, and what a result holds after an overflow. Some come from <limits.h> and <stdint.h> as
// well.
#ifndef INT8_MIN
#define INT8_MIN (-127 - 1)
#endif
#ifndef SHORT_MIN
#define SHORT_MIN (-32767 - 1)
#endif
#ifndef INT16_MIN
#define INT16_MIN (-32767 - 1)
#endif
#ifndef INT_MIN
#define INT_MIN (-2147483647 - 1)
#endif
#ifndef INT32_MIN
#define INT32_MIN (-2147483647 - 1)
#endif
#ifndef LONG_MIN
#define LONG_MIN (-2147483647 - 1)
#endif
#ifndef LONGLONG_MIN
#define LONGLONG_MIN (-9223372036854775807LL - 1)
#endif
#ifndef LONG64_MIN
#define LONG64_MIN (-9223372036854775807LL - 1)
#endif
#ifndef INT64_MIN
#define INT64_MIN (-9223372036854775807LL - 1)
#endif
#ifndef INT_PTR_MIN
#define INT_PTR_MIN (-9223372036854775807LL - 1)
#endif
#ifndef LONG_PTR_MIN
#define LONG_PTR_MIN (-9223372036854775807LL - 1)
#endif
#ifndef PTRDIFF_T_MIN
#define PTRDIFF_T_MIN (-9223372036854775807LL - 1)
#endif
#ifndef SSIZE_T_MIN
#define SSIZE_T_MIN (-9223372036854775807LL - 1)
#endif
#ifndef INT8_MAX
#define INT8_MAX 127
#endif
#ifndef SHORT_MAX
#define SHORT_MAX 32767
#endif
#ifndef INT16_MAX
#define INT16_MAX 32767
#endif
#ifndef INT_MAX
#define INT_MAX 2147483647
#endif
#ifndef INT32_MAX
#define INT32_MAX 2147483647
#endif
#ifndef LONG_MAX
#define LONG_MAX 2147483647
#endif
#ifndef LONGLONG_MAX
#define LONGLONG_MAX 9223372036854775807LL
#endif
#ifndef LONG64_MAX
#define LONG64_MAX 9223372036854775807LL
#endif
#ifndef INT64_MAX
#define INT64_MAX 9223372036854775807LL
#endif
#ifndef INT_PTR_MAX
#define INT_PTR_MAX 9223372036854775807LL
#endif
#ifndef LONG_PTR_MAX
#define LONG_PTR_MAX 9223372036854775807LL
#endif
#ifndef PTRDIFF_T_MAX
#define PTRDIFF_T_MAX 9223372036854775807LL
#endif
#ifndef SSIZE_T_MAX
#define SSIZE_T_MAX 9223372036854775807LL
#endif
#ifndef UINT8_MAX
#define UINT8_MAX 0xff
#endif
#ifndef BYTE_MAX
#define BYTE_MAX 0xff
#endif
#ifndef USHORT_MAX
#define USHORT_MAX 0xffff
#endif
#ifndef UINT16_MAX
#define UINT16_MAX 0xffff
#endif
#ifndef WORD_MAX
#define WORD_MAX 0xffff
#endif
#ifndef UINT_MAX
#define UINT_MAX 0xffffffffU
#endif
#ifndef UINT32_MAX
#define UINT32_MAX 0xffffffffU
#endif
#ifndef ULONG_MAX
#define ULONG_MAX 0xffffffffU
#endif
#ifndef DWORD_MAX
#define DWORD_MAX 0xffffffffU
#endif
#ifndef ULONGLONG_MAX
#define ULONGLONG_MAX 0xffffffffffffffffULL
#endif
#ifndef DWORDLONG_MAX
#define DWORDLONG_MAX 0xffffffffffffffffULL
#endif
#ifndef ULONG64_MAX
#define ULONG64_MAX 0xffffffffffffffffULL
#endif
#ifndef DWORD64_MAX
#define DWORD64_MAX 0xffffffffffffffffULL
#endif
#ifndef UINT64_MAX
#define UINT64_MAX 0xffffffffffffffffULL
#endif
#ifndef UINT_PTR_MAX
#define UINT_PTR_MAX 0xffffffffffffffffULL
#endif
#ifndef ULONG_PTR_MAX
#define ULONG_PTR_MAX 0xffffffffffffffffULL
#endif
#ifndef DWORD_PTR_MAX
#define DWORD_PTR_MAX 0xffffffffffffffffULL
#endif
#ifndef SIZE_T_MAX
#define SIZE_T_MAX 0xffffffffffffffffULL
#endif
#define INT8_ERROR (-1)
#define SHORT_ERROR (-1)
#define INT16_ERROR (-1)
#define INT_ERROR (-1)
#define INT32_ERROR (-1)
#define LONG_ERROR (-1)
#define LONGLONG_ERROR (-1LL)
#define LONG64_ERROR (-1LL)
#define INT64_ERROR (-1LL)
#define INT_PTR_ERROR (-1LL)
#define LONG_PTR_ERROR (-1LL)
#define PTRDIFF_T_ERROR (-1LL)
#define SSIZE_T_ERROR (-1LL)
#define UINT8_ERROR 0xff
#define BYTE_ERROR 0xff
#define USHORT_ERROR 0xffff
#define UINT16_ERROR 0xffff
#define WORD_ERROR 0xffff
#define UINT_ERROR 0xffffffffU
#define UINT32_ERROR 0xffffffffU
#define ULONG_ERROR 0xffffffffU
#define DWORD_ERROR 0xffffffffU
#define ULONGLONG_ERROR 0xffffffffffffffffULL
#define DWORDLONG_ERROR 0xffffffffffffffffULL
#define ULONG64_ERROR 0xffffffffffffffffULL
#define DWORD64_ERROR 0xffffffffffffffffULL
#define UINT64_ERROR 0xffffffffffffffffULL
#define UINT_PTR_ERROR 0xffffffffffffffffULL
#define ULONG_PTR_ERROR 0xffffffffffffffffULL
#define DWORD_PTR_ERROR 0xffffffffffffffffULL
#define SIZE_T_ERROR 0xffffffffffffffffULL

// On overflow the result is all ones, as the kit does, and the status says so.
#define DRYDOCK_SAFE_RESULT(overflow, type, result) \
  if (overflow) {                                   \
    *(result) = (type) - 1;                         \
    return STATUS_INTEGER_OVERFLOW;                 \
  }                                                 \
  return STATUS_SUCCESS

#define DRYDOCK_SAFE_ARITHMETIC(name, type)                                                        \
  FORCEINLINE NTSTATUS Rtl##name##Add(type Augend, type Addend, type* pResult) {                   \
    DRYDOCK_SAFE_RESULT(__builtin_add_overflow(Augend, Addend, pResult), type, pResult);           \
  }                                                                                                \
  FORCEINLINE NTSTATUS Rtl##name##Sub(type Minuend, type Subtrahend, type* pResult) {              \
    DRYDOCK_SAFE_RESULT(__builtin_sub_overflow(Minuend, Subtrahend, pResult), type, pResult);      \
  }                                                                                                \
  FORCEINLINE NTSTATUS Rtl##name##Mult(type Multiplicand, type Multiplier, type* pResult) {        \
    DRYDOCK_SAFE_RESULT(__builtin_mul_overflow(Multiplicand, Multiplier, pResult), type, pResult); \
  }

#define DRYDOCK_SAFE_CONVERSION(from, from_type, to, to_type)                                      \
  FORCEINLINE NTSTATUS Rtl##from##To##to(from_type Operand, to_type* pResult) {                    \
    DRYDOCK_SAFE_RESULT(__builtin_add_overflow(Operand, (from_type)0, pResult), to_type, pResult); \
  }

// Arithmetic.
DRYDOCK_SAFE_ARITHMETIC(Int8, INT8)
DRYDOCK_SAFE_ARITHMETIC(UInt8, UINT8)
DRYDOCK_SAFE_ARITHMETIC(Short, SHORT)
DRYDOCK_SAFE_ARITHMETIC(UShort, USHORT)
DRYDOCK_SAFE_ARITHMETIC(Int, INT)
DRYDOCK_SAFE_ARITHMETIC(UInt, UINT)
DRYDOCK_SAFE_ARITHMETIC(Long, LONG)
DRYDOCK_SAFE_ARITHMETIC(ULong, ULONG)
DRYDOCK_SAFE_ARITHMETIC(LongLong, LONGLONG)
DRYDOCK_SAFE_ARITHMETIC(ULongLong, ULONGLONG)
DRYDOCK_SAFE_ARITHMETIC(IntPtr, INT_PTR)
DRYDOCK_SAFE_ARITHMETIC(UIntPtr, UINT_PTR)
DRYDOCK_SAFE_ARITHMETIC(LongPtr, LONG_PTR)
DRYDOCK_SAFE_ARITHMETIC(ULongPtr, ULONG_PTR)

#define RtlDWordPtrAdd RtlULongPtrAdd
#define RtlDWordPtrSub RtlULongPtrSub
#define RtlDWordPtrMult RtlULongPtrMult
#define RtlSizeTAdd RtlULongPtrAdd
#define RtlSizeTSub RtlULongPtrSub
#define RtlSizeTMult RtlULongPtrMult
#define RtlSIZETAdd RtlULongPtrAdd
#define RtlSIZETSub RtlULongPtrSub
#define RtlSIZETMult RtlULongPtrMult
#define RtlSSIZETAdd RtlLongPtrAdd
#define RtlSSIZETSub RtlLongPtrSub
#define RtlSSIZETMult RtlLongPtrMult
#define RtlPtrdiffTAdd RtlLongPtrAdd
#define RtlPtrdiffTSub RtlLongPtrSub
#define RtlPtrdiffTMult RtlLongPtrMult
#define RtlInt16Add RtlShortAdd
#define RtlInt16Sub RtlShortSub
#define RtlInt16Mult RtlShortMult
#define RtlUInt16Add RtlUShortAdd
#define RtlUInt16Sub RtlUShortSub
#define RtlUInt16Mult RtlUShortMult
#define RtlInt32Add RtlIntAdd
#define RtlInt32Sub RtlIntSub
#define RtlInt32Mult RtlIntMult
#define RtlUInt32Add RtlUIntAdd
#define RtlUInt32Sub RtlUIntSub
#define RtlUInt32Mult RtlUIntMult
#define RtlWordAdd RtlUShortAdd
#define RtlWordSub RtlUShortSub
#define RtlWordMult RtlUShortMult
#define RtlDWordAdd RtlULongAdd
#define RtlDWordSub RtlULongSub
#define RtlDWordMult RtlULongMult
#define RtlInt64Add RtlLongLongAdd
#define RtlInt64Sub RtlLongLongSub
#define RtlInt64Mult RtlLongLongMult
#define RtlUInt64Add RtlULongLongAdd
#define RtlUInt64Sub RtlULongLongSub
#define RtlUInt64Mult RtlULongLongMult
#define RtlDWordLongAdd RtlULongLongAdd
#define RtlDWordLongSub RtlULongLongSub
#define RtlDWordLongMult RtlULongLongMult

// Conversions.
DRYDOCK_SAFE_CONVERSION(Int8, INT8, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, Int, INT)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, Long, LONG)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(Int8, INT8, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, Int, INT)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, Long, LONG)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(UInt8, UINT8, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, Int, INT)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, Long, LONG)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(Char, CHAR, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, Int, INT)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, Long, LONG)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(UChar, UCHAR, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, Int, INT)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, Long, LONG)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(Short, SHORT, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, Int, INT)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, Long, LONG)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(UShort, USHORT, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(Int, INT, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(Int, INT, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(Int, INT, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(Int, INT, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(Int, INT, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(Int, INT, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(Int, INT, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(Int, INT, Long, LONG)
DRYDOCK_SAFE_CONVERSION(Int, INT, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(Int, INT, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(Int, INT, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(Int, INT, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(Int, INT, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(Int, INT, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(Int, INT, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, Int, INT)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, Long, LONG)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(UInt, UINT, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(Long, LONG, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(Long, LONG, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(Long, LONG, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(Long, LONG, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(Long, LONG, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(Long, LONG, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(Long, LONG, Int, INT)
DRYDOCK_SAFE_CONVERSION(Long, LONG, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(Long, LONG, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(Long, LONG, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(Long, LONG, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(Long, LONG, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(Long, LONG, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(Long, LONG, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(Long, LONG, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, Int, INT)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, Long, LONG)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(ULong, ULONG, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, Int, INT)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, Long, LONG)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(LongLong, LONGLONG, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, Int, INT)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, Long, LONG)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(ULongLong, ULONGLONG, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, Int, INT)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, Long, LONG)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(IntPtr, INT_PTR, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, Int, INT)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, Long, LONG)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, LongPtr, LONG_PTR)
DRYDOCK_SAFE_CONVERSION(UIntPtr, UINT_PTR, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, Int, INT)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, Long, LONG)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(LongPtr, LONG_PTR, ULongPtr, ULONG_PTR)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, Int8, INT8)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, UInt8, UINT8)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, Char, CHAR)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, UChar, UCHAR)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, Short, SHORT)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, UShort, USHORT)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, Int, INT)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, UInt, UINT)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, Long, LONG)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, ULong, ULONG)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, LongLong, LONGLONG)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, ULongLong, ULONGLONG)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, IntPtr, INT_PTR)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, UIntPtr, UINT_PTR)
DRYDOCK_SAFE_CONVERSION(ULongPtr, ULONG_PTR, LongPtr, LONG_PTR)

#define RtlByteToChar RtlUInt8ToChar
#define RtlByteToInt RtlUInt8ToInt
#define RtlByteToInt8 RtlUInt8ToInt8
#define RtlByteToIntPtr RtlUInt8ToIntPtr
#define RtlByteToLong RtlUInt8ToLong
#define RtlByteToLongLong RtlUInt8ToLongLong
#define RtlByteToLongPtr RtlUInt8ToLongPtr
#define RtlByteToShort RtlUInt8ToShort
#define RtlByteToUChar RtlUInt8ToUChar
#define RtlByteToUInt RtlUInt8ToUInt
#define RtlByteToUIntPtr RtlUInt8ToUIntPtr
#define RtlByteToULong RtlUInt8ToULong
#define RtlByteToULongLong RtlUInt8ToULongLong
#define RtlByteToULongPtr RtlUInt8ToULongPtr
#define RtlByteToUShort RtlUInt8ToUShort
#define RtlCharToByte RtlCharToUInt8
#define RtlCharToDWord RtlCharToULong
#define RtlCharToDWordPtr RtlCharToULongPtr
#define RtlCharToInt16 RtlCharToShort
#define RtlCharToInt32 RtlCharToInt
#define RtlCharToInt64 RtlCharToLongLong
#define RtlCharToPtrdiffT RtlCharToLongPtr
#define RtlCharToSSIZET RtlCharToLongPtr
#define RtlCharToSizeT RtlCharToULongPtr
#define RtlCharToUInt16 RtlCharToUShort
#define RtlCharToUInt32 RtlCharToUInt
#define RtlCharToUInt64 RtlCharToULongLong
#define RtlCharToWord RtlCharToUShort
#define RtlDWordPtrToChar RtlULongPtrToChar
#define RtlDWordPtrToInt RtlULongPtrToInt
#define RtlDWordPtrToInt8 RtlULongPtrToInt8
#define RtlDWordPtrToIntPtr RtlULongPtrToIntPtr
#define RtlDWordPtrToLong RtlULongPtrToLong
#define RtlDWordPtrToLongLong RtlULongPtrToLongLong
#define RtlDWordPtrToLongPtr RtlULongPtrToLongPtr
#define RtlDWordPtrToShort RtlULongPtrToShort
#define RtlDWordPtrToUChar RtlULongPtrToUChar
#define RtlDWordPtrToUInt RtlULongPtrToUInt
#define RtlDWordPtrToUInt8 RtlULongPtrToUInt8
#define RtlDWordPtrToUIntPtr RtlULongPtrToUIntPtr
#define RtlDWordPtrToULong RtlULongPtrToULong
#define RtlDWordPtrToULongLong RtlULongPtrToULongLong
#define RtlDWordPtrToUShort RtlULongPtrToUShort
#define RtlDWordToChar RtlULongToChar
#define RtlDWordToInt RtlULongToInt
#define RtlDWordToInt8 RtlULongToInt8
#define RtlDWordToIntPtr RtlULongToIntPtr
#define RtlDWordToLong RtlULongToLong
#define RtlDWordToLongLong RtlULongToLongLong
#define RtlDWordToLongPtr RtlULongToLongPtr
#define RtlDWordToShort RtlULongToShort
#define RtlDWordToUChar RtlULongToUChar
#define RtlDWordToUInt RtlULongToUInt
#define RtlDWordToUInt8 RtlULongToUInt8
#define RtlDWordToUIntPtr RtlULongToUIntPtr
#define RtlDWordToULongLong RtlULongToULongLong
#define RtlDWordToULongPtr RtlULongToULongPtr
#define RtlDWordToUShort RtlULongToUShort
#define RtlInt16ToChar RtlShortToChar
#define RtlInt16ToInt RtlShortToInt
#define RtlInt16ToInt8 RtlShortToInt8
#define RtlInt16ToIntPtr RtlShortToIntPtr
#define RtlInt16ToLong RtlShortToLong
#define RtlInt16ToLongLong RtlShortToLongLong
#define RtlInt16ToLongPtr RtlShortToLongPtr
#define RtlInt16ToUChar RtlShortToUChar
#define RtlInt16ToUInt RtlShortToUInt
#define RtlInt16ToUInt8 RtlShortToUInt8
#define RtlInt16ToUIntPtr RtlShortToUIntPtr
#define RtlInt16ToULong RtlShortToULong
#define RtlInt16ToULongLong RtlShortToULongLong
#define RtlInt16ToULongPtr RtlShortToULongPtr
#define RtlInt16ToUShort RtlShortToUShort
#define RtlInt32ToChar RtlIntToChar
#define RtlInt32ToInt8 RtlIntToInt8
#define RtlInt32ToIntPtr RtlIntToIntPtr
#define RtlInt32ToLong RtlIntToLong
#define RtlInt32ToLongLong RtlIntToLongLong
#define RtlInt32ToLongPtr RtlIntToLongPtr
#define RtlInt32ToShort RtlIntToShort
#define RtlInt32ToUChar RtlIntToUChar
#define RtlInt32ToUInt RtlIntToUInt
#define RtlInt32ToUInt8 RtlIntToUInt8
#define RtlInt32ToUIntPtr RtlIntToUIntPtr
#define RtlInt32ToULong RtlIntToULong
#define RtlInt32ToULongLong RtlIntToULongLong
#define RtlInt32ToULongPtr RtlIntToULongPtr
#define RtlInt32ToUShort RtlIntToUShort
#define RtlInt64ToChar RtlLongLongToChar
#define RtlInt64ToInt RtlLongLongToInt
#define RtlInt64ToInt8 RtlLongLongToInt8
#define RtlInt64ToIntPtr RtlLongLongToIntPtr
#define RtlInt64ToLong RtlLongLongToLong
#define RtlInt64ToLongPtr RtlLongLongToLongPtr
#define RtlInt64ToShort RtlLongLongToShort
#define RtlInt64ToUChar RtlLongLongToUChar
#define RtlInt64ToUInt RtlLongLongToUInt
#define RtlInt64ToUInt8 RtlLongLongToUInt8
#define RtlInt64ToUIntPtr RtlLongLongToUIntPtr
#define RtlInt64ToULong RtlLongLongToULong
#define RtlInt64ToULongLong RtlLongLongToULongLong
#define RtlInt64ToULongPtr RtlLongLongToULongPtr
#define RtlInt64ToUShort RtlLongLongToUShort
#define RtlInt8ToByte RtlInt8ToUInt8
#define RtlInt8ToDWord RtlInt8ToULong
#define RtlInt8ToDWordPtr RtlInt8ToULongPtr
#define RtlInt8ToInt16 RtlInt8ToShort
#define RtlInt8ToInt32 RtlInt8ToInt
#define RtlInt8ToInt64 RtlInt8ToLongLong
#define RtlInt8ToPtrdiffT RtlInt8ToLongPtr
#define RtlInt8ToSSIZET RtlInt8ToLongPtr
#define RtlInt8ToSizeT RtlInt8ToULongPtr
#define RtlInt8ToUInt16 RtlInt8ToUShort
#define RtlInt8ToUInt32 RtlInt8ToUInt
#define RtlInt8ToUInt64 RtlInt8ToULongLong
#define RtlInt8ToWord RtlInt8ToUShort
#define RtlIntPtrToByte RtlIntPtrToUInt8
#define RtlIntPtrToDWord RtlIntPtrToULong
#define RtlIntPtrToDWordPtr RtlIntPtrToULongPtr
#define RtlIntPtrToInt16 RtlIntPtrToShort
#define RtlIntPtrToInt32 RtlIntPtrToInt
#define RtlIntPtrToInt64 RtlIntPtrToLongLong
#define RtlIntPtrToPtrdiffT RtlIntPtrToLongPtr
#define RtlIntPtrToSSIZET RtlIntPtrToLongPtr
#define RtlIntPtrToSizeT RtlIntPtrToULongPtr
#define RtlIntPtrToUInt16 RtlIntPtrToUShort
#define RtlIntPtrToUInt32 RtlIntPtrToUInt
#define RtlIntPtrToUInt64 RtlIntPtrToULongLong
#define RtlIntPtrToWord RtlIntPtrToUShort
#define RtlIntToByte RtlIntToUInt8
#define RtlIntToDWord RtlIntToULong
#define RtlIntToDWordPtr RtlIntToULongPtr
#define RtlIntToInt16 RtlIntToShort
#define RtlIntToInt64 RtlIntToLongLong
#define RtlIntToPtrdiffT RtlIntToLongPtr
#define RtlIntToSSIZET RtlIntToLongPtr
#define RtlIntToSizeT RtlIntToULongPtr
#define RtlIntToUInt16 RtlIntToUShort
#define RtlIntToUInt32 RtlIntToUInt
#define RtlIntToUInt64 RtlIntToULongLong
#define RtlIntToWord RtlIntToUShort
#define RtlLongLongToByte RtlLongLongToUInt8
#define RtlLongLongToDWord RtlLongLongToULong
#define RtlLongLongToDWordPtr RtlLongLongToULongPtr
#define RtlLongLongToInt16 RtlLongLongToShort
#define RtlLongLongToInt32 RtlLongLongToInt
#define RtlLongLongToPtrdiffT RtlLongLongToLongPtr
#define RtlLongLongToSSIZET RtlLongLongToLongPtr
#define RtlLongLongToSizeT RtlLongLongToULongPtr
#define RtlLongLongToUInt16 RtlLongLongToUShort
#define RtlLongLongToUInt32 RtlLongLongToUInt
#define RtlLongLongToUInt64 RtlLongLongToULongLong
#define RtlLongLongToWord RtlLongLongToUShort
#define RtlLongPtrToByte RtlLongPtrToUInt8
#define RtlLongPtrToDWord RtlLongPtrToULong
#define RtlLongPtrToDWordPtr RtlLongPtrToULongPtr
#define RtlLongPtrToInt16 RtlLongPtrToShort
#define RtlLongPtrToInt32 RtlLongPtrToInt
#define RtlLongPtrToInt64 RtlLongPtrToLongLong
#define RtlLongPtrToSizeT RtlLongPtrToULongPtr
#define RtlLongPtrToUInt16 RtlLongPtrToUShort
#define RtlLongPtrToUInt32 RtlLongPtrToUInt
#define RtlLongPtrToUInt64 RtlLongPtrToULongLong
#define RtlLongPtrToWord RtlLongPtrToUShort
#define RtlLongToByte RtlLongToUInt8
#define RtlLongToDWord RtlLongToULong
#define RtlLongToDWordPtr RtlLongToULongPtr
#define RtlLongToInt16 RtlLongToShort
#define RtlLongToInt32 RtlLongToInt
#define RtlLongToInt64 RtlLongToLongLong
#define RtlLongToPtrdiffT RtlLongToLongPtr
#define RtlLongToSSIZET RtlLongToLongPtr
#define RtlLongToSizeT RtlLongToULongPtr
#define RtlLongToUInt16 RtlLongToUShort
#define RtlLongToUInt32 RtlLongToUInt
#define RtlLongToUInt64 RtlLongToULongLong
#define RtlLongToWord RtlLongToUShort
#define RtlPtrdiffTToChar RtlLongPtrToChar
#define RtlPtrdiffTToInt RtlLongPtrToInt
#define RtlPtrdiffTToInt8 RtlLongPtrToInt8
#define RtlPtrdiffTToIntPtr RtlLongPtrToIntPtr
#define RtlPtrdiffTToLong RtlLongPtrToLong
#define RtlPtrdiffTToLongLong RtlLongPtrToLongLong
#define RtlPtrdiffTToShort RtlLongPtrToShort
#define RtlPtrdiffTToUChar RtlLongPtrToUChar
#define RtlPtrdiffTToUInt RtlLongPtrToUInt
#define RtlPtrdiffTToUInt8 RtlLongPtrToUInt8
#define RtlPtrdiffTToUIntPtr RtlLongPtrToUIntPtr
#define RtlPtrdiffTToULong RtlLongPtrToULong
#define RtlPtrdiffTToULongLong RtlLongPtrToULongLong
#define RtlPtrdiffTToULongPtr RtlLongPtrToULongPtr
#define RtlPtrdiffTToUShort RtlLongPtrToUShort
#define RtlSSIZETToChar RtlLongPtrToChar
#define RtlSSIZETToInt RtlLongPtrToInt
#define RtlSSIZETToInt8 RtlLongPtrToInt8
#define RtlSSIZETToIntPtr RtlLongPtrToIntPtr
#define RtlSSIZETToLong RtlLongPtrToLong
#define RtlSSIZETToLongLong RtlLongPtrToLongLong
#define RtlSSIZETToShort RtlLongPtrToShort
#define RtlSSIZETToUChar RtlLongPtrToUChar
#define RtlSSIZETToUInt RtlLongPtrToUInt
#define RtlSSIZETToUInt8 RtlLongPtrToUInt8
#define RtlSSIZETToUIntPtr RtlLongPtrToUIntPtr
#define RtlSSIZETToULong RtlLongPtrToULong
#define RtlSSIZETToULongLong RtlLongPtrToULongLong
#define RtlSSIZETToULongPtr RtlLongPtrToULongPtr
#define RtlSSIZETToUShort RtlLongPtrToUShort
#define RtlShortToByte RtlShortToUInt8
#define RtlShortToDWord RtlShortToULong
#define RtlShortToDWordPtr RtlShortToULongPtr
#define RtlShortToInt32 RtlShortToInt
#define RtlShortToInt64 RtlShortToLongLong
#define RtlShortToPtrdiffT RtlShortToLongPtr
#define RtlShortToSSIZET RtlShortToLongPtr
#define RtlShortToSizeT RtlShortToULongPtr
#define RtlShortToUInt16 RtlShortToUShort
#define RtlShortToUInt32 RtlShortToUInt
#define RtlShortToUInt64 RtlShortToULongLong
#define RtlShortToWord RtlShortToUShort
#define RtlSizeTToChar RtlULongPtrToChar
#define RtlSizeTToInt RtlULongPtrToInt
#define RtlSizeTToInt8 RtlULongPtrToInt8
#define RtlSizeTToIntPtr RtlULongPtrToIntPtr
#define RtlSizeTToLong RtlULongPtrToLong
#define RtlSizeTToLongLong RtlULongPtrToLongLong
#define RtlSizeTToLongPtr RtlULongPtrToLongPtr
#define RtlSizeTToShort RtlULongPtrToShort
#define RtlSizeTToUChar RtlULongPtrToUChar
#define RtlSizeTToUInt RtlULongPtrToUInt
#define RtlSizeTToUInt8 RtlULongPtrToUInt8
#define RtlSizeTToUIntPtr RtlULongPtrToUIntPtr
#define RtlSizeTToULong RtlULongPtrToULong
#define RtlSizeTToULongLong RtlULongPtrToULongLong
#define RtlSizeTToUShort RtlULongPtrToUShort
#define RtlUCharToByte RtlUCharToUInt8
#define RtlUCharToDWord RtlUCharToULong
#define RtlUCharToDWordPtr RtlUCharToULongPtr
#define RtlUCharToInt16 RtlUCharToShort
#define RtlUCharToInt32 RtlUCharToInt
#define RtlUCharToInt64 RtlUCharToLongLong
#define RtlUCharToPtrdiffT RtlUCharToLongPtr
#define RtlUCharToSSIZET RtlUCharToLongPtr
#define RtlUCharToSizeT RtlUCharToULongPtr
#define RtlUCharToUInt16 RtlUCharToUShort
#define RtlUCharToUInt32 RtlUCharToUInt
#define RtlUCharToUInt64 RtlUCharToULongLong
#define RtlUCharToWord RtlUCharToUShort
#define RtlUInt16ToChar RtlUShortToChar
#define RtlUInt16ToInt RtlUShortToInt
#define RtlUInt16ToInt8 RtlUShortToInt8
#define RtlUInt16ToIntPtr RtlUShortToIntPtr
#define RtlUInt16ToLong RtlUShortToLong
#define RtlUInt16ToLongLong RtlUShortToLongLong
#define RtlUInt16ToLongPtr RtlUShortToLongPtr
#define RtlUInt16ToShort RtlUShortToShort
#define RtlUInt16ToUChar RtlUShortToUChar
#define RtlUInt16ToUInt RtlUShortToUInt
#define RtlUInt16ToUInt8 RtlUShortToUInt8
#define RtlUInt16ToUIntPtr RtlUShortToUIntPtr
#define RtlUInt16ToULong RtlUShortToULong
#define RtlUInt16ToULongLong RtlUShortToULongLong
#define RtlUInt16ToULongPtr RtlUShortToULongPtr
#define RtlUInt32ToChar RtlUIntToChar
#define RtlUInt32ToInt RtlUIntToInt
#define RtlUInt32ToInt8 RtlUIntToInt8
#define RtlUInt32ToIntPtr RtlUIntToIntPtr
#define RtlUInt32ToLong RtlUIntToLong
#define RtlUInt32ToLongLong RtlUIntToLongLong
#define RtlUInt32ToLongPtr RtlUIntToLongPtr
#define RtlUInt32ToShort RtlUIntToShort
#define RtlUInt32ToUChar RtlUIntToUChar
#define RtlUInt32ToUInt8 RtlUIntToUInt8
#define RtlUInt32ToUIntPtr RtlUIntToUIntPtr
#define RtlUInt32ToULong RtlUIntToULong
#define RtlUInt32ToULongLong RtlUIntToULongLong
#define RtlUInt32ToULongPtr RtlUIntToULongPtr
#define RtlUInt32ToUShort RtlUIntToUShort
#define RtlUInt64ToChar RtlULongLongToChar
#define RtlUInt64ToInt RtlULongLongToInt
#define RtlUInt64ToInt8 RtlULongLongToInt8
#define RtlUInt64ToIntPtr RtlULongLongToIntPtr
#define RtlUInt64ToLong RtlULongLongToLong
#define RtlUInt64ToLongLong RtlULongLongToLongLong
#define RtlUInt64ToLongPtr RtlULongLongToLongPtr
#define RtlUInt64ToShort RtlULongLongToShort
#define RtlUInt64ToUChar RtlULongLongToUChar
#define RtlUInt64ToUInt RtlULongLongToUInt
#define RtlUInt64ToUInt8 RtlULongLongToUInt8
#define RtlUInt64ToUIntPtr RtlULongLongToUIntPtr
#define RtlUInt64ToULong RtlULongLongToULong
#define RtlUInt64ToULongPtr RtlULongLongToULongPtr
#define RtlUInt64ToUShort RtlULongLongToUShort
#define RtlUInt8ToDWord RtlUInt8ToULong
#define RtlUInt8ToDWordPtr RtlUInt8ToULongPtr
#define RtlUInt8ToInt16 RtlUInt8ToShort
#define RtlUInt8ToInt32 RtlUInt8ToInt
#define RtlUInt8ToInt64 RtlUInt8ToLongLong
#define RtlUInt8ToPtrdiffT RtlUInt8ToLongPtr
#define RtlUInt8ToSSIZET RtlUInt8ToLongPtr
#define RtlUInt8ToSizeT RtlUInt8ToULongPtr
#define RtlUInt8ToUInt16 RtlUInt8ToUShort
#define RtlUInt8ToUInt32 RtlUInt8ToUInt
#define RtlUInt8ToUInt64 RtlUInt8ToULongLong
#define RtlUInt8ToWord RtlUInt8ToUShort
#define RtlUIntPtrToByte RtlUIntPtrToUInt8
#define RtlUIntPtrToDWord RtlUIntPtrToULong
#define RtlUIntPtrToDWordPtr RtlUIntPtrToULongPtr
#define RtlUIntPtrToInt16 RtlUIntPtrToShort
#define RtlUIntPtrToInt32 RtlUIntPtrToInt
#define RtlUIntPtrToInt64 RtlUIntPtrToLongLong
#define RtlUIntPtrToPtrdiffT RtlUIntPtrToLongPtr
#define RtlUIntPtrToSSIZET RtlUIntPtrToLongPtr
#define RtlUIntPtrToSizeT RtlUIntPtrToULongPtr
#define RtlUIntPtrToUInt16 RtlUIntPtrToUShort
#define RtlUIntPtrToUInt32 RtlUIntPtrToUInt
#define RtlUIntPtrToUInt64 RtlUIntPtrToULongLong
#define RtlUIntPtrToWord RtlUIntPtrToUShort
#define RtlUIntToByte RtlUIntToUInt8
#define RtlUIntToDWord RtlUIntToULong
#define RtlUIntToDWordPtr RtlUIntToULongPtr
#define RtlUIntToInt16 RtlUIntToShort
#define RtlUIntToInt32 RtlUIntToInt
#define RtlUIntToInt64 RtlUIntToLongLong
#define RtlUIntToPtrdiffT RtlUIntToLongPtr
#define RtlUIntToSSIZET RtlUIntToLongPtr
#define RtlUIntToSizeT RtlUIntToULongPtr
#define RtlUIntToUInt16 RtlUIntToUShort
#define RtlUIntToUInt64 RtlUIntToULongLong
#define RtlUIntToWord RtlUIntToUShort
#define RtlULongLongToByte RtlULongLongToUInt8
#define RtlULongLongToDWord RtlULongLongToULong
#define RtlULongLongToDWordPtr RtlULongLongToULongPtr
#define RtlULongLongToInt16 RtlULongLongToShort
#define RtlULongLongToInt32 RtlULongLongToInt
#define RtlULongLongToInt64 RtlULongLongToLongLong
#define RtlULongLongToPtrdiffT RtlULongLongToLongPtr
#define RtlULongLongToSSIZET RtlULongLongToLongPtr
#define RtlULongLongToSizeT RtlULongLongToULongPtr
#define RtlULongLongToUInt16 RtlULongLongToUShort
#define RtlULongLongToUInt32 RtlULongLongToUInt
#define RtlULongLongToWord RtlULongLongToUShort
#define RtlULongPtrToByte RtlULongPtrToUInt8
#define RtlULongPtrToDWord RtlULongPtrToULong
#define RtlULongPtrToInt16 RtlULongPtrToShort
#define RtlULongPtrToInt32 RtlULongPtrToInt
#define RtlULongPtrToInt64 RtlULongPtrToLongLong
#define RtlULongPtrToPtrdiffT RtlULongPtrToLongPtr
#define RtlULongPtrToSSIZET RtlULongPtrToLongPtr
#define RtlULongPtrToUInt16 RtlULongPtrToUShort
#define RtlULongPtrToUInt32 RtlULongPtrToUInt
#define RtlULongPtrToUInt64 RtlULongPtrToULongLong
#define RtlULongPtrToWord RtlULongPtrToUShort
#define RtlULongToByte RtlULongToUInt8
#define RtlULongToDWordPtr RtlULongToULongPtr
#define RtlULongToInt16 RtlULongToShort
#define RtlULongToInt32 RtlULongToInt
#define RtlULongToInt64 RtlULongToLongLong
#define RtlULongToPtrdiffT RtlULongToLongPtr
#define RtlULongToSSIZET RtlULongToLongPtr
#define RtlULongToSizeT RtlULongToULongPtr
#define RtlULongToUInt16 RtlULongToUShort
#define RtlULongToUInt32 RtlULongToUInt
#define RtlULongToUInt64 RtlULongToULongLong
#define RtlULongToWord RtlULongToUShort
#define RtlUShortToByte RtlUShortToUInt8
#define RtlUShortToDWord RtlUShortToULong
#define RtlUShortToDWordPtr RtlUShortToULongPtr
#define RtlUShortToInt16 RtlUShortToShort
#define RtlUShortToInt32 RtlUShortToInt
#define RtlUShortToInt64 RtlUShortToLongLong
#define RtlUShortToPtrdiffT RtlUShortToLongPtr
#define RtlUShortToSSIZET RtlUShortToLongPtr
#define RtlUShortToSizeT RtlUShortToULongPtr
#define RtlUShortToUInt32 RtlUShortToUInt
#define RtlUShortToUInt64 RtlUShortToULongLong
#define RtlWordToChar RtlUShortToChar
#define RtlWordToInt RtlUShortToInt
#define RtlWordToInt8 RtlUShortToInt8
#define RtlWordToIntPtr RtlUShortToIntPtr
#define RtlWordToLong RtlUShortToLong
#define RtlWordToLongLong RtlUShortToLongLong
#define RtlWordToLongPtr RtlUShortToLongPtr
#define RtlWordToShort RtlUShortToShort
#define RtlWordToUChar RtlUShortToUChar
#define RtlWordToUInt RtlUShortToUInt
#define RtlWordToUInt8 RtlUShortToUInt8
#define RtlWordToUIntPtr RtlUShortToUIntPtr
#define RtlWordToULong RtlUShortToULong
#define RtlWordToULongLong RtlUShortToULongLong
#define RtlWordToULongPtr RtlUShortToULongPtr

#undef DRYDOCK_SAFE_ARITHMETIC
#undef DRYDOCK_SAFE_CONVERSION
#undef DRYDOCK_SAFE_RESULT

#endif
