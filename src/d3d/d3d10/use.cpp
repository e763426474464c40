// Resources of Direct3D 10 and later in use: maps, copies, flushes, presents.
#include <fmt/format.h>

#include "src/d3d/d3d10/device.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

DXGI_DDI_HRESOURCE dxgi_handle(const Resource& resource) {
  return reinterpret_cast<DXGI_DDI_HRESOURCE>(resource.driver_handle.value);
}

bool is_mappable(const Resource& resource) {
  return resource.of10().usage == D3D10_DDI_USAGE_STAGING ||
         resource.of10().usage == D3D10_DDI_USAGE_DYNAMIC;
}

// Returns whether a resource of this usage may be mapped in this way.
bool is_possible_map(const Resource& resource, D3D10_DDI_MAP kind) {
  const bool renames =
      kind == D3D10_DDI_MAP_WRITE_DISCARD || kind == D3D10_DDI_MAP_WRITE_NOOVERWRITE;
  if (kind < D3D10_DDI_MAP_READ || kind > D3D10_DDI_MAP_WRITE_NOOVERWRITE) return false;
  if (resource.of10().usage == D3D10_DDI_USAGE_STAGING) return !renames;
  // Only input resources may be written without a discard.
  constexpr UINT kInput = D3D10_DDI_BIND_VERTEX_BUFFER | D3D10_DDI_BIND_INDEX_BUFFER;
  return renames && (kind == D3D10_DDI_MAP_WRITE_DISCARD || (resource.of10().bind & kInput) != 0);
}

D3D10_DDI_MAP kind_of(D3DDDI_LOCKFLAGS flags) {
  if (flags.Discard != 0) return D3D10_DDI_MAP_WRITE_DISCARD;
  if (flags.NoOverwrite != 0) return D3D10_DDI_MAP_WRITE_NOOVERWRITE;
  if (flags.ReadOnly != 0) return D3D10_DDI_MAP_READ;
  return flags.WriteOnly != 0 ? D3D10_DDI_MAP_WRITE : D3D10_DDI_MAP_READWRITE;
}

}  // namespace

std::array<FLOAT, 4> channels_of(D3DCOLOR color) {
  const auto channel = [&](unsigned shift) {
    return static_cast<FLOAT>(color >> shift & 0xff) / 255.0F;
  };
  return {channel(16), channel(8), channel(0), channel(24)};
}

MapWay Device10::way_of(const Resource& resource) const {
  constexpr UINT kInput = D3D10_DDI_BIND_VERTEX_BUFFER | D3D10_DDI_BIND_INDEX_BUFFER;
  if (resource.of10().usage == D3D10_DDI_USAGE_STAGING) return MapWay::kStaging;
  if (resource.of10().usage != D3D10_DDI_USAGE_DYNAMIC) return MapWay::kGeneral;
  if ((resource.of10().bind & kInput) != 0) return MapWay::kDynamicInput;
  if ((resource.of10().bind & D3D10_DDI_BIND_CONSTANT_BUFFER) != 0)
    return MapWay::kDynamicConstants;
  return MapWay::kDynamic;
}

HRESULT Device10::map(Resource& resource, UINT index, D3D10_DDI_MAP kind, UINT flags,
                      LockedSurface& out) {
  if (!is_usable(resource) || index >= resource.surfaces.size() || !is_mappable(resource) ||
      !is_possible_map(resource, kind) || resource.locked.contains(index) ||
      (flags & ~static_cast<UINT>(D3D10_DDI_MAP_FLAG_MASK)) != 0)
    return E_INVALIDARG;
  const bool waits_not = (flags & D3D10_DDI_MAP_FLAG_DONOTWAIT) != 0;
  LockUnderWay under_way{.may_overlap_gpu = kind == D3D10_DDI_MAP_WRITE_NOOVERWRITE,
                         .may_fail_busy = waits_not};
  D3D10DDI_MAPPED_SUBRESOURCE mapped{};
  const HRESULT result = call_void(
      waits_not ? entry::kMapWithoutWait10 : entry::kMap10, {resource, under_way},
      [&] {
        table_.map(way_of(resource), kind, device(), resource.driver_handle.value, index, flags,
                   mapped);
      },
      [&](HRESULT error) {
        const sim::Alone alone(turn);
        check_mapped(resource, kind, error);
      });
  if (FAILED(result)) return result;
  resource.note_locked(index);
  out = {mapped.pData, mapped.RowPitch, mapped.DepthPitch};
  return result;
}

