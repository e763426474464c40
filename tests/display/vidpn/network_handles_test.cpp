// Handles: what resolves, and what never does again.
#include "src/display/vidpn/network_handles.h"

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {
namespace {

using display::NetworkHandles;
using display::ObjectKind;

NetworkHandles::Answer look_up(ObjectKind kind, const void* handle) {
  return NetworkHandles::instance().alone(
      [&] { return NetworkHandles::instance().find(kind, handle); });
}

TEST(NetworkHandles, HandleMeansOneObjectOfOneKind) {
  VidPn vidpn(1, {7});
  DriverCall call({}, Purpose::kCommit);
  const void* const handle = call.handle_of(vidpn);
  EXPECT_EQ(call.handle_of(vidpn), handle);
  const NetworkHandles::Answer answer = look_up(ObjectKind::kVidPn, handle);
  ASSERT_EQ(answer.found, NetworkHandles::Found::kLive);
  EXPECT_EQ(&answer.object->vidpn(), &vidpn);
  EXPECT_EQ(look_up(ObjectKind::kTopology, handle).found, NetworkHandles::Found::kUnknown);
  EXPECT_EQ(look_up(ObjectKind::kVidPn, &vidpn).found, NetworkHandles::Found::kUnknown);
  EXPECT_EQ(look_up(ObjectKind::kVidPn, nullptr).found, NetworkHandles::Found::kUnknown);
}

TEST(NetworkHandles, StaleHandleNeverResolves) {
  VidPn vidpn(1, {7});
  std::vector<const void*> stale;
  for (int i = 0; i < 100; ++i) {
    DriverCall call({}, Purpose::kCommit);
    const void* const handle = call.handle_of(vidpn);
    for (const void* const one : stale) {
      EXPECT_NE(one, handle);
      EXPECT_NE(look_up(ObjectKind::kVidPn, one).found, NetworkHandles::Found::kLive);
    }
    stale.push_back(handle);
  }
}

}  // namespace
}  // namespace drydock::testing
