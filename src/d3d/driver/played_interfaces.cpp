#include "src/d3d/driver/played_interfaces.h"

#include <algorithm>

#include "src/nt/base/windows_version.h"

namespace drydock::d3d {
namespace {

struct Release {
  std::uint32_t build;
  UINT umd;
  UINT64 version10;
};

constexpr Release kRuntimes[] = {
    {nt::kBuildOfWindows7, D3D_UMD_INTERFACE_VERSION_WIN7, D3D11_0_7_DDI_SUPPORTED},
    {nt::kBuildOfWindows8, D3D_UMD_INTERFACE_VERSION_WIN8, D3D11_1_DDI_SUPPORTED},
    {nt::kBuildOfWindows81, D3D_UMD_INTERFACE_VERSION_WDDM1_3, D3DWDDM1_3_DDI_SUPPORTED},
    {nt::kBuildOfWindows10, D3D_UMD_INTERFACE_VERSION_WDDM2_0, D3DWDDM2_0_DDI_SUPPORTED},
    {14393, D3D_UMD_INTERFACE_VERSION_WDDM2_1, D3DWDDM2_1_DDI_SUPPORTED},
    {15063, D3D_UMD_INTERFACE_VERSION_WDDM2_2, D3DWDDM2_2_DDI_SUPPORTED},
    {16299, D3D_UMD_INTERFACE_VERSION_WDDM2_3, D3DWDDM2_3_DDI_SUPPORTED},
    {17134, D3D_UMD_INTERFACE_VERSION_WDDM2_4, D3DWDDM2_4_DDI_SUPPORTED},
    {17763, D3D_UMD_INTERFACE_VERSION_WDDM2_5, D3DWDDM2_5_DDI_SUPPORTED},
    {18362, D3D_UMD_INTERFACE_VERSION_WDDM2_6, D3DWDDM2_6_DDI_SUPPORTED},
    {19041, D3D_UMD_INTERFACE_VERSION_WDDM2_7, D3DWDDM2_7_DDI_SUPPORTED},
    {20348, ~0U, D3DWDDM2_7_DDI_SUPPORTED},  // the headers end here
};

const Release& runtime() {
  const auto next =
      std::ranges::upper_bound(kRuntimes, nt::windows_version().build, {}, &Release::build);
  return next[-1];
}

}  // namespace

UINT newest_umd_version() { return runtime().umd; }

UINT newest_interface10() { return D3DDDI_INTERFACE32_FROM_VERSION64(runtime().version10); }

// A runtime that knows more announces this one all the same.
UINT64 announced_version10() { return std::min(runtime().version10, D3DWDDM1_3_DDI_SUPPORTED); }

bool has_direct3d12() { return nt::windows_version().build >= nt::kBuildOfWindows10; }

}  // namespace drydock::d3d
