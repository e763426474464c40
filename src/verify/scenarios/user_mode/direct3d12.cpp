// Direct3D 12 in place of resources with memory of their own: heaps, resources that lie in them,
// residency that the application decides, and command queues.
#include <fmt/format.h>

#include <cstring>

#include "src/d3d/d3d12/device.h"
#include "src/nt/mm/user_copy.h"
#include "src/verify/scenarios/user_mode/client.h"
#include "src/verify/scenarios/user_mode/groups.h"

namespace drydock::verify {
namespace {

using d3d::CommandQueue12;
using d3d::Device12;
using d3d::HeapSpec12;
using d3d::Resource;
using d3d::Spec12;

constexpr UINT64 kHeap = 65536;
constexpr UINT64 kBuffer = 4096;

HeapSpec12 hidden_heap() {
  HeapSpec12 out{.bytes = kHeap};
  out.cpu = D3D12DDI_CPU_PAGE_PROPERTY_NOT_AVAILABLE;
  return out;
}

HeapSpec12 shared_heap() {
  HeapSpec12 out{.bytes = kHeap};
  out.is_shared = true;
  return out;
}

Resource& made12(HRESULT result, Resource* out, const char* what) {
  if (out == nullptr)
    must(FAILED(result) ? result : E_FAIL, fmt::format("CreateHeapAndResource, {},", what).c_str());
  return *out;
}

Resource& heap12(Device12& device, const HeapSpec12& spec = {.bytes = kHeap}) {
  Resource* out = nullptr;
  const HRESULT result = device.create_heap(spec, out);
  return made12(result, out, "of a heap of 64 KB");
}

Resource& committed12(Device12& device, const HeapSpec12& spec = {.bytes = kHeap}) {
  Resource* out = nullptr;
  const HRESULT result = device.create_committed(spec, {.width = kBuffer}, out);
  return made12(result, out, "of a heap of 64 KB with a buffer");
}

Resource& placed12(Device12& device, Resource& heap, UINT64 offset) {
  Resource* out = nullptr;
  const HRESULT result = device.create_placed(heap, {.width = kBuffer, .offset = offset}, out);
  return made12(result, out, "of a buffer in a heap");
}

void with_gpu12(Run& run, const std::function<void(Gpu&, GraphicsProgram&)>& life) {
  run_with_gpu(run, life, {.style = d3d::Style::kDirect3D12});
}

Device12& device12(GraphicsProgram& program) {
  return static_cast<Device12&>(program.new_device());
}

void with_device12(Run& run, const std::function<void(Device12&)>& life) {
  run_with_device(run, d3d::Style::kDirect3D12,
                  [&](d3d::Device& device) { life(static_cast<Device12&>(device)); });
}

void destroy12(Device12& device, std::initializer_list<Resource*> resources) {
  for (Resource* each : resources) must(device.destroy_resource(*each), "DestroyHeapAndResource");
}

void bring_up12(Run& run) {
  with_gpu12(run, [](Gpu&, GraphicsProgram& program) {
    program.reopen();
    Device12& first = device12(program);
    Device12& second = device12(program);
    must(first.destroy(), "DestroyDevice");
    use_one(device12(program));
    must(second.destroy(), "DestroyDevice");
    program.reopen();
  });
}

// Heaps alone, resources in them, and both in one call; destroyed in any order that is allowed.
void heaps12(Run& run) {
  with_device12(run, [](Device12& device) {
    for (const HeapSpec12& spec : {HeapSpec12{.bytes = kHeap}, hidden_heap()}) {
      Resource& heap = heap12(device, spec);
      Resource& first = placed12(device, heap, 0);
      Resource& second = placed12(device, heap, kHeap - kBuffer);
      Resource& both = committed12(device, spec);
      destroy12(device, {&first, &both});
      Resource& third = placed12(device, heap, kBuffer);
      destroy12(device, {&third, &second, &heap});
    }
  });
}

// Objects that an application uses at the same time: a heap with a resource in it, a resource with
// memory of its own that is mapped, and a queue.
struct InUse12 {
  explicit InUse12(Device12& device) : heap(heap12(device)), mapped(committed12(device)) {
    placed12(device, heap, 0);
    void* data = nullptr;
    must(device.map(mapped, data), "MapHeap");
    CommandQueue12* queue = nullptr;
    must(device.create_queue(queue), "CreateCommandQueue");
  }

