// One defect is one finding, for real drivers and at the command line: what tells two defects, what
// belongs together, and what does not count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/support/file_text.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::file_text;
using ::drydock::testing::line_of;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using Json = nlohmann::json;

const std::string kMinidriver = R"(#include <ntddk.h>
#include <ks.h>
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
)";

std::string minidriver(const std::string& source, const std::string& define = "PLAIN",
                       const std::string& other = "PLAIN") {
  return build_driver(source, ".c", {"--kind", "avstream", "-D" + define, "-D" + other}).string();
}

// Verifies without faults, and keeps the JSON report.
struct Verified {
  Verified(const std::string& driver, const std::string& arguments,
           const std::string& inside = {}) {
    out = run(inside + " " DRYDOCK_PROGRAM " verify --faults none --runs 1 --json " + file() + " " +
              driver + " " + arguments);
    json = Json::parse(file_text(file()), nullptr, /*allow_exceptions=*/false);
  }
  std::string file() const { return (folder.path() / "r.json").string(); }

  TempFolder folder;
  Outcome out;
  Json json;
};

// `inside` is a program that runs the rest of its command line.
Verified loaded(const std::string& driver, const std::string& arguments = {},
                const std::string& inside = {}) {
  return {"--scenario load.minidriver --avstream " + driver, arguments, inside};
}

// All of its memory comes from one wrapper.
const std::string kWrapping = kMinidriver + R"(
static PVOID Take(SIZE_T size) {
  return ExAllocatePoolWithTag(NonPagedPool, size, 'ekaT');
}
static VOID TakeZeroed(SIZE_T size) {
  RtlZeroMemory(Take(size), size);
}
static VOID TakeAligned(SIZE_T size) {
  TakeZeroed(size + 16);
}
static VOID TakeObject(SIZE_T size) {
  TakeAligned(size + sizeof(PVOID));
}
#ifdef DEEP
#define Take TakeObject
#endif
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  (void)Take(64); /* first */
#ifdef SECOND
  (void)Take(64); /* second */
#endif
  return KsInitializeDriver(driver, path, &descriptor);
}
)";

TEST(Identity, ABaselineWithOneLeakThroughAWrapperDoesNotPassAnother) {
  const Verified one = loaded(minidriver(kWrapping));
  ASSERT_THAT(one.json.at("findings"), SizeIs(1)) << one.out.output;
  const std::string both = minidriver(kWrapping, "SECOND");
  EXPECT_THAT(loaded(both).json.at("findings"), SizeIs(2));
  const Verified changed = loaded(both, "--baseline " + one.file());
  EXPECT_EQ(changed.out.exit_code, 1) << changed.out.output;
  ASSERT_THAT(changed.json.at("findings"), SizeIs(1));
  EXPECT_THAT(changed.out.output,
              HasSubstr("driver.c:" + std::to_string(line_of(kWrapping, "/* second */"))));
  EXPECT_THAT(changed.out.output, HasSubstr("; 1 known before"));
  EXPECT_EQ(loaded(minidriver(kWrapping), "--baseline " + one.file()).out.exit_code, 0);
}

// However many wrappers lie around the allocation.
TEST(Identity, NeitherDoesOneThroughWrappersOfWrappers) {
  const Verified one = loaded(minidriver(kWrapping, "DEEP"));
  ASSERT_THAT(one.json.at("findings"), SizeIs(1)) << one.out.output;
  const std::string both = minidriver(kWrapping, "DEEP", "SECOND");
  const Verified two = loaded(both);
  EXPECT_THAT(two.json.at("findings"), SizeIs(2)) << two.out.output;
  EXPECT_THAT(two.json.at("groups"), SizeIs(2));
  const Verified changed = loaded(both, "--baseline " + one.file());
  EXPECT_EQ(changed.out.exit_code, 1) << changed.out.output;
  EXPECT_THAT(changed.json.at("findings"), SizeIs(1));
}

// What the page of findings says of edits: those outside of the functions on the way change no key,
// nor do those after the call; one before the call, in the wrapper too, makes the finding new.
TEST(Identity, ALineBeforeTheCallMakesAFindingNew) {
  const std::string wrapper = "  return ExAllocatePoolWithTag(NonPagedPool, size, 'ekaT');\n";
  const std::string call = "  (void)Take(64); /* first */\n";
  const auto edited = [&](const std::string& old, const std::string& text) {
    std::string source = kWrapping;
    source.replace(source.find(old), old.size(), text);
    return minidriver(source, "SECOND");
  };
  const Verified before = loaded(minidriver(kWrapping, "SECOND"));
  ASSERT_THAT(before.json.at("findings"), SizeIs(2));
  const auto fresh = [&](const std::string& driver) {
    return loaded(driver, "--baseline " + before.file()).json.at("findings").size();
  };
  EXPECT_EQ(fresh(edited("static PVOID Take(", "\n\nstatic PVOID Take(")), 0U);
  EXPECT_EQ(fresh(edited("#ifdef SECOND\n  (void)Take(64); /* second */\n#endif\n",
                         "#ifdef SECOND\n  (void)Take(64); /* second */\n\n\n#endif\n")),
            0U);
  EXPECT_EQ(fresh(edited(call, "\n" + call)), 2U) << "both calls move";
  EXPECT_EQ(fresh(edited(call, call + "\n")), 1U) << "the second does";
  EXPECT_EQ(fresh(edited(wrapper, "\n" + wrapper)), 2U);
}

