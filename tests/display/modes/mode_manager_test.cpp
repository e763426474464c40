// The life of modes: the first network, other modes, monitors that come and go, the end.
#include "src/display/modes/mode_manager.h"

#include <span>

#include "src/nt/ob/registry.h"
#include "src/sim/schedule.h"
#include "tests/display/modes/display_scene.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Output = DisplayMiniport::Output;

class ModeManager : public DisplayTest {};
class ModeManagerPromises : public DisplayTest {
 protected:
  std::map<UINT, UINT> modes_before;  // from targets to sources, at the last commit
};

TEST_F(ModeManagerPromises, D026DriverIsAskedInTheDocumentedOrder) {
  start({.outputs = {Output{}, Output{.uid = 9, .is_connected = false},
                     Output{.uid = 11, .awareness = HpdAwarenessAlwaysConnected},
                     Output{.uid = 12, .is_connected = false, .type = TypeOther},
                     Output{.uid = 13, .awareness = HpdAwarenessPolled}}});
  const std::vector<std::string> calls = display->take_calls();
  EXPECT_THAT(std::span(calls).first(8),
              ElementsAre("status 7", "status 9", "status 12", "status 13", "descriptor 7 0",
                          "descriptor 11 0", "descriptor 12 0", "descriptor 13 0"));
  EXPECT_THAT(std::span(calls).subspan(8),
              ElementsAre("descriptor 7 0", "monitor modes 7", "descriptor 11 0",
                          "monitor modes 11", "descriptor 13 0", "monitor modes 13",
                          "supported nothing", "supported", "commit 0 -> 7 1024x768"));
  expect_silence();
}

// A base block and the second of two extensions are stored.
TEST_F(ModeManagerPromises, D037StoredBlocksReplaceThoseOfTheirNumber) {
  EdidBlock base = sample_edid_with(2);
  base[12] = 0x99;  // the serial number
  set_checksum(base);
  const EdidBlock extension = sample_cta({97});
  constexpr std::u16string_view kKey =
      u"\\Registry\\Machine\\System\\CurrentControlSet\\Enum\\DISPLAY\\DYD1234\\0&0&UID7\\Device "
      u"Parameters\\EDID_OVERRIDE";
  nt::Registry::instance().set(kKey, u"0", REG_BINARY, {base.begin(), base.end()});
  nt::Registry::instance().set(kKey, u"2", REG_BINARY, {extension.begin(), extension.end()});
  start({.outputs = {Output{.edid = {sample_edid(), sample_cta({4})}}}});
  nt::Registry::instance().clear();
  const std::vector<std::string> calls = display->take_calls();
  EXPECT_THAT(std::span(calls).first(5), ElementsAre("status 7", "descriptor 7 0", "descriptor 7 0",
                                                     "descriptor 7 1", "monitor modes 7"));
  const auto monitor = modes()->monitors().at(7);
  ASSERT_EQ(monitor->descriptors.size(), 3U);
  EXPECT_EQ(monitor->descriptors[0].bytes, base);
  EXPECT_TRUE(monitor->descriptors[0].is_override);
  EXPECT_EQ(monitor->descriptors[1].bytes, sample_cta({4}));
  EXPECT_FALSE(monitor->descriptors[1].is_override);
  EXPECT_EQ(monitor->descriptors[2].bytes, extension);
  const auto has_height = [&](UINT height) {
    return std::ranges::any_of(monitor->modes->modes(), [&](const auto& mode) {
      return mode.VideoSignalInfo.ActiveSize.cy == height;
    });
  };
  EXPECT_TRUE(has_height(720) && has_height(2160));
  expect_silence();
}

