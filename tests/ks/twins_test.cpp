// Twins of the reference camera, each with one planted bug, found by rule. The camera itself is
// silent in the same lives (scenario_test.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "src/ks/wdk.h"
#include "src/nt/pool.h"
#include "tests/ks/lives.h"
#include "tests/ks/named_tests.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace nt = drydock::nt;
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
  const char* life;
  std::vector<const char*> rules;  // one of these is found
};

// How a twin comes to the allocator behind the class driver's back.
const Edit kKeepsPool = {"  if (NT_SUCCESS(status)) *context = pool;",
                         "  if (NT_SUCCESS(status)) *context = kept_pool = pool;"};
const Edit kKept = {"NTSTATUS initialize_allocator(", R"(FramePool* kept_pool = nullptr;

NTSTATUS initialize_allocator()"};

std::vector<Edit> after_delete(const std::string& deed) {
  return {
      kKept,
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
       "pipe frames",
       {"N-005"}},
      {"frame leaked at delete",
       "frame_pool.cpp",
       {{"PVOID allocate(PVOID context) { return static_cast<FramePool*>(context)->take(); }",
         "PVOID allocate(PVOID) { return ExAllocatePoolZero(NonPagedPoolNx, 4096, VCAM_TAG); }"},
        {"  static_cast<FramePool*>(context)->give_back(buffer);",
         "  UNREFERENCED_PARAMETER(context);\n  UNREFERENCED_PARAMETER(buffer);"}},
       "pipe frames",
       {"S-006"}},
      {"allocator state leaked",
       "frame_pool.cpp",
       {{"{ delete static_cast<FramePool*>(context); }", "{ UNREFERENCED_PARAMETER(context); }"}},
       "pipe frames",
       {"S-006"}},
      {"double delete by a confused close",
       "frame_pool.cpp",
       after_delete("delete kept_pool;"),
       "pipe vanishes",
       {"N-005", "N-003"}},
      {"allocation after delete",
       "frame_pool.cpp",
       after_delete("kept_pool->take();"),
       "pipe closed while running",
       {"N-005"}},
      {"wrong framing",
       "frame_pool.cpp",
       {{"  const ULONG slice = (framing.FrameSize + mask) & ~mask;",
         "  const ULONG slice = (framing.FrameSize / 2 + mask) & ~mask;"}},
       "pipe frames",
       {"S-017"}},
      {"clone never deleted",
       "capture.cpp",
       {{"  KsStreamPointerDelete(frame);\n", ""}},
       "read frames",
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
       "cancel while running",
       {"S-193"}},
      {"completion at the wrong IRQL",
       "capture.cpp",
       {{"  KsStreamPointerDelete(frame);\n",
         "  KIRQL irql;\n  KeRaiseIrql(DISPATCH_LEVEL + 2, &irql);\n"
         "  KsStreamPointerDelete(frame);\n  KeLowerIrql(irql);\n"}},
       "read frames",
       {"N-018"}},
      {"allocator over user memory",
       "frame_pool.cpp",
       {{"  made = pool;",
         R"(  PMDL mdl = IoAllocateMdl(pool->base_, slice * count, FALSE, FALSE, nullptr);
  MmBuildMdlForNonPagedPool(mdl);
  pool->base_ = static_cast<UCHAR*>(
      MmMapLockedPagesSpecifyCache(mdl, UserMode, MmCached, nullptr, FALSE, NormalPagePriority));
  made = pool;)"}},
       "pipe frames",
       {"S-016"}},
  };
  return all;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The edited file anew, the others as the camera has them.
fs::path build(const TempFolder& folder, const Twin& twin) {
  const fs::path sources = fs::path(DRYDOCK_SOURCE_DIR) / "drivers/vcam";
  std::string text = text_of(sources / twin.file);
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

const CameraLife& life_named(const std::string& name) {
  for (const CameraLife& life : camera_lives()) {
    if (name == life.name) return life;
  }
  throw std::runtime_error("no life " + name);
}

// While it lives, what is freed cannot be touched.
struct SpecialPool {
  SpecialPool() { nt::set_pool_options({.special = nt::SpecialPool::kGuardAfter}); }
  ~SpecialPool() { nt::set_pool_options({}); }
};

void is_found(const Twin& twin) {
  const TempFolder folder;
  const SpecialPool special;
  const Lived lived = live(build(folder, twin), life_named(twin.life), 1);
  const bool found =
      std::ranges::any_of(twin.rules, [&](const char* rule) { return has(lived.findings, rule); });
  EXPECT_TRUE(found) << told(lived.findings) << lived.stopped;
}

void is_silent_without(const Twin& twin) {
  const SpecialPool special;
  const Lived lived = live(DRYDOCK_VCAM, life_named(twin.life), 1);
  EXPECT_TRUE(lived.findings.empty()) << told(lived.findings);
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

}  // namespace
