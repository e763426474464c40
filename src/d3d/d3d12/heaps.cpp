// Heaps and resources of Direct3D 12 come and go.
#include <fmt/format.h>

#include <bit>
#include <cassert>

#include "src/d3d/core/shared_resource.h"
#include "src/d3d/d3d12/device.h"
#include "src/d3d/driver/result.h"
#include "src/nt/base/thread.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

constexpr PrivateMemory::Rules kBlock12{"U-215"_rule, "U-302"_rule};
constexpr UINT64 kMostHeap = UINT64{1} << 40;
constexpr UINT kNodes = 1;  // a mask: adapters that are linked are none of this runtime's

UINT mask_of(UINT given) { return given == 0 ? 1 : given; }

// U-309: nothing else comes to a driver.
bool can_be_heap(const HeapSpec12& spec) {
  const UINT creation = mask_of(spec.creation_nodes), visible = mask_of(spec.visible_nodes);
  return spec.bytes != 0 && spec.bytes <= kMostHeap && std::has_single_bit(creation) &&
         (visible & creation) == creation && (visible & ~kNodes) == 0;
}

bool fits(const Spec12& spec, UINT64 room) {
  const UINT64 bytes = spec.type == D3D12DDI_RT_BUFFER ? spec.width : 0;
  return spec.width != 0 && spec.height != 0 && spec.offset <= room && bytes <= room - spec.offset;
}

D3D12DDIARG_CREATEHEAP_0001 heap_arguments(const HeapSpec12& spec) {
  D3D12DDIARG_CREATEHEAP_0001 out{};
  out.ByteSize = spec.bytes;
  out.Alignment = spec.alignment;
  out.MemoryPool = spec.pool;
  out.CPUPageProperty = spec.cpu;
  out.Flags = spec.flags;
  out.CreationNodeMask = mask_of(spec.creation_nodes);
  out.VisibleNodeMask = mask_of(spec.visible_nodes);
  return out;
}

nt::Concerning about12(const Resource& resource) {
  return {.object = resource.name(), .history = resource.history};
}

}  // namespace

HRESULT Device12::create_heap(const HeapSpec12& heap, Resource*& out) {
  return create_shape({.heap = &heap}, out);
}

HRESULT Device12::create_committed(const HeapSpec12& heap, const Spec12& resource, Resource*& out) {
  return create_shape({.heap = &heap, .resource = &resource}, out);
}

HRESULT Device12::create_placed(Resource& heap, const Spec12& resource, Resource*& out) {
  out = nullptr;
  if (!is_usable(heap) || !heap.of12().is_heap()) return E_INVALIDARG;
  return create_shape({.resource = &resource, .in = &heap}, out);
}

Handles12 Device12::handles_of(const Resource& resource) {
  const Traits12& traits = resource.of12();
  void* const own = resource.memory->data();
  void* const second = traits.resource == nullptr ? nullptr : traits.resource->data();
  const bool is_placed = !traits.is_heap();
  return {.heap = {is_placed ? nullptr : own},
          .runtime = {resource.handle.as_given()},
          .resource = {is_placed ? own : second}};
}

// Both sizes are asked for at once. False when the driver has come to its end, or said nonsense.
bool Device12::make_blocks(const Shape& shape, Resource& made) {
  D3D12DDIARG_CREATEHEAP_0001 wish{};
  if (shape.heap != nullptr) wish = heap_arguments(*shape.heap);
  DeviceTable12::Sizes sizes{~SIZE_T{0}, ~SIZE_T{0}};
  const bool was_alive = driver().alive();
  call_void(entry::kCalculate12, nullptr, [&] {
    sizes = table_.calc_heap(device(), shape.heap == nullptr ? nullptr : &wish, shape.resource);
  });
  explain_null(was_alive, "U-300"_rule, "CalcPrivateHeapAndResourceSizes");
  std::shared_ptr<PrivateMemory> heap, resource;
  if (shape.heap != nullptr) heap = PrivateMemory::make(sizes.Heap, "heap", kBlock12);
  if (shape.resource != nullptr)
    resource = PrivateMemory::make(sizes.Resource, "resource", kBlock12);
  made.memory = shape.heap != nullptr ? heap : resource;
  if (shape.heap != nullptr) made.of12().resource = resource;
  return (heap != nullptr || shape.heap == nullptr) &&
         (resource != nullptr || shape.resource == nullptr);
}

