// Residency that is to be trimmed: who is asked, and what is done.
#include <gtest/gtest.h>

#include "tests/d3d/callbacks/address_scene.h"
#include "tests/support/client.h"

namespace drydock::testing {
namespace {

constexpr D3DDDI_TRIMRESIDENCYSET_FLAGS trim_flags(UINT value) {
  D3DDDI_TRIMRESIDENCYSET_FLAGS out{};
  out.Value = value;
  return out;
}
constexpr UINT kPeriodic = 1, kRestart = 2, kToBudget = 4;

TEST(AddressRules, U279DriverThatCannotBeAskedToTrimIsFound) {
  EngineStand stand(kWithMmu, std::identity(), DEED_NO_TRIM);
  EXPECT_EQ(stand.count("U-279"), 0U) << "it has no paging queue";
  EXPECT_EQ(stand.call(CALLBACK_CREATE_QUEUE), S_OK);
  EXPECT_EQ(stand.count("U-279"), 1U) << stand.findings_text();
}

TEST(AddressRules, U279DriverThatKeepsWhatNoWorkUsesIsFound) {
  AddressScene scene;
  scene.make_resident();
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kToBudget), kBytes), S_OK);
  EXPECT_EQ(scene.count("U-279"), 1U) << scene.findings_text();
}

TEST(AddressRules, U279DriverThatTrimsIsSilent) {
  AddressScene scene;
  scene.make_resident();
  const EngineStand::Script evict = [&](const ACTOR& as) {
    D3DDDICB_EVICT data{};
    data.NumAllocations = 1;
    data.AllocationList = as.Allocations;
    return as.Callbacks->pfnEvictCb(as.Runtime, &data);
  };
  scene.plan_script(PLACE_TRIM_RESIDENCY, evict);
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kToBudget), 2 * kBytes), S_OK) << "all it has";
  *scene.door.Plan = {};
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kPeriodic)), S_OK);
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kPeriodic | kRestart)), E_INVALIDARG);
  EXPECT_EQ(scene.device->trim_residency(trim_flags(kToBudget)), E_INVALIDARG);
  EXPECT_EQ(scene.door.Plan->Trims, 1U) << "what cannot be is not asked";
  EXPECT_EQ(scene.findings_text(), "");
}

TEST(AddressRules, U279ShrunkenBudgetIsPassedOn) {
  ShortScene scene;
  scene.play([&](const ACTOR& as) { return scene.ask(as, 0, 4); });
  scene.settle();
  const std::unique_ptr<dxgk::Process> other = scene.dock.new_process();
  {
    const dxgk::ProcessScope scope(other.get());
    D3DKMT_CHANGEVIDEOMEMORYRESERVATION data{};
    data.hAdapter = open_adapter(scene.kernel->luid());
    data.MemorySegmentGroup = D3DKMT_MEMORY_SEGMENT_GROUP_LOCAL;
    data.Reservation = kBytes;
    ASSERT_EQ(D3DKMTChangeVideoMemoryReservation(&data), STATUS_SUCCESS);
  }
  *scene.door.Plan = {};
  scene.device->flush();
  EXPECT_EQ(scene.door.Plan->Trims, 1U);
  EXPECT_EQ(scene.door.Plan->TrimFlags, kToBudget);
  EXPECT_EQ(scene.door.Plan->TrimBytes, kBytes);
  scene.device->flush();
  EXPECT_EQ(scene.door.Plan->Trims, 1U) << "once";
}

}  // namespace
}  // namespace drydock::testing
