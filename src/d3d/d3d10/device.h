// A device of Direct3D 10 or 11.
//
// Its functions return nothing: the driver sets an error by pfnSetErrorCb while the call lasts. The
// memory behind every handle is the runtime's (core/private_memory.h). Views are destroyed before
// their resource, and unbound before they are destroyed.
//
// Cost and owner are those of Device. Threads: on a free-threaded driver, functions that create,
// destroy, calculate and check come beside one call that draws; a deferred context has an entrance
// of its own.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/d3d/core/device.h"
#include "src/d3d/d3d10/adapter.h"
#include "src/d3d/d3d10/deferred.h"
#include "src/d3d/d3d10/device_table.h"
#include "src/d3d/d3d10/spec.h"

namespace drydock::d3d {

// A view, a shader or a state object.
struct Child {
  RuntimeHandle handle;
  ChildKind kind{};
  Resource* resource = nullptr;  // the resource of a view
  std::unique_ptr<PrivateMemory> memory;
  bool is_alive = false;
  std::size_t deferred_size = 0;  // as of Traits10
  unsigned deferred_uses = 0;
  bool is_unwanted = false;  // is destroyed after its last use
};

// Red, green, blue, alpha, as clears have them.
std::array<FLOAT, 4> channels_of(D3DCOLOR color);

class Device10 final : public Device {
 public:
  explicit Device10(std::shared_ptr<Adapter> adapter);
  ~Device10() override;

  HRESULT create() override;
  // Views, states and resources first.
  HRESULT destroy() override;
  HRESULT create_resource(const ResourceSpec& spec, Resource*& out) override;
  // Unbinds it and destroys its views first. A staging resource that is busy is
  // destroyed later.
  HRESULT destroy_resource(Resource& resource) override;
  // A resource that cannot be mapped is copied to and from one that can, as applications do.
  HRESULT lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out) override;
  HRESULT unlock(Resource& resource, UINT index) override;
  HRESULT flush() override;
  HRESULT present(Resource& source) override;
  HRESULT color_fill(Resource& resource, UINT index, D3DCOLOR color) override;
  HRESULT blt(Resource& to, Resource& from) override;
  HRESULT resolve(Resource& resource) override;

  // The functions of Direct3D 10.
  HRESULT create_resource10(const Spec10& spec, Resource*& out);
  HRESULT map(Resource& resource, UINT index, D3D10_DDI_MAP kind, UINT flags, LockedSurface& out);
  HRESULT unmap(Resource& resource, UINT index);
  HRESULT copy_region(Resource& to, UINT to_index, Resource& from, UINT from_index);
  HRESULT update(Resource& to, UINT index, const void* from, UINT pitch);
  // Interfaces from Direct3D 11.1 on: nothing is submitted when there is nothing.
  HRESULT flush_unless_empty(BOOL& answer);
  HRESULT rotate(std::span<Resource* const> resources);
  HRESULT check_format(DXGI_FORMAT format, UINT& support);

  // A child is the runtime's until the device is freed. `resource` is for views.
  HRESULT create_child(ChildKind kind, Resource* resource, UINT index, Child*& out);
  HRESULT destroy_child(Child& child);
  // Binds a child in place of the one of its kind that was bound before. A query cannot be bound.
  HRESULT bind(Child& child);
  // Unbinds the child of the kind. In place of a state the runtime's own is bound.
  HRESULT unbind(ChildKind kind);
  HRESULT clear(Child& target, const FLOAT color[4]);
  // Triangles, on all of a target of this size.
  HRESULT set_triangles(UINT width, UINT height);
  HRESULT draw(UINT vertices);

  // E_NOTIMPL when the driver has no command lists. A context is the runtime's until the device is
  // freed, as is a list.
  bool has_command_lists();
  HRESULT create_deferred(DeferredContext*& out);
  HRESULT execute(CommandList& list);
  HRESULT destroy_list(CommandList& list);

  RuntimeHandle core_layer() const { return core_layer_; }
  const Agreement10& agreement() const {
    return static_cast<const Adapter10&>(*adapter_).agreement();
  }
  bool is_free_threaded() const;
  void* device_memory() const { return memory_ == nullptr ? nullptr : memory_->data(); }

