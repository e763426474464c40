// D3DKMTQueryAdapterInfo.
#include <algorithm>
#include <cstring>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/submit/escape.h"
#include "src/thunks/client/client.h"
#include "src/wdk/hostile.h"

using namespace drydock;
using namespace drydock::thunks;

namespace {

// The versions that clients get for one version of the driver's interface.
struct Generation {
  ULONG interface_version;
  D3DKMT_DRIVERVERSION driver_version;
};
constexpr Generation kGenerations[] = {
    {DXGKDDI_INTERFACE_VERSION_WDDM3_2, KMT_DRIVERVERSION_WDDM_3_2},
    {DXGKDDI_INTERFACE_VERSION_WDDM3_1, KMT_DRIVERVERSION_WDDM_3_1},
    {DXGKDDI_INTERFACE_VERSION_WDDM3_0, KMT_DRIVERVERSION_WDDM_3_0},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_9, KMT_DRIVERVERSION_WDDM_2_9},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_8, KMT_DRIVERVERSION_WDDM_2_8},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_7, KMT_DRIVERVERSION_WDDM_2_7},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_6, KMT_DRIVERVERSION_WDDM_2_6},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_5, KMT_DRIVERVERSION_WDDM_2_5},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_4, KMT_DRIVERVERSION_WDDM_2_4},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_3, KMT_DRIVERVERSION_WDDM_2_3},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_2, KMT_DRIVERVERSION_WDDM_2_2},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_1, KMT_DRIVERVERSION_WDDM_2_1},
    {DXGKDDI_INTERFACE_VERSION_WDDM2_0, KMT_DRIVERVERSION_WDDM_2_0},
    {DXGKDDI_INTERFACE_VERSION_WDDM1_3, KMT_DRIVERVERSION_WDDM_1_3},
    {DXGKDDI_INTERFACE_VERSION_WIN8, KMT_DRIVERVERSION_WDDM_1_2},
    {DXGKDDI_INTERFACE_VERSION_WIN7, KMT_DRIVERVERSION_WDDM_1_1},
    {0, KMT_DRIVERVERSION_WDDM_1_0},
};

D3DKMT_DRIVERVERSION version_of(const dxgk::Adapter& adapter) {
  return std::ranges::find_if(
             kGenerations,
             [&](const Generation& each) { return adapter.version() >= each.interface_version; })
      ->driver_version;
}

bool has_display(const dxgk::Adapter& adapter) { return adapter.caps().sources != 0; }

D3DKMT_ADAPTERTYPE type_of(const dxgk::Adapter& adapter) {
  D3DKMT_ADAPTERTYPE type{};
  type.RenderSupported = adapter.table().DxgkDdiCreateDevice != nullptr;
  type.DisplaySupported = has_display(adapter);
  type.HybridDiscrete = adapter.caps().driver.HybridDiscrete != 0;
  type.HybridIntegrated = adapter.caps().driver.HybridIntegrated != 0;
  type.ComputeOnly = adapter.caps().driver.MiscCaps.ComputeOnly;
  return type;
}

// Segments in the device's own memory are dedicated; the others use shared system memory.
D3DKMT_SEGMENTSIZEINFO segment_sizes(const dxgk::Adapter& adapter) {
  D3DKMT_SEGMENTSIZEINFO sizes{};
  for (const DXGK_SEGMENTDESCRIPTOR4& segment : adapter.caps().segments) {
    if (segment.Flags.Aperture != 0) {
      sizes.SharedSystemMemorySize += segment.CommitLimit;
    } else if (segment.Flags.PopulatedFromSystemMemory != 0) {
      sizes.DedicatedSystemMemorySize += segment.Size;
    } else {
      sizes.DedicatedVideoMemorySize += segment.Size;
    }
  }
  return sizes;
}

D3DKMT_WDDM_1_2_CAPS caps_1_2(const dxgk::Adapter& adapter) {
  const DXGK_DRIVERCAPS& driver = adapter.caps().driver;
  D3DKMT_WDDM_1_2_CAPS caps{};
  caps.SupportNonVGA = driver.SupportNonVGA != 0;
  caps.SupportSmoothRotation = driver.SupportSmoothRotation != 0;
  caps.SupportPerEngineTDR = driver.SupportPerEngineTDR != 0;
  caps.SupportSurpriseRemovalInHibernation = driver.SupportSurpriseRemovalInHibernation != 0;
  return caps;
}

D3DKMT_WDDM_1_3_CAPS caps_1_3(const dxgk::Adapter& adapter) {
  const DXGK_DRIVERCAPS& driver = adapter.caps().driver;
  D3DKMT_WDDM_1_3_CAPS caps{};
  caps.IsHybridDiscreteGPU = driver.HybridDiscrete != 0;
  caps.IsHybridIntegratedGPU = driver.HybridIntegrated != 0;
  caps.SupportCrossAdapterResource = driver.MemoryManagementCaps.CrossAdapterResource;
  return caps;
}

