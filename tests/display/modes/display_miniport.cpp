#include "tests/display/modes/display_miniport.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace drydock::testing {
namespace {

DisplayMiniport* the_display = nullptr;

void fill_source_mode(D3DKMDT_VIDPN_SOURCE_MODE& mode, const D3DKMDT_2DREGION& size) {
  mode.Type = D3DKMDT_RMT_GRAPHICS;
  mode.Format.Graphics.PrimSurfSize = mode.Format.Graphics.VisibleRegionSize = size;
  mode.Format.Graphics.Stride = size.cx * 4;
  mode.Format.Graphics.PixelFormat = D3DDDIFMT_A8R8G8B8;
  mode.Format.Graphics.ColorBasis = D3DKMDT_CB_SCRGB;
  mode.Format.Graphics.PixelValueAccessMode = D3DKMDT_PVAM_DIRECT;
}

void fill_target_mode(D3DKMDT_VIDPN_TARGET_MODE& mode, const D3DKMDT_2DREGION& size) {
  D3DKMDT_VIDEO_SIGNAL_INFO& signal = mode.VideoSignalInfo;
  signal.VideoStandard = D3DKMDT_VSS_OTHER;
  signal.TotalSize = signal.ActiveSize = size;
  signal.VSyncFreq =
      signal.HSyncFreq = {D3DKMDT_FREQUENCY_NOTSPECIFIED, D3DKMDT_FREQUENCY_NOTSPECIFIED};
  signal.PixelRate = D3DKMDT_FREQUENCY_NOTSPECIFIED;
  signal.ScanLineOrdering = D3DDDI_VSSLO_PROGRESSIVE;
  mode.Preference = D3DKMDT_MP_NOTPREFERRED;
}

// The two kinds of mode sets, of sources and of targets, and their functions in an interface.
struct OfSources {
  using Handle = D3DKMDT_HVIDPNSOURCEMODESET;
  using Functions = DXGK_VIDPNSOURCEMODESET_INTERFACE;
  using Mode = D3DKMDT_VIDPN_SOURCE_MODE;
  static constexpr auto kAcquire = &DXGK_VIDPN_INTERFACE::pfnAcquireSourceModeSet;
  static constexpr auto kRelease = &DXGK_VIDPN_INTERFACE::pfnReleaseSourceModeSet;
  static constexpr auto kCreate = &DXGK_VIDPN_INTERFACE::pfnCreateNewSourceModeSet;
  static constexpr auto kAssign = &DXGK_VIDPN_INTERFACE::pfnAssignSourceModeSet;
  static constexpr auto kFill = fill_source_mode;
  static D3DKMDT_2DREGION size_of(const Mode& mode) { return mode.Format.Graphics.PrimSurfSize; }
};
struct OfTargets {
  using Handle = D3DKMDT_HVIDPNTARGETMODESET;
  using Functions = DXGK_VIDPNTARGETMODESET_INTERFACE;
  using Mode = D3DKMDT_VIDPN_TARGET_MODE;
  static constexpr auto kAcquire = &DXGK_VIDPN_INTERFACE::pfnAcquireTargetModeSet;
  static constexpr auto kRelease = &DXGK_VIDPN_INTERFACE::pfnReleaseTargetModeSet;
  static constexpr auto kCreate = &DXGK_VIDPN_INTERFACE::pfnCreateNewTargetModeSet;
  static constexpr auto kAssign = &DXGK_VIDPN_INTERFACE::pfnAssignTargetModeSet;
  static constexpr auto kFill = fill_target_mode;
  static D3DKMDT_2DREGION size_of(const Mode& mode) { return mode.VideoSignalInfo.ActiveSize; }
};

// A mode set of a network as the driver acquires it. It is released at the end.
template <typename Kind>
class ModeSet {
 public:
  static ModeSet acquire(const DXGK_VIDPN_INTERFACE& network, D3DKMDT_HVIDPN vidpn, UINT id) {
    return ModeSet(network, vidpn, id);
  }
  ~ModeSet() { EXPECT_EQ((network_.*Kind::kRelease)(vidpn_, handle_), STATUS_SUCCESS); }
  ModeSet(const ModeSet&) = delete;
  ModeSet& operator=(const ModeSet&) = delete;

