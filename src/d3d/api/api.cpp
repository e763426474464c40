// drydock/d3d.h: the Direct3D runtime for programs.
#include <fmt/format.h>

#include "drydock/d3d.h"
#include "src/d3d/api/factory.h"
#include "src/d3d/d3d10/device.h"
#include "src/d3d/d3d12/device.h"
#include "src/d3d/driver/result.h"
#include "src/thunks/client/client.h"

namespace drydock {
namespace {

static_assert(Direct3D::kDeviceRemoved == D3DDDIERR_DEVICEREMOVED);
static_assert(static_cast<int>(Direct3D::Format::kA8R8G8B8) == D3DDDIFMT_A8R8G8B8);
static_assert(static_cast<int>(Direct3D::Format::kX8R8G8B8) == D3DDDIFMT_X8R8G8B8);
static_assert(static_cast<int>(Direct3D::Format::kR5G6B5) == D3DDDIFMT_R5G6B5);
static_assert(static_cast<int>(Direct3D::Format::kA8) == D3DDDIFMT_A8);
static_assert(static_cast<int>(Direct3D::Format::kD24S8) == D3DDDIFMT_D24S8);
static_assert(static_cast<int>(Direct3D::Format::kVertexData) == D3DDDIFMT_VERTEXDATA);
static_assert(static_cast<int>(Direct3D::Format::kA16B16G16R16F) == D3DDDIFMT_A16B16G16R16F);

d3d::Resource& inner(void* given) {
  if (given == nullptr) throw Direct3D::Error("the resource is none", E_INVALIDARG);
  return *static_cast<d3d::Resource*>(given);
}

// The result that a program gets.
HRESULT as_program_result(HRESULT result) {
  return result == d3d::kNoEntryPoint ? E_NOTIMPL : result;
}

[[noreturn]] void refuse(const char* what, HRESULT result) {
  throw Direct3D::Error(fmt::format("{}: {}", what, d3d::name_of(result)),
                        as_program_result(result));
}

// The resource that `make` stores; refuses with its result when it stores none.
template <typename Make>
d3d::Resource* obtain(const char* what, Make&& make) {
  d3d::Resource* made = nullptr;
  const HRESULT result = make(made);
  if (made == nullptr) refuse(what, result);
  return made;
}

d3d::Resource* open_shared(d3d::Device& device, std::uint32_t shared_handle, const char* what) {
  return obtain(what,
                [&](d3d::Resource*& out) { return device.open_resource(shared_handle, out); });
}

d3d::ResourceSpec spec_of(const Direct3D::Description& description) {
  d3d::ResourceSpec out;
  out.format = static_cast<D3DDDIFORMAT>(description.format);
  out.flags.Value = description.flags;
  out.mip_levels = description.mip_levels;
  for (const Direct3D::Surface& each : description.surfaces)
    out.surfaces.push_back({each.width, each.height, each.depth, nullptr, 0, 0});
  return out;
}

d3d::HeapSpec12 spec_of(const Direct3D::Device12::Heap& heap) {
  d3d::HeapSpec12 out{.bytes = heap.bytes};
  if (!heap.is_mappable) out.cpu = D3D12DDI_CPU_PAGE_PROPERTY_NOT_AVAILABLE;
  out.is_shared = heap.is_shared;
  return out;
}

d3d::Style style_of(Direct3D::Style style) {
  switch (style) {
    case Direct3D::Style::kDirect3D9:
      return d3d::Style::kDirect3D9;
    case Direct3D::Style::kDirect3D10:
      return d3d::Style::kDirect3D10;
    case Direct3D::Style::kDirect3D12:
      return d3d::Style::kDirect3D12;
    case Direct3D::Style::kAsExported:
      break;
  }
  return d3d::Style::kAsExported;
}

std::shared_ptr<d3d::UserDriver> load(const std::filesystem::path& driver) {
  try {
    return d3d::UserDriver::load(driver);
  } catch (const nt::LoadError& error) {
    throw Direct3D::Error(error.what(), E_FAIL);
  }
}

}  // namespace

struct Direct3D::Impl {
  Impl(const std::filesystem::path& file, AdapterId id, Style style)
      : driver(load(file)),
        adapter(d3d::make_adapter(driver, dxgk::RuntimeView(thunks::caller()),
                                  LUID{static_cast<DWORD>(id.low), static_cast<LONG>(id.high)},
                                  d3d::Options{.style = style_of(style)})) {}