const std::string kCopying = kMinidriver + R"(
static volatile SIZE_T size = 4096;
static char source[4096] = {1};
static VOID Fill(char* to) {
#ifdef SETS
  RtlFillMemory(to, size, 7);
#else
  RtlCopyMemory(to, source, size);
#endif
  source[0] = to[1];
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  Fill((char*)0x1000);
  return KsInitializeDriver(driver, path, &descriptor);
}
)";

// Whether the debug package of the C library is there: its frames are in no key and never first.
TEST(Identity, ACrashInsideTheCLibraryIsAtTheDriversLine) {
  for (const std::string how : {"COPIES", "SETS"}) {
    SCOPED_TRACE(how);
    const Verified run = loaded(minidriver(kCopying, how));
    ASSERT_THAT(run.json.at("findings"), SizeIs(1)) << run.out.output;
    const Json& finding = run.json.at("findings")[0];
    EXPECT_THAT(finding.at("called")[0].at("module").get<std::string>(), HasSubstr("libc.so"))
        << "else this shows nothing";
    EXPECT_EQ(finding.at("stack")[0].at("function"), "Fill");
    const int fill = line_of(kCopying, "static VOID Fill");
    const int call = line_of(kCopying, how == "SETS" ? "RtlFillMemory" : "RtlCopyMemory");
    EXPECT_EQ(finding.at("key"),
              "N-061||Fill@driver.c+" + std::to_string(call - fill) + " < DriverEntry@driver.c+1");
    EXPECT_THAT(run.out.output, HasSubstr("  here:\n    #0 Fill ("));
    EXPECT_THAT(run.out.output,
                HasSubstr("driver.c:" + std::to_string(call) + "), in its call of "));
  }
}

// Runs a command where no debug package is installed.
constexpr const char* kWithoutDebugPackages =
    "unshare -rm sh -c 'mount -t tmpfs none /usr/lib/debug && exec \"$@\"' sh";

// The files of the C library that a finding names.
std::vector<std::string> library_files(const Json& finding) {
  std::vector<std::string> out;
  for (const Json& frame : finding.at("called")) {
    const std::string file = frame.at("file");
    if (!file.empty() && frame.at("module").get<std::string>().find("libc.so") != std::string::npos)
      out.push_back(file);
  }
  return out;
}

TEST(Identity, KeysAreEqualWithAndWithoutDebugPackages) {
  if (run(std::string(kWithoutDebugPackages) + " true").exit_code != 0)
    GTEST_SKIP() << "this machine lets no program hide /usr/lib/debug";
  for (const std::string how : {"COPIES", "SETS"}) {
    SCOPED_TRACE(how);
    const std::string driver = minidriver(kCopying, how);
    const Verified with = loaded(driver);
    const Verified without = loaded(driver, {}, kWithoutDebugPackages);
    ASSERT_THAT(with.json.at("findings"), SizeIs(1)) << with.out.output;
    ASSERT_THAT(without.json.at("findings"), SizeIs(1)) << without.out.output;
    const Json& named = with.json.at("findings")[0];
    const Json& nameless = without.json.at("findings")[0];
    EXPECT_THAT(library_files(named), Not(::testing::IsEmpty())) << "libc6-dbg is not installed";
    EXPECT_THAT(library_files(nameless), ::testing::IsEmpty());
    EXPECT_EQ(named.at("key"), nameless.at("key"));
    EXPECT_EQ(named.at("stack")[0], nameless.at("stack")[0]);
    EXPECT_EQ(loaded(driver, "--baseline " + with.file(), kWithoutDebugPackages).out.exit_code, 0);
  }
}

// A correct miniport, that now opens its key at each start.
std::string key_keeper() {
  const std::filesystem::path habits = DRYDOCK_SOURCE_DIR "/tests/drivers/habits";
  std::string source = file_text(habits / "lookaside.c");
  const std::string opens = R"(static PDXGKDDI_START_DEVICE Start;
static WCHAR Name[256];
static UNICODE_STRING Service = {0, sizeof Name, Name};
static NTSTATUS APIENTRY OpenAndStart(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Info,
                                      IN_PDXGKRNL_INTERFACE Interface, OUT_PULONG Sources,
                                      OUT_PULONG Children) {
  OBJECT_ATTRIBUTES attributes;
  HANDLE key;
  InitializeObjectAttributes(&attributes, &Service, OBJ_KERNEL_HANDLE | OBJ_CASE_INSENSITIVE, NULL,
                             NULL);
  (void)ZwOpenKey(&key, KEY_READ, &attributes); /* never closed */
  return Start(Context, Info, Interface, Sources, Children);
}
static NTSTATUS Initialize(PDRIVER_OBJECT driver, PUNICODE_STRING path,
                           DRIVER_INITIALIZATION_DATA* table) {
  RtlCopyUnicodeString(&Service, path);
  Start = table->DxgkDdiStartDevice;
  table->DxgkDdiStartDevice = OpenAndStart;
  return DxgkInitialize(driver, path, table);
}
)";
  const std::string call = "DxgkInitialize(Driver";
  source.replace(source.rfind(call), call.size(), "Initialize(Driver");
  source.insert(source.rfind("NTSTATUS DriverEntry("), opens);
  return build_driver(source, ".c", {"--kind", "miniport", "-I" + habits.string()}).string();
}