void Device10::check_mapped(Resource& resource, D3D10_DDI_MAP kind, HRESULT result) {
  if (FAILED(result) || kind == D3D10_DDI_MAP_WRITE_NOOVERWRITE ||
      kind == D3D10_DDI_MAP_WRITE_DISCARD || !rules::breaks("U-128", is_batched(resource)))
    return;
  nt::Breach("U-128", nt::Offender::running())
      .message("ResourceMap returned and the batch that uses the resource had not been submitted")
      .about({.object = resource.name(), .history = resource.history})
      .raise_later();
}

HRESULT Device10::unmap(Resource& resource, UINT index) {
  const HRESULT ended = end_lock(resource, index);
  if (FAILED(ended)) return ended;
  return call_void(entry::kUnmap10, &resource, [&] {
    table_.unmap(way_of(resource), device(), resource.driver_handle.value, index);
  });
}

HRESULT Device10::lock(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags, LockedSurface& out) {
  if (!is_usable(resource) || index >= resource.surfaces.size()) return E_INVALIDARG;
  if (!is_mappable(resource)) return lock_copy(resource, index, flags, out);
  D3D10_DDI_MAP kind = kind_of(flags);
  // A dynamic resource can only be discarded or written without overwriting.
  if (resource.of10().usage == D3D10_DDI_USAGE_DYNAMIC && kind != D3D10_DDI_MAP_WRITE_NOOVERWRITE)
    kind = D3D10_DDI_MAP_WRITE_DISCARD;
  return map(resource, index, kind, flags.DoNotWait != 0 ? D3D10_DDI_MAP_FLAG_DONOTWAIT : 0, out);
}

HRESULT Device10::unlock(Resource& resource, UINT index) {
  return copies_.contains({&resource, index}) ? unlock_copy(resource, index)
                                              : unmap(resource, index);
}

HRESULT Device10::lock_copy(Resource& resource, UINT index, D3DDDI_LOCKFLAGS flags,
                            LockedSurface& out) {
  if (resource.locked.contains(index)) return E_INVALIDARG;
  Spec10 spec;
  spec.width = resource.surfaces[index].Width;
  spec.height = resource.surfaces[index].Height;
  spec.format = static_cast<DXGI_FORMAT>(resource.of10().format);
  spec.is_buffer = resource.of10().is_buffer;
  spec.usage = D3D10_DDI_USAGE_STAGING;
  spec.access = D3D10_DDI_CPU_ACCESS_MASK;
  Copy copy{.staging = nullptr, .is_written = flags.ReadOnly == 0};
  HRESULT result = create_resource10(spec, copy.staging);
  if (FAILED(result)) return result;
  if (flags.WriteOnly == 0 && flags.Discard == 0)
    result = copy_region(*copy.staging, 0, resource, index);
  const UINT wait = flags.DoNotWait != 0 ? D3D10_DDI_MAP_FLAG_DONOTWAIT : 0;
  if (SUCCEEDED(result)) result = map(*copy.staging, 0, D3D10_DDI_MAP_READWRITE, wait, out);
  if (FAILED(result)) {
    destroy_resource(*copy.staging);
    return result;
  }
  resource.locked.insert(index);
  copies_[{&resource, index}] = copy;
  return result;
}

