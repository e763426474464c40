// Views: which can be made, what is bound with them, and in which order they go.
#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::Resource;

struct Viewed : Stand10 {
  explicit Viewed(const d3d::Spec10& spec = target()) { begin(spec); }

  HRESULT make(ChildKind kind, Child*& out, UINT index = 0) {
    return device->create_child(kind, resource, index, out);
  }
};

TEST(Direct3D10Promises, U214AndU036ResourcesOutliveTheirViewsAndViewsTheirBeingBound) {
  Stand10 stand;
  stand.begin();
  Child *bound = nullptr, *other = nullptr;
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, bound), S_OK);
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, other), S_OK);
  EXPECT_EQ(stand.device->bind(*bound), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(stand.plan().Destroys, 1U);
  EXPECT_EQ(stand.plan().ViewsAtDestroy, 0U);
  EXPECT_EQ(stand.plan().BoundAtDestroy, 0U);
  EXPECT_EQ(stand.plan().Binds, 2U);
  Child* late = nullptr;
  EXPECT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, late),
            E_INVALIDARG);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D10Promises, U223ChildrenGoBeforeTheirDevice) {
  Stand10 stand;
  stand.begin();
  for (int i = 0; i < 3; ++i) {
    Resource* made = nullptr;
    Child* view = nullptr;
    ASSERT_EQ(stand.device->create_resource10(Stand10::target(), made), S_OK);
    ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, made, 0, view), S_OK);
  }
  stand.plan().ChildrenAtEnd = 99;
  stand.end();
  EXPECT_EQ(stand.plan().ChildrenAtEnd, 0U);
  EXPECT_EQ(stand.plan().Destroys, 4U);
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Views10, ADestroyedViewIsOfNoUse) {
  Viewed stand;
  Child* view = nullptr;
  ASSERT_EQ(stand.make(ChildKind::kRenderTarget, view), S_OK);
  EXPECT_EQ(stand.device->destroy_child(*view), S_OK);
  EXPECT_EQ(stand.device->destroy_child(*view), E_INVALIDARG);
  EXPECT_EQ(stand.device->bind(*view), E_INVALIDARG);
  const FLOAT black[4] = {};
  EXPECT_EQ(stand.device->clear(*view, black), E_INVALIDARG);
  EXPECT_EQ(stand.plan().Binds, 0U);
  stand.expect_silent_end();
}

TEST(Views10, AViewNeedsItsResourceAndAStateHasNone) {
  Viewed stand;
  Child* view = nullptr;
  EXPECT_EQ(stand.device->create_child(ChildKind::kRenderTarget, nullptr, 0, view), E_INVALIDARG);
  EXPECT_EQ(stand.make(ChildKind::kBlendState, view), E_INVALIDARG);
  EXPECT_EQ(stand.make(ChildKind::kRenderTarget, view, 1), E_INVALIDARG) << "there is one surface";
  EXPECT_EQ(stand.make(ChildKind::kUnorderedAccess, view), E_INVALIDARG) << "it is not bindable so";
  EXPECT_EQ(view, nullptr);
  EXPECT_EQ(stand.plan().Views, 0U);
  stand.expect_silent_end();
}

TEST(Views10, AViewThatCannotBeMadeIsNotDestroyed) {
  Viewed stand;
  Child* view = nullptr;
  stand.plan_deed(AT_CREATE_VIEW, DO_SET_ERROR, E_OUTOFMEMORY);
  EXPECT_EQ(stand.make(ChildKind::kRenderTarget, view), E_OUTOFMEMORY);
  EXPECT_EQ(view, nullptr);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  EXPECT_EQ(stand.device->destroy_resource(*stand.resource), S_OK);
  EXPECT_EQ(stand.plan().ViewsAtDestroy, 0U);
  stand.expect_silent_end();
}

TEST(Views10, ARemovedDeviceMakesAndBindsNothing) {
  Viewed stand;
  Child *view = nullptr, *late = nullptr;
  ASSERT_EQ(stand.make(ChildKind::kRenderTarget, view), S_OK);
  stand.device->set_removed();
  EXPECT_EQ(stand.make(ChildKind::kRenderTarget, late), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(late, nullptr);
  EXPECT_EQ(stand.device->bind(*view), E_INVALIDARG);
  EXPECT_EQ(stand.plan().Views, 1U);
  EXPECT_EQ(stand.plan().Binds, 0U);
  EXPECT_EQ(stand.device->destroy_child(*view), S_OK) << "destruction goes on";
  stand.expect_silent_end();
}

}  // namespace
}  // namespace drydock::testing