HRESULT Device12::create_shape(const Shape& shape, Resource*& out) {
  out = nullptr;
  const UINT64 room = shape.heap != nullptr ? shape.heap->bytes
                      : shape.in != nullptr ? shape.in->of12().bytes
                                            : 0;
  if (!is_created() || (shape.heap != nullptr && !can_be_heap(*shape.heap)) ||
      (shape.resource != nullptr && !fits(*shape.resource, room)))
    return E_INVALIDARG;
  if (is_removed()) return D3DDDIERR_DEVICEREMOVED;
  assert((shape.heap == nullptr) == (shape.in != nullptr));
  Resource& made = add_resource(
      Traits12{.bytes = shape.heap != nullptr ? shape.heap->bytes : 0, .heap = shape.in});
  made.flags.SharedResource = shape.heap != nullptr && shape.heap->is_shared ? 1 : 0;
  if (!make_blocks(shape, made)) {
    made.life.become(ResourceLife::State::kFailed);
    retire(made, "CreateHeapAndResource that was not called");
    return is_removed() ? D3DDDIERR_DEVICEREMOVED : E_OUTOFMEMORY;
  }
  D3D12DDIARG_CREATEHEAP_0001 wish{};
  if (shape.heap != nullptr) wish = heap_arguments(*shape.heap);
  Handles12 handles = handles_of(made);
  made.driver_handle = {made.memory->data()};
  if (shape.in != nullptr) handles.heap = {shape.in->memory->data()};
  const bool was_alive = driver().alive();
  const HRESULT result = call_result(
      entry::kCreateHeap12, &made,
      [&] {
        return table_.create_heap(device(), shape.heap == nullptr ? nullptr : &wish, shape.resource,
                                  handles);
      },
      [&](HRESULT returned) { check_made(made, returned); });
  explain_null(was_alive, "U-300"_rule,
               fmt::format("CreateHeapAndResource {}",
                           shape.heap == nullptr       ? "without a heap's description"
                           : shape.resource == nullptr ? "without a resource's description"
                                                       : "with both descriptions"));
  if (made.is_live()) {
    out = &made;
    return result;
  }
  made.life.become(ResourceLife::State::kFailed);
  retire(made, "CreateHeapAndResource that failed");
  return FAILED(result) ? result : E_FAIL;
}

void Device12::check_blocks(const Resource& resource) const {
  const char* const where = Call::current()->entry().name;
  resource.memory->check(where);
  if (resource.of12().resource != nullptr) resource.of12().resource->check(where);
}

void Device12::check_made(Resource& made, HRESULT result) {
  const sim::Alone alone(turn);
  check_blocks(made);
  const bool has_allocations = !objects.living_of(made).empty();
  if (FAILED(result)) {
    if (!is_removed() && rules::breaks("U-303", has_allocations))
      nt::Breach("U-303", nt::Offender::running())
          .message("CreateHeapAndResource failed and left an allocation of its heap behind")
          .about(about12(made))
          .raise_later();
    return;
  }
  // When the last allocation was refused, the finding about that is enough.
  if (made.of12().is_heap() && !made.of12().is_refused && rules::breaks("U-303", !has_allocations))
    nt::Breach("U-303", nt::Offender::running())
        .message("CreateHeapAndResource returned S_OK for a heap that no pfnAllocateCb names")
        .about(about12(made))
        .raise_later();
  made.life.become(ResourceLife::State::kLive);
  note(made.history, "CreateHeapAndResource");
}

