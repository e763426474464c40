// The driver that does well, where things fail around it and in every order.
#include "src/sim/faults.h"

#include <gtest/gtest.h>

#include "src/d3d/core/call.h"
#include "src/sim/schedule.h"
#include "tests/d3d/support/scene.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

// A whole life of which any part may fail.
void live(Stand& stand) {
  std::shared_ptr<d3d::Device9> device;
  if (FAILED(stand.try_device(device))) return;
  d3d::Resource* texture = nullptr;
  d3d::Resource* shared = nullptr;
  device->create_resource(textures(2), texture);
  device->create_resource(shared_textures(2), shared);
  for (d3d::Resource* each : {texture, shared}) {
    if (each == nullptr) continue;
    device->color_fill(*each, 0, 0x11111111);
    d3d::LockedSurface locked;
    if (SUCCEEDED(device->lock(*each, 0, {}, locked))) device->unlock(*each, 0);
    device->color_fill(*each, 1, 0x22222222);
  }
  device->flush();
  if (shared != nullptr) {
    const auto other = std::make_shared<d3d::Device9>(stand.shared_adapter());
    d3d::Resource* opened = nullptr;
    if (SUCCEEDED(other->create())) {
      other->open_resource(shared->global, opened);
      if (opened != nullptr) other->color_fill(*opened, 0, 0x33333333);
      other->destroy();
    }
    device->color_fill(*shared, 0, 0x44444444);
    device->destroy_resource(*shared);
  }
  device->destroy();
}

// Only findings about the driver count, not those about the client whose device is left.
void expect_silent(const sim::FaultPlan& plan, std::uint64_t& points) {
  Stand stand;
  ASSERT_EQ(stand.open(), S_OK);
  {
    const sim::FaultInjection injection(plan);
    live(stand);
    points = injection.points();
  }
  stand.close_adapter();
  ASSERT_EQ(stand.findings().size(), 0U) << "fault " << plan.nth.value_or(0) << "\n"
                                         << stand.findings_text();
  ASSERT_TRUE(stand.driver().alive()) << stand.findings_text();
}

// Its own heap does not fail here: it is not made for that, as the next test shows.
TEST(ProperDriver, IsSilentWithAFaultAtEveryPoint) {
  std::uint64_t points = 0;
  ASSERT_NO_FATAL_FAILURE(expect_silent({}, points));
  EXPECT_GT(points, 20U);
  std::uint64_t met = 0;
  for (std::uint64_t nth = 0; nth < points; ++nth)
    ASSERT_NO_FATAL_FAILURE(expect_silent({.nth = nth, .only = sim::FaultKind::kObject}, met));
}

TEST(CarelessDriver, WhatItThrowsEndsItAndNothingElse) {
  std::uint64_t points = 0;
  ASSERT_NO_FATAL_FAILURE(expect_silent({}, points));
  std::size_t ends = 0;
  for (std::uint64_t nth = 0; nth < points; ++nth) {
    Stand stand;
    ASSERT_EQ(stand.open(), S_OK);
    {
      const sim::FaultInjection injection({.nth = nth, .only = sim::FaultKind::kPool});
      ASSERT_NO_THROW(live(stand)) << "fault " << nth;
    }
    if (stand.driver().alive()) {
      stand.close_adapter();
      continue;
    }
    ++ends;
    EXPECT_NE(stand.findings_text().find("N-061"), std::string::npos) << stand.findings_text();
    EXPECT_NE(stand.findings_text().find("let an exception out: std::bad_alloc"), std::string::npos)
        << stand.findings_text();
  }
  EXPECT_GT(ends, 0U);
}

// A driver that needs memory before it asks for the adapter's data. With CARELESS the memory is
// left when the data are refused.
constexpr const char* kAskingDriver = R"(#include <windows.h>
#include <d3dumddi.h>
#include <stdlib.h>
static HRESULT APIENTRY GetCaps(HANDLE, const D3DDDIARG_GETCAPS*) { return E_NOTIMPL; }
static HRESULT APIENTRY CreateDevice(HANDLE, D3DDDIARG_CREATEDEVICE*) { return E_OUTOFMEMORY; }
static HRESULT APIENTRY CloseAdapter(HANDLE Adapter) {
  free(Adapter);
  return S_OK;
}
extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* Args) {
  void* Adapter = malloc(40);
  if (!Adapter) return E_OUTOFMEMORY;
  ULONG Data[16] = {};
  D3DDDICB_QUERYADAPTERINFO Query = {Data, sizeof(Data)};
  HRESULT Result = Args->pAdapterCallbacks->pfnQueryAdapterInfoCb(Args->hAdapter, &Query);
  if (FAILED(Result)) {
#ifndef CARELESS
    free(Adapter);
#endif
    return Result;
  }
  Args->pAdapterFuncs->pfnGetCaps = GetCaps;
  Args->pAdapterFuncs->pfnCreateDevice = CreateDevice;
  Args->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
  Args->DriverVersion = D3D_UMD_INTERFACE_VERSION;
  Args->hAdapter = Adapter;
  return S_OK;
})";