// In a real life, from the extension block of a television.
TEST_F(ModeManager, DriverGetsTheAdditionalModesOfATelevision) {
  start({.outputs = {Output{.edid = {sample_edid_with(1), sample_cta({16})}}}});
  display->as_driver([&] {
    const DXGKRNL_INTERFACE& kernel = display->kernel();
    const DXGK_MONITOR_INTERFACE* monitor = nullptr;
    ASSERT_EQ(kernel.DxgkCbQueryMonitorInterface(kernel.DeviceHandle,
                                                 DXGK_MONITOR_INTERFACE_VERSION_V2, &monitor),
              STATUS_SUCCESS);
    const auto& newer = *reinterpret_cast<const DXGK_MONITOR_INTERFACE_V2*>(monitor);
    UINT count = 0;
    DXGK_TARGETMODE_DETAIL_TIMING* list = nullptr;
    ASSERT_EQ(newer.pfnGetAdditionalMonitorModeSet(kernel.DeviceHandle, 7, &count, &list),
              STATUS_SUCCESS);
    EXPECT_EQ(count, 15U);
    EXPECT_EQ(list[14].DetailTiming.VerticalActiveLines, 1080U);
    EXPECT_EQ(newer.pfnReleaseAdditionalMonitorModeSet(kernel.DeviceHandle, 7, list),
              STATUS_SUCCESS);
  });
  stop();
  expect_silence();
}

// Any number of threads ask; the driver sees one call at a time about a child, at PASSIVE_LEVEL.
TEST(ModeManagerCalls, D027CallsAboutChildrenComeOneAtATime) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    DisplayMiniport display({.outputs = {Output{.edid = {sample_edid()}},
                                         Output{.uid = 9, .awareness = HpdAwarenessPolled}}});
    int inside = 0, calls = 0;
    const auto visit = [&] {
      EXPECT_EQ(KeGetCurrentIrql(), PASSIVE_LEVEL);
      EXPECT_EQ(++inside, 1) << "seed " << seed;
      LARGE_INTEGER short_time{.QuadPart = -10};
      KeDelayExecutionThread(KernelMode, FALSE, &short_time);
      --inside;
      ++calls;
    };
    display.misdeeds.status = [&](auto&) -> std::optional<NTSTATUS> {
      visit();
      return std::nullopt;
    };
    display.misdeeds.descriptor = [&](auto, auto&) -> std::optional<NTSTATUS> {
      visit();
      return std::nullopt;
    };
    dxgk::Dock dock;
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    dxgk::Adapter* const adapter =
        dock.plug(display.miniport(), std::make_shared<dxgk::DeviceModel>(), status);
    ASSERT_NE(adapter, nullptr);
    std::vector<sim::Thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.push_back(sim::spawn("polls", [&] { adapter->modes()->poll(true, true); }));
    threads.push_back(sim::spawn("plugs", [&] {
      display.plug(7, false);
      display.plug(7, true);
    }));
    for (sim::Thread& thread : threads) thread.join();
    adapter->modes()->settle();
    EXPECT_GE(calls, 10);
    dock.unplug(*adapter);
  }
}

TEST_F(ModeManager, MonitorThatDescribesItselfIsReadInBlocks) {
  EdidBlock base = sample_edid();
  base[126] = 1;
  set_checksum(base);
  EdidBlock extension{};
  extension[0] = 0x02;
  start({.outputs = {Output{.edid = {base, extension}}}});
  EXPECT_THAT(
      display->take_calls(),
      ElementsAre("status 7", "descriptor 7 0", "descriptor 7 0", "descriptor 7 1",
                  "monitor modes 7", "supported nothing", "supported", "commit 0 -> 7 1024x768"));
  const auto monitor = modes()->monitors().at(7);
  ASSERT_NE(monitor, nullptr);
  EXPECT_EQ(monitor->descriptors.size(), 2U);
  EXPECT_EQ(monitor->ranges.size(), 1U);
  expect_silence();
}

