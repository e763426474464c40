// The trace of `drydock verify` is whole or not there, whatever ends the run or the verification.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/file_text.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

namespace fs = std::filesystem;
using ::drydock::testing::build_driver;
using ::drydock::testing::file_text;
using ::drydock::testing::files_in;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Json = nlohmann::json;

const std::string kNoTrace = "drydock verify: no trace is written: ";
const std::string kLoad = "--scenario load.minidriver --faults none --avstream ";

// A minidriver whose DriverEntry begins with `body`.
std::string minidriver(const std::string& body) {
  return build_driver(R"(#include <ntddk.h>
#include <ks.h>
static volatile int turns;
static const KSDEVICE_DESCRIPTOR descriptor = {NULL, 0, NULL, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  )" + body + R"(
  return KsInitializeDriver(driver, path, &descriptor);
})",
                      ".c", {"--kind", "avstream"})
      .string();
}

// Has a finding in its clean run, a block that is never freed, and never ends when that block is
// refused.
std::string endless() {
  return minidriver(
      "while (ExAllocatePoolWithTag(NonPagedPool, 64, 'kaeL') == NULL) ++turns;\n"
      "if (turns != 0) for (;;) ++turns;");
}

// Verifications with their trace and their temporary files in folders of their own.
struct Traced {
  TempFolder folder;
  TempFolder temporary;

  Outcome verify(const std::string& arguments, const std::string& prefix = "") const {
    return run("TMPDIR=" + temporary.path().string() + " " + prefix + " " + DRYDOCK_PROGRAM +
               " verify --trace " + (folder.path() / "trace.json").string() + " " + arguments);
  }

  // Returns the names of its spans and events.
  std::vector<std::string> expect_whole_trace() const {
    EXPECT_THAT(files_in(folder.path()), ElementsAre("trace.json"));
    EXPECT_THAT(files_in(temporary.path()), IsEmpty());
    const Json trace = Json::parse(file_text(folder.path() / "trace.json"), nullptr, false);
    EXPECT_FALSE(trace.is_discarded());
    std::vector<std::string> names;
    if (trace.is_discarded()) return names;
    for (const Json& event : trace.at("traceEvents")) names.push_back(event.value("name", ""));
    return names;
  }

  void expect_no_trace(const Outcome& out, const std::string& why) const {
    EXPECT_THAT(files_in(folder.path()), IsEmpty());
    EXPECT_THAT(files_in(temporary.path()), IsEmpty());
    EXPECT_THAT(out.output, HasSubstr(kNoTrace + why));
  }
};

// Of a thread that records more than is stored, what came last.
TEST(WholeTrace, OfARunThatHangsHasWhatCameBefore) {
  for (const auto& [body, last] :
       {std::pair("while (turns == 0) continue;", "KeInitializeEvent"),
        std::pair("while (turns == 0) KeClearEvent(&event);", "KeClearEvent")}) {
    SCOPED_TRACE(body);
    const Traced traced;
    const Outcome out = traced.verify("--limit 500 " + kLoad + minidriver(body));
    EXPECT_EQ(out.exit_code, 1) << out.output;
    EXPECT_THAT(out.output, HasSubstr("N-062"));
    EXPECT_THAT(out.output, Not(HasSubstr(kNoTrace)));
    EXPECT_THAT(traced.expect_whole_trace(), ::testing::Contains(last));
  }
}

TEST(WholeTrace, OfARunInWhichEverybodyWaitsHasWhatCameBefore) {
  const Traced traced;
  const Outcome out = traced.verify(
      kLoad + minidriver("KeWaitForSingleObject(&event, Executive, KernelMode, FALSE, NULL);"));
  EXPECT_EQ(out.exit_code, 1) << out.output;
  EXPECT_THAT(out.output, HasSubstr("N-062"));
  EXPECT_THAT(traced.expect_whole_trace(), IsSupersetOf({"DriverEntry", "KeWaitForSingleObject"}));
}

