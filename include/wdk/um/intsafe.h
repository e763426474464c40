// Integer arithmetic and conversions that report overflow.
#ifndef _INTSAFE_H_INCLUDED_
#define _INTSAFE_H_INCLUDED_

#include "winerror.h"

#define INTSAFE_E_ARITHMETIC_OVERFLOW ((HRESULT)0x80070216)
#ifndef UINT_MAX
#define UINT_MAX 0xffffffff
#endif
#ifndef SIZE_T_MAX
#define SIZE_T_MAX ((SIZE_T) ~(SIZE_T)0)
#endif
#ifndef DWORD_MAX
#define DWORD_MAX 0xffffffffU
#define USHORT_MAX 0xffff
#define ULONGLONG_MAX 0xffffffffffffffffULL
#define LONGLONG_MAX 0x7fffffffffffffffLL
#define LONGLONG_MIN (-LONGLONG_MAX - 1)
#endif

#include "intsafe/arithmetic.h"
#include "intsafe/convert.h"

#endif
