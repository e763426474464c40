// Translates the kernel's statuses into the results of callbacks, and names both.
#pragma once

#include <string>

#include "src/d3d/driver/wdk.h"

namespace drydock::d3d {

// Numbers of Direct3D 9 that the interface of drivers has no name for.
inline constexpr HRESULT kOutOfVideoMemory = MAKE_D3DDDIHRESULT(380);
inline constexpr HRESULT kNotResident = MAKE_D3DDDISTATUS(2165);
inline constexpr HRESULT kResidentInSharedMemory = MAKE_D3DDDISTATUS(2166);

// The driver has no function for it and was not called. A number of this runtime alone, which no
// driver returns; programs get E_NOTIMPL.
inline constexpr HRESULT kNoEntryPoint = static_cast<HRESULT>(0xA0D3'0001);

// The one place where a status becomes a result.
HRESULT to_result(NTSTATUS status);

// "E_INVALIDARG", or the number.
std::string name_of(HRESULT result);

}  // namespace drydock::d3d
