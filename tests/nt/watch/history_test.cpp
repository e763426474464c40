// The history of an object in a finding: the driver and the call that made it, and every state
// since.
#include "src/nt/watch/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace nt = drydock::nt;
namespace rules = drydock::rules;

std::vector<std::string> lines(const rules::Finding& finding) {
  std::vector<std::string> out;
  for (const rules::ObjectEvent& event : finding.history) out.push_back(to_text(event));
  return out;
}

auto at(const std::string& what, const std::string& source, const std::string& mark) {
  return ::testing::AllOf(StartsWith(what),
                          HasSubstr("driver.c:" + std::to_string(line_of(source, mark)) + ")"));
}

// A timer that is armed twice and never cancelled.
const std::string kTimer = driver_of(R"(
static KTIMER timer;
static VOID StartClock(VOID) {
  LARGE_INTEGER due;
  due.QuadPart = -10000000000LL;
  KeSetTimer(&timer, due, NULL);  // armed
})",
                                     R"(
  KeInitializeTimer(&timer);  // initialised
  StartClock();
  KeCancelTimer(&timer);  // cancelled
  StartClock();
  return STATUS_SUCCESS;)");

TEST(History, ALeakedTimerHasItsWholeHistory) {
  const Life it = life_of(kTimer);
  const rules::Finding& finding = first(it.findings, "N-037");
  EXPECT_THAT(lines(finding),
              ElementsAre(at("initialised by KeInitializeTimer", kTimer, "// initialised"),
                          at("armed by KeSetTimer in StartClock", kTimer, "// armed"),
                          at("disarmed by KeCancelTimer in DriverEntry", kTimer, "// cancelled"),
                          at("armed by KeSetTimer in StartClock", kTimer, "// armed")))
      << text_of(it.findings);
}

TEST(History, IsPartOfTheJson) {
  const Life it = life_of(kTimer);
  const auto json = nlohmann::json::parse(rules::to_json(it.findings));
  ASSERT_EQ(json.size(), 1u);
  const auto& armed = json[0]["history"][1];
  EXPECT_EQ(armed["event"], "armed");
  EXPECT_THAT(armed["call"], HasSubstr("KeSetTimer"));
  EXPECT_THAT(armed["stack"].dump(), HasSubstr("StartClock"));
  EXPECT_THAT(armed["stack"].dump(), HasSubstr("DriverEntry"));
  EXPECT_THAT(json[0]["replay"], HasSubstr("this program again"));
}

TEST(History, AnMdlSaysThatItWasLockedAndMapped) {
  const std::string source = driver_of("static PMDL mdl; static char buffer[64];", R"(
  mdl = IoAllocateMdl(buffer, sizeof buffer, FALSE, FALSE, NULL);
  if (mdl == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  __try {
    MmProbeAndLockPages(mdl, KernelMode, IoModifyAccess);
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    IoFreeMdl(mdl);
    return GetExceptionCode();
  }
  if (MmGetSystemAddressForMdlSafe(mdl, NormalPagePriority) == NULL) return STATUS_UNSUCCESSFUL;
  MmUnlockPages(mdl);
  return STATUS_SUCCESS;)");
  const Life it = life_of(source);
  EXPECT_THAT(
      lines(first(it.findings, "N-050")),
      ElementsAre(StartsWith("allocated by IoAllocateMdl"),
                  StartsWith("locked by MmProbeAndLockPages"), StartsWith("mapped by MmMapLocked"),
                  StartsWith("unmapped by MmUnlockPages"), StartsWith("unlocked by MmUnlockPages")))
      << text_of(it.findings);
}

// The beginning and the end of a long history are stored.
TEST(History, LongLifeIsCutInTheMiddle) {
  const Life it = life_of(driver_of("static KTIMER timer;", R"(
  LARGE_INTEGER due;
  due.QuadPart = -10000000000LL;
  KeInitializeTimer(&timer);
  for (int i = 0; i < 100; ++i) {
    KeSetTimer(&timer, due, NULL);
    KeCancelTimer(&timer);
  }
  KeSetTimer(&timer, due, NULL);
  return STATUS_SUCCESS;)"));
  const std::vector<std::string> history = lines(first(it.findings, "N-037"));
  ASSERT_EQ(history.size(), 7u);
  EXPECT_THAT(history.front(), StartsWith("initialised"));
  EXPECT_EQ(history[1], "(196 more events)");
  EXPECT_THAT(history.back(), StartsWith("armed"));
}

TEST(History, AddressThatIsUsedAgainBeginsAnew) {
  nt::Driver driver("one");
  int object = 0;
  driver.run("test", [&] {
    nt::begin_history(&object, "made");
    nt::note_event(&object, "changed");
    nt::begin_history(&object, "made again");
  });
  ASSERT_EQ(nt::history_of(&object).size(), 1u);
  EXPECT_EQ(nt::history_of(&object)[0].what, "made again");
  // The host made an object there, which belongs to no driver.
  nt::begin_history(&object, "made by the host");
  EXPECT_TRUE(nt::history_of(&object).empty());
}

TEST(History, GoesWithItsDriver) {
  nt::Driver one("one");
  nt::Driver two("two");
  int first = 0, second = 0;
  one.run("test", [&] { nt::begin_history(&first, "made"); });
  two.run("test", [&] { nt::begin_history(&second, "made"); });
  nt::remove_histories_of(one);
  EXPECT_TRUE(nt::history_of(&first).empty());
  EXPECT_EQ(nt::history_of(&second).size(), 1u);
  nt::remove_histories_of(two);
}

TEST(History, HostObjectsHaveNone) {
  KEVENT event;
  KeInitializeEvent(&event, NotificationEvent, FALSE);
  KeSetEvent(&event, 0, FALSE);
  EXPECT_TRUE(nt::history_of(&event).empty());
}

// The table has a fixed size: the newest objects are known, whatever came before.
TEST(History, ManyObjectsDoNotPushOutTheNewest) {
  nt::Driver driver("many");
  std::vector<long> objects(100'000);
  driver.run("test", [&] {
    for (long& object : objects) nt::begin_history(&object, "made");
  });
  EXPECT_EQ(nt::history_of(&objects.back()).size(), 1u);
  nt::remove_histories_of(driver);
}

}  // namespace
