// DXGK_VIDPN_INTERFACE: sets are acquired, created, assigned and released.
#include "src/sim/faults.h"
#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

class VidPnFunctions : public NetworkTest {};
class VidPnRules : public NetworkTest {};
class VidPnPromises : public NetworkTest {};

TEST_F(VidPnRules, D049ReleaseOnceTooOftenIsFound) {
  during(Purpose::kCommit, [](const Given& given) {
    const auto set = given.acquire_source(0);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set),
              STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET);
    SIZE_T modes = 0;
    EXPECT_EQ(given.sources.pfnGetNumModes(set, &modes),
              STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET);
  });
  EXPECT_EQ(count("D-049"), 2U) << findings_text();
}

TEST_F(VidPnRules, D049AsManyReleasesAsAcquisitionsAreSilent) {
  during(Purpose::kCommit, [](const Given& given) {
    const auto first = given.acquire_target(7);
    const auto second = given.acquire_target(7);
    EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, first), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, second), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, given.acquire_target(7)),
              STATUS_SUCCESS);
  });
  expect_silence();
}

TEST_F(VidPnRules, D049ReleaseOnAnotherNetworkIsFound) {
  VidPn other(2, {7, 9});
  during(Purpose::kCommit, [&](const Given& given) {
    DriverCall second(traits, Purpose::kCommit);
    const auto foreign = second.handle_of(other);
    const auto set = given.acquire_source(0);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(foreign, set),
              STATUS_GRAPHICS_RESOURCES_NOT_RELATED);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
    second.end([] { return nt::Offender::named("player"); });
  });
  EXPECT_EQ(count("D-049"), 1U) << findings_text();
}

TEST_F(VidPnRules, D050AssignedSetIsNotReleased) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set),
              STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET);
  });
  EXPECT_EQ(count("D-050"), 1U) << findings_text();
}

TEST_F(VidPnRules, D050AcquiredSetIsNotAssigned) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.acquire_source(0);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set),
              STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-050"), 1U) << findings_text();
}

TEST_F(VidPnRules, D050AssignedOrReleasedIsSilent) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_target(7);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignTargetModeSet(given.vidpn, 7, set), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, given.create_target(9)),
              STATUS_SUCCESS);
  });
  expect_silence();
  EXPECT_EQ(vidpn.target_modes(7)->modes().size(), 1U);
}

TEST_F(VidPnPromises, D051AssignmentTakesTheSetOver) {
  during(Purpose::kEnumerate, [&](const Given& given) {
    const auto before = vidpn.source_modes(0);
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set), STATUS_SUCCESS);
    EXPECT_NE(vidpn.source_modes(0), before);
    // The driver may ask for it again.
    const auto again = given.acquire_source(0);
    SIZE_T modes = 0;
    EXPECT_EQ(given.sources.pfnGetNumModes(again, &modes), STATUS_SUCCESS);
    EXPECT_EQ(modes, 1U);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, again), STATUS_SUCCESS);
  });
  expect_silence();
}

TEST_F(VidPnPromises, D052SetStaysTheDriversWhenTheIdentifierIsUnknown) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 5, set),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set), STATUS_SUCCESS)
        << "it is there to be assigned";
  });
  expect_silence();
}

TEST_F(VidPnPromises, D052SetIsReleasedWhenItsContentIsRefused) {
  EXPECT_EQ(vidpn.source_modes(1)->add(mode_of<SourceMode>(1, 800, 600)), STATUS_SUCCESS);
  vidpn.source_modes(1)->pin(1);
  during(Purpose::kEnumerate, [](const Given& given) {
    EXPECT_FALSE(
        NT_SUCCESS(given.network.pfnAssignSourceModeSet(given.vidpn, 0, given.create_source(0))))
        << "empty";
    const auto foreign = given.create_source(1);
    EXPECT_EQ(given.add(foreign, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, foreign),
              STATUS_GRAPHICS_RESOURCES_NOT_RELATED);
    const auto unpinned = given.create_source(1);
    EXPECT_EQ(given.add(unpinned, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 1, unpinned),
              STATUS_GRAPHICS_PINNED_MODE_MUST_REMAIN_IN_SET);
  });
  expect_silence();
}

TEST_F(VidPnRules, D053SetThatWasTakenBackIsNotReleased) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_FALSE(NT_SUCCESS(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set)));
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set),
              STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET);
  });
  EXPECT_EQ(count("D-053"), 1U) << findings_text();
}

TEST_F(VidPnRules, D053SetThatStayedTheDriversIsALeak) {
  during(Purpose::kEnumerate, [](const Given& given) {
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 5, given.create_source(0)),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
  });
  EXPECT_EQ(count("D-053"), 1U) << findings_text();
}

TEST_F(VidPnRules, D053ReleaseOfTheSetThatStayedIsSilent) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 5, set),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  expect_silence();
}