TEST_F(ModeManager, ActiveNetworkIsFunctional) {
  start();
  const display::VidPn active = modes()->active();
  EXPECT_TRUE(active.is_functional());
  EXPECT_EQ(active.topology().paths().front().ContentTransformation.Scaling, D3DKMDT_VPPS_IDENTITY);
  EXPECT_EQ(active.topology().paths().front().ContentTransformation.Rotation,
            D3DKMDT_VPPR_IDENTITY);
}

TEST_F(ModeManager, TwoMonitorsHaveASourceEach) {
  start({.outputs = {Output{}, Output{.uid = 9}}, .sources = 2});
  EXPECT_THAT(commits(display->take_calls()),
              ElementsAre("commit 0 -> 7 1024x768", "commit 1 -> 9 1024x768"));
  EXPECT_EQ(modes()->active().topology().paths().size(), 2U);
  expect_silence();
}

TEST_F(ModeManager, MonitorWithoutASourceStaysDark) {
  start({.outputs = {Output{}, Output{.uid = 9}}});
  EXPECT_THAT(commits(display->take_calls()), ElementsAre("commit 0 -> 7 1024x768"));
  expect_silence();
}

TEST_F(ModeManager, ModesOfASourceAreWhatTheDriverListed) {
  start();
  const std::vector<display::DisplayMode> all = modes()->modes(0);
  EXPECT_THAT(modes()->modes(1), IsEmpty());
  std::vector<UINT> widths;
  for (const display::DisplayMode& mode : all)
    if (std::ranges::find(widths, mode.width) == widths.end()) widths.push_back(mode.width);
  EXPECT_THAT(widths, ElementsAre(1024U, 800U, 640U));
  expect_silence();
}

