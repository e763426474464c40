// Views, shaders and state objects.
#include <fmt/format.h>

#include "src/d3d/d3d10/device.h"
#include "src/d3d/driver/result.h"

namespace drydock::d3d {
namespace {

UINT bind_flag_of(ChildKind kind) {
  switch (kind) {
    case ChildKind::kShaderResource:
      return D3D10_DDI_BIND_SHADER_RESOURCE;
    case ChildKind::kRenderTarget:
      return D3D10_DDI_BIND_RENDER_TARGET;
    case ChildKind::kDepthStencil:
      return D3D10_DDI_BIND_DEPTH_STENCIL;
    case ChildKind::kUnorderedAccess:
      return D3D11_DDI_BIND_UNORDERED_ACCESS;
    default:
      return 0;
  }
}

D3D11DDI_HANDLETYPE handle_type_of(ChildKind kind) {
  switch (kind) {
    case ChildKind::kRenderTarget:
      return D3D10DDI_HT_RENDERTARGETVIEW;
    case ChildKind::kDepthStencil:
      return D3D10DDI_HT_DEPTHSTENCILVIEW;
    case ChildKind::kUnorderedAccess:
      return D3D11DDI_HT_UNORDEREDACCESSVIEW;
    default:
      return D3D10DDI_HT_SHADERRESOURCEVIEW;
  }
}

ViewWish wish_of(const Resource& resource, UINT index) {
  ViewWish out;
  out.resource.pDrvPrivate = resource.driver_handle.value;
  out.format = static_cast<DXGI_FORMAT>(resource.of10().format);
  out.is_buffer = resource.of10().is_buffer;
  out.elements = resource.of10().is_buffer ? resource.surfaces[index].Width / 4 : 0;
  out.level = index % resource.of10().levels;
  out.slice = index / resource.of10().levels;
  return out;
}

}  // namespace

HRESULT Device10::create_child(ChildKind kind, Resource* resource, UINT index, Child*& out) {
  out = nullptr;
  if (!is_created() || is_view(kind) != (resource != nullptr)) return E_INVALIDARG;
  if (resource != nullptr && (!is_usable(*resource) || index >= resource->surfaces.size() ||
                              (resource->of10().bind & bind_flag_of(kind)) == 0))
    return E_INVALIDARG;
  if (kind == ChildKind::kUnorderedAccess && agreement().interface < D3D11_0_DDI_INTERFACE_VERSION)
    return E_NOTIMPL;
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  const ViewWish wish = resource != nullptr ? wish_of(*resource, index) : ViewWish{};
  std::unique_ptr<PrivateMemory> memory =
      memory_for([&] { return table_.calc_child(kind, device(), wish); }, name_of(kind),
                 {"U-215"_rule, "U-242"_rule});
  if (memory == nullptr) return is_removed() ? D3DDDIERR_DEVICEREMOVED : E_OUTOFMEMORY;
  auto child = std::make_unique<Child>();
  child->handle = RuntimeHandle::next(HandleKind::kChild);
  child->kind = kind;
  child->resource = resource;
  child->memory = std::move(memory);
  const HRESULT result = call_void(
      entry::kCreateChild10, resource,
      [&] {
        table_.create_child(kind, device(), wish, child->memory->data(), child->handle.as_given());
      },
      [&](HRESULT) { check_memory(*child->memory); });
  child->is_alive = SUCCEEDED(result) && driver().alive();
  if (child->is_alive && is_view(kind))
    child->deferred_size = check_deferred_size(handle_type_of(kind), child->memory->data());
  if (!child->is_alive) child->memory->retire("a creation that failed");
  const sim::Alone alone(turn);
  children_.push_back(std::move(child));
  if (FAILED(result)) return result;
  out = children_.back().get();
  return result;
}

HRESULT Device10::destroy_child(Child& child) {
  if (!child.is_alive || child.is_unwanted) return E_INVALIDARG;
  if (child.deferred_uses != 0) {
    child.is_unwanted = true;
    return S_OK;
  }
  if (const auto found = bound_.find(child.kind); found != bound_.end() && found->second == &child)
    unbind(child.kind);
  child.is_alive = false;
  const HRESULT result = call_void(entry::kDestroyChild10, child.resource, [&] {
    table_.destroy_child(child.kind, device(), child.memory->data());
  });
  child.memory->retire("its Destroy function");
  return result;
}

// Destroys the children of a resource, or all children.
void Device10::destroy_children_of(const Resource* resource) {
  for (std::size_t i = 0; i < children_.size(); ++i) {
    Child& child = *children_[i];
    if (child.is_alive && (resource == nullptr || child.resource == resource)) destroy_child(child);
  }
}

}  // namespace drydock::d3d
