// The base of COM: activation, task memory, and the interface macros.
#ifndef _COMBASEAPI_H_
#define _COMBASEAPI_H_

#include "unknwnbase.h"
#include "wtypesbase.h"

#ifdef __cplusplus
#ifndef IID_PPV_ARGS
extern "C++" {
template <typename T>
void** IID_PPV_ARGS_Helper(T** pp) {
  (void)static_cast<IUnknown*>(*pp);
  return reinterpret_cast<void**>(pp);
}
}
#define IID_PPV_ARGS(ppType) __uuidof(**(ppType)), IID_PPV_ARGS_Helper(ppType)
#endif
#endif

EXTERN_C_START

HRESULT WINAPI CoCreateGuid(GUID* pguid);
HRESULT WINAPI CoCreateInstance(REFCLSID rclsid, IUnknown* pUnkOuter, DWORD dwClsContext,
                                REFIID riid, LPVOID* ppv);
HRESULT WINAPI CoInitializeEx(LPVOID pvReserved, DWORD dwCoInit);
void WINAPI CoUninitialize(void);
LPVOID WINAPI CoTaskMemAlloc(SIZE_T cb);
LPVOID WINAPI CoTaskMemRealloc(LPVOID pv, SIZE_T cb);
void WINAPI CoTaskMemFree(LPVOID pv);
int WINAPI StringFromGUID2(REFGUID rguid, LPOLESTR lpsz, int cchMax);
HRESULT WINAPI CLSIDFromString(LPCOLESTR lpsz, CLSID* pclsid);

EXTERN_C_END

#endif
