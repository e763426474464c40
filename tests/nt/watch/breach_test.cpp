// A breach becomes a finding, and its two endings say what becomes of the driver.
#include "src/nt/watch/breach.h"

#include <gtest/gtest.h>

#include "src/nt/driver/driver.h"
#include "src/nt/watch/history.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace rules = drydock::rules;
using drydock::operator""_rule;
using nt::Breach;
using nt::Offender;
using rules::FindingLog;
using namespace drydock::testing;

constexpr rules::RuleId kFatal = "N-001";
constexpr rules::RuleId kViolation = "N-008";

bool names(const std::vector<rules::Finding>& findings,
           const std::vector<rules::RuleId>& expected) {
  std::vector<rules::RuleId> found;
  for (const rules::Finding& each : findings)
    found.push_back(rules::RuleId::parse(each.rule->id).value());
  return found == expected;
}

TEST(Breach, RaiseEndsTheLifeOfADriverThatBrokeAFatalRule) {
  ASSERT_EQ(rules::find(kFatal).severity, rules::Severity::kFatal);
  const FindingLog log;
  nt::Driver driver("one");
  bool went_on = false;
  EXPECT_FALSE(driver.run("test", [&] {
    Breach(kFatal, Offender::running()).message("freed twice").raise();
    went_on = true;
  }));
  EXPECT_FALSE(went_on);
  EXPECT_FALSE(driver.alive());
  ASSERT_TRUE(names(log.findings(), {kFatal})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].driver, "one");
  EXPECT_EQ(log.findings()[0].message, "freed twice");
  ASSERT_EQ(log.findings()[0].stacks.size(), 1u);
  EXPECT_EQ(log.findings()[0].stacks[0].label, "here");
}

TEST(Breach, RaiseReturnsForAViolation) {
  ASSERT_NE(rules::find(kViolation).severity, rules::Severity::kFatal);
  const FindingLog log;
  nt::Driver driver("one");
  bool went_on = false;
  EXPECT_TRUE(driver.run("test", [&] {
    Breach(kViolation, Offender::running()).message("left").raise();
    went_on = true;
  }));
  EXPECT_TRUE(went_on);
  EXPECT_TRUE(driver.alive());
  EXPECT_TRUE(names(log.findings(), {kViolation})) << text_of(log.findings());
}

// What it ends is nothing, although other breaches of its rule do.
TEST(Breach, OfAFatalRuleMayBeSurvivable) {
  const FindingLog log;
  nt::Driver driver("one");
  bool went_on = false;
  EXPECT_TRUE(driver.run("test", [&] {
    Breach(kFatal, Offender::running()).message("a mild one").survivable().raise();
    went_on = true;
  }));
  EXPECT_TRUE(went_on);
  Breach(kFatal, Offender::ending(driver)).message("another").survivable().raise_later();
  EXPECT_TRUE(driver.alive());
  ASSERT_TRUE(names(log.findings(), {kFatal, kFatal})) << text_of(log.findings());
  EXPECT_EQ(rules::severity_of(log.findings()[0]), rules::Severity::kViolation);
  rules::Finding lint;
  lint.rule = &rules::find("N-009");
  lint.is_survivable = true;
  EXPECT_EQ(rules::severity_of(lint), rules::Severity::kLint) << "it makes nothing worse";
}

TEST(Breach, RaiseOutsideOfDriversReturns) {
  const FindingLog log;
  Breach(kFatal, Offender::running()).message("by the host").raise();
  ASSERT_TRUE(names(log.findings(), {kFatal})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].driver, "");
}

TEST(Breach, RaiseLaterAboutADriverReturnsAndLeavesItAlive) {
  const FindingLog log;
  nt::Driver driver("one");
  Breach(kFatal, driver).message("a fatal one").raise_later();
  Breach(kViolation, Offender::named("gone")).message("left").raise_later();
  EXPECT_TRUE(driver.alive());
  ASSERT_TRUE(names(log.findings(), {kFatal, kViolation})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].driver, "one");
  EXPECT_TRUE(log.findings()[0].stacks.empty());
  EXPECT_EQ(log.findings()[1].driver, "gone");
}

TEST(Breach, RaiseLaterEndsAnOffenderThatIsToEnd) {
  const FindingLog log;
  nt::Driver driver("one");
  int ended = 0;
  const auto count = [&] { ++ended; };
  Breach(kViolation, Offender::ending(driver, count)).message("tolerated").raise_later();
  EXPECT_TRUE(driver.alive());
  EXPECT_EQ(ended, 0);
  Breach(kFatal, Offender::ending(driver, count)).message("fatal").raise_later();
  EXPECT_FALSE(driver.alive());
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(names(log.findings(), {kViolation, kFatal})) << text_of(log.findings());
}

TEST(Breach, RaiseLaterInADriversCallReturnsAndEndsItAtItsNextCall) {
  const FindingLog log;
  nt::Driver driver("one");
  bool returned = false, went_on = false;
  EXPECT_FALSE(driver.run("test", [&] {
    Breach(kFatal, Offender::running()).message("in a place that must not unwind").raise_later();
    returned = true;
    nt::end_call_if_dead();
    went_on = true;
  }));
  EXPECT_TRUE(returned);
  EXPECT_FALSE(went_on);
  ASSERT_TRUE(names(log.findings(), {kFatal})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].driver, "one");
  EXPECT_EQ(log.findings()[0].stacks.at(0).label, "here");
}

TEST(Breach, OfAClientNamesNoDriver) {
  const FindingLog log;
  nt::Driver driver("one");
  EXPECT_TRUE(driver.run(
      "test", [&] { Breach("K-094", Offender::client()).message("a client's").raise_later(); }));
  EXPECT_TRUE(driver.alive());
  ASSERT_TRUE(names(log.findings(), {"K-094"_rule})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].driver, "");
}