D3DKMT_WDDM_2_0_CAPS caps_2_0(const dxgk::Adapter& adapter) {
  D3DKMT_WDDM_2_0_CAPS caps{};
  caps.SupportSurpriseRemoval = adapter.caps().driver.SupportSurpriseRemoval != 0;
  return caps;
}

// A client's query: the adapter, and a buffer for the answer, which may contain part of the query.
class Question {
 public:
  Question(dxgk::Process& process, dxgk::Adapter& adapter, const D3DKMT_QUERYADAPTERINFO& data)
      : process_(process), adapter_(adapter), data_(data) {}

  NTSTATUS answer() const {
    if (data_.pPrivateDriverData == nullptr ||
        !can_write_bytes(data_.pPrivateDriverData, data_.PrivateDriverDataSize))
      return STATUS_INVALID_PARAMETER;
    switch (data_.Type) {
      case KMTQAITYPE_UMDRIVERPRIVATE:
        return ask_driver();
      case KMTQAITYPE_GETSEGMENTSIZE:
        return give(segment_sizes(adapter_));
      case KMTQAITYPE_GETSEGMENTGROUPSIZE:
        return give_segment_groups();
      case KMTQAITYPE_ADAPTERADDRESS:
      case KMTQAITYPE_ADAPTERADDRESS_RENDER:
        return give(D3DKMT_ADAPTERADDRESS{});
      case KMTQAITYPE_ADAPTERREGISTRYINFO:
      case KMTQAITYPE_ADAPTERREGISTRYINFO_RENDER:
        return give_registry();
      case KMTQAITYPE_CHECKDRIVERUPDATESTATUS:
      case KMTQAITYPE_CHECKDRIVERUPDATESTATUS_RENDER:
        return give(BOOL{FALSE});
      case KMTQAITYPE_VIRTUALADDRESSINFO:
        return give(D3DKMT_VIRTUALADDRESSINFO{});
      case KMTQAITYPE_DRIVERVERSION:
      case KMTQAITYPE_DRIVERVERSION_RENDER:
        return give(version_of(adapter_));
      case KMTQAITYPE_ADAPTERTYPE:
      case KMTQAITYPE_ADAPTERTYPE_RENDER:
        return give(type_of(adapter_));
      case KMTQAITYPE_PHYSICALADAPTERCOUNT:
        return give(D3DKMT_PHYSICAL_ADAPTER_COUNT{1});
      case KMTQAITYPE_PHYSICALADAPTERDEVICEIDS:
        return give_device_ids();
      case KMTQAITYPE_NODEMETADATA:
        return give_node();
      case KMTQAITYPE_DRIVER_DESCRIPTION:
      case KMTQAITYPE_DRIVER_DESCRIPTION_RENDER:
        return give_description();
      default:
        return answer_caps();
    }
  }

 private:
  NTSTATUS answer_caps() const {
    switch (data_.Type) {
      case KMTQAITYPE_WDDM_1_2_CAPS:
      case KMTQAITYPE_WDDM_1_2_CAPS_RENDER:
        return give(caps_1_2(adapter_));
      case KMTQAITYPE_WDDM_1_3_CAPS:
      case KMTQAITYPE_WDDM_1_3_CAPS_RENDER:
        return give(caps_1_3(adapter_));
      case KMTQAITYPE_WDDM_2_0_CAPS:
        return give(caps_2_0(adapter_));
      case KMTQAITYPE_WDDM_2_7_CAPS:
        return give(D3DKMT_WDDM_2_7_CAPS{});
      case KMTQAITYPE_WDDM_2_9_CAPS:
        return give(D3DKMT_WDDM_2_9_CAPS{});
      case KMTQAITYPE_WDDM_3_0_CAPS:
        return give(D3DKMT_WDDM_3_0_CAPS{});
      case KMTQAITYPE_WDDM_3_1_CAPS:
        return give(D3DKMT_WDDM_3_1_CAPS{});
      case KMTQAITYPE_DRIVERCAPS_EXT:
        return give(D3DKMT_DRIVERCAPS_EXT{});
      case KMTQAITYPE_XBOX:
        return give(D3DKMT_XBOX{});
      case KMTQAITYPE_HWDRM_SUPPORT:
        return give(D3DKMT_HWDRM_SUPPORT{});
      case KMTQAITYPE_DIRECTFLIP_SUPPORT:
        return give(D3DKMT_DIRECTFLIP_SUPPORT{});
      case KMTQAITYPE_MULTIPLANEOVERLAY_SUPPORT:
        return give(D3DKMT_MULTIPLANEOVERLAY_SUPPORT{});
      default:
        return STATUS_NOT_SUPPORTED;
    }
  }

  template <typename Answer>
  NTSTATUS give(const Answer& answer) const {
    if (data_.PrivateDriverDataSize < sizeof answer) return STATUS_INVALID_PARAMETER;
    return nt::copy_to_user(data_.pPrivateDriverData, &answer, sizeof answer)
               ? STATUS_SUCCESS
               : STATUS_INVALID_PARAMETER;
  }

  template <typename Answer>
  bool read_question(Answer& question) const {
    return data_.PrivateDriverDataSize >= sizeof question &&
           nt::copy_from_user(&question, data_.pPrivateDriverData, sizeof question);
  }