void Device12::explain_null(bool was_alive, rules::RuleId rule, const std::string& what) {
  constexpr std::uintptr_t kFirstPages = 0x10000;
  rules::evaluated(rule);
  if (!was_alive || driver().alive() || nt::self().fault_address >= kFirstPages) return;
  nt::Breach(rule, driver()).message(what + " went through a pointer that was NULL").raise_later();
}

void Device12::retire(Resource& resource, const char* by) {
  const sim::Alone alone(turn);
  if (resource.memory != nullptr) resource.memory->retire(by);
  if (resource.of12().resource != nullptr) resource.of12().resource->retire(by);
}

bool Device12::has_placed(const Resource& heap) {
  const sim::Alone alone(turn);
  return std::ranges::any_of(objects.resources, [&](const auto& each) {
    return each.second->of12().heap == &heap && each.second->is_live();
  });
}

HRESULT Device12::destroy_resource(Resource& resource) {
  // The driver is not called for one that is destroyed, another device's, or a heap in use.
  if (!is_usable(resource) || has_placed(resource)) return E_INVALIDARG;
  while (!resource.locked.empty()) unmap(resource);
  note(resource.history, "DestroyHeapAndResource called");
  const Handles12 handles = handles_of(resource);
  const bool was_alive = driver().alive();
  const HRESULT result = call_void(
      entry::kDestroyHeap12, &resource, [&] { table_.destroy_heap(device(), handles); },
      [&](HRESULT) { check_destroyed(resource); });
  explain_null(was_alive, "U-304"_rule,
               fmt::format("DestroyHeapAndResource {}",
                           handles.heap.pDrvPrivate == nullptr       ? "without a heap"
                           : handles.resource.pDrvPrivate == nullptr ? "without a resource"
                                                                     : "of both"));
  resource.life.become(ResourceLife::State::kDestroyed);
  retire(resource, "DestroyHeapAndResource");
  return result;
}

void Device12::check_destroyed(Resource& resource) {
  const sim::Alone alone(turn);
  check_blocks(resource);
  if (!is_removed() && rules::breaks("U-310", resource.of12().pins != 0))
    nt::Breach("U-310", nt::Offender::running())
        .message("DestroyHeapAndResource returned with the heap pinned {} times",
                 resource.of12().pins)
        .about(about12(resource))
        .raise_later();
  // A release that failed is raised as a hidden error of the callback.
  if (is_removed() || !Call::current()->received().empty()) return;
  if (rules::breaks("U-303", !objects.living_of(resource).empty()))
    nt::Breach("U-303", nt::Offender::running())
        .message("DestroyHeapAndResource returned without the release of its heap's allocations")
        .about(about12(resource))
        .raise_later();
}

HRESULT Device12::open_in_driver(Resource& made, OpenedResource& opened) {
  const D3DDDIARG_OPENRESOURCE described = opened.arguments(*this, made);
  const D3D12DDIARG_OPENHEAP_0003 wish{described.NumAllocations, described.pOpenAllocationInfo2,
                                       described.hKMResource, described.pPrivateDriverData,
                                       described.PrivateDriverDataSize};
  DeviceTable12::Sizes sizes{~SIZE_T{0}, ~SIZE_T{0}};
  call_void(entry::kCalculate12, nullptr, [&] { sizes = table_.calc_opened(device(), wish); });
  made.memory = PrivateMemory::make(sizes.Heap, "heap", kBlock12);
  made.of12().resource = PrivateMemory::make(sizes.Resource, "resource", kBlock12);
  if (made.memory == nullptr || made.of12().resource == nullptr)
    return is_removed() ? D3DDDIERR_DEVICEREMOVED : E_OUTOFMEMORY;
  made.driver_handle = {made.memory->data()};
  const HRESULT result = call_result(
      entry::kOpenHeap12, &made, [&] { return table_.open_heap(device(), wish, handles_of(made)); },
      [&](HRESULT returned) {
        const sim::Alone alone(turn);
        check_blocks(made);
        if (SUCCEEDED(returned)) made.life.become(ResourceLife::State::kLive);
      });
  if (!made.is_live()) retire(made, "OpenHeapAndResource that failed");
  return result;
}

}  // namespace drydock::d3d