TEST(Breach, SaysWhatItWasGiven) {
  const FindingLog log;
  const int thing = 0;
  const rules::Stack where = rules::Stack::capture();
  nt::Driver driver("one");
  ASSERT_TRUE(driver.run("test", [&] { nt::begin_history(&thing, "made"); }));
  Breach(kViolation, driver)
      .message("{} of {}", 2, "three")
      .object("a thing")
      .at(&thing)
      .history("armed", where)
      .history(std::vector<rules::ObjectEvent>{"fired"})
      .field("pList[2].hThing", 64)
      .field("Flags", std::string("0x1"))
      .stack("taken", where)
      .about({.object = {}, .history = {"cancelled"}, .stacks = {{"freed", where}}})
      .raise_later();
  ASSERT_EQ(log.findings().size(), 1u);
  const rules::Finding found = log.findings()[0];
  EXPECT_EQ(found.message, "2 of three");
  EXPECT_EQ(found.object, "a thing");
  std::vector<std::string> history;
  for (const rules::ObjectEvent& each : found.history) history.push_back(each.what);
  EXPECT_EQ(history, (std::vector<std::string>{"made", "armed", "fired", "cancelled"}));
  ASSERT_EQ(found.fields.size(), 2u);
  EXPECT_EQ(found.fields[0].path, "pList[2].hThing");
  EXPECT_EQ(found.fields[0].value, "64");
  ASSERT_EQ(found.stacks.size(), 2u);
  EXPECT_EQ(found.stacks[0].label, "taken");
  EXPECT_EQ(found.stacks[1].label, "freed");
  const std::string text = to_text(found);
  EXPECT_NE(text.find("  field: pList[2].hThing is 64\n  field: Flags is 0x1\n"), std::string::npos)
      << text;
  EXPECT_NE(rules::to_json({found}).find("\"path\": \"pList[2].hThing\""), std::string::npos);
}

TEST(Breach, MessageWithoutValuesIsNoFormat) {
  const FindingLog log;
  Breach(kViolation, Offender::named("one")).message("{} stays").raise_later();
  EXPECT_EQ(log.findings().at(0).message, "{} stays");
}

TEST(Silence, DropsWhatIsSaidAboutDriversAndKeepsWhatClientsDid) {
  const FindingLog log;
  {
    const nt::Silence silence;
    Breach(kViolation, Offender::named("one")).message("a debt").raise_later();
    Breach("K-094", Offender::client()).message("a client's").raise_later();
  }
  EXPECT_TRUE(names(log.findings(), {"K-094"_rule})) << text_of(log.findings());
}

TEST(LaterBreaches, WaitAndAreRaisedInTheirOrder) {
  const FindingLog log;
  nt::Driver driver("one");
  bool went_on = false;
  EXPECT_FALSE(driver.run("test", [&] {
    nt::LaterBreaches later;
    Breach(kViolation, Offender::running()).message("first").raise_later();
    Breach(kFatal, Offender::running()).message("second").raise_later();
    Breach(kViolation, Offender::running()).message("never").raise_later();
    EXPECT_TRUE(driver.alive());
    EXPECT_TRUE(log.findings().empty());
    later.raise();
    went_on = true;
  }));
  EXPECT_FALSE(went_on);
  ASSERT_TRUE(names(log.findings(), {kViolation, kFatal})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].message, "first");
  EXPECT_EQ(log.findings()[0].driver, "one");
}

TEST(LaterBreaches, AreOfTheCallThatMadeThem) {
  const FindingLog log;
  nt::Driver outer("outer"), inner("inner");
  EXPECT_TRUE(outer.run("outer", [&] {
    nt::LaterBreaches later;
    EXPECT_TRUE(inner.run("inner", [&] {
      Breach(kViolation, Offender::running()).message("of the inner").raise_later();
    }));
    EXPECT_TRUE(later.empty());
    ASSERT_EQ(log.findings().size(), 1u);
    EXPECT_EQ(log.findings()[0].driver, "inner");
    Breach(kViolation, Offender::running()).message("of the outer").raise_later();
    EXPECT_FALSE(later.empty());
    later.raise();
  }));
  ASSERT_EQ(log.findings().size(), 2u);
  EXPECT_EQ(log.findings()[1].driver, "outer");
}

TEST(LaterBreaches, AreDroppedWithACallThatIsCutShort) {
  const FindingLog log;
  nt::Driver driver("one");
  EXPECT_FALSE(driver.run("test", [&] {
    const nt::LaterBreaches later;
    Breach(kViolation, Offender::running()).message("waits").raise_later();
    *reinterpret_cast<volatile int*>(8) = 1;
  }));
  EXPECT_TRUE(names(log.findings(), {"N-061"_rule})) << text_of(log.findings());
  // The queue that the jump skipped is not used.
  nt::Driver other("two");
  EXPECT_TRUE(other.run(
      "test", [&] { Breach(kViolation, Offender::running()).message("at once").raise_later(); }));
  EXPECT_EQ(log.findings().size(), 2u);
}

TEST(LaterBreaches, OutsideOfDriversAreRaisedAboutOne) {
  const FindingLog log;
  nt::Driver driver("one");
  nt::LaterBreaches later;
  Breach(kFatal, Offender::running()).message("seen by the host").raise_later();
  EXPECT_TRUE(log.findings().empty());
  later.raise_about(driver);
  EXPECT_TRUE(driver.alive());
  ASSERT_TRUE(names(log.findings(), {kFatal})) << text_of(log.findings());
  EXPECT_EQ(log.findings()[0].driver, "one");
}

}  // namespace
