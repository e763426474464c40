// What a driver answers about networks, and what it does to them.
#include "src/display/modes/network_calls.h"

#include "src/dxgk/display/display_driver.h"
#include "tests/display/modes/display_scene.h"

namespace drydock::testing {
namespace {

class NetworkCallRules : public DisplayTest {
 protected:
  using Path = D3DKMDT_VIDPN_PRESENT_PATH;

  // Does something after the ordinary enumeration with the pivot of this kind.
  void after_enumeration(D3DKMDT_ENUMCOFUNCMODALITY_PIVOT_TYPE pivot,
                         std::function<void(D3DKMDT_HVIDPN)> misdeed) {
    make();
    display->misdeeds.enumerate =
        [=](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
      if (wish.EnumPivotType == pivot) misdeed(wish.hConstrainingVidPn);
      return std::nullopt;
    };
    plug_in();
  }
};

TEST_F(NetworkCallRules, D069RefusalOfNothingIsFound) {
  make();
  display->misdeeds.supported = [](DXGKARG_ISSUPPORTEDVIDPN& wish) -> std::optional<NTSTATUS> {
    if (wish.hDesiredVidPn != nullptr) return std::nullopt;
    wish.IsVidPnSupported = FALSE;
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_EQ(count("D-069"), 1U) << findings_text();
}

TEST_F(NetworkCallRules, D069SupportOfNothingIsSilent) {
  start();
  expect_silence();
}

TEST_F(NetworkCallRules, D070SuccessWithoutAnAnswerIsFound) {
  make();
  display->misdeeds.supported = [](DXGKARG_ISSUPPORTEDVIDPN& wish) -> std::optional<NTSTATUS> {
    if (wish.hDesiredVidPn == nullptr) return std::nullopt;
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_GE(count("D-070"), 1U) << findings_text();
  EXPECT_TRUE(modes()->active().topology().is_empty());
}

TEST_F(NetworkCallRules, D070StatusThatIsNotListedIsFound) {
  make();
  display->misdeeds.supported = [](DXGKARG_ISSUPPORTEDVIDPN&) { return STATUS_UNSUCCESSFUL; };
  plug_in();
  EXPECT_GE(count("D-070"), 1U) << findings_text();
}

// A driver may say no in two ways.
TEST_F(NetworkCallRules, D070RefusalIsSilent) {
  for (const NTSTATUS status : {STATUS_SUCCESS, STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY}) {
    make();
    display->misdeeds.supported = [=](DXGKARG_ISSUPPORTEDVIDPN& wish) -> std::optional<NTSTATUS> {
      if (wish.hDesiredVidPn == nullptr) return std::nullopt;
      wish.IsVidPnSupported = FALSE;
      return status;
    };
    plug_in();
    EXPECT_TRUE(modes()->active().topology().is_empty());
    stop();
  }
  expect_silence();
}

TEST_F(NetworkCallRules, D076RecommendationOfNothingIsFound) {
  make();
  display->misdeeds.recommend = [](const auto&) { return STATUS_SUCCESS; };
  plug_in();
  EXPECT_EQ(count("D-076"), 1U) << findings_text();
  EXPECT_TRUE(modes()->active().is_functional()) << "it goes on without";
}

TEST_F(NetworkCallRules, D076NoRecommendationIsSilent) {
  start();
  expect_silence();
  stop();
  start({.extend = [](DRIVER_INITIALIZATION_DATA& table) {
    table.DxgkDdiRecommendFunctionalVidPn = nullptr;
  }});
  expect_silence();
}

TEST_F(NetworkCallRules, D085SetWithAPinnedModeThatIsReplacedIsFound) {
  after_enumeration(D3DKMDT_EPT_VIDPNSOURCE, [this](D3DKMDT_HVIDPN vidpn) {
    display->settings().sizes.push_back({320, 200});
    display->list_source_modes(vidpn, 0);
    display->settings().sizes.pop_back();
  });
  EXPECT_GE(count("D-085"), 1U) << findings_text();
}

TEST_F(NetworkCallRules, D085SetWithAPinnedModeThatStaysIsSilent) {
  start();
  expect_silence();
}

TEST_F(NetworkCallRules, D086PivotThatIsChangedIsFound) {
  // A mode list asks with a source as pivot; here the target is.
  make();
  plug_in();
  display::VidPn network = modes()->active();
  network.target_modes(7)->unpin();
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    display->settings().sizes = {{1024, 768}};
    display->list_target_modes(wish.hConstrainingVidPn, 7);
    return STATUS_SUCCESS;
  };
  dxgk::DisplayDriver driver(*adapter);
  display::NetworkCalls calls(driver, modes()->monitors());
  EXPECT_EQ(calls.enumerate(network, {.type = D3DKMDT_EPT_VIDPNTARGET, .target = 7}),
            STATUS_SUCCESS);
  EXPECT_EQ(count("D-086"), 1U) << findings_text();
}

TEST_F(NetworkCallRules, D086PivotThatStaysIsSilent) {
  start();
  EXPECT_FALSE(modes()->modes(0).empty());
  expect_silence();
}

TEST_F(NetworkCallRules, D087SupportOfThePivotThatIsChangedIsFound) {
  after_enumeration(D3DKMDT_EPT_SCALING, [this](D3DKMDT_HVIDPN vidpn) {
    const auto paths = display->paths(vidpn);
    const Path* path = nullptr;
    EXPECT_EQ(paths.functions->pfnAcquireFirstPathInfo(paths.handle, &path), STATUS_SUCCESS);
    Path copy = *path;
    copy.ContentTransformation.ScalingSupport.Stretched = 1;
    EXPECT_EQ(paths.functions->pfnUpdatePathSupportInfo(paths.handle, &copy), STATUS_SUCCESS);
    EXPECT_EQ(paths.functions->pfnReleasePathInfo(paths.handle, path), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-087"), 1U) << findings_text();
}

TEST_F(NetworkCallRules, D087SupportOfThePivotThatStaysIsSilent) {
  start();
  expect_silence();
}

TEST_F(NetworkCallRules, D089OpenPathWithoutSupportIsFound) {
  make();
  display->misdeeds.enumerate =
      [this](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType != D3DKMDT_EPT_NOPIVOT) return std::nullopt;
    display->list_source_modes(wish.hConstrainingVidPn, 0);
    display->list_target_modes(wish.hConstrainingVidPn, 7);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_GE(count("D-089"), 2U) << findings_text();
}

TEST_F(NetworkCallRules, D089OpenPathWithSupportIsSilent) {
  start();
  expect_silence();
}

TEST_F(NetworkCallRules, D084EnumerationThatListsNothingIsFound) {
  make();
  display->misdeeds.enumerate = [](const auto&) { return STATUS_SUCCESS; };
  plug_in();
  EXPECT_GE(count("D-084"), 1U) << findings_text();
  EXPECT_TRUE(modes()->active().topology().is_empty());
}

TEST_F(NetworkCallRules, D084EnumerationThatListsModesIsSilent) {
  start();
  expect_silence();
}

TEST_F(NetworkCallRules, D084ListedModeThatIsRefusedIsFound) {
  make();
  display->misdeeds.enumerate =
      [](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType != D3DKMDT_EPT_VIDPNSOURCE) return std::nullopt;
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  };
  plug_in();
  EXPECT_EQ(count("D-084"), 1U) << findings_text();
  EXPECT_TRUE(modes()->active().topology().is_empty());
}

// A refusal for want of memory is none; nor is one of a mode that is not listed any more.
TEST_F(NetworkCallRules, D084OtherRefusalsAreSilent) {
  make();
  display->misdeeds.enumerate =
      [](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType == D3DKMDT_EPT_NOPIVOT) return std::nullopt;
    return STATUS_NO_MEMORY;
  };
  plug_in();
  stop();
  make();
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType == D3DKMDT_EPT_NOPIVOT) return std::nullopt;
    if (wish.EnumPivotType != D3DKMDT_EPT_VIDPNSOURCE || display->settings().sizes.size() == 1)
      return std::nullopt;
    display->settings().sizes = {{640, 480}};
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  };
  plug_in();
  expect_silence();
}

TEST_F(NetworkCallRules, D084ModeThatIsListedTooLateIsFound) {
  make();
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType != D3DKMDT_EPT_NOPIVOT) return std::nullopt;
    const auto all = std::exchange(display->settings().sizes, {{1024, 768}});
    const NTSTATUS status = display->enumerate(wish);
    display->settings().sizes = all;
    return status;
  };
  plug_in();
  EXPECT_EQ(count("D-084"), 1U) << findings_text();
}

