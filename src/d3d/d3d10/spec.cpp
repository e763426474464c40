#include "src/d3d/d3d10/spec.h"

#include <algorithm>
#include <bit>

namespace drydock::d3d {
namespace {

constexpr UINT kMostTexels = 16384;
constexpr UINT kMostSlices = 2048;
constexpr UINT kMostBytes = 1U << 27;

DXGI_FORMAT format_of(D3DDDIFORMAT format) {
  switch (format) {
    case D3DDDIFMT_A8R8G8B8:
      return DXGI_FORMAT_B8G8R8A8_UNORM;
    case D3DDDIFMT_X8R8G8B8:
      return DXGI_FORMAT_B8G8R8X8_UNORM;
    case D3DDDIFMT_A8B8G8R8:
      return DXGI_FORMAT_R8G8B8A8_UNORM;
    case D3DDDIFMT_R5G6B5:
      return DXGI_FORMAT_B5G6R5_UNORM;
    case D3DDDIFMT_A8:
      return DXGI_FORMAT_A8_UNORM;
    case D3DDDIFMT_R32F:
      return DXGI_FORMAT_R32_FLOAT;
    case D3DDDIFMT_A16B16G16R16F:
      return DXGI_FORMAT_R16G16B16A16_FLOAT;
    case D3DDDIFMT_A32B32G32R32F:
      return DXGI_FORMAT_R32G32B32A32_FLOAT;
    default:
      return DXGI_FORMAT_UNKNOWN;
  }
}

UINT half(UINT size, UINT times) { return std::max(size >> times, 1U); }

// The surfaces are the levels of one picture, each half of the one before, or all alike.
bool shape(const ResourceSpec& spec, Spec10& out) {
  const std::vector<D3DDDI_SURFACEINFO>& all = spec.surfaces;
  if (all.empty()) return false;
  const auto count = static_cast<UINT>(all.size());
  out.width = all[0].Width;
  out.height = std::max(all[0].Height, 1U);
  const bool is_chain = count > 1 && all[1].Width < all[0].Width;
  out.levels = spec.mip_levels != 0 ? spec.mip_levels : is_chain ? count : 1;
  out.slices = count / out.levels;
  for (UINT i = 0; i < count; ++i) {
    const UINT level = i % out.levels;
    if (all[i].Width != half(out.width, level) ||
        std::max(all[i].Height, 1U) != half(out.height, level) || all[i].Depth > 1)
      return false;
  }
  return count == out.levels * out.slices;
}

bool is_dynamic_possible(const Spec10& spec) {
  constexpr UINT kWritten =
      D3D10_DDI_BIND_RENDER_TARGET | D3D10_DDI_BIND_DEPTH_STENCIL | D3D11_DDI_BIND_UNORDERED_ACCESS;
  return spec.access == D3D10_DDI_CPU_ACCESS_WRITE && spec.subresources() == 1 &&
         (spec.bind & kWritten) == 0 && spec.bind != 0;
}

bool is_usage_possible(const Spec10& spec) {
  switch (spec.usage) {
    case D3D10_DDI_USAGE_DEFAULT:
      return spec.access == 0 && spec.bind != 0;
    case D3D10_DDI_USAGE_IMMUTABLE:
      return spec.access == 0 && !spec.initial.empty() && spec.bind != 0;
    case D3D10_DDI_USAGE_DYNAMIC:
      return is_dynamic_possible(spec);
    case D3D10_DDI_USAGE_STAGING:
      return spec.access != 0 && spec.bind == 0;
    default:
      return false;
  }
}

}  // namespace

bool is_possible(const Spec10& spec) {
  const bool is_shared = (spec.misc & D3D10_DDI_RESOURCE_MISC_SHARED) != 0;
  if (spec.width == 0 || spec.height == 0 || spec.levels == 0 || spec.slices == 0) return false;
  if (spec.is_buffer && (spec.height != 1 || spec.subresources() != 1 || spec.width > kMostBytes))
    return false;
  if (!spec.is_buffer && (spec.width > kMostTexels || spec.height > kMostTexels ||
                          spec.slices > kMostSlices || spec.format == DXGI_FORMAT_UNKNOWN))
    return false;
  if (spec.levels > static_cast<UINT>(std::bit_width(std::max(spec.width, spec.height))))
    return false;
  if (!spec.initial.empty() && spec.initial.size() != spec.subresources()) return false;
  if (is_shared && (spec.usage != D3D10_DDI_USAGE_DEFAULT || spec.is_buffer)) return false;
  if (spec.primary && (spec.bind & D3D10_DDI_BIND_PRESENT) == 0) return false;
  return is_usage_possible(spec);
}

std::optional<Spec10> spec10_of(const ResourceSpec& spec) {
  Spec10 out;
  if (!shape(spec, out)) return std::nullopt;
  const D3DDDI_RESOURCEFLAGS& flags = spec.flags;
  out.is_buffer = flags.VertexBuffer != 0 || flags.IndexBuffer != 0;
  out.format = out.is_buffer ? DXGI_FORMAT_UNKNOWN : format_of(spec.format);
  if (flags.SharedResource != 0) out.misc |= D3D10_DDI_RESOURCE_MISC_SHARED;
  const bool is_staging = spec.pool == D3DDDIPOOL_SYSTEMMEM || spec.pool == D3DDDIPOOL_STAGINGMEM;
  if (is_staging) {
    out.usage = D3D10_DDI_USAGE_STAGING;
    out.access = D3D10_DDI_CPU_ACCESS_MASK;
    for (const D3DDDI_SURFACEINFO& each : spec.surfaces) {
      if (each.pSysMem != nullptr)
        out.initial.push_back(
            {const_cast<void*>(each.pSysMem), each.SysMemPitch, each.SysMemSlicePitch});
    }
    return out;
  }
  if (flags.VertexBuffer != 0) out.bind |= D3D10_DDI_BIND_VERTEX_BUFFER;
  if (flags.IndexBuffer != 0) out.bind |= D3D10_DDI_BIND_INDEX_BUFFER;
  if (flags.ZBuffer != 0) out.bind |= D3D10_DDI_BIND_DEPTH_STENCIL;
  if (!out.is_buffer && flags.ZBuffer == 0) out.bind |= D3D10_DDI_BIND_SHADER_RESOURCE;
  if (flags.Dynamic != 0) {
    out.usage = D3D10_DDI_USAGE_DYNAMIC;
    out.access = D3D10_DDI_CPU_ACCESS_WRITE;
    return out;
  }
  // A fill needs the resource to be a target.
  if (!out.is_buffer && flags.ZBuffer == 0) out.bind |= D3D10_DDI_BIND_RENDER_TARGET;
  if (flags.Primary != 0) {
    out.bind |= D3D10_DDI_BIND_PRESENT;
    out.primary.emplace();
    out.primary->ModeDesc.Width = out.width;
    out.primary->ModeDesc.Height = out.height;
    out.primary->ModeDesc.Format = out.format;
  }
  return out;
}

void record(const Spec10& spec, Resource& out) {
  out.flags.Value = 0;
  out.flags.SharedResource = (spec.misc & D3D10_DDI_RESOURCE_MISC_SHARED) != 0 ? 1 : 0;
  out.flags.Dynamic = spec.usage == D3D10_DDI_USAGE_DYNAMIC ? 1 : 0;
  out.flags.Primary = spec.primary ? 1 : 0;
  out.pool = D3DDDIPOOL_VIDEOMEMORY;
  out.traits = Traits10{.usage = spec.usage,
                        .bind = spec.bind,
                        .format = static_cast<UINT>(spec.format),
                        .levels = spec.levels,
                        .slices = spec.slices,
                        .is_buffer = spec.is_buffer,
                        .is_primary = spec.primary.has_value()};
  for (UINT i = 0; i < spec.subresources(); ++i) {
    const UINT level = i % spec.levels;
    out.surfaces.push_back({half(spec.width, level), half(spec.height, level), 1, nullptr, 0, 0});
  }
}

Arguments10::Arguments10(const Spec10& spec) : primary_(spec.primary) {
  for (UINT level = 0; level < spec.levels; ++level) {
    const UINT width = half(spec.width, level), height = half(spec.height, level);
    sizes_.push_back({width, height, 1, width, height, 1});
  }
  value.pMipInfoList = sizes_.data();
  value.pInitialDataUP = spec.initial.empty() ? nullptr : spec.initial.data();
  value.ResourceDimension = spec.is_buffer ? D3D10DDIRESOURCE_BUFFER : D3D10DDIRESOURCE_TEXTURE2D;
  value.Usage = spec.usage;
  value.BindFlags = spec.bind;
  value.MapFlags = spec.access;
  value.MiscFlags = spec.misc;
  value.Format = spec.format;
  value.SampleDesc.Count = 1;
  value.MipLevels = spec.levels;
  value.ArraySize = spec.slices;
  value.pPrimaryDesc = primary_ ? &*primary_ : nullptr;
}

}  // namespace drydock::d3d