TEST_F(VidPnPromises, D055SetsAreAssignedWhereTheDocumentsAllowIt) {
  for (const Purpose purpose : {Purpose::kRecommend, Purpose::kEnumerate}) {
    during(purpose, [](const Given& given) {
      const auto set = given.create_source(0);
      EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
      EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set), STATUS_SUCCESS);
    });
  }
  const D3DDDI_MULTISAMPLINGMETHOD method{4, 1};
  during(Purpose::kEnumerate, [&](const Given& given) {
    EXPECT_EQ(given.network.pfnAssignMultisamplingMethodSet(given.vidpn, 1, 1, &method),
              STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignMultisamplingMethodSet(given.vidpn, 2, 1, &method),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
    EXPECT_EQ(given.network.pfnAssignMultisamplingMethodSet(given.vidpn, 1, 1, nullptr),
              STATUS_INVALID_PARAMETER);
  });
  EXPECT_EQ(vidpn.methods(1).size(), 1U);
  for (const Purpose purpose : {Purpose::kCommit, Purpose::kRecommendTopology}) {
    during(purpose, [&](const Given& given) {
      D3DKMDT_HVIDPNSOURCEMODESET set = nullptr;
      const DXGK_VIDPNSOURCEMODESET_INTERFACE* functions = nullptr;
      EXPECT_EQ(given.network.pfnCreateNewSourceModeSet(given.vidpn, 0, &set, &functions),
                STATUS_ACCESS_DENIED);
      EXPECT_EQ(given.network.pfnAssignMultisamplingMethodSet(given.vidpn, 1, 1, &method),
                STATUS_ACCESS_DENIED);
    });
  }
  expect_silence();
}

TEST_F(VidPnRules, D072AssignmentDuringASupportQueryIsFound) {
  during(Purpose::kSupport, [](const Given& given) {
    const auto set = given.create_source(0);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnAssignSourceModeSet(given.vidpn, 0, set), STATUS_ACCESS_DENIED);
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  EXPECT_EQ(count("D-072"), 1U) << findings_text();
  EXPECT_TRUE(vidpn.source_modes(0)->is_empty());
}

TEST_F(VidPnRules, D072LookingIsSilent) {
  add_path(0, 7);
  during(Purpose::kSupport, [](const Given& given) {
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, given.acquire_source(0)),
              STATUS_SUCCESS);
    // A set of one's own to try modes on.
    const auto set = given.create_target(7);
    EXPECT_EQ(given.add(set, 640, 480), STATUS_SUCCESS);
    EXPECT_EQ(given.network.pfnReleaseTargetModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  expect_silence();
}

TEST_F(VidPnFunctions, UnknownIdentifiersHaveTheirStatus) {
  during(Purpose::kEnumerate, [](const Given& given) {
    D3DKMDT_HVIDPNSOURCEMODESET source = nullptr;
    const DXGK_VIDPNSOURCEMODESET_INTERFACE* functions = nullptr;
    EXPECT_EQ(given.network.pfnAcquireSourceModeSet(given.vidpn, 2, &source, &functions),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
    EXPECT_EQ(given.network.pfnCreateNewSourceModeSet(given.vidpn, 2, &source, &functions),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_SOURCE);
    D3DKMDT_HVIDPNTARGETMODESET target = nullptr;
    const DXGK_VIDPNTARGETMODESET_INTERFACE* target_functions = nullptr;
    EXPECT_EQ(given.network.pfnAcquireTargetModeSet(given.vidpn, 8, &target, &target_functions),
              STATUS_GRAPHICS_INVALID_VIDEO_PRESENT_TARGET);
    EXPECT_EQ(given.network.pfnAcquireSourceModeSet(given.vidpn, 0, nullptr, &functions),
              STATUS_INVALID_PARAMETER);
    EXPECT_EQ(source, nullptr);
    EXPECT_EQ(functions, nullptr);
  });
  expect_silence();
}

TEST_F(VidPnFunctions, CreationMayFailForWantOfMemory) {
  during(Purpose::kEnumerate, [](const Given& given) {
    const auto set = given.create_source(0);
    {
      const sim::FaultInjection injection(
          {.seed = 1, .one_in = 1, .only = sim::FaultKind::kObject});
      D3DKMDT_HVIDPNTARGETMODESET target = nullptr;
      const DXGK_VIDPNTARGETMODESET_INTERFACE* functions = nullptr;
      EXPECT_EQ(given.network.pfnCreateNewTargetModeSet(given.vidpn, 7, &target, &functions),
                STATUS_NO_MEMORY);
      SourceMode* mode = nullptr;
      EXPECT_EQ(given.sources.pfnCreateNewModeInfo(set, &mode), STATUS_NO_MEMORY);
      Path* path = nullptr;
      EXPECT_EQ(given.paths.pfnCreateNewPathInfo(given.topology, &path), STATUS_NO_MEMORY);
      EXPECT_EQ(mode, nullptr);
    }
    EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
  });
  expect_silence();
}

}  // namespace
}  // namespace drydock::testing
