// What is bound, in the driver too (src/d3d/d3d10/table_bind.cpp), and what a driver finds that
// draws with it.
#include "tests/d3d/support/stand10.h"

namespace drydock::testing {
namespace {

using d3d::Child;
using d3d::ChildKind;
using d3d::Resource;

constexpr ChildKind kParts[] = {ChildKind::kVertexShader, ChildKind::kPixelShader,
                                ChildKind::kRasterizerState, ChildKind::kBlendState,
                                ChildKind::kDepthStencilState};
static_assert(std::size(kParts) == PIPELINE_PARTS);

struct Viewed : Stand10 {
  explicit Viewed(const d3d::Options& options = {}) : Stand10(options) { begin(target()); }

  HRESULT make(ChildKind kind, Child*& out) {
    const bool is_of_resource = d3d::is_view(kind);
    return device->create_child(kind, is_of_resource ? resource : nullptr, 0, out);
  }
  Child& made(ChildKind kind) {
    Child* out = nullptr;
    EXPECT_EQ(make(kind, out), S_OK) << findings_text();
    return *out;
  }
};

TEST(Direct3D10Promises, StateThatTheDriverAsksForIsSetAgain) {
  Stand10 stand;
  stand.begin();
  Child* view = nullptr;
  ASSERT_EQ(stand.device->create_child(ChildKind::kRenderTarget, stand.resource, 0, view), S_OK);
  EXPECT_EQ(stand.device->bind(*view), S_OK);
  stand.plan_deed(AT_DRAW, DO_REFRESH);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Binds, 2U);
  stand.plan_deed(AT_NOWHERE, DO_NOTHING);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

// SetRenderTargets has both kinds of views: the one that is not meant stays what it was.
TEST(Views10, ADepthViewAndATargetAreBoundTogether) {
  Viewed stand;
  Resource* buffer = nullptr;
  ASSERT_EQ(stand.device->create_resource10(Viewed::depth(), buffer), S_OK);
  Child *target = nullptr, *depth = nullptr, *other = nullptr;
  ASSERT_EQ(stand.make(ChildKind::kRenderTarget, target), S_OK);
  ASSERT_EQ(stand.make(ChildKind::kRenderTarget, other), S_OK);
  ASSERT_EQ(stand.device->create_child(ChildKind::kDepthStencil, buffer, 0, depth), S_OK)
      << stand.findings_text();
  const auto expect_bound = [&](const Child* view, const Child* depth_view) {
    EXPECT_EQ(stand.plan().LastTarget, view == nullptr ? nullptr : view->memory->data());
    EXPECT_EQ(stand.plan().LastDepth, depth_view == nullptr ? nullptr : depth_view->memory->data());
  };
  EXPECT_EQ(stand.device->bind(*target), S_OK);
  expect_bound(target, nullptr);
  EXPECT_EQ(stand.device->bind(*depth), S_OK);
  expect_bound(target, depth);
  EXPECT_EQ(stand.device->bind(*other), S_OK);
  expect_bound(other, depth);
  EXPECT_EQ(stand.device->unbind(ChildKind::kRenderTarget), S_OK);
  expect_bound(nullptr, depth);
  EXPECT_EQ(stand.device->bind(*target), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*buffer), S_OK);
  expect_bound(target, nullptr);
  stand.expect_silent_end();
}

TEST(Views10, WhatIsNotBoundIsNotUnbound) {
  Viewed stand;
  EXPECT_EQ(stand.device->unbind(ChildKind::kRenderTarget), S_OK);
  Child* view = nullptr;
  ASSERT_EQ(stand.make(ChildKind::kRenderTarget, view), S_OK);
  EXPECT_EQ(stand.device->destroy_child(*view), S_OK);
  EXPECT_EQ(stand.plan().Binds, 0U);
  stand.expect_silent_end();
}

TEST(Pipeline10, ADriverThatFollowsWhatIsBoundFindsAllOfIt) {
  Viewed stand;
  for (const ChildKind kind : kParts) EXPECT_EQ(stand.device->bind(stand.made(kind)), S_OK);
  EXPECT_EQ(stand.device->bind(stand.made(ChildKind::kSampler)), S_OK);
  EXPECT_EQ(stand.device->set_triangles(16, 16), S_OK);
  stand.plan_deed(AT_DRAW, DO_FOLLOW);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().Followed, PIPELINE_PARTS);
  EXPECT_EQ(stand.plan().Unusable, 0U);
  EXPECT_EQ(stand.plan().Triangles, 1U);
  stand.expect_silent_end();
  EXPECT_EQ(stand.plan().Unusable, 0U);
}