TEST_F(ModeManager, ModeChangeIsCommittedOrLeavesEverything) {
  start();
  display->take_calls();
  EXPECT_EQ(modes()->set_visible(0, true), STATUS_SUCCESS);
  EXPECT_EQ(modes()->set_mode(0, {.width = 800, .height = 600}), STATUS_SUCCESS);
  EXPECT_THAT(commits(display->take_calls()),
              ElementsAre("visible 0", "hidden 0", "commit 0 -> 7 800x600"));
  EXPECT_EQ(modes()->set_mode(0, {.width = 801, .height = 600}),
            STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED);
  EXPECT_EQ(modes()->set_mode(1, {}), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  EXPECT_THAT(commits(display->take_calls()), IsEmpty());
  display->misdeeds.commit = [](const auto&) { return STATUS_INSUFFICIENT_RESOURCES; };
  EXPECT_EQ(modes()->set_mode(0, {.width = 640, .height = 480}), STATUS_INSUFFICIENT_RESOURCES);
  display->misdeeds.commit = nullptr;
  const auto active = modes()->active();
  EXPECT_EQ(active.source_modes(0)->pinned()->Format.Graphics.PrimSurfSize.cx, 800U);
  expect_silence();
}

TEST_F(ModeManager, MonitorThatLeavesTakesItsPathAlong) {
  start();
  display->take_calls();
  display->plug(7, false);
  modes()->settle();
  EXPECT_THAT(display->take_calls(), ElementsAre("commit 0 -> nothing"));
  EXPECT_EQ(modes()->monitors().at(7), nullptr);
  EXPECT_TRUE(modes()->active().topology().is_empty());
  EXPECT_EQ(modes()->set_mode(0, {}), STATUS_GRAPHICS_SOURCE_NOT_IN_TOPOLOGY);
  display->plug(7, true);
  display->plug(7, true);
  modes()->settle();
  EXPECT_THAT(commits(display->take_calls()), ElementsAre("commit 0 -> 7 1024x768"));
  expect_silence();
}

TEST_F(ModeManager, MonitorThatComesGetsAFreeSource) {
  start({.outputs = {Output{}, Output{.uid = 9, .is_connected = false}}, .sources = 2});
  display->take_calls();
  display->plug(9, true);
  modes()->settle();
  EXPECT_THAT(commits(display->take_calls()), ElementsAre("commit 1 -> 9 1024x768"));
  expect_silence();
}

TEST_F(ModeManager, PollAsksTheOutputsThatItIsToAsk) {
  start({.outputs = {Output{}, Output{.uid = 9, .awareness = HpdAwarenessPolled},
                     Output{.uid = 11, .awareness = HpdAwarenessAlwaysConnected}}});
  display->take_calls();
  modes()->poll(/*non_destructive_only=*/true, /*includes_interruptible=*/false);
  modes()->settle();
  EXPECT_THAT(display->take_calls(), ElementsAre("status 9"));
  modes()->poll(true, /*includes_interruptible=*/true);
  modes()->settle();
  EXPECT_THAT(display->take_calls(), ElementsAre("status 7", "status 9"));
  expect_silence();
}

// The mode before is in force still, and so is its picture.
TEST_F(ModeManager, ASourceWhoseCommitFailsIsVisibleAgain) {
  start();
  EXPECT_EQ(modes()->set_visible(0, true), STATUS_SUCCESS);
  display->take_calls();
  display->misdeeds.commit = [](const auto&) { return STATUS_INSUFFICIENT_RESOURCES; };
  EXPECT_EQ(modes()->set_mode(0, {.width = 640, .height = 480}), STATUS_INSUFFICIENT_RESOURCES);
  EXPECT_THAT(commits(display->take_calls()), ElementsAre("hidden 0", "visible 0"));
  display->misdeeds.commit = nullptr;
  expect_silence();
}

TEST_F(ModeManager, StopHidesWhatIsVisibleAndEndsEverything) {
  start();
  EXPECT_EQ(modes()->set_visible(0, true), STATUS_SUCCESS);
  const auto manager = modes();
  display->take_calls();
  stop();
  EXPECT_THAT(display->take_calls(), ElementsAre("hidden 0"));
  EXPECT_EQ(manager->set_mode(0, {}), STATUS_DEVICE_REMOVED);
  manager->indicate_connection(7, false);
  EXPECT_THAT(display->take_calls(), IsEmpty());
  expect_silence();
}

TEST_F(ModeManager, DriverMayAskAboutItsMonitors) {
  start();
  display->as_driver([&] {
    const DXGKRNL_INTERFACE& kernel = display->kernel();
    const DXGK_MONITOR_INTERFACE* monitor = nullptr;
    ASSERT_EQ(kernel.DxgkCbQueryMonitorInterface(kernel.DeviceHandle,
                                                 DXGK_MONITOR_INTERFACE_VERSION_V1, &monitor),
              STATUS_SUCCESS);
    D3DKMDT_HMONITORSOURCEMODESET set = nullptr;
    const DXGK_MONITORSOURCEMODESET_INTERFACE* modes = nullptr;
    EXPECT_EQ(monitor->pfnAcquireMonitorSourceModeSet(kernel.DeviceHandle, 7, &set, &modes),
              STATUS_SUCCESS);
    SIZE_T count = 0;
    EXPECT_EQ(modes->pfnGetNumModes(set, &count), STATUS_SUCCESS);
    EXPECT_EQ(count, 4U) << "those of every monitor";
    EXPECT_EQ(monitor->pfnReleaseMonitorSourceModeSet(kernel.DeviceHandle, set), STATUS_SUCCESS);
  });
  stop();
  expect_silence();
}

class ModeManagerRules : public DisplayTest {};

TEST_F(ModeManagerRules, D049MonitorSetThatIsHeldAtTheStopIsFound) {
  start();
  display->as_driver([&] {
    const DXGKRNL_INTERFACE& kernel = display->kernel();
    const DXGK_MONITOR_INTERFACE* monitor = nullptr;
    EXPECT_EQ(kernel.DxgkCbQueryMonitorInterface(kernel.DeviceHandle,
                                                 DXGK_MONITOR_INTERFACE_VERSION_V2, &monitor),
              STATUS_SUCCESS);
    D3DKMDT_HMONITORSOURCEMODESET set = nullptr;
    const DXGK_MONITORSOURCEMODESET_INTERFACE* modes = nullptr;
    EXPECT_EQ(monitor->pfnAcquireMonitorSourceModeSet(kernel.DeviceHandle, 7, &set, &modes),
              STATUS_SUCCESS);
  });
  expect_silence();
  stop();
  EXPECT_EQ(count("D-049"), 1U) << findings_text();
}

TEST_F(ModeManagerRules, D071CommitThatRefusesWhatWasSupportedIsFound) {
  make();
  display->misdeeds.commit = [](const auto&) { return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY; };
  plug_in();
  EXPECT_GE(count("D-071"), 1U) << findings_text();
  EXPECT_TRUE(modes()->active().topology().is_empty());
}

TEST_F(ModeManagerRules, D071EnumerationThatRefusesWhatWasSupportedIsFound) {
  make();
  display->misdeeds.enumerate = [](const auto&) {
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  };
  plug_in();
  EXPECT_EQ(count("D-071"), 1U) << findings_text();
  EXPECT_TRUE(modes()->active().topology().is_empty());
}

// A driver that supports it not; one whose device fails; one that has no memory to look.
TEST_F(ModeManagerRules, D071NetworksThatAreNotSupportedAreSilent) {
  for (const NTSTATUS status : {STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY, STATUS_UNSUCCESSFUL}) {
    make();
    if (!NT_SUCCESS(status) && status != STATUS_UNSUCCESSFUL)
      display->misdeeds.supported = [](DXGKARG_ISSUPPORTEDVIDPN& wish) -> std::optional<NTSTATUS> {
        wish.IsVidPnSupported = wish.hDesiredVidPn == nullptr;
        return STATUS_SUCCESS;
      };
    display->misdeeds.commit = [=](const auto&) { return status; };
    plug_in();
    stop();
  }
  make();
  display->misdeeds.enumerate = [](const auto&) { return STATUS_NO_MEMORY; };
  plug_in();
  expect_silence();
}

TEST_F(ModeManagerRules, D071CommitWithoutResourcesIsSilent) {
  make();
  display->misdeeds.commit = [](const auto&) { return STATUS_INSUFFICIENT_RESOURCES; };
  plug_in();
  expect_silence();
}

TEST_F(ModeManagerPromises, D011TargetsBearTheUidsOfTheDriver) {
  start({.outputs = {Output{.uid = 0x10000}}, .sources = 3});
  const display::VidPn active = modes()->active();
  EXPECT_EQ(active.sources(), 3U);
  EXPECT_THAT(active.targets(), ElementsAre(0x10000U));
}

TEST_F(ModeManagerPromises, D080RecommendationComesBeforeCandidates) {
  make();
  display->misdeeds.recommend = [&](const DXGKARG_RECOMMENDFUNCTIONALVIDPN& wish) {
    const D3DKMDT_HVIDPN vidpn = wish.hRecommendedFunctionalVidPn;
    display->add_path(vidpn, 0, 7);
    std::swap(display->settings().sizes[0], display->settings().sizes[1]);
    display->pin_first_modes(vidpn, 0, 7);
    std::swap(display->settings().sizes[0], display->settings().sizes[1]);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_THAT(commits(display->take_calls()), ElementsAre("commit 0 -> 7 800x600"));
  expect_silence();
}

TEST_F(ModeManagerPromises, D075RecommendationIsAskedForAnEmptyNetworkWithAReason) {
  make();
  bool is_asked = false;
  display->misdeeds.recommend =
      [&](const DXGKARG_RECOMMENDFUNCTIONALVIDPN& wish) -> std::optional<NTSTATUS> {
    is_asked = true;
    EXPECT_EQ(wish.RequestReason, DXGK_RFVR_FIRMWARE);
    const auto paths = display->paths(wish.hRecommendedFunctionalVidPn);
    SIZE_T count = 77;
    EXPECT_EQ(paths.functions->pfnGetNumPaths(paths.handle, &count), STATUS_SUCCESS);
    EXPECT_EQ(count, 0U);
    return std::nullopt;
  };
  plug_in();
  EXPECT_TRUE(is_asked);
  expect_silence();
}

TEST_F(ModeManagerPromises, D081TopologyIsNeverAskedFor) {
  static bool is_asked = false;
  start({.extend = [](DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiRecommendVidPnTopology = [](HANDLE, const DXGKARG_RECOMMENDVIDPNTOPOLOGY*) {
      is_asked = true;
      return NTSTATUS{STATUS_GRAPHICS_NO_RECOMMENDED_VIDPN_TOPOLOGY};
    };
  }});
  display->plug(7, false);
  display->plug(7, true);
  modes()->settle();
  EXPECT_FALSE(is_asked);
}

TEST_F(ModeManagerPromises, D083EveryPivotIsOneOfTheFive) {
  make();
  std::vector<D3DKMDT_ENUMCOFUNCMODALITY_PIVOT_TYPE> pivots;
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    pivots.push_back(wish.EnumPivotType);
    const bool has_source = wish.EnumPivotType == D3DKMDT_EPT_VIDPNSOURCE ||
                            wish.EnumPivotType == D3DKMDT_EPT_SCALING ||
                            wish.EnumPivotType == D3DKMDT_EPT_ROTATION;
    const bool has_target =
        wish.EnumPivotType != D3DKMDT_EPT_NOPIVOT && wish.EnumPivotType != D3DKMDT_EPT_VIDPNSOURCE;
    EXPECT_EQ(wish.EnumPivot.VidPnSourceId, has_source ? 0 : D3DDDI_ID_UNINITIALIZED);
    EXPECT_EQ(wish.EnumPivot.VidPnTargetId, has_target ? 7 : D3DDDI_ID_UNINITIALIZED);
    return std::nullopt;
  };
  plug_in();
  EXPECT_THAT(pivots,
              ElementsAre(D3DKMDT_EPT_NOPIVOT, D3DKMDT_EPT_VIDPNSOURCE, D3DKMDT_EPT_VIDPNTARGET,
                          D3DKMDT_EPT_SCALING, D3DKMDT_EPT_ROTATION));
  expect_silence();
}

TEST_F(ModeManagerPromises, D106OrdinaryCommitHasNoFlags) {
  make();
  UINT commits = 0;
  display->misdeeds.commit = [&](const DXGKARG_COMMITVIDPN& wish) -> std::optional<NTSTATUS> {
    ++commits;
    EXPECT_EQ(wish.Flags.PathPowerTransition, 0U);
    EXPECT_EQ(wish.Flags.PathPoweredOff, 0U);
    EXPECT_EQ(wish.Flags.Reserved, 0U);
    EXPECT_EQ(wish.hPrimaryAllocation, nullptr);
    EXPECT_EQ(wish.MonitorConnectivityChecks, D3DKMDT_MCC_IGNORE);
    return std::nullopt;
  };
  plug_in();
  EXPECT_EQ(modes()->set_mode(0, {.width = 640}), STATUS_SUCCESS);
  EXPECT_EQ(commits, 2U);
}

TEST_F(ModeManagerRules, D047WriteToATableIsFound) {
  make();
  display->misdeeds.commit = [&](const DXGKARG_COMMITVIDPN& wish) -> std::optional<NTSTATUS> {
    const DXGK_VIDPN_INTERFACE& table = display->network(wish.hFunctionalVidPn);
    const_cast<DXGK_VIDPN_INTERFACE&>(table).pfnGetTopology = nullptr;
    return std::nullopt;
  };
  NTSTATUS status = STATUS_SUCCESS;
  adapter = dock.plug(display->miniport(), std::make_shared<dxgk::DeviceModel>(), status);
  EXPECT_EQ(count("D-047"), 1U) << findings_text();
}

TEST_F(ModeManagerRules, D058TouchOfAnAddedModeIsFound) {
  make();
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    const auto& network = display->network(wish.hConstrainingVidPn);
    D3DKMDT_HVIDPNTARGETMODESET set = nullptr;
    const DXGK_VIDPNTARGETMODESET_INTERFACE* modes = nullptr;
    EXPECT_EQ(network.pfnCreateNewTargetModeSet(wish.hConstrainingVidPn, 7, &set, &modes),
              STATUS_SUCCESS);
    D3DKMDT_VIDPN_TARGET_MODE* mode = nullptr;
    EXPECT_EQ(modes->pfnCreateNewModeInfo(set, &mode), STATUS_SUCCESS);
    mode->VideoSignalInfo.VideoStandard = D3DKMDT_VSS_OTHER;
    mode->VideoSignalInfo.TotalSize = mode->VideoSignalInfo.ActiveSize = {640, 480};
    mode->VideoSignalInfo.VSyncFreq = mode->VideoSignalInfo.HSyncFreq = {
        D3DKMDT_FREQUENCY_NOTSPECIFIED, D3DKMDT_FREQUENCY_NOTSPECIFIED};
    mode->VideoSignalInfo.PixelRate = D3DKMDT_FREQUENCY_NOTSPECIFIED;
    EXPECT_EQ(modes->pfnAddMode(set, mode), STATUS_SUCCESS);
    mode->Preference = D3DKMDT_MP_PREFERRED;
    return std::nullopt;
  };
  NTSTATUS status = STATUS_SUCCESS;
  adapter = dock.plug(display->miniport(), std::make_shared<dxgk::DeviceModel>(), status);
  EXPECT_EQ(count("D-058"), 1U) << findings_text();
}