TEST(Identity, AKeyThatIsNeverClosedIsOneGroupWithOneHeadline) {
  const Verified run("--miniport " + key_keeper(), "--scenario miniport.s*");
  EXPECT_EQ(run.out.exit_code, 1) << run.out.output;
  ASSERT_THAT(run.json.at("groups"), SizeIs(1)) << run.out.output;
  std::vector<std::string> rules;
  for (const Json& finding : run.json.at("findings")) rules.push_back(finding.at("rule"));
  EXPECT_THAT(rules, ::testing::ElementsAre("K-055", "N-044"));
  EXPECT_THAT(run.out.output, ::testing::StartsWith("K-055 violation: "));
  EXPECT_THAT(run.out.output, HasSubstr("\n  also N-044 violation: "));
  EXPECT_THAT(run.out.output, Not(HasSubstr("\nN-044 ")));
  EXPECT_THAT(run.out.output, HasSubstr(", in 1 group\n"));
}

// A correct miniport, whose allocations refer to their resource. Now it forgets all but the first.
TEST(Identity, ADestroyThatFreesOneOfSeveralIsOneGroup) {
  const std::filesystem::path habits = DRYDOCK_SOURCE_DIR "/tests/drivers/habits";
  std::string source = file_text(habits / "counted.c");
  const std::string loop = "i < Args->NumAllocations; i++) DereferenceAllocation(";
  ASSERT_NE(source.find(loop), std::string::npos);
  source.replace(source.find(loop), loop.size(), "i < 1 && " + loop);
  const auto driver = build_driver(source, ".c", {"--kind", "miniport", "-I" + habits.string()});
  const Verified run("--miniport " + driver.string(), "--scenario 'miniport.resource*'");
  EXPECT_EQ(run.out.exit_code, 1) << run.out.output;
  EXPECT_THAT(run.json.at("groups"), SizeIs(1)) << run.out.output;
  EXPECT_THAT(run.json.at("findings"), SizeIs(6)) << run.out.output;
  EXPECT_THAT(run.out.output, ::testing::StartsWith("K-015 violation: "));
}

// A file of suppressions, as long as it is used.
Verified suppressed(const std::string& entries, const std::string& more = {}) {
  const TempFolder folder;
  const std::string file = folder.write("s.json", entries).string();
  return loaded(minidriver(kWrapping), "--suppress " + file + " " + more);
}

TEST(Identity, ASuppressedFindingDoesNotCount) {
  const Verified run =
      suppressed(R"([{"rule": "N-008", "function": "Take", "reason": "freed by the next start"}])");
  EXPECT_EQ(run.out.exit_code, 0) << run.out.output;
  EXPECT_THAT(run.json.at("findings"), SizeIs(0));
  EXPECT_EQ(run.json.at("summary").at("suppressed"), 1);
  EXPECT_THAT(run.json.at("suppression_notes"), SizeIs(0));
  EXPECT_THAT(run.out.output, HasSubstr("0 violations, 0 lints; 1 suppressed"));
}

TEST(Identity, AnExpiredSuppressionIsReportedAndItsFindingCounts) {
  const Verified run = suppressed(
      R"([{"rule": "N-008", "function": "Take", "reason": "soon", "until": "2020-02-29"}])");
  EXPECT_EQ(run.out.exit_code, 1) << run.out.output;
  EXPECT_THAT(run.json.at("findings"), SizeIs(1));
  ASSERT_THAT(run.json.at("suppression_notes"), SizeIs(1));
  EXPECT_THAT(run.out.output, HasSubstr("expired on 2020-02-29, and its findings count"));
  EXPECT_EQ(run.json.at("summary").at("suppressed"), 0);
}

TEST(Identity, ASuppressionThatFitsNothingIsReported) {
  const std::string entries = R"([{"rule": "N-008", "function": "Keep", "reason": "gone"},
                                  {"rule": "N-008", "function": "Take", "reason": "old"}])";
  const Verified run = suppressed(entries);
  EXPECT_EQ(run.out.exit_code, 0) << run.out.output;
  ASSERT_THAT(run.json.at("suppression_notes"), SizeIs(1));
  EXPECT_THAT(run.out.output, HasSubstr("fits no finding"));
  // What the baseline has needs its entry too.
  const Verified known = suppressed(entries, "--baseline " + loaded(minidriver(kWrapping)).file());
  EXPECT_THAT(known.json.at("suppression_notes"), SizeIs(1)) << known.out.output;
}

}  // namespace