// The runtime has states of its own for programs without: a driver is given one, never nothing.
TEST(Pipeline10, AStateThatGoesLeavesAnotherInItsPlace) {
  Viewed stand;
  Child& state = stand.made(ChildKind::kBlendState);
  EXPECT_EQ(stand.device->bind(state), S_OK);
  EXPECT_EQ(stand.plan().Pipeline[PART_BLEND], state.memory->data());
  EXPECT_EQ(stand.device->destroy_child(state), S_OK);
  EXPECT_EQ(stand.plan().BoundAtGone, 0U);
  EXPECT_NE(stand.plan().Pipeline[PART_BLEND], nullptr);
  EXPECT_NE(stand.plan().Pipeline[PART_BLEND], state.memory->data());
  EXPECT_EQ(stand.plan().Unusable, 0U);
  stand.expect_silent_end();
}

TEST(Pipeline10, AShaderThatGoesIsUnboundBefore) {
  Viewed stand;
  Child &shader = stand.made(ChildKind::kVertexShader),
        &other = stand.made(ChildKind::kVertexShader);
  EXPECT_EQ(stand.device->bind(shader), S_OK);
  EXPECT_EQ(stand.device->destroy_child(other), S_OK);
  EXPECT_EQ(stand.plan().Pipeline[PART_VERTEX_SHADER], shader.memory->data());
  EXPECT_EQ(stand.device->destroy_child(shader), S_OK);
  EXPECT_EQ(stand.plan().Pipeline[PART_VERTEX_SHADER], nullptr);
  EXPECT_EQ(stand.plan().BoundAtGone, 0U);
  EXPECT_EQ(stand.plan().ShaderBinds, 2U);
  stand.expect_silent_end();
}

TEST(Pipeline10, NothingIsBoundWhenTheDeviceGoes) {
  Viewed stand;
  for (const ChildKind kind : kParts) EXPECT_EQ(stand.device->bind(stand.made(kind)), S_OK);
  stand.end();
  constexpr ULONG kStates = 3;  // the runtime's own, which are the last
  EXPECT_EQ(stand.plan().BoundAtGone, kStates);
  EXPECT_EQ(stand.plan().Pipeline[PART_VERTEX_SHADER], nullptr);
  EXPECT_EQ(stand.plan().Pipeline[PART_PIXEL_SHADER], nullptr);
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Pipeline10, AShaderThatTheDriverAsksForIsSetAgain) {
  Viewed stand;
  EXPECT_EQ(stand.device->bind(stand.made(ChildKind::kVertexShader)), S_OK);
  stand.plan_deed(AT_DRAW, DO_REFRESH_SHADER);
  EXPECT_EQ(stand.device->draw(3), S_OK);
  EXPECT_EQ(stand.plan().ShaderBinds, 2U);
  stand.expect_silent_end();
}

TEST(Pipeline10, AQueryIsNeverBoundAndARemovedDeviceBindsNothing) {
  Viewed stand;
  EXPECT_EQ(stand.device->bind(stand.made(ChildKind::kQuery)), E_INVALIDARG);
  Child& shader = stand.made(ChildKind::kVertexShader);
  stand.device->set_removed();
  EXPECT_EQ(stand.device->bind(shader), E_INVALIDARG);
  EXPECT_EQ(stand.device->set_triangles(1, 1), E_INVALIDARG);
  EXPECT_EQ(stand.plan().ShaderBinds, 0U);
  EXPECT_EQ(stand.plan().Triangles, 0U);
  stand.expect_silent_end();
}

// Every interface has a table and descriptions of its own.
TEST(Pipeline10, EveryInterfaceHasTheSameStates) {
  for (const UINT each :
       {D3D10_0_DDI_INTERFACE_VERSION, D3D10_1_DDI_INTERFACE_VERSION, D3D11_0_DDI_INTERFACE_VERSION,
        D3D11_1_DDI_INTERFACE_VERSION, D3DWDDM2_6_DDI_INTERFACE_VERSION}) {
    d3d::Options options;
    options.interface10 = each;
    Viewed stand(options);
    for (const ChildKind kind : kParts) EXPECT_EQ(stand.device->bind(stand.made(kind)), S_OK);
    stand.plan_deed(AT_DRAW, DO_FOLLOW);
    EXPECT_EQ(stand.device->draw(3), S_OK);
    EXPECT_EQ(stand.plan().Followed, PIPELINE_PARTS) << each;
    EXPECT_EQ(stand.plan().Unusable, 0U) << each;
    stand.expect_silent_end();
  }
}

}  // namespace
}  // namespace drydock::testing