HRESULT Device10::unlock_copy(Resource& resource, UINT index) {
  const auto found = copies_.find({&resource, index});
  const Copy copy = found->second;
  copies_.erase(found);
  resource.locked.erase(resource.locked.find(index));
  HRESULT result = unmap(*copy.staging, 0);
  if (SUCCEEDED(result) && copy.is_written) result = copy_region(resource, index, *copy.staging, 0);
  destroy_resource(*copy.staging);
  return result;
}

HRESULT Device10::flush() {
  BOOL answer = FALSE;
  const HRESULT result = flush10(0, answer);
  // Staging resources that waited for the batch can be destroyed now.
  if (SUCCEEDED(result)) sweep_staging(/*is_last=*/false);
  return result;
}

HRESULT Device10::flush_unless_empty(BOOL& answer) {
  if (agreement().interface < D3D11_1_DDI_INTERFACE_VERSION) return E_NOTIMPL;
  return flush10(D3D11_1DDI_FLUSH_UNLESS_NO_COMMANDS, answer);
}

HRESULT Device10::flush10(UINT flags, BOOL& answer) {
  const unsigned before = submissions.load(std::memory_order_relaxed);
  const bool had_work = has_batched_work();
  note_releasable();
  return call_void(
      entry::kFlush10, nullptr, [&] { answer = table_.flush(device(), flags); },
      [&](HRESULT error) {
        const sim::Alone alone(turn);
        if (SUCCEEDED(error) && !is_removed()) check_flushed();
        check_written_primaries();
        if (flags == 0) return;
        const bool submitted = submissions.load(std::memory_order_relaxed) != before;
        if (rules::breaks("U-127", submitted && !had_work))
          nt::Breach("U-127", nt::Offender::running())
              .message("Flush with FLUSH_UNLESS_NO_COMMANDS submitted a batch without commands")
              .raise_later();
        if (SUCCEEDED(error) && rules::breaks("U-127", answer != FALSE && had_work && !submitted))
          nt::Breach("U-127", nt::Offender::running())
              .message("Flush said TRUE and submitted nothing of what there was")
              .raise_later();
        if (SUCCEEDED(error) && rules::breaks("U-127", answer == FALSE && submitted))
          nt::Breach("U-127", nt::Offender::running())
              .message("Flush said FALSE and had submitted a batch")
              .raise_later();
      });
}

// False when nothing was submitted since the last time.
bool Device10::process_amortized() {
  const unsigned now = submissions.load(std::memory_order_relaxed);
  const unsigned last = amortized_submissions_.exchange(now, std::memory_order_relaxed);
  was_amortized_.store(true, std::memory_order_relaxed);
  wants_sweep_.store(!busy_.empty(), std::memory_order_release);
  return now != last;
}

HRESULT Device10::present(Resource& source) {
  if (!is_usable(source)) return E_INVALIDARG;
  DXGI_DDI_ARG_PRESENT arguments{};
  arguments.hDevice = reinterpret_cast<DXGI_DDI_HDEVICE>(device_memory());
  arguments.hSurfaceToPresent = dxgi_handle(source);
  arguments.pDXGIContext = core_layer_.as_given();
  arguments.Flags.Blt = 1;
  is_presenting_ = true;
  const HRESULT result = call_result(
      entry::kPresentDxgi, &source, [&] { return dxgi_.pfnPresent(&arguments); },
      [&](HRESULT) {
        const unsigned now = submissions.load(std::memory_order_relaxed);
        const bool was_amortized = was_amortized_.exchange(false, std::memory_order_relaxed);
        const bool is_call_required = agreement().interface >= D3D11_0_DDI_INTERFACE_VERSION;
        if (is_call_required && std::exchange(presented_submissions_, now) != now &&
            rules::breaks("U-267", !was_amortized))
          nt::Breach("U-267", nt::Offender::running())
              .message(
                  "batches were submitted since the last present without a call of "
                  "pfnPerformAmortizedProcessingCb")
              .raise_later();
      });
  is_presenting_ = false;
  return result;
}