  std::optional<D3DKMDT_2DREGION> pinned_size() const {
    const typename Kind::Mode* pinned = nullptr;
    EXPECT_EQ(functions_->pfnAcquirePinnedModeInfo(handle_, &pinned), STATUS_SUCCESS);
    if (pinned == nullptr) return std::nullopt;
    const D3DKMDT_2DREGION size = Kind::size_of(*pinned);
    EXPECT_EQ(functions_->pfnReleaseModeInfo(handle_, pinned), STATUS_SUCCESS);
    return size;
  }
  void pin_first() const {
    const typename Kind::Mode* first = nullptr;
    EXPECT_EQ(functions_->pfnAcquireFirstModeInfo(handle_, &first), STATUS_SUCCESS);
    EXPECT_EQ(functions_->pfnPinMode(handle_, first->Id), STATUS_SUCCESS);
    EXPECT_EQ(functions_->pfnReleaseModeInfo(handle_, first), STATUS_SUCCESS);
  }

  // Makes a set with a mode of each size, and assigns it, which ends it for the driver.
  static void assign_new(const DXGK_VIDPN_INTERFACE& network, D3DKMDT_HVIDPN vidpn, UINT id,
                         const std::vector<D3DKMDT_2DREGION>& sizes) {
    typename Kind::Handle set = nullptr;
    const typename Kind::Functions* functions = nullptr;
    EXPECT_EQ((network.*Kind::kCreate)(vidpn, id, &set, &functions), STATUS_SUCCESS);
    for (const D3DKMDT_2DREGION& size : sizes) {
      typename Kind::Mode* mode = nullptr;
      EXPECT_EQ(functions->pfnCreateNewModeInfo(set, &mode), STATUS_SUCCESS);
      Kind::kFill(*mode, size);
      EXPECT_EQ(functions->pfnAddMode(set, mode), STATUS_SUCCESS);
    }
    (network.*Kind::kAssign)(vidpn, id, set);
  }

 private:
  ModeSet(const DXGK_VIDPN_INTERFACE& network, D3DKMDT_HVIDPN vidpn, UINT id)
      : network_(network), vidpn_(vidpn) {
    EXPECT_EQ((network.*Kind::kAcquire)(vidpn, id, &handle_, &functions_), STATUS_SUCCESS);
  }

  const DXGK_VIDPN_INTERFACE& network_;
  const D3DKMDT_HVIDPN vidpn_;
  typename Kind::Handle handle_ = nullptr;
  const typename Kind::Functions* functions_ = nullptr;
};

}  // namespace

// The entry points.
struct DisplayDdi {
  static NTSTATUS add_device(PDEVICE_OBJECT, PVOID* context) {
    *context = the_display;
    return STATUS_SUCCESS;
  }
  static NTSTATUS start_device(PVOID, PDXGK_START_INFO, PDXGKRNL_INTERFACE kernel, PULONG sources,
                               PULONG children) {
    the_display->kernel_ = *kernel;
    *sources = the_display->settings_.sources;
    *children = static_cast<ULONG>(the_display->settings_.outputs.size());
    DXGK_DEVICE_INFO info{};
    return kernel->DxgkCbGetDeviceInformation(kernel->DeviceHandle, &info);
  }
  static NTSTATUS nothing(PVOID) { return STATUS_SUCCESS; }
  static NTSTATUS query(HANDLE, const DXGKARG_QUERYADAPTERINFO* query) {
    if (query->Type != DXGKQAITYPE_DRIVERCAPS) return STATUS_NOT_SUPPORTED;
    static_cast<DXGK_DRIVERCAPS*>(query->pOutputData)->WDDMVersion = DXGKDDI_WDDMv1_2;
    return STATUS_SUCCESS;
  }

