// Declarators that interface headers use.
#ifndef __RPCNDR_H__
#define __RPCNDR_H__

#include "rpc.h"

#if defined(DRYDOCK_CLIENT_TYPES)
#if __has_include(<wsl/stubs/rpcndr.h>)
#include <wsl/stubs/rpcndr.h>
#endif
#endif

#ifndef __RPCNDR_H_VERSION__
#define __RPCNDR_H_VERSION__ (500)
#endif
#ifndef CONST_VTBL
#ifdef CONST_VTABLE
#define CONST_VTBL const
#else
#define CONST_VTBL
#endif
#endif

#if defined(DRYDOCK_WINDOWS_TYPES)
#include "ntdef.h"
typedef long long hyper;
typedef unsigned char boolean;
#endif

#include "rpcndr/interface.h"

#endif
