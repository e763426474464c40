// IUnknown for audio port drivers: interfaces whose methods return NTSTATUS.
#ifndef _PUNKNOWN_H_
#define _PUNKNOWN_H_

#include <unknown.h>

#ifndef DEFINE_ABSTRACT_UNKNOWN
#define DEFINE_ABSTRACT_UNKNOWN()                                                         \
  STDMETHOD_(NTSTATUS, QueryInterface)(THIS_ REFIID InterfaceId, PVOID * Interface) PURE; \
  STDMETHOD_(ULONG, AddRef)(THIS) PURE;                                                   \
  STDMETHOD_(ULONG, Release)(THIS) PURE;
#endif

#endif