  // The driver answers itself, in a form that only its user-mode driver knows.
  NTSTATUS ask_driver() const {
    if (adapter_.table().DxgkDdiQueryAdapterInfo == nullptr) return STATUS_NOT_SUPPORTED;
    std::vector<std::byte> buffer;
    NTSTATUS status = read_bytes(data_.pPrivateDriverData, data_.PrivateDriverDataSize, buffer);
    if (!NT_SUCCESS(status)) return status;
    dxgk::Seat& seat = process_.take_seat(adapter_);
    DXGKARG_QUERYADAPTERINFO arguments{};
    arguments.Type = DXGKQAITYPE_UMDRIVERPRIVATE;
    Passed<std::byte> answer{std::span(buffer)};
    arguments.pOutputData = buffer.empty() ? nullptr : answer.data();
    arguments.OutputDataSize = static_cast<UINT>(buffer.size());
    arguments.hKmdProcessHandle = seat.driver_process();
    const bool was_alive = adapter_.driver().alive();
    status = adapter_.call(dxgk::ddi::kQueryAdapterInfo, seat, [&] {
      return adapter_.table().DxgkDdiQueryAdapterInfo(adapter_.context(), &arguments);
    });
    answer.copy_back();
    if (was_alive) dxgk::check_null_process(adapter_, seat, "DxgkDdiQueryAdapterInfo");
    process_.release_seat(seat);
    if (!NT_SUCCESS(status)) return status;
    return write_bytes(data_.pPrivateDriverData, buffer) ? STATUS_SUCCESS
                                                         : STATUS_INVALID_PARAMETER;
  }

  NTSTATUS give_segment_groups() const {
    D3DKMT_SEGMENTGROUPSIZEINFO info;
    if (!read_question(info) || info.PhysicalAdapterIndex != 0) return STATUS_INVALID_PARAMETER;
    info.LegacyInfo = segment_sizes(adapter_);
    info.LocalMemory =
        info.LegacyInfo.DedicatedVideoMemorySize + info.LegacyInfo.DedicatedSystemMemorySize;
    info.NonLocalMemory = info.LegacyInfo.SharedSystemMemorySize;
    info.NonBudgetMemory = 0;
    return give(info);
  }

  NTSTATUS give_device_ids() const {
    D3DKMT_QUERY_DEVICE_IDS ids;
    if (!read_question(ids) || ids.PhysicalAdapterIndex != 0) return STATUS_INVALID_PARAMETER;
    const dxgk::DeviceModel::Identity identity = adapter_.model().identity();
    ids.DeviceIds.VendorID = identity.vendor;
    ids.DeviceIds.DeviceID = identity.device;
    ids.DeviceIds.SubVendorID = identity.subsystem & 0xFFFF;
    ids.DeviceIds.SubSystemID = identity.subsystem >> 16;
    ids.DeviceIds.RevisionID = identity.revision;
    ids.DeviceIds.BusType = PCIBus;
    return give(ids);
  }

  // The low half of the number is the ordinal of the node, the high half the physical adapter.
  NTSTATUS give_node() const {
    D3DKMT_NODEMETADATA node;
    if (!read_question(node)) return STATUS_INVALID_PARAMETER;
    const auto& nodes = adapter_.caps().nodes;
    if (node.NodeOrdinalAndAdapterIndex >= nodes.size()) return STATUS_INVALID_PARAMETER;
    node.NodeData = nodes[node.NodeOrdinalAndAdapterIndex];
    return give(node);
  }

  template <std::size_t N>
  static void copy_text(const std::u16string& text, WCHAR (&out)[N]) {
    const std::size_t length = std::min(text.size(), N - 1);
    std::memcpy(out, text.data(), length * sizeof(WCHAR));
    out[length] = 0;
  }

  NTSTATUS give_registry() const {
    D3DKMT_ADAPTERREGISTRYINFO info{};
    copy_text(adapter_.model().identity().description, info.AdapterString);
    return give(info);
  }

  NTSTATUS give_description() const {
    D3DKMT_DRIVER_DESCRIPTION description{};
    copy_text(adapter_.model().identity().description, description.DriverDescription);
    return give(description);
  }

  dxgk::Process& process_;
  dxgk::Adapter& adapter_;
  const D3DKMT_QUERYADAPTERINFO& data_;
};

}  // namespace

extern "C" NTSTATUS APIENTRY D3DKMTQueryAdapterInfo(CONST D3DKMT_QUERYADAPTERINFO* pData) {
  return thunk([&]() -> NTSTATUS {
    D3DKMT_QUERYADAPTERINFO data;
    if (!read(pData, data)) return STATUS_INVALID_PARAMETER;
    dxgk::Process& process = caller();
    dxgk::Adapter* const adapter = process.adapter_of(data.hAdapter);
    if (names_nothing(adapter == nullptr, {"hAdapter", data.hAdapter}))
      return STATUS_INVALID_PARAMETER;
    return Question(process, *adapter, data).answer();
  });
}
