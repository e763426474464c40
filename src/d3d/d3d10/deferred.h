// Deferred contexts and command lists of Direct3D 11.
//
// A deferred context records, on any one thread, what its command list does when the immediate
// context executes it. Everything that is recorded has a handle of the context's own, opened when
// it is first used and closed when the list is finished: views before their resource. The immediate
// context's handle is older and lives longer: a resource that the application destroys meanwhile is
// destroyed in the driver when no context and no list uses it any more (U-034).
//
// Owner: Device10, until it is freed. Threads: one at a time records in a context (entrance).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "src/d3d/d3d10/device_table.h"
#include "src/d3d/driver/handles.h"
#include "src/sim/gate.h"

namespace drydock::d3d {

class Device10;
struct Child;
struct Resource;

struct CommandList {
  RuntimeHandle handle;
  std::unique_ptr<PrivateMemory> memory;
  std::vector<Resource*> resources;  // that it uses until it is destroyed
  std::vector<Child*> views;
  bool is_alive = false;
};

class DeferredContext {
 public:
  explicit DeferredContext(Device10& device);
  ~DeferredContext();
  DeferredContext(const DeferredContext&) = delete;
  DeferredContext& operator=(const DeferredContext&) = delete;

  // CreateDeferredContext; also again, after finish() and abandon().
  HRESULT create();

  // Recorded. When the driver has no memory for it the list is lost, which finish() says.
  HRESULT copy(Resource& to, Resource& from);
  HRESULT clear(Child& target, const FLOAT color[4]);
  HRESULT fill(Resource& resource, UINT index, D3DCOLOR color);
  HRESULT bind(Child& target);
  HRESULT draw(UINT vertices);

  // Makes the list, which is the device's, closes the context's handles and destroys the driver's
  // context.
  HRESULT finish(CommandList*& out);
  HRESULT abandon();

  // The handle that callbacks pass.
  RuntimeHandle core_layer() const { return core_layer_; }
  // The driver asks for what is bound.
  void rebind();

  bool is_alive() const { return is_alive_; }
  // The list is lost.
  void lose() { is_lost_ = true; }
  // A thread that records passes it alone.
  sim::Gate entrance;

 private:
  D3D10DDI_HDEVICE handle() const { return {memory_->data()}; }
  // The context's own handle, opened when there is none; null when it cannot be had.
  void* local_of(Resource& resource);
  void* local_of(Child& view);
  // Calls the driver with new memory for a handle of its own. Null when there is no memory, which
  // loses the context, or when the driver fails.
  std::unique_ptr<PrivateMemory> open_in_driver(std::size_t bytes, const char* what,
                                                Resource& resource,
                                                const std::function<void(void* memory)>& body);
  void* open(Resource& resource);
  void* open(Child& view);
  void close_handles();
  void destroy_in_driver();
  HRESULT create_list(CommandList& list);
  bool may_record() const { return is_alive_ && !is_lost_; }

  Device10& device_;
  const RuntimeHandle core_layer_;
  std::unique_ptr<DeviceTable> table_;
  std::unique_ptr<PrivateMemory> memory_;
  std::map<Resource*, std::unique_ptr<PrivateMemory>> resources_;
  std::map<Child*, std::unique_ptr<PrivateMemory>> views_;
  Child* bound_ = nullptr;
  bool is_alive_ = false;
  bool is_lost_ = false;
};

}  // namespace drydock::d3d
