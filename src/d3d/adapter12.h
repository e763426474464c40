// What was agreed on with a driver of Direct3D 12.
#pragma once

#include "src/d3d/adapter.h"
#include "src/d3d/wdk12.h"

namespace drydock::d3d {

struct Agreement12 {
  D3D12DDI_ADAPTERFUNCS functions{};
  UINT64 version = 0;  // D3D12DDI_SUPPORTED_…: the interface, and the build of its tables
  D3D12DDI_3DPIPELINELEVEL level = D3D12DDI_3DPIPELINELEVEL_11_0;
  std::vector<D3D12DDI_TABLE_REQUEST> optional_tables;  // that the driver wants to fill besides

  UINT interface() const { return D3DDDI_INTERFACE32_FROM_VERSION64(version); }
  UINT build() const { return D3DDDI_BUILD16_FROM_VERSION64(version); }
};

}  // namespace drydock::d3d