TEST_F(ModeManager, SourceInTwoPathsIsACloneView) {
  start({.outputs = {Output{}, Output{.uid = 9}}, .sources = 2});
  display->take_calls();
  EXPECT_EQ(modes()->set_paths({{0, 7}, {0, 9}}), STATUS_SUCCESS);
  EXPECT_THAT(commits(display->take_calls()),
              ElementsAre("commit 1 -> nothing", "commit 0 -> 7 1024x768"));
  EXPECT_THAT(modes()->active().topology().targets_of(0), ElementsAre(7U, 9U));
  EXPECT_TRUE(modes()->active().is_functional());
  EXPECT_EQ(modes()->set_paths({{1, 7}, {0, 9}}), STATUS_SUCCESS);
  EXPECT_EQ(modes()->active().topology().source_of(7), 1U);
  EXPECT_EQ(modes()->set_paths({{0, 7}, {1, 7}}), STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY);
  EXPECT_EQ(modes()->set_paths({{0, 8}}), STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET);
  EXPECT_EQ(modes()->set_paths({}), STATUS_SUCCESS);
  EXPECT_TRUE(modes()->active().topology().is_empty());
  expect_silence();
}

TEST_F(ModeManager, PathToAMonitorThatIsNotThereIsRefused) {
  start({.outputs = {Output{}, Output{.uid = 9, .is_connected = false}}});
  display->take_calls();
  EXPECT_EQ(modes()->set_paths({{0, 9}}), STATUS_GRAPHICS_MONITOR_NOT_CONNECTED);
  EXPECT_THAT(display->take_calls(), IsEmpty());
}

