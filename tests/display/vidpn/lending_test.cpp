// Handles: what resolves, and what never does again.
#include "src/display/vidpn/lending.h"

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

using display::Lending;
using display::ShownKind;

Lending::Answer look_up(ShownKind kind, const void* handle) {
  return Lending::instance().alone([&] { return Lending::instance().find(kind, handle); });
}

TEST(Lending, HandleMeansOneObjectOfOneKind) {
  VidPn vidpn(1, {7});
  DriverCall call({}, Purpose::kCommit);
  const void* const handle = call.show(vidpn);
  EXPECT_EQ(call.show(vidpn), handle);
  const Lending::Answer answer = look_up(ShownKind::kVidPn, handle);
  ASSERT_EQ(answer.found, Lending::Found::kLive);
  EXPECT_EQ(&answer.shown->vidpn(), &vidpn);
  EXPECT_EQ(look_up(ShownKind::kTopology, handle).found, Lending::Found::kUnknown);
  EXPECT_EQ(look_up(ShownKind::kVidPn, &vidpn).found, Lending::Found::kUnknown);
  EXPECT_EQ(look_up(ShownKind::kVidPn, nullptr).found, Lending::Found::kUnknown);
}

TEST(Lending, StaleHandleNeverResolves) {
  VidPn vidpn(1, {7});
  std::vector<const void*> stale;
  for (int i = 0; i < 100; ++i) {
    DriverCall call({}, Purpose::kCommit);
    const void* const handle = call.show(vidpn);
    for (const void* const one : stale) {
      EXPECT_NE(one, handle);
      EXPECT_NE(look_up(ShownKind::kVidPn, one).found, Lending::Found::kLive);
    }
    stale.push_back(handle);
  }
}

}  // namespace
}  // namespace drydock::testing
