// Twins of the reference camera, each with one planted bug, found by rule. The camera itself is
// silent in the same lives (tests/verify/scenarios/minidriver_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/nt/pool/pool.h"
#include "tests/ks/client/camera_surface.h"
#include "tests/support/file_text.h"
#include "tests/support/named_tests.h"
#include "tests/support/run.h"
#include "tests/support/run_scenario.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace nt = drydock::nt;
namespace verify = drydock::verify;
using namespace drydock::testing;
namespace fs = std::filesystem;

namespace {

struct Edit {
  std::string old_text;
  std::string new_text;
};

struct Twin {
  const char* name;
  const char* file;  // of drivers/vcam
  std::vector<Edit> edits;
  const char* scenario;
  std::vector<const char*> rules;  // one of these is found
};

// The edit by which a twin gets the allocator without the class driver's knowledge.
const Edit kKeepsPool = {"  if (NT_SUCCESS(status)) *context = pool;",
                         "  if (NT_SUCCESS(status)) *context = kept_pool = pool;"};
const Edit kNotFreed = {"NTSTATUS initialize_allocator(", R"(FramePool* kept_pool = nullptr;

NTSTATUS initialize_allocator()"};

std::vector<Edit> after_delete(const std::string& deed) {
  return {
      kNotFreed,
      kKeepsPool,
      {"VOID delete_allocator(PVOID context) { delete static_cast<FramePool*>(context); }",
       "VOID delete_allocator(PVOID context) {\n  delete static_cast<FramePool*>(context);\n  " +
           deed + "\n}"}};
}

const std::vector<Twin>& twins() {
  static const std::vector<Twin> all = {
      {"frame freed after delete",
       "frame_pool.cpp",
       after_delete("kept_pool->give_back(kept_pool);"),
       "minidriver.allocator-agreed",
       {"N-005"}},
      {"frame leaked at delete",
       "frame_pool.cpp",
       {{"PVOID allocate(PVOID context) { return static_cast<FramePool*>(context)->take(); }",
         "PVOID allocate(PVOID) { return ExAllocatePoolZero(NonPagedPoolNx, 4096, VCAM_TAG); }"},
        {"  static_cast<FramePool*>(context)->give_back(buffer);",
         "  UNREFERENCED_PARAMETER(context);\n  UNREFERENCED_PARAMETER(buffer);"}},
       "minidriver.allocator-agreed",
       {"S-006"}},
      {"allocator state leaked",
       "frame_pool.cpp",
       {{"{ delete static_cast<FramePool*>(context); }", "{ UNREFERENCED_PARAMETER(context); }"}},
       "minidriver.allocator-agreed",
       {"S-006"}},
      {"double delete by a confused close",
       "frame_pool.cpp",
       after_delete("delete kept_pool;"),
       "minidriver.pipe-vanishes",
       {"N-005", "N-003"}},
      {"allocation after delete",
       "frame_pool.cpp",
       after_delete("kept_pool->take();"),
       "minidriver.close-pin-first",
       {"N-005"}},
      {"wrong framing",
       "frame_pool.cpp",
       {{"  const ULONG slice = (framing.FrameSize + mask) & ~mask;",
         "  const ULONG slice = (framing.FrameSize / 2 + mask) & ~mask;"}},
       "minidriver.allocator-agreed",
       {"S-017"}},
      {"clone never deleted",
       "capture.cpp",
       {{"  KsStreamPointerDelete(frame);\n", ""}},
       "minidriver.frames",
       {"S-148", "S-158"}},
      {"cancel that touches a mutex",
       "capture.cpp",
       {{"NTSTATUS Capture::process() {", R"(VOID forget(PKSSTREAM_POINTER frame) {
  KsPinAcquireProcessingMutex(frame->Pin);
  KsPinReleaseProcessingMutex(frame->Pin);
  KsStreamPointerDelete(frame);
}

NTSTATUS Capture::process() {)"},
        {"KsStreamPointerClone(leading, nullptr, 0, &frame)",
         "KsStreamPointerClone(leading, forget, 0, &frame)"},
        {"  frame->StreamHeader->DataUsed = 0;\n",
         "  frame->StreamHeader->DataUsed = 0;\n  KsStreamPointerUnlock(frame, FALSE);\n"}},
       "minidriver.cancel",
       {"S-193"}},
      {"completion at the wrong IRQL",
       "capture.cpp",
       {{"  KsStreamPointerDelete(frame);\n",
         "  KIRQL irql;\n  KeRaiseIrql(DISPATCH_LEVEL + 2, &irql);\n"
         "  KsStreamPointerDelete(frame);\n  KeLowerIrql(irql);\n"}},
       "minidriver.frames",
       {"N-018"}},
      {"allocator over user memory",
       "frame_pool.cpp",
       {{"  made = pool;",
         R"(  PMDL mdl = IoAllocateMdl(pool->base_, slice * count, FALSE, FALSE, nullptr);
  MmBuildMdlForNonPagedPool(mdl);
  pool->base_ = static_cast<UCHAR*>(
      MmMapLockedPagesSpecifyCache(mdl, UserMode, MmCached, nullptr, FALSE, NormalPagePriority));
  made = pool;)"}},
       "minidriver.allocator-agreed",
       {"S-016"}},
  };
  return all;
}

// The edited file anew, the others as the camera has them.
fs::path build(const TempFolder& folder, const Twin& twin) {
  const fs::path sources = fs::path(DRYDOCK_SOURCE_DIR) / "drivers/vcam";
  std::string text = file_text(sources / twin.file);
  for (const Edit& edit : twin.edits) {
    const std::size_t at = text.find(edit.old_text);
    EXPECT_NE(at, std::string::npos) << twin.name << ": " << edit.old_text;
    if (at != std::string::npos) text.replace(at, edit.old_text.size(), edit.new_text);
  }
  std::ofstream(folder.path() / twin.file) << text;
  std::string words = (folder.path() / twin.file).string() + " -I" + sources.string();
  const std::string stem = fs::path(twin.file).stem().string() + "-";
  for (const auto& entry : fs::directory_iterator(DRYDOCK_VCAM_OBJECTS)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".o") && !name.starts_with(stem)) words += " " + entry.path().string();
  }
  const fs::path driver = folder.path() / "twin.so";
  const Outcome outcome =
      drydock::testing::drydock("cc --kind avstream " + words + " -o " + driver.string());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return driver;
}

RunOutcome run_named(const fs::path& driver, std::string_view name) {
  const verify::TestedDrivers subject = camera(driver);
  for (const verify::Scenario& scenario : verify::minidriver_scenarios()) {
    if (name == scenario.name) return run_scenario(scenario, subject, 1);
  }
  throw std::runtime_error("no scenario " + std::string(name));
}

// While it lives, what is freed cannot be touched.
struct SpecialPool {
  SpecialPool() { nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter}); }
  ~SpecialPool() { nt::set_pool_options({}); }
};