// Nobody is asked what happened in a process that is gone.
TEST(WholeTrace, OfAProcessThatIsGoneIsNotThere) {
  const Traced traced;
  const Outcome out = traced.verify(
      kLoad +
      minidriver("__asm__ volatile(\"syscall\" : : \"a\"(231), \"D\"(7) : \"rcx\", \"r11\");"));
  EXPECT_EQ(out.exit_code, 1) << out.output;
  EXPECT_THAT(out.output, HasSubstr("ended the process with exit code 7"));
  traced.expect_no_trace(out, "the run ended its process before its trace was whole\n");
}

// The longer it has, the more it finds; each time the trace is that of a finding, or there is none.
TEST(WholeTrace, OfAVerificationThatIsStoppedIsThatOfItsFirstFinding) {
  const std::string arguments = "--limit 0 --scenario load.minidriver --avstream " + endless();
  for (const bool is_interrupted : {false, true}) {
    bool was_found = false;
    for (int seconds = 1; seconds < 100 && !was_found; seconds *= 3) {
      SCOPED_TRACE(seconds);
      const Traced traced;
      const std::string moment = std::to_string(seconds);
      const Outcome out =
          is_interrupted ? traced.verify(arguments, "timeout --preserve-status -s INT " + moment)
                         : traced.verify("--budget " + moment + " " + arguments);
      was_found = out.output.find("N-008") != std::string::npos;
      if (was_found) {
        EXPECT_EQ(out.exit_code, is_interrupted ? 130 : 1) << out.output;
        EXPECT_THAT(traced.expect_whole_trace(), IsSupersetOf({"DriverEntry", "N-008"}));
      } else {
        traced.expect_no_trace(out, "the verification ");
      }
    }
    EXPECT_TRUE(was_found);
  }
}

TEST(WholeTrace, OfAVerificationThatIsStoppedBeforeItsFirstFindingIsNotThere) {
  const std::string arguments = "--runs 1000000 --avstream " DRYDOCK_VCAM;
  {
    const Traced traced;
    const Outcome out = traced.verify("--budget 0.3 " + arguments);
    EXPECT_THAT(out.exit_code, ::testing::AnyOf(0, 2)) << out.output;
    traced.expect_no_trace(
        out, "the verification used up its budget of 0.3 s before anything was found\n");
  }
  const Traced traced;
  const Outcome out = traced.verify(arguments, "timeout --preserve-status -s INT 1");
  EXPECT_EQ(out.exit_code, 130) << out.output;
  traced.expect_no_trace(out, "the verification was interrupted before anything was found\n");
}

// A disk of 16 KiB, on which a former trace may lie.
TEST(WholeTrace, OnAFullDiskLeavesWhatWasThere) {
  if (run("unshare -rm true").exit_code != 0) GTEST_SKIP() << "no disk may be mounted here";
  for (const bool has_former : {false, true}) {
    const TempFolder disk, seen;
    const std::string place = disk.path().string(), list = seen.path().string();
    std::string script = "mount -t tmpfs -o size=16k none " + place + "\n";
    if (has_former) script += "echo former >" + place + "/trace.json\n";
    script += DRYDOCK_PROGRAM " verify --runs 1 --trace " + place + "/trace.json " +
              "--scenario minidriver.frames --faults none --avstream " DRYDOCK_VCAM +
              "\ncode=$?\nls -A " + place + " >" + list + "/list\n" + "cp " + place + "/* " + list +
              " 2>/dev/null\nexit $code\n";
    const Outcome out = run("unshare -rm sh " + seen.write("script", script).string());
    EXPECT_EQ(out.exit_code, 2) << out.output;
    EXPECT_THAT(out.output, HasSubstr("trace.json' cannot be written: No space left on device\n"));
    EXPECT_THAT(out.output, HasSubstr("0 fatal")) << "what was found is printed all the same";
    EXPECT_EQ(file_text(seen.path() / "list"), has_former ? "trace.json\n" : "");
    if (has_former) EXPECT_EQ(file_text(seen.path() / "trace.json"), "former\n");
  }
}

}  // namespace
