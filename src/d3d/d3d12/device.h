// A device of Direct3D 12.
//
// Heaps and resources come in one call, in one of three shapes: both, a heap alone, or a resource
// in a heap that is live. A `Resource` is what one such call made: a heap, with the resource that
// came with it if one did, or a placed resource. Kernel allocations belong to heaps. The
// application decides what is resident; the paging queue for that is the runtime's.
//
// Cost and owner are those of Device. Threads: drivers of Direct3D 12 are free-threaded; this
// runtime enters them one call at a time.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/d3d/core/device.h"
#include "src/d3d/d3d12/adapter.h"
#include "src/d3d/d3d12/device_table.h"

namespace drydock::d3d {

// The wanted properties of a heap.
struct HeapSpec12 {
  UINT64 bytes = 0;
  UINT64 alignment = 65536;
  D3D12DDI_MEMORY_POOL pool = D3D12DDI_MEMORY_POOL_L0;
  D3D12DDI_CPU_PAGE_PROPERTY cpu = D3D12DDI_CPU_PAGE_PROPERTY_WRITE_BACK;
  D3D12DDI_HEAP_FLAGS flags = D3D12DDI_HEAP_FLAG_BUFFERS;
  UINT creation_nodes = 0;  // 0 means 1
  UINT visible_nodes = 0;
  bool is_shared = false;
};

// A command queue; the runtime's until the device is freed.
struct CommandQueue12 {
  RuntimeHandle handle;
  std::unique_ptr<PrivateMemory> memory;
  bool is_alive = false;
};

class Device12 final : public Device {
 public:
  explicit Device12(std::shared_ptr<Adapter> adapter);
  ~Device12() override;

  HRESULT create() override;
  // Resources first, then heaps, then queues.
  HRESULT destroy() override;

  // E_INVALIDARG without a call for what no application can ask for.
  HRESULT create_heap(const HeapSpec12& heap, Resource*& out);
  HRESULT create_committed(const HeapSpec12& heap, const Spec12& resource, Resource*& out);
  HRESULT create_placed(Resource& heap, const Spec12& resource, Resource*& out);
  // DestroyHeapAndResource; E_INVALIDARG of a heap in which something lies.
  HRESULT destroy_resource(Resource& resource) override;

  // Locks in the kernel; as often unmapped as mapped, at the latest when the heap is destroyed.
  HRESULT map(Resource& heap, void*& out);
  HRESULT unmap(Resource& heap);
  // Heaps, with the resources that came with them. Returns when they are resident; E_NOTIMPL of a
  // kernel that has no paging queues.
  HRESULT make_resident(std::span<Resource* const> heaps);
  HRESULT evict(std::span<Resource* const> heaps);
  HRESULT create_queue(CommandQueue12*& out);
  HRESULT destroy_queue(CommandQueue12& queue);

  // For callbacks: the runtime's queue for allocations that applications make resident, and the
  // result.
  RuntimeHandle paging_queue() const { return paging_queue_; }
  KernelHandle paging_kernel() const { return paging_kernel_; }
  void note_pending(UINT64 value) { paging_ = {true, std::max(paging_.value, value)}; }

  const Agreement12& agreement() const {
    return static_cast<const Adapter12&>(*adapter_).agreement();
  }
  // Callbacks may come on any thread.
  void check_thread(const char*) override {}
  void* device_memory() const { return memory_ == nullptr ? nullptr : memory_->data(); }

 private:
  // The objects of a call of CreateHeapAndResource: a heap, a resource, or both.
  struct Shape {
    const HeapSpec12* heap = nullptr;
    const Spec12* resource = nullptr;
    Resource* in = nullptr;  // the heap of a placed resource
  };

  D3D12DDI_HDEVICE device() const { return {device_memory()}; }
  HRESULT fill_table(D3D12DDI_TABLE_TYPE type, void* table, SIZE_T bytes);
  void offer_pins();
  void check_created(HRESULT result);

  HRESULT open_in_driver(Resource& resource, OpenedResource& opened) override;
  ResourceTraits opened_traits() const override { return Traits12{}; }
  HRESULT create_shape(const Shape& shape, Resource*& out);
  bool make_blocks(const Shape& shape, Resource& made);
  static Handles12 handles_of(const Resource& resource);
  void check_made(Resource& made, HRESULT result);
  void check_destroyed(Resource& resource);
  void check_blocks(const Resource& resource) const;
  // Raises `rule` if the driver's life ended in this call by an access near NULL.
  void explain_null(bool was_alive, rules::RuleId rule, const std::string& what);
  void retire(Resource& resource, const char* by);
  bool has_placed(const Resource& heap);

  // The residency count of each allocation.
  using Counts = std::map<const Allocation*, unsigned>;
  Counts residency_now();
  bool are_heaps(std::span<Resource* const> heaps);
  void check_mapped(Resource& heap, const void* data);
  void check_pending(HRESULT result, UINT64 fence, UINT mask) const;
  void check_resident(std::span<Resource* const> heaps, const Counts& before);
  void check_untrimmed(const Counts& before);
  void check_as_before(const Counts& before);
  void check_evicted(std::span<Resource* const> heaps, const Counts& before);
  void create_paging_queue();
  void wait_for_paging(UINT64 value) const;

  // The results of pfnMakeResidentCb in the MakeResident that is under way.
  struct Paging {
    bool is_pending = false;
    UINT64 value = 0;
  };

  DeviceTable12 table_;
  std::unique_ptr<PrivateMemory> memory_;
  std::vector<std::unique_ptr<CommandQueue12>> queues_;
  const RuntimeHandle paging_queue_;
  KernelHandle paging_kernel_;
  D3DKMT_HANDLE paging_fence_ = 0;
  Paging paging_;
};

}  // namespace drydock::d3d
