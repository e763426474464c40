#include "src/d3d/api/factory.h"

#include "src/d3d/d3d10/device.h"
#include "src/d3d/d3d12/device.h"
#include "src/d3d/d3d9/device.h"

namespace drydock::d3d {
namespace {

Style style_of(UserDriver& driver, Style wanted) {
  if (wanted != Style::kAsExported) return wanted;
  if (driver.is_of_style9()) return Style::kDirect3D9;
  if (driver.is_of_style10()) return Style::kDirect3D10;
  return driver.is_of_style12() ? Style::kDirect3D12 : Style::kDirect3D9;
}

}  // namespace

std::shared_ptr<Adapter> make_adapter(std::shared_ptr<UserDriver> driver,
                                      const dxgk::RuntimeView& view, LUID luid,
                                      const Options& options) {
  switch (style_of(*driver, options.style)) {
    case Style::kDirect3D10:
      return std::make_shared<Adapter10>(std::move(driver), view, luid, options);
    case Style::kDirect3D12:
      return std::make_shared<Adapter12>(std::move(driver), view, luid, options);
    case Style::kDirect3D9:
    case Style::kAsExported:
      break;
  }
  return std::make_shared<Adapter9>(std::move(driver), view, luid, options);
}

std::shared_ptr<Device> make_device(std::shared_ptr<Adapter> adapter,
                                    D3DDDI_CREATEDEVICEFLAGS flags) {
  if (adapter->is_of_10()) return std::make_shared<Device10>(std::move(adapter));
  if (adapter->is_of_12()) return std::make_shared<Device12>(std::move(adapter));
  return std::make_shared<Device9>(std::move(adapter), flags);
}

}  // namespace drydock::d3d