  static NTSTATUS relations(PVOID, PDXGK_CHILD_DESCRIPTOR children, ULONG) {
    for (const DisplayMiniport::Output& output : the_display->settings_.outputs) {
      children->ChildDeviceType = output.type;
      children->ChildCapabilities.HpdAwareness = output.awareness;
      children->ChildUid = output.uid;
      if (output.type == TypeVideoOutput) {
        DXGK_VIDEO_OUTPUT_CAPABILITIES& video = children->ChildCapabilities.Type.VideoOutput;
        video.InterfaceTechnology = D3DKMDT_VOT_OTHER;
        video.MonitorOrientationAwareness = output.orientation;
      }
      ++children;
    }
    return STATUS_SUCCESS;
  }
  static NTSTATUS status(PVOID, PDXGK_CHILD_STATUS status, BOOLEAN) {
    the_display->note(fmt::format("status {}", status->ChildUid));
    if (auto& hand = the_display->misdeeds.status; hand)
      if (const auto result = hand(*status)) return *result;
    for (const DisplayMiniport::Output& output : the_display->settings_.outputs)
      if (output.uid == status->ChildUid) status->HotPlug.Connected = output.is_connected;
    return STATUS_SUCCESS;
  }
  static NTSTATUS descriptor(PVOID, ULONG child, PDXGK_DEVICE_DESCRIPTOR descriptor) {
    const UINT block = descriptor->DescriptorOffset / 128;
    the_display->note(fmt::format("descriptor {} {}", child, block));
    if (auto& hand = the_display->misdeeds.descriptor; hand)
      if (const auto result = hand(child, *descriptor)) return *result;
    for (const DisplayMiniport::Output& output : the_display->settings_.outputs) {
      if (output.uid != child) continue;
      if (output.type == TypeOther) {
        EXPECT_EQ(descriptor->DescriptorLength, sizeof(DXGK_GENERIC_DESCRIPTOR));
        auto* const names = static_cast<DXGK_GENERIC_DESCRIPTOR*>(descriptor->DescriptorBuffer);
        names->HardwareId[0] = u'X';
        return STATUS_SUCCESS;
      }
      EXPECT_EQ(descriptor->DescriptorLength, 128U);
      if (output.edid.empty()) continue;
      if (block >= output.edid.size()) return STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA;
      std::memcpy(descriptor->DescriptorBuffer, output.edid[block].data(), 128);
      return STATUS_SUCCESS;
    }
    return STATUS_MONITOR_NO_DESCRIPTOR;
  }

  static NTSTATUS supported(HANDLE, DXGKARG_ISSUPPORTEDVIDPN* wish) {
    the_display->note(wish->hDesiredVidPn == nullptr ? "supported nothing" : "supported");
    if (auto& hand = the_display->misdeeds.supported; hand)
      if (const auto result = hand(*wish)) return *result;
    wish->IsVidPnSupported = TRUE;
    return STATUS_SUCCESS;
  }
  static NTSTATUS recommend(HANDLE, const DXGKARG_RECOMMENDFUNCTIONALVIDPN* wish) {
    if (auto& hand = the_display->misdeeds.recommend; hand)
      if (const auto result = hand(*wish)) return *result;
    return STATUS_GRAPHICS_NO_RECOMMENDED_FUNCTIONAL_VIDPN;
  }
  static NTSTATUS enumerate(HANDLE, const DXGKARG_ENUMVIDPNCOFUNCMODALITY* wish) {
    if (auto& hand = the_display->misdeeds.enumerate; hand)
      if (const auto result = hand(*wish)) return *result;
    return the_display->enumerate(*wish);
  }
  static NTSTATUS commit(HANDLE, const DXGKARG_COMMITVIDPN* wish) {
    if (auto& hand = the_display->misdeeds.commit; hand)
      if (const auto result = hand(*wish)) return *result;
    return the_display->commit(*wish);
  }
  static NTSTATUS monitor_modes(HANDLE, const DXGKARG_RECOMMENDMONITORMODES* wish) {
    the_display->note(fmt::format("monitor modes {}", wish->VideoPresentTargetId));
    if (auto& hand = the_display->misdeeds.monitor_modes; hand)
      if (const auto result = hand(*wish)) return *result;
    return STATUS_SUCCESS;
  }
  static NTSTATUS capability(HANDLE, DXGKARG_QUERYVIDPNHWCAPABILITY* wish) {
    if (auto& hand = the_display->misdeeds.capability; hand)
      if (const auto result = hand(*wish)) return *result;
    wish->VidPnHWCaps = {};
    return STATUS_SUCCESS;
  }
  static NTSTATUS visibility(HANDLE, const DXGKARG_SETVIDPNSOURCEVISIBILITY* wish) {
    the_display->note(
        fmt::format("{} {}", wish->Visible ? "visible" : "hidden", wish->VidPnSourceId));
    return STATUS_SUCCESS;
  }
};

