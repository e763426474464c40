// The heap of user-mode drivers: blocks that leak, are freed twice or wrongly, or are used wrongly
// are found at their line; correct use has no findings.
#include "src/win32/memory/heap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "src/nt/pool/pool.h"
#include "src/sim/faults.h"
#include "tests/support/test_driver.h"
#include "tests/win32/gpu_stand.h"

namespace drydock::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFile = "heap_umd.cpp";

// The driver has the same structure.
struct Deed {
  const char* name;
  void (*run)();
};

// The first member of D3DDDIARG_OPENADAPTER.
struct OpenAdapterArguments {
  const Deed* adapter;
  void* rest[16];
};

const std::string& source() {
  static const std::string text = [] {
    std::ifstream in(std::string(DRYDOCK_SOURCE_DIR "/tests/win32/") + kFile);
    std::stringstream out;
    out << in.rdbuf();
    return out.str();
  }();
  return text;
}

// A life of the driver: its deeds, one after the other.
class HeapLife {
 public:
  explicit HeapLife(const std::filesystem::path& file = DRYDOCK_HEAP_UMD)
      : driver_(nt::LoadedDriver::load(file)) {
    using Open = long(OpenAdapterArguments*);
    auto* const open = reinterpret_cast<Open*>(driver_->symbol("OpenAdapter"));
    OpenAdapterArguments arguments{};
    driver().run("OpenAdapter", [&] { open(&arguments); });
    deeds_ = arguments.adapter;
  }

  HeapLife& does(const std::string& name, win32::HeapAccount account = 0) {
    for (const Deed* deed = deeds_; deed->name != nullptr; ++deed) {
      if (deed->name != name) continue;
      const win32::UnderHeapAccount under(account);
      driver().run(deed->name, deed->run);
      return *this;
    }
    throw std::runtime_error("no deed " + name);
  }

  std::vector<rules::Finding> end() {
    driver_->unload();
    alive_ = driver().alive();
    return log_.findings();
  }

  nt::Driver& driver() { return driver_->driver(); }
  std::vector<rules::Finding> findings() const { return log_.findings(); }
  bool alive() const { return alive_; }

 private:
  const rules::FindingLog log_;
  std::unique_ptr<nt::LoadedDriver> driver_;
  const Deed* deeds_ = nullptr;
  bool alive_ = false;
};

bool passes(const rules::Finding& finding, const std::string& mark) {
  return mentions_line(finding, kFile, line_of(source(), "/*" + mark + "*/"));
}

// The deed is found by this rule, at its line.
void expect_found(const std::string& deed, const std::string& rule) {
  HeapLife life;
  const auto findings = life.does(deed).end();
  ASSERT_TRUE(has(findings, rule)) << deed << "\n" << text_of(findings);
  EXPECT_TRUE(passes(first(findings, rule), deed)) << deed << "\n" << text_of(findings);
}

void expect_silent(const std::string& deed) {
  HeapLife life;
  const auto findings = life.does(deed).end();
  EXPECT_TRUE(findings.empty()) << deed << "\n" << text_of(findings);
  EXPECT_TRUE(life.alive()) << deed;
}

TEST(UserHeap, WhateverIsLeftAtUnloadIsFoundAtItsLine) {
  for (const char* way :
       {"Malloc", "Calloc", "Realloc", "Strdup", "Wcsdup", "New", "NewArray", "Nothrow", "Aligned",
        "HeapAlloc", "HeapCreate", "Local", "Global", "Virtual"}) {
    const std::string deed = std::string("Leak") + way;
    expect_found(deed, "N-008");
    HeapLife life;
    EXPECT_EQ(life.does(deed).end().size(), 1U) << deed;
  }
}

TEST(UserHeap, WhatIsGivenBackIsSilent) {
  for (const char* way : {"C", "Cxx", "Win32", "Virtual"})
    expect_silent(std::string("GiveBack") + way);
}

TEST(UserHeap, WhatIsGivenBackIsSilentInPagesOfItsOwn) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  for (const char* way : {"C", "Cxx", "Win32", "Virtual"})
    expect_silent(std::string("GiveBack") + way);
  nt::set_pool_options({});
}

TEST(UserHeap, GivingBackTwiceIsFoundWithAllThreePlaces) {
  HeapLife life;
  const auto findings = life.does("FreeTwice").end();
  const rules::Finding& finding = first(findings, "N-001");
  for (const char* mark : {"taken", "first", "FreeTwice"})
    EXPECT_TRUE(passes(finding, mark)) << mark << text_of(findings);
  EXPECT_THAT(finding.message, HasSubstr("block of 40 bytes from malloc"));
  EXPECT_FALSE(life.alive());
  expect_found("ReallocOfFreed", "N-001");
  expect_found("HeapFreeTwice", "N-001");
  expect_found("VirtualFreeTwice", "N-001");
}

// The driver is in a destructor, where nothing may be thrown.
TEST(UserHeap, DeletingTwiceInADestructorEndsTheDriverAlone) {
  HeapLife life;
  const auto findings = life.does("DeleteTwiceInDestructor").end();
  const rules::Finding& finding = first(findings, "N-001");
  EXPECT_TRUE(passes(finding, "taken by new")) << text_of(findings);
  EXPECT_TRUE(passes(finding, "second delete")) << text_of(findings);
  EXPECT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_FALSE(life.alive());
}

TEST(UserHeap, TheWrongFunctionIsFound) {
  for (const char* deed : {"FreeOfNew", "DeleteOfMalloc", "DeleteOfArray", "HeapFreeOfMalloc",
                           "LocalFreeOfGlobal", "FreeOfAligned"})
    expect_found(deed, "N-003");
}

