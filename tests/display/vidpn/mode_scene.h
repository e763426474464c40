// What the tests of mode sets share: the names of their suites, and the end of a set.
#pragma once

#include "tests/display/vidpn/network_scene.h"

namespace drydock::testing {

class ModeFunctions : public NetworkTest {};
class ModeRules : public NetworkTest {};
class ModePromises : public NetworkTest {};

inline void release(const Given& given, D3DKMDT_HVIDPNSOURCEMODESET set) {
  EXPECT_EQ(given.network.pfnReleaseSourceModeSet(given.vidpn, set), STATUS_SUCCESS);
}

}  // namespace drydock::testing