DisplayMiniport::DisplayMiniport(Settings settings) : settings_(std::move(settings)) {
  the_display = this;
}
DisplayMiniport::~DisplayMiniport() { the_display = nullptr; }

dxgk::Miniport DisplayMiniport::miniport() {
  dxgk::Miniport out;
  out.driver = &driver_;
  out.display_only = true;
  DRIVER_INITIALIZATION_DATA& table = out.table;
  table.Version = DXGKDDI_INTERFACE_VERSION_WIN8;
  table.DxgkDdiAddDevice = DisplayDdi::add_device;
  table.DxgkDdiStartDevice = DisplayDdi::start_device;
  table.DxgkDdiStopDevice = DisplayDdi::nothing;
  table.DxgkDdiRemoveDevice = DisplayDdi::nothing;
  table.DxgkDdiQueryAdapterInfo = DisplayDdi::query;
  table.DxgkDdiQueryChildRelations = DisplayDdi::relations;
  table.DxgkDdiQueryChildStatus = DisplayDdi::status;
  table.DxgkDdiQueryDeviceDescriptor = DisplayDdi::descriptor;
  table.DxgkDdiIsSupportedVidPn = DisplayDdi::supported;
  table.DxgkDdiRecommendFunctionalVidPn = DisplayDdi::recommend;
  table.DxgkDdiEnumVidPnCofuncModality = DisplayDdi::enumerate;
  table.DxgkDdiCommitVidPn = DisplayDdi::commit;
  table.DxgkDdiRecommendMonitorModes = DisplayDdi::monitor_modes;
  table.DxgkDdiQueryVidPnHWCapability = DisplayDdi::capability;
  table.DxgkDdiSetVidPnSourceVisibility = DisplayDdi::visibility;
  if (settings_.extend) settings_.extend(table);
  return out;
}

void DisplayMiniport::note(std::string call) {
  const std::lock_guard hold(mutex_);
  calls_.push_back(std::move(call));
}

std::vector<std::string> DisplayMiniport::take_calls() {
  const std::lock_guard hold(mutex_);
  return std::exchange(calls_, {});
}

void DisplayMiniport::plug(ULONG output, bool is_connected) {
  for (Output& one : settings_.outputs)
    if (one.uid == output) one.is_connected = is_connected;
  DXGK_CHILD_STATUS status{};
  status.Type = StatusConnection;
  status.ChildUid = output;
  status.HotPlug.Connected = is_connected;
  as_driver([&] {
    EXPECT_EQ(kernel_.DxgkCbIndicateChildStatus(kernel_.DeviceHandle, &status), STATUS_SUCCESS);
  });
}

const DXGK_VIDPN_INTERFACE& DisplayMiniport::network(D3DKMDT_HVIDPN vidpn) {
  const DXGK_VIDPN_INTERFACE* functions = nullptr;
  EXPECT_EQ(kernel_.DxgkCbQueryVidPnInterface(vidpn, DXGK_VIDPN_INTERFACE_VERSION_V1, &functions),
            STATUS_SUCCESS);
  return *functions;
}

DisplayMiniport::Paths DisplayMiniport::paths(D3DKMDT_HVIDPN vidpn) {
  Paths paths{.vidpn = vidpn};
  EXPECT_EQ(network(vidpn).pfnGetTopology(vidpn, &paths.handle, &paths.functions), STATUS_SUCCESS);
  return paths;
}

