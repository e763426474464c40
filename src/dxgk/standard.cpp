#include "src/dxgk/standard.h"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "src/dxgk/adapter.h"
#include "src/dxgk/seat.h"
#include "src/nt/report.h"

namespace drydock::dxgk {
namespace {

// More private data than any driver has for one surface.
constexpr UINT kMostData = 1U << 20;

class Description {
 public:
  Description(Device& device, const D3DKMDT_GDISURFACEDATA& surface)
      : device_(device), adapter_(device.adapter()), surface_(surface) {
    arguments_.StandardAllocationType = D3DKMDT_STANDARDALLOCATION_GDISURFACE;
    arguments_.pCreateGdiSurfaceData = &surface_;
  }

  // The sizes first, with no room for data.
  NTSTATUS ask_sizes() {
    const D3DKMDT_GDISURFACEDATA before = surface_;
    const NTSTATUS status = call();
    if (std::memcmp(&before, &surface_, sizeof before) != 0) {
      report("K-170", "changed the surface although it was asked for sizes only");
      surface_ = before;
    }
    if (!NT_SUCCESS(status)) return status;
    if (arguments_.AllocationPrivateDriverDataSize == 0 &&
        arguments_.ResourcePrivateDriverDataSize == 0) {
      report("K-171",
             "returned no size of private data, neither of the allocation nor of the "
             "resource");
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
    arguments_.pAllocationPrivateDriverData =
        out.allocation.empty() ? nullptr : out.allocation.data();
    arguments_.pResourcePrivateDriverData = out.resource.empty() ? nullptr : out.resource.data();
    const NTSTATUS status = call();
    if (!NT_SUCCESS(status)) return status;
    if (surface_.Pitch == 0) report("K-173", "returned no Pitch for a surface that adapters share");
    return STATUS_SUCCESS;
  }

 private:
  NTSTATUS call() {
    return adapter_.call(ddi::kGetStandardAllocationDriverData, device_.seat(), [&] {
      return adapter_.table().DxgkDdiGetStandardAllocationDriverData(adapter_.context(),
                                                                     &arguments_);
    });
  }

  void report(std::string_view rule, std::string_view what) {
    nt::report_about(adapter_.driver().name(), rule,
                     fmt::format("DxgkDdiGetStandardAllocationDriverData {}", what));
  }

  Device& device_;
  Adapter& adapter_;
  D3DKMDT_GDISURFACEDATA surface_;
  DXGKARG_GETSTANDARDALLOCATIONDRIVERDATA arguments_{};
};

}  // namespace

NTSTATUS describe_existing_heap(Device& device, SIZE_T size, StandardData& out) {
  if (!device.is_working()) return STATUS_DEVICE_REMOVED;
  if (device.adapter().table().DxgkDdiGetStandardAllocationDriverData == nullptr)
    return STATUS_NOT_SUPPORTED;
  if (size > std::numeric_limits<UINT>::max()) return STATUS_INVALID_PARAMETER;
  D3DKMDT_GDISURFACEDATA surface{};
  surface.Width = static_cast<UINT>(size);
  surface.Height = 1;
  surface.Format = D3DDDIFMT_UNKNOWN;
  surface.Type = D3DKMDT_GDISURFACE_TEXTURE_CROSSADAPTER;
  Description description(device, surface);
  NTSTATUS status = description.ask_sizes();
  if (NT_SUCCESS(status)) status = description.ask_data(out);
  return status;
}

}  // namespace drydock::dxgk
