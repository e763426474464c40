// An adapter of Direct3D 12: OpenAdapter12, and what both sides agree on.
#pragma once

#include <vector>

#include "src/d3d/core/adapter.h"
#include "src/d3d/driver/wdk12.h"

namespace drydock::d3d {

struct Agreement12 {
  D3D12DDI_ADAPTERFUNCS functions{};
  UINT64 version = 0;  // D3D12DDI_SUPPORTED_…: the interface, and the build of its tables
  D3D12DDI_3DPIPELINELEVEL level = D3D12DDI_3DPIPELINELEVEL_11_0;
  std::vector<D3D12DDI_TABLE_REQUEST> optional_tables;  // that the driver wants to fill besides

  UINT interface() const { return D3DDDI_INTERFACE32_FROM_VERSION64(version); }
  UINT build() const { return D3DDDI_BUILD16_FROM_VERSION64(version); }
};

class Adapter12 final : public Adapter {
 public:
  // Makes the adapter without opening it.
  Adapter12(std::shared_ptr<UserDriver> driver, const dxgk::RuntimeView& view, LUID luid,
            const Options& options)
      : Adapter(std::move(driver), view, luid, options, Style::kDirect3D12) {}

  HRESULT open() override;

  // Valid while the adapter is open.
  const Agreement12& agreement() const { return agreement_; }

 private:
  HRESULT close_in_driver() override;
  bool agree();
  void read_capabilities();

  Agreement12 agreement_;
};

}  // namespace drydock::d3d