std::optional<D3DKMDT_2DREGION> DisplayMiniport::pinned_size(D3DKMDT_HVIDPN vidpn, UINT source) {
  return ModeSet<OfSources>::acquire(network(vidpn), vidpn, source).pinned_size();
}

std::optional<D3DKMDT_2DREGION> DisplayMiniport::pinned_target_size(D3DKMDT_HVIDPN vidpn,
                                                                    UINT target) {
  return ModeSet<OfTargets>::acquire(network(vidpn), vidpn, target).pinned_size();
}

void DisplayMiniport::list_source_modes(D3DKMDT_HVIDPN vidpn, UINT source) {
  ModeSet<OfSources>::assign_new(network(vidpn), vidpn, source, settings_.sizes);
}

void DisplayMiniport::list_target_modes(D3DKMDT_HVIDPN vidpn, UINT target) {
  const auto& own = settings_.target_sizes;
  ModeSet<OfTargets>::assign_new(network(vidpn), vidpn, target,
                                 own.empty() ? settings_.sizes : own);
}

void DisplayMiniport::pin_first_modes(D3DKMDT_HVIDPN vidpn, UINT source, UINT target) {
  list_source_modes(vidpn, source);
  list_target_modes(vidpn, target);
  ModeSet<OfSources>::acquire(network(vidpn), vidpn, source).pin_first();
  ModeSet<OfTargets>::acquire(network(vidpn), vidpn, target).pin_first();
}

void DisplayMiniport::support_path(const Paths& paths, const D3DKMDT_VIDPN_PRESENT_PATH& path) {
  D3DKMDT_VIDPN_PRESENT_PATH copy = path;
  auto& way = copy.ContentTransformation;
  const std::optional<D3DKMDT_2DREGION> from = pinned_size(paths.vidpn, path.VidPnSourceId);
  const std::optional<D3DKMDT_2DREGION> to = pinned_target_size(paths.vidpn, path.VidPnTargetId);
  const bool is_fixed = from && to;
  const bool is_same = is_fixed && from->cx == to->cx && from->cy == to->cy;
  if (way.Scaling == D3DKMDT_VPPS_UNPINNED) {
    way.ScalingSupport = {};
    way.ScalingSupport.Identity = !is_fixed || is_same;
    way.ScalingSupport.Centered = !is_same;
  }
  if (way.Rotation == D3DKMDT_VPPR_UNPINNED) {
    way.RotationSupport = {};
    way.RotationSupport.Identity = 1;
    way.RotationSupport.Rotate90 = way.RotationSupport.Rotate180 = way.RotationSupport.Rotate270 =
        settings_.rotates ? 1 : 0;
  }
  EXPECT_EQ(paths.functions->pfnUpdatePathSupportInfo(paths.handle, &copy), STATUS_SUCCESS);
}

// Calls the body with each path, which it may not keep.
void DisplayMiniport::for_each_path(
    D3DKMDT_HVIDPN vidpn,
    const std::function<void(const Paths&, const D3DKMDT_VIDPN_PRESENT_PATH&)>& body) {
  const Paths all = paths(vidpn);
  const D3DKMDT_VIDPN_PRESENT_PATH* path = nullptr;
  NTSTATUS status = all.functions->pfnAcquireFirstPathInfo(all.handle, &path);
  while (status == STATUS_SUCCESS) {
    body(all, *path);
    const D3DKMDT_VIDPN_PRESENT_PATH* const before = path;
    status = all.functions->pfnAcquireNextPathInfo(all.handle, before, &path);
    EXPECT_EQ(all.functions->pfnReleasePathInfo(all.handle, before), STATUS_SUCCESS);
  }
}