// With a pinned source a driver may list fewer target modes than before. And what it can do may
// become more meanwhile.
TEST_F(NetworkCallRules, D084ListsThatChangeForAReasonAreSilent) {
  make();
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType != D3DKMDT_EPT_VIDPNSOURCE) return std::nullopt;
    const auto all = std::exchange(display->settings().sizes, {{1024, 768}});
    const NTSTATUS status = display->enumerate(wish);
    display->settings().sizes = all;
    return status;
  };
  plug_in();
  stop();
  make({.sizes = {{640, 480}}});
  display->misdeeds.enumerate =
      [&](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType == D3DKMDT_EPT_VIDPNSOURCE)
      display->settings().sizes = {{640, 480}, {800, 600}};
    return std::nullopt;
  };
  plug_in();
  expect_silence();
}

TEST_F(NetworkCallRules, D089OfferedScalingThatIsRefusedIsFound) {
  make();
  display->misdeeds.enumerate =
      [](const DXGKARG_ENUMVIDPNCOFUNCMODALITY& wish) -> std::optional<NTSTATUS> {
    if (wish.EnumPivotType != D3DKMDT_EPT_SCALING) return std::nullopt;
    return STATUS_GRAPHICS_VIDPN_MODALITY_NOT_SUPPORTED;
  };
  plug_in();
  EXPECT_EQ(count("D-089"), 1U) << findings_text();
}

