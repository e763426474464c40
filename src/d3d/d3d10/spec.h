// The wanted properties of a resource of Direct3D 10 or later.
#pragma once

#include <optional>
#include <vector>

#include "src/d3d/core/device.h"
#include "src/d3d/driver/wdk10.h"

namespace drydock::d3d {

struct Spec10 {
  UINT width = 1;  // bytes, of a buffer
  UINT height = 1;
  UINT levels = 1;
  UINT slices = 1;
  DXGI_FORMAT format = DXGI_FORMAT_B8G8R8A8_UNORM;
  bool is_buffer = false;
  UINT usage = D3D10_DDI_USAGE_DEFAULT;
  UINT bind = 0;
  UINT access = 0;  // D3D10_DDI_CPU_ACCESS
  UINT misc = 0;
  std::optional<DXGI_DDI_PRIMARY_DESC> primary;
  std::vector<D3D10_DDIARG_SUBRESOURCE_UP> initial;  // data of every subresource, or of none

  std::size_t subresources() const { return std::size_t{levels} * slices; }
};

// Returns false for what the runtime promises drivers never to ask for.
bool is_possible(const Spec10& spec);

// The nearest thing that Direct3D 10 has; nothing when its surfaces are neither a chain of mip
// levels nor alike.
std::optional<Spec10> spec10_of(const ResourceSpec& spec);

// Records the properties in the form that all families share.
void record(const Spec10& spec, Resource& out);

// The arguments of CreateResource, and what they point to.
struct Arguments10 {
  explicit Arguments10(const Spec10& spec);
  Arguments10(const Arguments10&) = delete;
  Arguments10& operator=(const Arguments10&) = delete;

  D3D11DDIARG_CREATERESOURCE value{};

 private:
  std::vector<D3D10DDI_MIPINFO> sizes_;
  std::optional<DXGI_DDI_PRIMARY_DESC> primary_;
};

}  // namespace drydock::d3d
