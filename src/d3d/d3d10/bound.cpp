// Binds views, shaders and state objects, and draws with them.
#include "src/d3d/d3d10/device.h"

namespace drydock::d3d {

void Device10::bind_in_driver(ChildKind kind, void* child) {
  const auto bound = [&](ChildKind other) -> void* {
    const auto found = bound_.find(other);
    return found == bound_.end() ? nullptr : found->second->memory->data();
  };
  switch (kind) {
    case ChildKind::kShaderResource:
      return table_.bind_shader_resource(device(), child);
    case ChildKind::kRenderTarget:
      return table_.bind_targets(device(), child, bound(ChildKind::kDepthStencil));
    case ChildKind::kDepthStencil:
      return table_.bind_targets(device(), bound(ChildKind::kRenderTarget), child);
    case ChildKind::kUnorderedAccess:
      return table_.bind_unordered(device(), child);
    default:
      return table_.bind_state(kind, device(), child);
  }
}

// The state that is bound in the place of a program's own, made when the first of them is bound.
HRESULT Device10::need_default(ChildKind kind) {
  if (!is_state(kind) || defaults_.contains(kind)) return S_OK;
  Child* made = nullptr;
  const HRESULT result = create_child(kind, nullptr, 0, made);
  if (made != nullptr) defaults_[kind] = made;
  return result;
}

HRESULT Device10::bind(Child& child) {
  if (!child.is_alive || child.kind == ChildKind::kQuery || is_removed()) return E_INVALIDARG;
  if (const HRESULT result = need_default(child.kind); FAILED(result)) return result;
  const HRESULT result = call_void(entry::kBind10, child.resource,
                                   [&] { bind_in_driver(child.kind, child.memory->data()); });
  bound_[child.kind] = &child;
  return result;
}

HRESULT Device10::unbind(ChildKind kind) {
  if (bound_.erase(kind) == 0) return S_OK;
  const auto found = defaults_.find(kind);
  void* const instead = found == defaults_.end() ? nullptr : found->second->memory->data();
  return call_void(entry::kBind10, nullptr, [&] { bind_in_driver(kind, instead); });
}

void Device10::unbind_all() {
  while (!bound_.empty()) unbind(bound_.begin()->first);
}

// Within a call of the driver, which has asked for it.
void Device10::rebind(ChildKind kind) {
  const auto found = bound_.find(kind);
  if (found == bound_.end()) return;
  Call record(entry::kBind10, this, found->second->resource);
  enter(driver(), record,
        reported_by_callback([&] { bind_in_driver(kind, found->second->memory->data()); }));
}

HRESULT Device10::set_triangles(UINT width, UINT height) {
  if (!is_created() || is_removed()) return E_INVALIDARG;
  return call_void(entry::kBind10, nullptr, [&] { table_.set_triangles(device(), width, height); });
}

HRESULT Device10::clear(Child& target, const FLOAT color[4]) {
  if (!target.is_alive || target.kind != ChildKind::kRenderTarget) return E_INVALIDARG;
  target.resource->is_unnamed_primary = target.resource->flags.Primary != 0;
  return call_void(entry::kClear10, target.resource,
                   [&] { table_.clear_target(device(), target.memory->data(), color); });
}

HRESULT Device10::draw(UINT vertices) {
  if (!is_created()) return E_INVALIDARG;
  return call_void(entry::kDraw10, nullptr, [&] { table_.draw(device(), vertices); });
}

}  // namespace drydock::d3d
