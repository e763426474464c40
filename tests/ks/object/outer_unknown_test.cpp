// Aggregated interfaces, by the routines of src/ks/exports/unknown_exports.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/ks/object/header.h"
#include "tests/ks/exports/exports_driver.h"
#include "tests/ks/exports/exports_scene.h"
#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

TEST(KsExports, AnAggregatedUnknownIsQueriedAndReferenced) { Scene().expect(kTryUnknown, "asked"); }

}  // namespace