void DisplayMiniport::update_support(
    D3DKMDT_HVIDPN vidpn, const std::function<void(D3DKMDT_VIDPN_PRESENT_PATH&)>& change) {
  for_each_path(vidpn, [&](const Paths& all, const D3DKMDT_VIDPN_PRESENT_PATH& path) {
    D3DKMDT_VIDPN_PRESENT_PATH copy = path;
    change(copy);
    EXPECT_EQ(all.functions->pfnUpdatePathSupportInfo(all.handle, &copy), STATUS_SUCCESS);
  });
}

void DisplayMiniport::add_path(D3DKMDT_HVIDPN vidpn, UINT source, UINT target,
                               const std::function<void(D3DKMDT_VIDPN_PRESENT_PATH&)>& change) {
  const Paths all = paths(vidpn);
  D3DKMDT_VIDPN_PRESENT_PATH* path = nullptr;
  EXPECT_EQ(all.functions->pfnCreateNewPathInfo(all.handle, &path), STATUS_SUCCESS);
  path->VidPnSourceId = source;
  path->VidPnTargetId = target;
  if (change) change(*path);
  EXPECT_EQ(all.functions->pfnAddPath(all.handle, path), STATUS_SUCCESS);
}

NTSTATUS DisplayMiniport::enumerate(const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) {
  const D3DKMDT_HVIDPN vidpn = wish.hConstrainingVidPn;
  for_each_path(vidpn, [&](const Paths& all, const D3DKMDT_VIDPN_PRESENT_PATH& path) {
    const UINT source = path.VidPnSourceId, target = path.VidPnTargetId;
    const bool is_source =
        wish.EnumPivotType == D3DKMDT_EPT_VIDPNSOURCE && wish.EnumPivot.VidPnSourceId == source;
    const bool is_target =
        wish.EnumPivotType == D3DKMDT_EPT_VIDPNTARGET && wish.EnumPivot.VidPnTargetId == target;
    if (!is_source && !has_pinned_source(vidpn, source)) list_source_modes(vidpn, source);
    if (!is_target && !has_pinned_target(vidpn, target)) list_target_modes(vidpn, target);
    if (wish.EnumPivotType != D3DKMDT_EPT_SCALING && wish.EnumPivotType != D3DKMDT_EPT_ROTATION)
      support_path(all, path);
  });
  return STATUS_SUCCESS;
}

NTSTATUS DisplayMiniport::commit(const DXGKARG_COMMITVIDPN& wish) {
  const D3DKMDT_HVIDPN vidpn = wish.hFunctionalVidPn;
  const UINT source = wish.AffectedVidPnSourceId;
  const Paths all = paths(vidpn);
  SIZE_T count = 0;
  if (all.functions->pfnGetNumPathsFromSource(all.handle, source, &count) ==
      STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY) {
    note(fmt::format("commit {} -> nothing", source));
    return STATUS_SUCCESS;
  }
  UINT target = 0;
  EXPECT_EQ(all.functions->pfnEnumPathTargetsFromSource(all.handle, source, 0, &target),
            STATUS_SUCCESS);
  const DXGK_VIDPN_INTERFACE& functions = network(vidpn);
  D3DKMDT_HVIDPNSOURCEMODESET set = nullptr;
  const DXGK_VIDPNSOURCEMODESET_INTERFACE* modes = nullptr;
  EXPECT_EQ(functions.pfnAcquireSourceModeSet(vidpn, source, &set, &modes), STATUS_SUCCESS);
  const D3DKMDT_VIDPN_SOURCE_MODE* pinned = nullptr;
  EXPECT_EQ(modes->pfnAcquirePinnedModeInfo(set, &pinned), STATUS_SUCCESS);
  if (pinned != nullptr) {
    note(fmt::format("commit {} -> {} {}x{}", source, target,
                     pinned->Format.Graphics.PrimSurfSize.cx,
                     pinned->Format.Graphics.PrimSurfSize.cy));
    EXPECT_EQ(modes->pfnReleaseModeInfo(set, pinned), STATUS_SUCCESS);
  }
  EXPECT_EQ(functions.pfnReleaseSourceModeSet(vidpn, set), STATUS_SUCCESS);
  return STATUS_SUCCESS;
}

}  // namespace drydock::testing