void is_found(const Twin& twin) {
  const TempFolder folder;
  const SpecialPool special;
  const RunOutcome outcome = run_named(build(folder, twin), twin.scenario);
  const bool found = std::ranges::any_of(
      twin.rules, [&](const char* rule) { return has(outcome.findings, rule); });
  EXPECT_TRUE(found) << text_of(outcome.findings) << outcome.refused;
}

void is_silent_without(const Twin& twin) {
  const SpecialPool special;
  const RunOutcome outcome = run_named(DRYDOCK_VCAM, twin.scenario);
  EXPECT_TRUE(outcome.findings.empty()) << text_of(outcome.findings);
}

bool add_tests() {
  for (const Twin& twin : twins()) {
    const std::string name = camel_case(twin.name);
    add_test("VcamTwins", name + "IsFound", [&twin] { is_found(twin); });
    add_test("VcamTwins", name + "IsNotInTheCamera", [&twin] { is_silent_without(twin); });
  }
  return true;
}

const bool kAdded = add_tests();

TEST(KsSurfaceRules, S268RowsWithoutThePitchAreFound) {
  const TempFolder folder;
  const Twin twin = {"pitch ignored",
                     "capture.cpp",
                     {{"  format = format_for(format, frame_info(header));\n", ""}},
                     "",
                     {"S-268"}};
  EXPECT_TRUE(has(read_surface(build(folder, twin)), "S-268"));
}

}  // namespace
