// Resources in use: instances, rotation, flushes.
#include <gtest/gtest.h>

#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

using d3d::Resource;

// Two resources of a swap chain, rotated and destroyed.
void rotate_and_destroy(Stand10& stand, DEED10 deed) {
  d3d::Spec10 spec = Stand10::target();
  spec.bind |= D3D10_DDI_BIND_PRESENT;
  stand.begin(spec);
  Resource* second = nullptr;
  ASSERT_EQ(stand.device->create_resource10(spec, second), S_OK);
  stand.plan_deed(AT_ROTATE, deed);
  Resource* const chain[] = {stand.resource, second};
  EXPECT_EQ(stand.device->rotate(chain), S_OK);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.device->destroy_resource(*stand.resource);
  stand.device->destroy_resource(*second);
}

TEST(Direct3D10Rules, U217RotatedRuntimeHandlesAreFound) {
  Stand10 stand;
  ASSERT_NO_FATAL_FAILURE(rotate_and_destroy(stand, DO_ROTATE_RUNTIME));
  EXPECT_GE(stand.count("U-217"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U217RotatedKernelHandlesAreNoFinding) {
  Stand10 stand;
  ASSERT_NO_FATAL_FAILURE(rotate_and_destroy(stand, DO_NOTHING));
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
  Stand10 other;
  other.begin();
  Resource* const alone[] = {other.resource, other.resource};
  EXPECT_EQ(other.device->rotate(alone), E_INVALIDARG);  // not bound for presents
}

// A dynamic resource that was discarded, and a target to which it is copied.
struct Renamed : Stand10 {
  explicit Renamed(d3d::Renaming renaming = d3d::Renaming::kAlways)
      : Stand10({.renaming = renaming}) {
    begin();
    EXPECT_EQ(device->create_resource10(dynamic(), source), S_OK);
  }

  HRESULT discard() {
    d3d::LockedSurface locked;
    const HRESULT result = device->map(*source, 0, D3D10_DDI_MAP_WRITE_DISCARD, 0, locked);
    return FAILED(result) ? result : device->unmap(*source, 0);
  }
  HRESULT copy_and_flush() {
    const HRESULT result = device->copy_region(*resource, 0, *source, 0);
    return FAILED(result) ? result : device->flush();
  }

  Resource* source = nullptr;
};

TEST(Direct3D10Rules, U175ANewInstanceThatIsNotAdoptedIsFound) {
  Renamed stand;
  stand.plan_deed(AT_MAP, DO_KEEP_INSTANCE);
  EXPECT_EQ(stand.discard(), S_OK);
  EXPECT_EQ(stand.copy_and_flush(), S_OK);
  EXPECT_EQ(stand.count("U-175"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U141AnOlderInstanceAfterANewerOneIsFound) {
  Renamed stand;
  EXPECT_EQ(stand.discard(), S_OK);
  EXPECT_EQ(stand.copy_and_flush(), S_OK);
  EXPECT_EQ(stand.findings_text(), "");
  stand.plan_deed(AT_COPY, DO_USE_FORMER);
  EXPECT_EQ(stand.copy_and_flush(), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.count("U-141"), 1U) << stand.findings_text();
}

TEST(Direct3D10Rules, U141AndU175InstancesThatAreAdoptedAreNoFinding) {
  for (const d3d::Renaming renaming :
       {d3d::Renaming::kAlways, d3d::Renaming::kWhenBusy, d3d::Renaming::kNever}) {
    Renamed stand(renaming);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(stand.discard(), S_OK);
      EXPECT_EQ(stand.copy_and_flush(), S_OK);
    }
    EXPECT_EQ(stand.device->destroy_resource(*stand.source), S_OK);
    stand.end();
    EXPECT_EQ(stand.findings_text(), "");
  }
}

TEST(Direct3D10Rules, U291AnOlderInstanceThatIsOfferedIsFound) {
  Renamed stand;
  EXPECT_EQ(stand.discard(), S_OK);
  stand.plan_deed(AT_DRAW, DO_OFFER_FORMER);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Got, S_OK);
  EXPECT_EQ(stand.count("U-291"), 1U) << stand.findings_text();
}

TEST(Direct3D10Promises, U176SharedAllocationsAndPrimariesAreNotRenamed) {
  Renamed stand;
  const auto changes = [&](const d3d::Spec10& spec) {
    Resource* made = nullptr;
    EXPECT_EQ(stand.device->create_resource10(spec, made), S_OK);
    stand.plan_deed(AT_DRAW, DO_DISCARD);
    EXPECT_EQ(stand.device->draw(3), S_OK);
    EXPECT_EQ(stand.plan().Got, S_OK);
    return stand.plan().Value;
  };
  EXPECT_EQ(changes(Stand10::target()), 1U);
  EXPECT_EQ(changes(Stand10::shared()), 0U);
  EXPECT_EQ(changes(Stand10::primary()), 0U);
}

TEST(Direct3D10Rules, U127AFlushThatSubmitsNothingOrAnswersWronglyIsFound) {
  BOOL answer = FALSE;
  Stand10 empty;
  empty.begin();
  empty.plan_deed(AT_FLUSH, DO_SUBMIT_ALWAYS);
  EXPECT_EQ(empty.device->flush_unless_empty(answer), S_OK);
  EXPECT_EQ(empty.count("U-127"), 1U) << empty.findings_text();
  Stand10 wrong;
  wrong.begin();
  EXPECT_EQ(wrong.device->color_fill(*wrong.resource, 0, 1), S_OK);
  wrong.plan_deed(AT_FLUSH, DO_WRONG_BOOL);
  EXPECT_EQ(wrong.device->flush_unless_empty(answer), S_OK);
  EXPECT_EQ(wrong.count("U-127"), 1U) << wrong.findings_text();
}

}  // namespace
}  // namespace drydock::testing
