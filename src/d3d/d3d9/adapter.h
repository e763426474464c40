// An adapter of Direct3D 9: OpenAdapter, and the table of functions that it fills in.
#pragma once

#include "src/d3d/core/adapter.h"

namespace drydock::d3d {

class Adapter9 final : public Adapter {
 public:
  // Makes the adapter without opening it.
  Adapter9(std::shared_ptr<UserDriver> driver, const dxgk::RuntimeView& view, LUID luid,
           const Options& options)
      : Adapter(std::move(driver), view, luid, options, Style::kDirect3D9) {}

  HRESULT open() override;
  HRESULT get_caps(D3DDDIARG_GETCAPS& request) override;

  const D3DDDI_ADAPTERFUNCS& functions() const { return functions_; }

 private:
  HRESULT close_in_driver() override;
  void check_opened(const D3DDDIARG_OPENADAPTER& opened, HRESULT result);

  D3DDDI_ADAPTERFUNCS functions_{};
};

}  // namespace drydock::d3d