TEST_F(ModeManagerPromises, D099CommittedNetworkIsFunctionalOrEmpty) {
  make({.outputs = {Output{}, Output{.uid = 9}}, .sources = 2});
  display->misdeeds.commit = [&](const DXGKARG_COMMITVIDPN& wish) -> std::optional<NTSTATUS> {
    const auto paths = display->paths(wish.hFunctionalVidPn);
    for (const UINT target : {7U, 9U}) {
      UINT source = 0;
      if (!NT_SUCCESS(paths.functions->pfnGetPathSourceFromTarget(paths.handle, target, &source)))
        continue;
      EXPECT_TRUE(display->has_pinned_source(wish.hFunctionalVidPn, source));
      EXPECT_TRUE(display->has_pinned_target(wish.hFunctionalVidPn, target));
      const UINT before = modes_before.contains(target) ? modes_before[target] : source;
      EXPECT_TRUE(before == source || wish.AffectedVidPnSourceId == source);
      modes_before[target] = source;
    }
    return std::nullopt;
  };
  plug_in();
  display->plug(9, false);
  display->plug(9, true);
  modes()->settle();
  EXPECT_EQ(modes()->set_mode(1, {.width = 640}), STATUS_SUCCESS);
  expect_silence();
}

TEST_F(ModeManagerPromises, D095EnumerationThatFailsLeavesTheActiveNetwork) {
  start();
  display->take_calls();
  display->misdeeds.enumerate = [](const auto&) { return STATUS_NO_MEMORY; };
  EXPECT_FALSE(NT_SUCCESS(modes()->set_mode(0, {.width = 640})));
  EXPECT_THAT(commits(display->take_calls()), IsEmpty());
  const display::VidPn active = modes()->active();
  EXPECT_EQ(active.source_modes(0)->pinned()->Format.Graphics.PrimSurfSize.cx, 1024U);
  expect_silence();
}