  Findings findings;
  std::shared_ptr<d3d::UserDriver> driver;
  std::shared_ptr<d3d::Adapter> adapter;
};

struct Direct3D::Device::Impl {
  std::shared_ptr<d3d::Device> device;
};

std::uint32_t Direct3D::Resource::shared_handle() const { return inner(inner_).global; }
std::size_t Direct3D::Resource::surfaces() const { return inner(inner_).surfaces.size(); }

Direct3D::Resource Direct3D::name(void* inner) {
  Resource out;
  out.inner_ = inner;
  return out;
}

Direct3D::Direct3D(const std::filesystem::path& driver, AdapterId adapter, Style style)
    : impl_(std::make_unique<Impl>(driver, adapter, style)) {
  const HRESULT result = impl_->adapter->open();
  if (FAILED(result)) refuse("OpenAdapter", result);
}

Direct3D::~Direct3D() { close(); }

Direct3D::Result Direct3D::close() {
  return impl_->adapter->is_open() ? impl_->adapter->close() : kOk;
}

Direct3D::Device Direct3D::create_device() {
  if (impl_->adapter->is_of_12()) refuse("CreateDevice", E_NOTIMPL);
  auto made = std::make_unique<Device::Impl>();
  made->device = d3d::make_device(impl_->adapter);
  const HRESULT result = made->device->create();
  if (FAILED(result)) refuse("CreateDevice", result);
  return Device(std::move(made));
}

std::vector<Finding> Direct3D::findings() const { return impl_->findings.all(); }

Direct3D::Device::Device(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Direct3D::Device::Device(Device&&) noexcept = default;

Direct3D::Device::~Device() {
  if (impl_ != nullptr) destroy();
}

Direct3D::Resource Direct3D::Device::create(const Description& description) {
  return Direct3D::name(obtain("CreateResource", [&](d3d::Resource*& made) {
    return impl_->device->create_resource(spec_of(description), made);
  }));
}

Direct3D::Resource Direct3D::Device::open(std::uint32_t shared_handle) {
  return Direct3D::name(open_shared(*impl_->device, shared_handle, "OpenResource"));
}

Direct3D::Result Direct3D::Device::destroy(const Resource& resource) {
  return as_program_result(impl_->device->destroy_resource(inner(Direct3D::inner_of(resource))));
}

Direct3D::Locked Direct3D::Device::lock(const Resource& resource, std::uint32_t surface,
                                        std::uint32_t flags) {
  d3d::LockedSurface locked;
  D3DDDI_LOCKFLAGS given{};
  given.Value = flags;
  const HRESULT result =
      impl_->device->lock(inner(Direct3D::inner_of(resource)), surface, given, locked);
  if (FAILED(result)) refuse("Lock", result);
  return {locked.data, locked.pitch};
}

Direct3D::Result Direct3D::Device::unlock(const Resource& resource, std::uint32_t surface) {
  return as_program_result(impl_->device->unlock(inner(Direct3D::inner_of(resource)), surface));
}

Direct3D::Result Direct3D::Device::fill(const Resource& resource, std::uint32_t surface,
                                        std::uint32_t color) {
  return as_program_result(
      impl_->device->color_fill(inner(Direct3D::inner_of(resource)), surface, color));
}

struct Direct3D::Recording::Impl {
  std::shared_ptr<d3d::Device10> device;
  d3d::DeferredContext* context = nullptr;
  d3d::CommandList* list = nullptr;
};

Direct3D::Recording::Recording(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Direct3D::Recording::Recording(Recording&&) noexcept = default;

Direct3D::Recording::~Recording() {
  if (impl_ == nullptr) return;
  if (impl_->context->is_alive()) impl_->context->abandon();
  if (impl_->list != nullptr) impl_->device->destroy_list(*impl_->list);
}

Direct3D::Result Direct3D::Recording::fill(const Resource& resource, std::uint32_t surface,
                                           std::uint32_t color) {
  return impl_->context->fill(inner(inner_of(resource)), surface, color);
}

Direct3D::Result Direct3D::Recording::copy(const Resource& to, const Resource& from) {
  return impl_->context->copy(inner(inner_of(to)), inner(inner_of(from)));
}

Direct3D::Result Direct3D::Recording::finish() { return impl_->context->finish(impl_->list); }

Direct3D::Recording Direct3D::Device::record() {
  if (!impl_->device->adapter().is_of_10()) refuse("record", E_NOTIMPL);
  auto made = std::make_unique<Recording::Impl>();
  made->device = std::static_pointer_cast<d3d::Device10>(impl_->device);
  if (const HRESULT result = made->device->create_deferred(made->context); FAILED(result))
    refuse("record", result);
  return Recording(std::move(made));
}

Direct3D::Result Direct3D::Device::execute(const Recording& recording) {
  const bool is_ours = recording.impl_->device == impl_->device;
  if (!is_ours || recording.impl_->list == nullptr) return E_INVALIDARG;
  return recording.impl_->device->execute(*recording.impl_->list);
}

Direct3D::Result Direct3D::Device::flush() { return as_program_result(impl_->device->flush()); }

Direct3D::Result Direct3D::Device::present(const Resource& resource) {
  return as_program_result(impl_->device->present(inner(Direct3D::inner_of(resource))));
}

unsigned Direct3D::Device::presents() const { return impl_->device->presents(); }

// A second time is of no use, and of no harm.
Direct3D::Result Direct3D::Device::destroy() { return impl_->device->destroy(); }

struct Direct3D::Device12::Impl {
  std::shared_ptr<d3d::Device12> device;
};

Direct3D::Device12 Direct3D::create_device12() {
  if (!impl_->adapter->is_of_12()) refuse("CreateDevice", E_NOTIMPL);
  auto made = std::make_unique<Device12::Impl>();
  made->device = std::make_shared<d3d::Device12>(impl_->adapter);
  const HRESULT result = made->device->create();
  if (FAILED(result)) refuse("CreateDevice", result);
  return Device12(std::move(made));
}

Direct3D::Device12::Device12(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Direct3D::Device12::Device12(Device12&&) noexcept = default;

Direct3D::Device12::~Device12() {
  if (impl_ != nullptr) destroy();
}

Direct3D::Resource Direct3D::Device12::create_heap(const Heap& heap) {
  return Direct3D::name(obtain("CreateHeapAndResource", [&](d3d::Resource*& made) {
    return impl_->device->create_heap(spec_of(heap), made);
  }));
}

Direct3D::Resource Direct3D::Device12::create_buffer(const Heap& heap, std::uint64_t bytes) {
  return Direct3D::name(obtain("CreateHeapAndResource", [&](d3d::Resource*& made) {
    return impl_->device->create_committed(spec_of(heap), d3d::Spec12{.width = bytes}, made);
  }));
}

Direct3D::Resource Direct3D::Device12::place_buffer(const Resource& heap, std::uint64_t offset,
                                                    std::uint64_t bytes) {
  return Direct3D::name(obtain("CreateHeapAndResource", [&](d3d::Resource*& made) {
    return impl_->device->create_placed(inner(Direct3D::inner_of(heap)),
                                        d3d::Spec12{.width = bytes, .offset = offset}, made);
  }));
}

Direct3D::Resource Direct3D::Device12::open(std::uint32_t shared_handle) {
  return Direct3D::name(open_shared(*impl_->device, shared_handle, "OpenHeapAndResource"));
}

Direct3D::Result Direct3D::Device12::destroy(const Resource& resource) {
  return impl_->device->destroy_resource(inner(Direct3D::inner_of(resource)));
}

void* Direct3D::Device12::map(const Resource& heap) {
  void* data = nullptr;
  const HRESULT result = impl_->device->map(inner(Direct3D::inner_of(heap)), data);
  if (FAILED(result)) refuse("MapHeap", result);
  return data;
}

Direct3D::Result Direct3D::Device12::unmap(const Resource& heap) {
  return impl_->device->unmap(inner(Direct3D::inner_of(heap)));
}

Direct3D::Result Direct3D::Device12::make_resident(const Resource& heap) {
  d3d::Resource* const named = &inner(Direct3D::inner_of(heap));
  return impl_->device->make_resident({&named, 1});
}

Direct3D::Result Direct3D::Device12::evict(const Resource& heap) {
  d3d::Resource* const named = &inner(Direct3D::inner_of(heap));
  return impl_->device->evict({&named, 1});
}

Direct3D::Result Direct3D::Device12::destroy() { return impl_->device->destroy(); }

}  // namespace drydock
