// An adapter of Direct3D 10 or 11: OpenAdapter10 or OpenAdapter10_2, and what both sides agree on.
#pragma once

#include "src/d3d/core/adapter.h"
#include "src/d3d/driver/wdk10.h"

namespace drydock::d3d {

struct Agreement10 {
  D3D10_2DDI_ADAPTERFUNCS functions{};
  UINT interface = 0;
  UINT version = 0;       // the runtime's version: its build in the upper half
  UINT driver_build = 0;  // that the driver said for this interface
  bool is_free_threaded = false;
  bool has_command_lists = false;
};

class Adapter10 final : public Adapter {
 public:
  // Makes the adapter without opening it.
  Adapter10(std::shared_ptr<UserDriver> driver, const dxgk::RuntimeView& view, LUID luid,
            const Options& options)
      : Adapter(std::move(driver), view, luid, options, Style::kDirect3D10) {}

  HRESULT open() override;

  // Valid while the adapter is open.
  const Agreement10& agreement() const { return agreement_; }

 private:
  HRESULT close_in_driver() override;
  HRESULT open_in_driver(bool& is_good);
  // Chooses the interface that both sides know; false when there is none.
  bool agree();
  void read_threading();

  Agreement10 agreement_;
};

}  // namespace drydock::d3d
