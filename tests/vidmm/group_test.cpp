// The segments that count for budgets, and the group of a tenant.
#include "src/vidmm/group.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace drydock::vidmm {
namespace {

struct Kind {
  bool is_aperture = false;
  bool is_marked = false;
};

MemoryCaps caps_of(std::initializer_list<Kind> kinds) {
  MemoryCaps out;
  for (const Kind& kind : kinds) {
    DXGK_SEGMENTDESCRIPTOR4 segment{};
    segment.Flags.Aperture = kind.is_aperture ? 1 : 0;
    segment.Flags.ApplicationTarget = kind.is_marked ? 1 : 0;
    out.segments.push_back(segment);
  }
  out.budgeted = budgeted_segments(out);
  return out;
}

void wish(Tenant& tenant, UINT segments, UINT preferred) {
  DXGK_SEGMENTPREFERENCE preference{};
  preference.SegmentId0 = preferred;
  tenant.wishes.segments = segments;
  tenant.wishes.preferred = preference;
}

TEST(Group, K289AllSegmentsOfAGroupCountWhenNoneIsMarked) {
  EXPECT_EQ(caps_of({{}, {.is_aperture = true}, {}}).budgeted, 0b111U);
}

TEST(Group, K289OnlyMarkedSegmentsOfAGroupCount) {
  EXPECT_EQ(caps_of({{}, {.is_marked = true}, {.is_aperture = true}}).budgeted, 0b110U);
}

TEST(Group, IsThatOfTheBestSegment) {
  const MemoryCaps caps = caps_of({{}, {.is_aperture = true}});
  Tenant tenant;
  wish(tenant, 0b11, 2);
  EXPECT_EQ(group_of(caps, tenant), Group::kNonLocal);
  wish(tenant, 0b11, 0);
  EXPECT_EQ(group_of(caps, tenant), Group::kLocal);
  wish(tenant, 0b10, 1);  // where it may not lie
  EXPECT_EQ(group_of(caps, tenant), Group::kNonLocal);
}

TEST(Group, IsNoneForWhatLiesNowhereOrWhereNothingCounts) {
  const MemoryCaps caps = caps_of({{}, {.is_marked = true}});
  Tenant tenant;
  EXPECT_EQ(group_of(caps, tenant), std::nullopt);
  wish(tenant, 0b01, 1);
  EXPECT_EQ(group_of(caps, tenant), std::nullopt);
}

}  // namespace
}  // namespace drydock::vidmm