  Resource& heap;
  Resource& mapped;
};

// The runtime destroys what the application leaves behind.
void left12(Run& run) {
  with_device12(run, [](Device12& device) { const InUse12 left(device); });
}

// Bytes that are written through one map are there in the next; maps are counted.
void maps12(Run& run) {
  with_device12(run, [](Device12& device) {
    Resource& heap = heap12(device);
    constexpr std::uint32_t kWord = 0x1badf00d;
    void* data = nullptr;
    must(device.map(heap, data), "MapHeap");
    (void)nt::copy_to_user(data, &kWord, sizeof kWord);
    void* again = nullptr;
    must(device.map(heap, again), "MapHeap");
    must(device.unmap(heap), "UnmapHeap");
    (void)nt::copy_to_user(data, &kWord, sizeof kWord);
    must(device.unmap(heap), "UnmapHeap");
    must(device.map(heap, data), "MapHeap");
    must(device.unmap(heap), "UnmapHeap");
    destroy12(device, {&heap});
  });
}

void need_paging(const Device12& device) {
  if (!device.has_paging_queues())
    throw Skip("its miniport has no paging queues: it is older than WDDM 2.0");
}

// The application counts: what it made resident twice stays until it evicted it twice.
void residency12(Run& run) {
  with_device12(run, [](Device12& device) {
    need_paging(device);
    Resource& one = heap12(device);
    Resource& other = committed12(device);
    Resource* const both[] = {&one, &other};
    Resource* const first[] = {&one};
    must(device.make_resident(both), "MakeResident");
    must(device.make_resident(first), "MakeResident");
    must(device.evict(both), "Evict");
    must(device.evict(first), "Evict");
    must(device.make_resident(first), "MakeResident");
    destroy12(device, {&one, &other});
  });
}

// More than there is memory for: the request fails as a whole, or everything is resident.
void too_much12(Run& run) {
  with_device12(run, [](Device12& device) {
    Resource* none = nullptr;
    device.create_heap({.bytes = UINT64{1} << 39}, none);
    if (none != nullptr) destroy12(device, {none});
    device.create_committed({.bytes = UINT64{1} << 39}, {.width = kBuffer}, none);
    if (none != nullptr) destroy12(device, {none});
    use_one(device);
    if (!device.has_paging_queues()) return;
    constexpr UINT64 kLarge = UINT64{192} << 20;
    std::vector<Resource*> all;
    for (int i = 0; i < 2; ++i) {
      device.create_heap({.bytes = kLarge}, none);
      if (none != nullptr) all.push_back(none);
    }
    if (all.empty()) return;
    if (SUCCEEDED(device.make_resident(all))) must(device.evict(all), "Evict");
    for (Resource* each : all) destroy12(device, {each});
  });
}

// A heap that two devices have; each may let go first.
void share12(Run& run) {
  with_gpu12(run, [](Gpu&, GraphicsProgram& program) {
    Device12& maker = device12(program);
    Device12& user = device12(program);
    for (const bool maker_first : {true, false}) {
      Resource& shared = committed12(maker, shared_heap());
      Resource& opened = open(user, shared);
      void* data = nullptr;
      must(user.map(opened, data), "MapHeap");
      must(user.unmap(opened), "UnmapHeap");
      if (maker_first) destroy12(maker, {&shared});
      destroy12(user, {&opened});
      if (!maker_first) destroy12(maker, {&shared});
    }
    must(user.destroy(), "DestroyDevice");
  });
}

void queues12(Run& run) {
  with_device12(run, [](Device12& device) {
    std::vector<CommandQueue12*> all(3);
    for (CommandQueue12*& each : all) must(device.create_queue(each), "CreateCommandQueue");
    must(device.destroy_queue(*all[1]), "DestroyCommandQueue");
    must(device.create_queue(all[1]), "CreateCommandQueue");
    for (CommandQueue12* each : all) must(device.destroy_queue(*each), "DestroyCommandQueue");
  });
}

// On a lost device only destruction works. The driver may report the loss or not.
void lose12(Run& run) {
  with_gpu12(run, [&](Gpu& gpu, GraphicsProgram& program) {
    Device12& device = device12(program);
    const InUse12 used(device);
    Resource* const named[] = {&used.heap};
    if (device.has_paging_queues()) must(device.make_resident(named), "MakeResident");
    gpu.lose();
    Resource* none = nullptr;
    if (run.choose(2) == 0) device.create_heap({.bytes = kHeap}, none);
    if (run.choose(2) == 0 && device.has_paging_queues()) device.evict(named);
    if (run.choose(2) == 0) device.unmap(used.mapped);
    device.destroy();
  });
}

void work12(Device12& device) {
  for (int round = 0; round < 2; ++round) {
    Resource* heap = nullptr;
    device.create_committed({.bytes = kHeap}, {.width = kBuffer}, heap);
    if (heap == nullptr) return;
    void* data = nullptr;
    if (SUCCEEDED(device.map(*heap, data))) device.unmap(*heap);
    Resource* const named[] = {heap};
    if (device.has_paging_queues() && SUCCEEDED(device.make_resident(named))) device.evict(named);
    device.destroy_resource(*heap);
  }
}

void crowd12(Run& run) {
  with_gpu12(run, [&](Gpu&, GraphicsProgram& program) {
    Device12& staying = device12(program);
    Device12& going = device12(program);
    run.together({{"staying", [&] { work12(staying); }}, {"going", [&] {
                                                            work12(going);
                                                            going.destroy();
                                                          }}});
    use_one(staying);
  });
}

}  // namespace

std::span<const Scenario> user_mode_direct3d12() {
  static constexpr auto kKind = DriverKind::kUserMode;
  static const Scenario kAll[] = {
      {"user-mode.d3d12-bring-up", kKind, "Direct3D 12: adapters and devices come and go", false,
       bring_up12},
      {"user-mode.d3d12-heaps", kKind, "Direct3D 12: heaps, and buffers in them", false, heaps12},
      {"user-mode.d3d12-destroy-device", kKind, "Direct3D 12: a device goes after its heaps", false,
       left12},
      {"user-mode.d3d12-map", kKind, "Direct3D 12: heaps that are mapped twice", false, maps12},
      {"user-mode.d3d12-residency", kKind, "Direct3D 12: made resident and evicted", false,
       residency12},
      {"user-mode.d3d12-too-much", kKind, "Direct3D 12: more than there is memory for", false,
       too_much12},
      {"user-mode.d3d12-share", kKind, "Direct3D 12: a heap of two devices", false, share12},
      {"user-mode.d3d12-queues", kKind, "Direct3D 12: command queues come and go", false, queues12},
      {"user-mode.d3d12-lose", kKind, "Direct3D 12: lost with heaps mapped and resident", false,
       lose12},
      {"user-mode.d3d12-devices-come-and-go", kKind,
       "Direct3D 12: a device goes while another works", true, crowd12},
  };
  return kAll;
}

}  // namespace drydock::verify