TEST_F(NetworkCallRules, D097ReservedBitsAreFound) {
  make();
  display->misdeeds.capability = [](DXGKARG_QUERYVIDPNHWCAPABILITY& wish) {
    wish.VidPnHWCaps.Reserved = 1;
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_EQ(count("D-097"), 1U) << findings_text();
}

TEST_F(NetworkCallRules, D097SixBitsAreSilent) {
  make();
  display->misdeeds.capability = [](DXGKARG_QUERYVIDPNHWCAPABILITY& wish) {
    // The rest is left as it came, which Microsoft's sample does.
    wish.VidPnHWCaps.DriverRotation = 1;
    return STATUS_SUCCESS;
  };
  plug_in();
  expect_silence();
}

TEST_F(NetworkCallRules, D077RecommendationThatIsNotSupportedIsFound) {
  make();
  display->misdeeds.supported = [](DXGKARG_ISSUPPORTEDVIDPN& wish) -> std::optional<NTSTATUS> {
    wish.IsVidPnSupported = wish.hDesiredVidPn == nullptr;
    return STATUS_SUCCESS;
  };
  display->misdeeds.recommend = [&](const DXGKARG_RECOMMENDFUNCTIONALVIDPN& wish) {
    const D3DKMDT_HVIDPN vidpn = wish.hRecommendedFunctionalVidPn;
    display->add_path(vidpn, 0, 7);
    display->pin_first_modes(vidpn, 0, 7);
    return STATUS_SUCCESS;
  };
  plug_in();
  EXPECT_EQ(count("D-077"), 1U) << findings_text();
}

}  // namespace
}  // namespace drydock::testing
