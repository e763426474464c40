// Error values and the arithmetic functions: add, subtract and multiply with a check.
#pragma once

#define INT8_ERROR (-1)
#define UINT8_ERROR (0xff)
#define UCHAR_ERROR (0xff)
#define BYTE_ERROR (0xff)
#define CHAR_ERROR ('\0')
#define SHORT_ERROR (-1)
#define USHORT_ERROR (0xffff)
#define WORD_ERROR (0xffff)
#define INT_ERROR (-1)
#define UINT_ERROR (0xffffffff)
#define LONG_ERROR (-1)
#define ULONG_ERROR (0xffffffffU)
#define DWORD_ERROR (0xffffffffU)
#define LONGLONG_ERROR (-1LL)
#define ULONGLONG_ERROR (0xffffffffffffffffULL)
#define DWORDLONG_ERROR (0xffffffffffffffffULL)
#define INT_PTR_ERROR (-1LL)
#define UINT_PTR_ERROR (0xffffffffffffffffULL)
#define LONG_PTR_ERROR (-1LL)
#define ULONG_PTR_ERROR (0xffffffffffffffffULL)
#define DWORD_PTR_ERROR (0xffffffffffffffffULL)
#define SIZET_ERROR (0xffffffffffffffffULL)
#define SSIZE_T_ERROR (-1LL)
#define PTRDIFF_T_ERROR (-1LL)

#define DRYDOCK_INTSAFE_OP(name, op, type, error)          \
  FORCEINLINE HRESULT name(type a, type b, type* result) { \
    if (__builtin_##op##_overflow(a, b, result)) {         \
      *result = (type)error;                               \
      return INTSAFE_E_ARITHMETIC_OVERFLOW;                \
    }                                                      \
    return S_OK;                                           \
  }
#define DRYDOCK_INTSAFE_ARITHMETIC(name, type, error) \
  DRYDOCK_INTSAFE_OP(name##Add, add, type, error)     \
  DRYDOCK_INTSAFE_OP(name##Sub, sub, type, error)     \
  DRYDOCK_INTSAFE_OP(name##Mult, mul, type, error)

DRYDOCK_INTSAFE_ARITHMETIC(Int8, INT8, INT8_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(UInt8, UINT8, UINT8_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(Short, SHORT, SHORT_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(UShort, USHORT, USHORT_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(Word, WORD, WORD_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(Int, INT, INT_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(UInt, UINT, UINT_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(Long, LONG, LONG_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(ULong, ULONG, ULONG_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(DWord, DWORD, DWORD_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(LongLong, LONGLONG, LONGLONG_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(ULongLong, ULONGLONG, ULONGLONG_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(DWordLong, DWORDLONG, DWORDLONG_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(IntPtr, INT_PTR, INT_PTR_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(UIntPtr, UINT_PTR, UINT_PTR_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(LongPtr, LONG_PTR, LONG_PTR_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(ULongPtr, ULONG_PTR, ULONG_PTR_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(DWordPtr, DWORD_PTR, DWORD_PTR_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(SizeT, SIZE_T, SIZET_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(SSizeT, SSIZE_T, SSIZE_T_ERROR)
DRYDOCK_INTSAFE_ARITHMETIC(PtrdiffT, ptrdiff_t, PTRDIFF_T_ERROR)
