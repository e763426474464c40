#include "src/d3d/d3d10/deferred.h"

#include <utility>

#include "src/d3d/core/known.h"
#include "src/d3d/d3d10/core_layer.h"
#include "src/d3d/d3d10/device.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr PrivateMemory::Rules kLocalMemory{"U-215"_rule, "U-242"_rule};

// Null when there is none.
std::unique_ptr<PrivateMemory> local_memory(std::size_t bytes, const char* owner) {
  try {
    return std::make_unique<PrivateMemory>(bytes, owner, kLocalMemory);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

DeferredContext::DeferredContext(Device10& device)
    : device_(device), core_layer_(RuntimeHandle::next(HandleKind::kCoreLayer)) {}

DeferredContext::~DeferredContext() { known_devices().remove(core_layer_); }

HRESULT DeferredContext::create() {
  if (is_alive_ || !device_.has_command_lists()) return E_INVALIDARG;
  if (device_.is_removed()) return D3DDDIERR_DEVICEREMOVED;
  const D3D11DDIARG_CALCPRIVATEDEFERREDCONTEXTSIZE size{device_.creation_flags()};
  memory_ = device_.memory_for(
      [&] { return device_.table().calc_deferred_context(device_.device(), size); },
      "deferred context", kLocalMemory);
  if (memory_ == nullptr) return E_OUTOFMEMORY;
  table_ = std::make_unique<DeviceTable>(device_.agreement().interface);
  known_devices().add(core_layer_, device_.shared_from_this());
  D3D11DDIARG_CREATEDEFERREDCONTEXT wish{};
  wish.p11ContextFuncs = static_cast<D3D11DDI_DEVICEFUNCS*>(table_->data());
  wish.hDrvContext = handle();
  wish.hRTCoreLayer.handle = core_layer_.as_given();
  wish.pWDDM2_6UMCallbacks = &core_layer_callbacks();
  wish.Flags = device_.creation_flags();
  bool is_whole = false;
  const HRESULT result = device_.call_void(
      entry::kCreateDeferred10, nullptr,
      [&] { device_.table().create_deferred_context(device_.device(), wish); },
      [&](HRESULT error) {
        device_.check_memory(*memory_);
        is_whole = table_->can_record();
        if (SUCCEEDED(error) && rules::breaks("U-049", !is_whole))
          nt::Breach("U-049", nt::Offender::running())
              .message("CreateDeferredContext left an entry that records without a function")
              .raise_later();
      });
  is_alive_ = SUCCEEDED(result) && is_whole;
  is_lost_ = false;
  bound_ = nullptr;
  if (is_alive_) return result;
  memory_->retire("CreateDeferredContext that failed");
  return FAILED(result) ? result : E_FAIL;
}

std::unique_ptr<PrivateMemory> DeferredContext::open_in_driver(
    std::size_t bytes, const char* what, Resource& resource,
    const std::function<void(void* memory)>& body) {
  std::unique_ptr<PrivateMemory> memory = local_memory(bytes, what);
  if (memory == nullptr) {
    lose();
    return nullptr;
  }
  rules::evaluated("U-035");
  const HRESULT result =
      device_.call_void_in(*this, entry::kOpenLocal10, &resource, [&] { body(memory->data()); });
  if (SUCCEEDED(result)) return memory;
  memory->retire("a creation that failed");
  return nullptr;
}

// U-035: nothing is described; what was the runtime's handle is the immediate context's.
void* DeferredContext::open(Resource& resource) {
  std::unique_ptr<PrivateMemory> memory = open_in_driver(
      resource.of10().deferred_size, "deferred context's handle of a resource", resource,
      [&](void* at) { table_->open_local_resource(handle(), at, resource.driver_handle.value); });
  if (memory == nullptr) return nullptr;
  device_.claim(resource);
  return (resources_[&resource] = std::move(memory))->data();
}

void* DeferredContext::open(Child& view) {
  void* const resource = local_of(*view.resource);
  if (resource == nullptr) return nullptr;
  std::unique_ptr<PrivateMemory> memory = open_in_driver(
      view.deferred_size, "deferred context's handle of a view", *view.resource, [&](void* at) {
        table_->open_local_view(view.kind, handle(), resource, at, view.memory->data());
      });
  if (memory == nullptr) return nullptr;
  device_.claim(view);
  return (views_[&view] = std::move(memory))->data();
}

void* DeferredContext::local_of(Resource& resource) {
  const auto found = resources_.find(&resource);
  return found != resources_.end() ? found->second->data() : open(resource);
}

void* DeferredContext::local_of(Child& view) {
  const auto found = views_.find(&view);
  return found != views_.end() ? found->second->data() : open(view);
}

HRESULT DeferredContext::copy(Resource& to, Resource& from) {
  if (!is_alive_ || !device_.is_usable(to) || !device_.is_usable(from)) return E_INVALIDARG;
  void* const target = may_record() ? local_of(to) : nullptr;
  void* const source = may_record() ? local_of(from) : nullptr;
  if (!may_record() || target == nullptr || source == nullptr)
    return device_.is_removed() ? D3DDDIERR_DEVICEREMOVED : S_OK;
  const HRESULT result = device_.call_void_in(*this, entry::kCopy10, &to,
                                              [&] { table_->copy(handle(), target, source); });
  return result == E_OUTOFMEMORY ? S_OK : result;
}

HRESULT DeferredContext::clear(Child& target, const FLOAT color[4]) {
  if (!is_alive_ || !target.is_alive || target.kind != ChildKind::kRenderTarget)
    return E_INVALIDARG;
  void* const local = may_record() ? local_of(target) : nullptr;
  if (local == nullptr) return device_.is_removed() ? D3DDDIERR_DEVICEREMOVED : S_OK;
  const HRESULT result = device_.call_void_in(*this, entry::kClear10, target.resource, [&] {
    table_->clear_target(handle(), local, color);
  });
  return result == E_OUTOFMEMORY ? S_OK : result;
}

// Fills through a temporary view, which lives as long as the command list needs it.
HRESULT DeferredContext::fill(Resource& resource, UINT index, D3DCOLOR color) {
  Child* target = nullptr;
  HRESULT result = device_.create_child(ChildKind::kRenderTarget, &resource, index, target);
  if (FAILED(result)) return result;
  result = clear(*target, channels_of(color).data());
  const HRESULT destroyed = device_.destroy_child(*target);
  return FAILED(result) ? result : destroyed;
}

HRESULT DeferredContext::bind(Child& target) {
  if (!is_alive_ || !target.is_alive || target.kind != ChildKind::kRenderTarget)
    return E_INVALIDARG;
  void* const local = may_record() ? local_of(target) : nullptr;
  if (local == nullptr) return device_.is_removed() ? D3DDDIERR_DEVICEREMOVED : S_OK;
  bound_ = &target;
  const HRESULT result = device_.call_void_in(*this, entry::kBind10, target.resource, [&] {
    table_->bind_targets(handle(), local, nullptr);
  });
  return result == E_OUTOFMEMORY ? S_OK : result;
}

HRESULT DeferredContext::draw(UINT vertices) {
  if (!is_alive_) return E_INVALIDARG;
  if (!may_record()) return S_OK;
  const HRESULT result = device_.call_void_in(*this, entry::kDraw10, nullptr,
                                              [&] { table_->draw(handle(), vertices); });
  return result == E_OUTOFMEMORY ? S_OK : result;
}

// Within a call of the driver on this context, which has asked for it.
void DeferredContext::rebind() {
  if (bound_ == nullptr) return;
  Call record(entry::kBind10, &device_, bound_->resource, this);
  enter(device_.driver(), record, reported_by_callback([&] {
          table_->bind_targets(handle(), views_.at(bound_)->data(), nullptr);
        }));
}

// U-036: views first.
void DeferredContext::close_handles() {
  for (const auto& [view, memory] : std::exchange(views_, {})) {
    device_.call_void_in(*this, entry::kCloseLocal10, view->resource,
                         [&] { table_->destroy_child(view->kind, handle(), memory->data()); });
    memory->retire("the end of its deferred context's list");
    device_.release(*view);
  }
  for (const auto& [resource, memory] : std::exchange(resources_, {})) {
    device_.call_void_in(*this, entry::kCloseLocal10, resource,
                         [&] { table_->destroy_resource(handle(), memory->data()); });
    memory->retire("the end of its deferred context's list");
    device_.release(*resource);
  }
}

void DeferredContext::destroy_in_driver() {
  is_alive_ = false;
  device_.call_void_in(*this, entry::kDestroyDeferred10, nullptr,
                       [&] { table_->destroy_device(handle()); });
  memory_->retire("DestroyDevice of a deferred context");
  known_devices().remove(core_layer_);
}

HRESULT DeferredContext::create_list(CommandList& list) {
  const D3D11DDIARG_CREATECOMMANDLIST wish{handle()};
  list.handle = RuntimeHandle::next(HandleKind::kChild);
  list.memory =
      device_.memory_for([&] { return device_.table().calc_command_list(device_.device(), wish); },
                         "command list", kLocalMemory);
  if (list.memory == nullptr) return E_OUTOFMEMORY;
  const HRESULT result = device_.call_void(
      entry::kCreateCommandList10, nullptr,
      [&] {
        device_.table().create_command_list(device_.device(), wish, list.memory->data(),
                                            list.handle.as_given());
      },
      [&](HRESULT) { device_.check_memory(*list.memory); });
  if (FAILED(result)) list.memory->retire("CreateCommandList that failed");
  return result;
}

// U-229: the list, then every handle, then the context.
HRESULT DeferredContext::finish(CommandList*& out) {
  out = nullptr;
  if (!is_alive_) return E_INVALIDARG;
  auto list = std::make_unique<CommandList>();
  const HRESULT result = is_lost_ ? E_OUTOFMEMORY : create_list(*list);
  if (FAILED(result)) {
    abandon();
    return result;
  }
  device_.check_deferred_size(D3D11DDI_HT_COMMANDLIST, list->memory->data());
  for (const auto& [resource, memory] : resources_) list->resources.push_back(resource);
  for (const auto& [view, memory] : views_) list->views.push_back(view);
  list->is_alive = true;
  bound_ = nullptr;
  out = device_.add_list(std::move(list));
  close_handles();
  destroy_in_driver();
  return result;
}

// U-229: AbandonCommandList, then unbind, close every handle, destroy the context.
HRESULT DeferredContext::abandon() {
  if (!is_alive_) return E_INVALIDARG;
  const HRESULT result =
      device_.call_void_in(*this, entry::kAbandon10, nullptr, [&] { table_->abandon(handle()); });
  if (std::exchange(bound_, nullptr) != nullptr)
    device_.call_void_in(*this, entry::kBind10, nullptr,
                         [&] { table_->bind_targets(handle(), nullptr, nullptr); });
  close_handles();
  destroy_in_driver();
  return result;
}

}  // namespace drydock::d3d