HRESULT Device10::color_fill(Resource& resource, UINT index, D3DCOLOR color) {
  if (!is_usable(resource) || index >= resource.surfaces.size() || resource.locked.contains(index))
    return E_INVALIDARG;
  Child* target = nullptr;
  HRESULT result = create_child(ChildKind::kRenderTarget, &resource, index, target);
  if (FAILED(result)) return result;
  result = clear(*target, channels_of(color).data());
  const HRESULT destroyed = destroy_child(*target);
  return FAILED(result) ? result : destroyed;
}

HRESULT Device10::blt(Resource& to, Resource& from) {
  if (!is_usable(to) || !is_usable(from) || &to == &from || !to.locked.empty() ||
      !from.locked.empty() || to.surfaces.size() != from.surfaces.size())
    return E_INVALIDARG;
  return call_void(entry::kCopy10, &to, [&] {
    table_.copy(device(), to.driver_handle.value, from.driver_handle.value);
  });
}

HRESULT Device10::copy_region(Resource& to, UINT to_index, Resource& from, UINT from_index) {
  if (!is_usable(to) || !is_usable(from) || to_index >= to.surfaces.size() ||
      from_index >= from.surfaces.size() || to.locked.contains(to_index) ||
      from.locked.contains(from_index))
    return E_INVALIDARG;
  return call_void(entry::kCopy10, &to, [&] {
    table_.copy_region(device(), to.driver_handle.value, to_index, from.driver_handle.value,
                       from_index);
  });
}

HRESULT Device10::update(Resource& to, UINT index, const void* from, UINT pitch) {
  if (!is_usable(to) || index >= to.surfaces.size() || to.locked.contains(index) ||
      to.of10().usage != D3D10_DDI_USAGE_DEFAULT)
    return E_INVALIDARG;
  const UINT slice = pitch * to.surfaces[index].Height;
  return call_void(entry::kUpdate10, &to, [&] {
    table_.update(device(), to.driver_handle.value, index, from, pitch, slice);
  });
}

HRESULT Device10::resolve(Resource& resource) {
  if (!is_usable(resource) || !resource.is_shared()) return E_INVALIDARG;
  if (dxgi_.pfnResolveSharedResource == nullptr) return kNoEntryPoint;
  DXGI_DDI_ARG_RESOLVESHAREDRESOURCE arguments{};
  arguments.hDevice = reinterpret_cast<DXGI_DDI_HDEVICE>(device_memory());
  arguments.hResource = dxgi_handle(resource);
  return call_result(
      entry::kResolveDxgi, &resource, [&] { return dxgi_.pfnResolveSharedResource(&arguments); },
      [&](HRESULT) { check_resolved(resource); });
}

HRESULT Device10::rotate(std::span<Resource* const> resources) {
  if (!are_usable(resources) || resources.size() < 2) return E_INVALIDARG;
  if (dxgi_.pfnRotateResourceIdentities == nullptr) return kNoEntryPoint;
  std::vector<DXGI_DDI_HRESOURCE> handles;
  for (Resource* each : resources) {
    if ((each->of10().bind & D3D10_DDI_BIND_PRESENT) == 0 || !each->locked.empty())
      return E_INVALIDARG;
    handles.push_back(dxgi_handle(*each));
  }
  DXGI_DDI_ARG_ROTATE_RESOURCE_IDENTITIES arguments{};
  arguments.hDevice = reinterpret_cast<DXGI_DDI_HDEVICE>(device_memory());
  arguments.pResources = handles.data();
  arguments.Resources = static_cast<UINT>(handles.size());
  const HRESULT result = call_result(entry::kRotateDxgi, nullptr,
                                     [&] { return dxgi_.pfnRotateResourceIdentities(&arguments); });
  if (SUCCEEDED(result)) {
    for (Resource* each : resources) each->of10().was_rotated = true;
  }
  return result;
}

HRESULT Device10::check_format(DXGI_FORMAT format, UINT& support) {
  if (!is_created()) return E_INVALIDARG;
  return call_void(entry::kCheck10, nullptr,
                   [&] { support = table_.check_format(device(), format); });
}

}  // namespace drydock::d3d
