#include "src/dxgk/creation/standard.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <limits>

#include "src/dxgk/adapter/adapter.h"
#include "src/dxgk/adapter/seat.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/rules/watch.h"
#include "src/wdk/hostile.h"

namespace drydock::dxgk {
namespace {

// A driver that asks for more private data than this for one surface has reported rubbish.
constexpr UINT kMostData = 1U << 20;

// The alignment of a row in a cross-adapter surface (K-123).
constexpr UINT kCrossAdapterPitch = 128;

// The driver's structure for each kind of surface; the kind decides which member is read.
union SurfaceData {
  D3DKMDT_SHAREDPRIMARYSURFACEDATA primary;
  D3DKMDT_SHADOWSURFACEDATA shadow;
  D3DKMDT_STAGINGSURFACEDATA staging;
  D3DKMDT_GDISURFACEDATA gdi;
};

class Description {
 public:
  Description(Device& device, const StandardSurface& surface)
      : device_(device), adapter_(device.adapter()), wanted_(surface) {
    arguments_.StandardAllocationType = surface.type;
    switch (surface.type) {
      case D3DKMDT_STANDARDALLOCATION_SHAREDPRIMARYSURFACE:
        surface_.primary = {surface.width, surface.height, surface.format, {60, 1}, 0};
        break;
      case D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE:
        surface_.shadow = {surface.width, surface.height, surface.format, 0};
        break;
      case D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE:
        surface_.staging = {surface.width, surface.height, 0};
        break;
      default:
        surface_.gdi = {surface.width, surface.height, surface.format, surface.gdi, {}, 0};
        break;
    }
  }

  // Calls the driver without room for data, so that it reports the sizes.
  NTSTATUS ask_sizes() {
    const SurfaceData before = surface_;
    const NTSTATUS status = call();
    if (rules::breaks("K-170", std::memcmp(&before, &surface_, sizeof before) != 0)) {
      breach("K-170", "changed the surface although it was asked for sizes only").raise_later();
      surface_ = before;
    }
    if (!NT_SUCCESS(status)) return status;
    if (rules::breaks("K-171", arguments_.AllocationPrivateDriverDataSize == 0 &&
                                   arguments_.ResourcePrivateDriverDataSize == 0)) {
      breach("K-171",
             "returned no size of private data, neither of the allocation nor of the "
             "resource")
          .raise_later();
      return STATUS_INVALID_PARAMETER;
    }
    return arguments_.AllocationPrivateDriverDataSize <= kMostData &&
                   arguments_.ResourcePrivateDriverDataSize <= kMostData
               ? STATUS_SUCCESS
               : STATUS_NO_MEMORY;
  }

  NTSTATUS ask_data(StandardData& out) {
    out.allocation.resize(arguments_.AllocationPrivateDriverDataSize);
    out.resource.resize(arguments_.ResourcePrivateDriverDataSize);
    Passed<std::byte> allocation{std::span(out.allocation)}, resource{std::span(out.resource)};
    arguments_.pAllocationPrivateDriverData = out.allocation.empty() ? nullptr : allocation.data();
    arguments_.pResourcePrivateDriverData = out.resource.empty() ? nullptr : resource.data();
    const NTSTATUS status = call();
    allocation.copy_back();
    resource.copy_back();
    if (!NT_SUCCESS(status)) return status;
    out.pitch = pitch();
    if (needs_pitch()) check_pitch(out.pitch);
    if (rules::is_watching() && wanted_.height != 0)
      adapter_.described_surfaces().add(out.allocation, out.resource,
                                        {out.pitch, wanted_.height, bytes_of_row()});
    return STATUS_SUCCESS;
  }

 private:
  void check_pitch(UINT pitch) {
    const std::uint64_t row = bytes_of_row();
    rules::evaluated("K-173");
    if (pitch == 0) {
      breach("K-173", "returned no Pitch for {}", name()).raise_later();
    } else if (pitch < row) {
      breach("K-173", "returned Pitch {} for {} whose rows have {} bytes", pitch, name(), row)
          .raise_later();
    }
    if (is_cross_adapter() && rules::breaks("K-123", pitch % kCrossAdapterPitch != 0))
      breach("K-123",
             "returned Pitch {} for a surface that adapters share, which is "
             "no multiple of {}",
             pitch, kCrossAdapterPitch)
          .raise_later();
  }

