// Error codes: Win32 errors, COM and Direct3D results, and the arithmetic between them.
#ifndef _WINERROR_
#define _WINERROR_

#include "ntdef.h"

#define SEVERITY_SUCCESS 0
#define SEVERITY_ERROR 1
#define FACILITY_NULL 0
#define FACILITY_RPC 1
#define FACILITY_DISPATCH 2
#define FACILITY_STORAGE 3
#define FACILITY_ITF 4
#define FACILITY_WIN32 7
#define FACILITY_WINDOWS 8
#define FACILITY_SECURITY 9
#define FACILITY_CONTROL 10
#define FACILITY_CERT 11
#define FACILITY_INTERNET 12
#define FACILITY_MEDIASERVER 13
#define FACILITY_SETUPAPI 15
#define FACILITY_SCARD 16
#define FACILITY_USERMODE_COMMONLOG 26
#define FACILITY_USERMODE_FILTER_MANAGER 31
#define FACILITY_GRAPHICS 38
#define FACILITY_USERMODE_VIRTUALIZATION 55
#define FACILITY_DIRECT2D 2201
#define FACILITY_DXGI 2170
#define FACILITY_DXGI_DDI 2171
#define FACILITY_DIRECT3D10 2169
#define FACILITY_DIRECT3D11 2172
#define FACILITY_DIRECT3D11_DEBUG 2173
#define FACILITY_DIRECT3D12 2174
#define FACILITY_DIRECT3D12_DEBUG 2175
#define FACILITY_DXCORE 2176
#define FACILITY_NT_BIT 0x10000000

#ifndef SUCCEEDED
#define SUCCEEDED(hr) (((HRESULT)(hr)) >= 0)
#endif
#ifndef FAILED
#define FAILED(hr) (((HRESULT)(hr)) < 0)
#endif
#define IS_ERROR(Status) (((ULONG)(Status)) >> 31 == SEVERITY_ERROR)
#define HRESULT_CODE(hr) ((hr) & 0xFFFF)
#define SCODE_CODE(sc) ((sc) & 0xFFFF)
#define HRESULT_FACILITY(hr) (((hr) >> 16) & 0x1fff)
#define SCODE_FACILITY(sc) (((sc) >> 16) & 0x1fff)
#define HRESULT_SEVERITY(hr) (((hr) >> 31) & 0x1)
#define SCODE_SEVERITY(sc) (((sc) >> 31) & 0x1)
#define _HRESULT_TYPEDEF_(_sc) ((HRESULT)_sc)
#define _NDIS_ERROR_TYPEDEF_(_sc) ((DWORD)_sc)
#ifndef MAKE_HRESULT
#define MAKE_HRESULT(severity, facility, code) \
  ((HRESULT)((ULONG)(code) | (ULONG)(facility) << 16 | (ULONG)(severity) << 31))
#endif
#define MAKE_SCODE(sev, fac, code) \
  ((LONG)(((ULONG)(sev) << 31) | ((ULONG)(fac) << 16) | ((ULONG)(code))))
#define HRESULT_FROM_NT(x) ((HRESULT)((x) | FACILITY_NT_BIT))
#define __HRESULT_FROM_WIN32(x) \
  ((HRESULT)(x) > 0 ? MAKE_HRESULT(SEVERITY_ERROR, FACILITY_WIN32, (x) & 0xFFFF) : (HRESULT)(x))

#ifdef __cplusplus
extern "C++" {
inline constexpr HRESULT HRESULT_FROM_WIN32(ULONG x) {
  return (HRESULT)x <= 0 ? (HRESULT)x
                         : (HRESULT)((x & 0x0000FFFF) | ((ULONG)FACILITY_WIN32 << 16) | 0x80000000);
}
}
#else
#define HRESULT_FROM_WIN32(x) __HRESULT_FROM_WIN32(x)
#endif

#include "winerror/win32.h"
#include "winerror/hresult.h"
#include "winerror/graphics.h"

#undef NOERROR
#define NOERROR 0
#undef E_NOT_SET
#define E_NOT_SET HRESULT_FROM_WIN32(ERROR_NOT_FOUND)
#undef E_NOT_VALID_STATE
#define E_NOT_VALID_STATE HRESULT_FROM_WIN32(ERROR_INVALID_STATE)
#undef E_NOT_SUFFICIENT_BUFFER
#define E_NOT_SUFFICIENT_BUFFER HRESULT_FROM_WIN32(ERROR_INSUFFICIENT_BUFFER)

#endif