// Opens the adapter with a fault at each point; the rules that were broken.
std::vector<std::string> broken_by(const std::filesystem::path& driver) {
  std::vector<std::string> rules;
  for (std::uint64_t nth = 0;; ++nth) {
    Bench bench(driver, {});
    bool is_over = false;
    {
      const sim::FaultInjection injection({.nth = nth});
      bench.adapter().open();
      is_over = injection.points() <= nth;
    }
    bench.close_adapter();
    for (const rules::Finding& each : bench.findings()) rules.emplace_back(each.rule->id);
    if (is_over) return rules;
  }
}

TEST(CarelessDriver, U228WhatARefusedQuestionLeavesIsFound) {
  EXPECT_EQ(broken_by(build_driver(kAskingDriver, ".cpp", {"--kind umd", "-DCARELESS"})),
            std::vector<std::string>{"U-228"});
}

TEST(ProperDriver, U228AQuestionThatIsRefusedIsSilent) {
  EXPECT_EQ(broken_by(build_driver(kAskingDriver, ".cpp", {"--kind umd"})),
            std::vector<std::string>{});
}

// The driver makes a callback in Flush when everything of that kind is refused, and does the deed.
void refuse(Scene& scene, CALL_BACK callback, sim::FaultKind kind, DEED deed) {
  scene.begin();
  if (callback == CALLBACK_MAKE_RESIDENT)
    EXPECT_EQ(scene.err_in_flush(CALLBACK_CREATE_QUEUE, MISTAKE_NONE), S_OK);
  scene.stand.plan_mistake(PLACE_FLUSH, callback, MISTAKE_NONE);
  scene.stand.plan().Deed = deed;
  HRESULT flushed = S_OK;
  {
    const sim::FaultInjection injection({.seed = 1, .one_in = 1, .only = kind});
    flushed = scene.device->flush();
  }
  EXPECT_EQ(deed == DEED_CALL_AND_END ? flushed : scene.stand.plan().Got, E_OUTOFMEMORY)
      << callback;
  scene.stand.plan() = {};
  scene.end();
}

TEST(CarelessDriver, U230FailureThatAFaultBringsAndItKeepsIsFound) {
  for (const auto& [callback, kind] : {std::pair(CALLBACK_PRESENT, sim::FaultKind::kObject),
                                       std::pair(CALLBACK_LOCK2, sim::FaultKind::kMapping)}) {
    Scene scene;
    refuse(scene, callback, kind, DEED_CALLBACK);
    EXPECT_EQ(scene.count("U-230"), 1U) << scene.stand.findings_text();
  }
}

TEST(ProperDriver, U230FailuresThatAreOfNoConsequenceAreSilent) {
  for (const auto& [callback, kind] :
       {std::pair(CALLBACK_ESCAPE, sim::FaultKind::kPool),
        std::pair(CALLBACK_MAKE_RESIDENT, sim::FaultKind::kObject)}) {
    Scene scene({}, Stand::Generation::kWddm2);
    refuse(scene, callback, kind, DEED_CALLBACK);
    EXPECT_EQ(scene.stand.findings_text(), "");
  }
}

TEST(ProperDriver, U230FailuresThatArePassedOnAreSilent) {
  for (const auto& [callback, kind] :
       {std::pair(CALLBACK_ESCAPE, sim::FaultKind::kPool),
        std::pair(CALLBACK_PRESENT, sim::FaultKind::kObject),
        std::pair(CALLBACK_LOCK2, sim::FaultKind::kMapping),
        std::pair(CALLBACK_MAKE_RESIDENT, sim::FaultKind::kObject)}) {
    Scene scene({}, Stand::Generation::kWddm2);
    refuse(scene, callback, kind, DEED_CALL_AND_END);
    EXPECT_EQ(scene.stand.findings_text(), "");
  }
}

TEST(ProperDriver, IsSilentUnderSeededSchedules) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const sim::SeededSchedule schedule(seed);
    Stand stand;
    live(stand);
    stand.close_adapter();
    ASSERT_EQ(stand.findings_text(), "") << "seed " << seed;
  }
}

TEST(CarelessDriver, AnythingThrownStaysInside) {
  const rules::FindingLog log;
  nt::Driver driver("thrower");
  d3d::Call call(d3d::entry::kFlush, nullptr);
  const HRESULT result = d3d::enter(driver, call, []() -> HRESULT { throw 42; }, nullptr);
  EXPECT_EQ(result, D3DDDIERR_DEVICEREMOVED);
  EXPECT_FALSE(driver.alive());
  EXPECT_EQ(count(log.findings(), "N-061"), 1U);
}

}  // namespace
}  // namespace drydock::testing