  // Returns the least number of bytes that a pixel has. For formats that the host does not know it
  // is one.
  UINT bytes_of_pixel() const {
    if (wanted_.type == D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE) return 1;
    switch (wanted_.format) {
      case D3DDDIFMT_A8R8G8B8:
      case D3DDDIFMT_X8R8G8B8:
      case D3DDDIFMT_A8B8G8R8:
        return 4;
      case D3DDDIFMT_R5G6B5:
        return 2;
      default:
        return 1;
    }
  }

  std::uint64_t bytes_of_row() const { return std::uint64_t{wanted_.width} * bytes_of_pixel(); }

  bool is_cross_adapter() const {
    return wanted_.type == D3DKMDT_STANDARDALLOCATION_GDISURFACE &&
           (wanted_.gdi == D3DKMDT_GDISURFACE_TEXTURE_CROSSADAPTER ||
            wanted_.gdi == D3DKMDT_GDISURFACE_TEXTURE_CPUVISIBLE_CROSSADAPTER);
  }

  NTSTATUS call() {
    Passed<SurfaceData> surface(surface_);
    // Stands for every kind, because the members are a union of pointers.
    arguments_.pCreateGdiSurfaceData = &surface->gdi;
    Passed<DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA> passed(arguments_);
    const NTSTATUS status =
        adapter_.call(ddi::kGetStandardAllocationDriverData, device_.seat(), [&] {
          return adapter_.table().DxgkDdiGetStandardAllocationDriverData(adapter_.context(),
                                                                         passed.data());
        });
    passed.copy_back();
    surface.copy_back();
    return status;
  }

  UINT pitch() const {
    switch (wanted_.type) {
      case D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE:
        return surface_.shadow.Pitch;
      case D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE:
        return surface_.staging.Pitch;
      case D3DKMDT_STANDARDALLOCATION_GDISURFACE:
        return surface_.gdi.Pitch;
      default:
        return 0;
    }
  }

  // True for surfaces that the CPU or another adapter reads.
  bool needs_pitch() const {
    if (wanted_.type != D3DKMDT_STANDARDALLOCATION_GDISURFACE)
      return wanted_.type != D3DKMDT_STANDARDALLOCATION_SHAREDPRIMARYSURFACE;
    return wanted_.gdi == D3DKMDT_GDISURFACE_STAGING_CPUVISIBLE ||
           wanted_.gdi == D3DKMDT_GDISURFACE_EXISTINGSYSMEM || is_cross_adapter();
  }

  std::string_view name() const {
    switch (wanted_.type) {
      case D3DKMDT_STANDARDALLOCATION_SHADOWSURFACE:
        return "a shadow surface";
      case D3DKMDT_STANDARDALLOCATION_STAGINGSURFACE:
        return "a staging surface";
      default:
        if (is_cross_adapter()) return "a surface that adapters share";
        return wanted_.gdi == D3DKMDT_GDISURFACE_STAGING_CPUVISIBLE
                   ? "a staging surface that the CPU sees"
                   : "a surface over existing memory";
    }
  }

  template <typename... Values>
  nt::Breach breach(rules::RuleId rule, fmt::format_string<Values...> what, Values&&... values) {
    return nt::Breach(rule, adapter_.driver())
        .message("DxgkDdiGetStandardAllocationDriverData {}",
                 fmt::format(what, std::forward<Values>(values)...));
  }

  Device& device_;
  Adapter& adapter_;
  const StandardSurface wanted_;
  SurfaceData surface_{};
  DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA arguments_{};
};

}  // namespace

NTSTATUS describe_standard(Device& device, const StandardSurface& surface, StandardData& out) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (device.adapter().table().DxgkDdiGetStandardAllocationDriverData == nullptr)
    return STATUS_NOT_SUPPORTED;
  Description description(device, surface);
  NTSTATUS status = description.ask_sizes();
  if (NT_SUCCESS(status)) status = description.ask_data(out);
  return status;
}

NTSTATUS describe_existing_heap(Device& device, SIZE_T size, StandardData& out) {
  if (size > std::numeric_limits<UINT>::max()) return STATUS_INVALID_PARAMETER;
  return describe_standard(device,
                           {.type = D3DKMDT_STANDARDALLOCATION_GDISURFACE,
                            .gdi = D3DKMDT_GDISURFACE_TEXTURE_CROSSADAPTER,
                            .width = static_cast<UINT>(size),
                            .height = 1,
                            .format = D3DDDIFMT_UNKNOWN},
                           out);
}

}  // namespace drydock::dxgk