  // Callbacks call it.
  void disable_deferred_staging() { defers_staging_ = false; }
  // pfnPerformAmortizedProcessingCb; false when nothing was submitted since the last one.
  bool process_amortized();
  // Binds again what is bound, from within a call of the driver.
  void rebind(ChildKind kind);
  void check_thread(const char* callback) override;

 private:
  friend class DeferredContext;
  using Body = std::function<void()>;
  HRESULT call_result(const Entry& entry, Subject subject, const std::function<HRESULT()>& body,
                      const Check& check = nullptr) override;
  // call_void() in a deferred context.
  HRESULT call_void_in(DeferredContext& context, const Entry& entry, Resource* subject, Body body);
  HRESULT open_in_driver(Resource& resource, OpenedResource& opened) override;
  ResourceTraits opened_traits() const override { return Traits10{}; }
  bool is_alone_in(const Entry& entry, const Resource* subject) const;
  bool must_release_in_flush() const override {
    return agreement().interface >= D3D11_0_DDI_INTERFACE_VERSION;
  }
  D3D10DDI_HDEVICE device() const { return {device_memory()}; }

  // Memory of the size that a function of the driver's says; null when it cannot be had.
  std::unique_ptr<PrivateMemory> memory_for(const std::function<SIZE_T()>& calculate,
                                            const std::string& owner, PrivateMemory::Rules rules);
  SIZE_T calculate(const std::function<SIZE_T()>& calculate, const std::string& owner);
  void check_crowd(const std::function<SIZE_T()>& calculate, const std::string& owner,
                   SIZE_T alone);
  UINT creation_flags() const;
  const DeviceTable& table() const { return table_; }
  void read_deferred_sizes();
  SIZE_T check_deferred_size(D3D11DDI_HANDLETYPE type, void* object);
  CommandList* add_list(std::unique_ptr<CommandList> list);
  // A deferred context or a command list begins or ends its use of the resource.
  void claim(Resource& resource);
  void claim(Child& view);
  void release(Resource& resource);
  void release(Child& view);
  void end_command_lists();
  void check_table();
  void check_created(HRESULT result);
  void check_memory(const PrivateMemory& memory) const;
  void fail_creation(Resource& resource, const char* by);
  HRESULT destroy_resource_now(Resource& resource);
  void check_destroyed(Resource& resource);
  bool is_busy(Resource& resource);
  void sweep_staging(bool is_last);
  HRESULT flush10(UINT flags, BOOL& answer);
  void check_mapped(Resource& resource, D3D10_DDI_MAP kind, HRESULT result);
  HRESULT lock_copy(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out);
  HRESULT unlock_copy(Resource& resource, UINT index);
  MapWay way_of(const Resource& resource) const;
  void bind_in_driver(ChildKind kind, void* child);
  HRESULT need_default(ChildKind kind);
  void unbind_all();
  void destroy_children_of(const Resource* resource);

  const RuntimeHandle core_layer_;
  DeviceTable table_;
  std::vector<void*> fixed_;  // entries of the table as CreateDevice left them
  DXGI1_6_1_DDI_BASE_FUNCTIONS dxgi_{};
  DXGI_DDI_BASE_CALLBACKS dxgi_callbacks_;
  std::unique_ptr<PrivateMemory> memory_;
  std::vector<std::unique_ptr<Child>> children_;
  std::map<ChildKind, Child*> bound_;
  std::map<ChildKind, Child*> defaults_;             // states
  std::vector<D3D11DDI_HANDLESIZE> deferred_sizes_;  // that the driver announced
  std::vector<std::unique_ptr<DeferredContext>> deferred_;
  std::vector<std::unique_ptr<CommandList>> lists_;

  // A resource that can be mapped in the place of one that cannot.
  struct Copy {
    Resource* staging = nullptr;
    bool is_written = false;
  };
  std::map<std::pair<const Resource*, UINT>, Copy> copies_;
  std::vector<Resource*> busy_;  // staging resources whose destruction waits
  bool defers_staging_ = true;
  bool is_presenting_ = false;

  // The number of submissions at the last pfnPerformAmortizedProcessingCb, and at the last present.
  std::atomic<unsigned> amortized_submissions_ = 0;
  std::atomic<bool> was_amortized_ = false;
  std::atomic<bool> wants_sweep_ = false;
  unsigned presented_submissions_ = 0;
};

}  // namespace drydock::d3d
