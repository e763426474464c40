// Direct3D 12: the open-source headers, where they are installed.
#ifndef _DRYDOCK_D3D12_H_
#define _DRYDOCK_D3D12_H_

#include "unknwn.h"
#include "d3dcommon.h"
#include "dxgi.h"
#if __has_include(<directx/d3d12.h>)
#ifndef COM_NO_WINDOWS_H
#include "windows.h"
#endif
#include <directx/d3d12.h>
#endif

#endif