TEST_F(ModeManagerPromises, D074SupportIsAskedBeforeAnEnumeration) {
  make();
  std::vector<std::string> calls;
  display->misdeeds.supported = [&](DXGKARG_ISSUPPORTEDVIDPN& wish) -> std::optional<NTSTATUS> {
    if (wish.hDesiredVidPn != nullptr) calls.push_back("supported");
    return std::nullopt;
  };
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY&) -> std::optional<NTSTATUS> {
    if (calls.empty() || calls.back() != "enumerate") calls.push_back("enumerate");
    return std::nullopt;
  };
  plug_in();
  EXPECT_EQ(modes()->set_mode(0, {.width = 640}), STATUS_SUCCESS);
  EXPECT_THAT(calls, ElementsAre("supported", "enumerate", "supported", "enumerate"));
}

// Monitors come and go while modes are set, in many orders.
TEST(ModeManagerStorm, EveryScheduleEndsWithWhatIsConnected) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const sim::SeededSchedule schedule(seed);
    const rules::FindingLog log;
    DisplayMiniport display({.outputs = {Output{}, Output{.uid = 9}}, .sources = 2});
    dxgk::Dock dock;
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    dxgk::Adapter* const adapter =
        dock.plug(display.miniport(), std::make_shared<dxgk::DeviceModel>(), status);
    ASSERT_NE(adapter, nullptr);
    const auto modes = adapter->modes();
    sim::Thread plugs = sim::spawn("plugs", [&] {
      for (int i = 0; i < 5; ++i) display.plug(9, i % 2 != 0);
    });
    sim::Thread sets = sim::spawn("sets", [&] {
      for (const UINT width : {800U, 640U, 1024U}) modes->set_mode(1, {.width = width});
    });
    plugs.join();
    sets.join();
    modes->settle();
    const display::VidPn active = modes->active();
    EXPECT_EQ(active.topology().paths().size(), 1U) << "seed " << seed;
    EXPECT_TRUE(active.is_functional()) << "seed " << seed;
    EXPECT_THAT(modes->monitors().connected(), ElementsAre(7U));
    dock.unplug(*adapter);
    EXPECT_TRUE(log.findings().empty()) << "seed " << seed << text_of(log.findings());
  }
}

}  // namespace
}  // namespace drydock::testing