TEST(UserHeap, WhatNobodyTookOrAnotherHeapHasIsFound) {
  for (const char* deed : {"FreeOfStack", "DeleteOfGlobal", "FreeOfInner", "FreeToOtherHeap"})
    expect_found(deed, "N-003");
}

TEST(UserHeap, WritingBehindABlockIsFound) { expect_found("WriteBehind", "N-004"); }
TEST(UserHeap, WritingAfterGivingBackIsFound) { expect_found("WriteAfterFree", "N-005"); }
TEST(UserHeap, ReleasedPagesAreOutOfReach) { expect_found("UseOfReleasedPages", "N-005"); }
TEST(UserHeap, ADestroyedHeapIsOutOfReach) { expect_found("UseOfDestroyedHeap", "N-005"); }
TEST(UserHeap, UseWithinBoundsIsSilent) { expect_silent("UseWithinBounds"); }

TEST(UserHeap, ReadingAfterGivingBackStopsInPagesOfItsOwn) {
  nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter});
  expect_found("ReadAfterFree", "N-005");
  nt::set_pool_options({});
}

TEST(UserHeap, WhatADeviceForgetsIsFoundWhenItGoes) {
  HeapLife life;
  const win32::HeapAccount device = win32::new_heap_account();
  life.does("DeviceForgets", device);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), device, "U-220", "after DestroyDevice"), 2U);
  const auto findings = life.end();  // not raised again at unload
  ASSERT_EQ(findings.size(), 2U) << text_of(findings);
  EXPECT_EQ(count(findings, "U-220"), 2U);
  EXPECT_TRUE(passes(findings[0], "DeviceForgets") || passes(findings[1], "DeviceForgets"));
  EXPECT_TRUE(passes(findings[0], "its child") || passes(findings[1], "its child"));
  EXPECT_THAT(findings[0].message, HasSubstr("after DestroyDevice block of"));
}

TEST(UserHeap, WhatOutlivesTheDeviceIsItsDriversOwn) {
  HeapLife life;
  const win32::HeapAccount device = win32::new_heap_account();
  life.does("DeviceFillsCache", device).does("DeviceKeepsList", device);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), device, "U-220", "after DestroyDevice"), 0U);
  const auto findings = life.does("CloseAdapterCache").does("DeviceDropsList").end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(UserHeap, OneDevicesMemoryIsNotAnothers) {
  HeapLife life;
  const win32::HeapAccount one = win32::new_heap_account(), two = win32::new_heap_account();
  life.does("DeviceForgets", one);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), two, "U-220", "after DestroyDevice"), 0U);
  EXPECT_EQ(win32::raise_heap_leaks(life.driver(), one, "U-220", "after DestroyDevice"), 2U);
}

// Returns the leaks of the driver under a runtime of this build, until its adapter was closed.
std::vector<rules::Finding> forgotten_by_build(UINT build) {
  d3d::Options options;
  options.runtime_version = build;
  GpuStand stand(options, DRYDOCK_HEAP_UMD);
  EXPECT_EQ(stand.new_device(), nullptr);
  stand.end();
  return stand.findings();
}

TEST(UserHeap, U228WhatAnAdapterForgetsIsFoundWhenItIsClosed) {
  const auto findings = forgotten_by_build(1);
  ASSERT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_EQ(findings[0].rule->id, "U-228");
  EXPECT_THAT(findings[0].message, HasSubstr("block of 16 bytes from malloc"));
}

TEST(UserHeap, U220WhatAFailedDeviceForgetsIsFoundAtOnce) {
  const auto findings = forgotten_by_build(2);
  ASSERT_EQ(findings.size(), 1U) << text_of(findings);
  EXPECT_EQ(findings[0].rule->id, "U-220");
  EXPECT_THAT(findings[0].message, HasSubstr("after CreateDevice that failed block of 24 bytes"));
}

TEST(UserHeap, U228AnAdapterThatGivesEverythingBackIsSilent) {
  const auto findings = forgotten_by_build(0);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(UserHeap, EveryTakingCanFailAndADriverMayLiveWithIt) {
  constexpr std::uint64_t kPoints = 3;
  for (std::uint64_t nth = 0; nth <= kPoints; ++nth) {  // the last fails nothing
    const sim::FaultInjection injection({.nth = nth});
    HeapLife life;
    const auto findings = life.does("SurvivesNoMemory").end();
    EXPECT_TRUE(findings.empty()) << text_of(findings);
    EXPECT_TRUE(life.alive());
    if (nth == kPoints) EXPECT_EQ(injection.points(), kPoints);
  }
}

TEST(UserHeap, ADriversOwnOperatorsGoBeforeTheHosts) {
  const std::string text = R"(#include <windows.h>
#include <d3dumddi.h>
#include <stdlib.h>
static int used;
void* operator new(size_t bytes) { ++used; return malloc(bytes); }
void operator delete(void* block) noexcept { --used; free(block); }
struct Deed { const char* name; void (*run)(); };
static void Run() {
  int* volatile block = new int(1);
  if (used != 1) abort();
  delete block;
  if (used != 0) abort();
}
static Deed deeds[] = {{"Run", Run}, {}};
extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* data) {
  data->hAdapter = deeds;
  return S_OK;
})";
  HeapLife life(build_driver(text, ".cpp", {"--kind", "umd"}));
  const auto findings = life.does("Run").end();
  EXPECT_TRUE(findings.empty()) << text_of(findings);
  EXPECT_TRUE(life.alive());
}

}  // namespace
}  // namespace drydock::testing
