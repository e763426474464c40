// The call of a client: what its checks note becomes findings with the client's stack.
#include "src/nt/watch/client_call.h"

#include <gtest/gtest.h>

#include <memory>

#include "drydock/findings.h"
#include "src/rules/finding.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
namespace rules = drydock::rules;
using drydock::operator""_rule;
using rules::FindingLog;
using namespace drydock::testing;

// An entry point of the host, as far as its caller can see.
[[gnu::noinline]] bool entry(bool is_broken, std::size_t index = 0) {
  nt::ClientCall call("Entry", __builtin_frame_address(0));
  const bool out =
      nt::client_breaks("K-043", is_broken, {"List[].Reserved", 0xABCDE, index}, "it is 0");
  call.raise();
  return out;
}

TEST(ClientCall, NamesTheEntryTheFieldAndTheValue) {
  const FindingLog log;
  EXPECT_TRUE(entry(true, 3));
  ASSERT_EQ(log.findings().size(), 1U);
  const rules::Finding finding = log.findings()[0];
  EXPECT_STREQ(finding.rule->id.data(), "K-043");
  EXPECT_EQ(finding.message, "Entry: List[3].Reserved is 0xabcde: it is 0");
  EXPECT_EQ(finding.fields.at(0).path, "List[3].Reserved");
  EXPECT_EQ(finding.fields.at(0).value, "0xabcde");
  ASSERT_FALSE(finding.stacks.empty());
  EXPECT_NE(finding.stacks[0].frames.at(0).function.find("TestBody"), std::string::npos);
}

TEST(ClientCall, IsRaisedOnceForEachPlaceAndLog) {
  const auto break_rule = [] { return entry(true); };
  const FindingLog log;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(break_rule());
  EXPECT_EQ(log.findings().size(), 1U);
  EXPECT_TRUE(break_rule());
  EXPECT_EQ(log.findings().size(), 2U) << "called from another place";
  {
    const FindingLog inner;
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(break_rule());
    EXPECT_EQ(inner.findings().size(), 1U);
  }
  EXPECT_EQ(log.findings().size(), 2U);
}

TEST(ClientCall, IsRaisedAgainWhenTheFindingsWereCleared) {
  FindingLog log;
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(entry(true));
    EXPECT_EQ(log.findings().size(), 1U);
    log.clear();
  }
}

TEST(ClientCall, OfAClientThatKeepsTheRuleIsSilentAndCounted) {
  const FindingLog log;
  const auto counts = std::make_unique<rules::EvaluationCounts>();
  {
    const rules::CountingEvaluations counting(*counts);
    EXPECT_FALSE(entry(false));
    EXPECT_FALSE(entry(false));
  }
  EXPECT_EQ(counts->of("K-043"), 2U);
  EXPECT_TRUE(log.findings().empty());
}

TEST(ClientCall, IsSilentWhileClientsAreSwitchedOff) {
  const FindingLog log;
  {
    const drydock::ClientFindingsOff off;
    const drydock::ClientFindingsOff again;
    EXPECT_TRUE(entry(true)) << "the caller learns of it";
  }
  EXPECT_TRUE(log.findings().empty());
  EXPECT_TRUE(entry(true));
  EXPECT_EQ(log.findings().size(), 1U);
}

TEST(ClientCall, WithoutOneNothingIsNoted) {
  const FindingLog log;
  EXPECT_EQ(nt::ClientCall::current(), nullptr);
  EXPECT_TRUE(nt::client_breaks("K-043", true, {"Reserved", 1}, "it is 0"));
  EXPECT_TRUE(nt::names_nothing(true, {"hDevice", 0}, {.otherwise = "K-084"_rule}));
  EXPECT_TRUE(log.findings().empty());
}

TEST(ClientCall, KeepsTheFirstBreachesOfACall) {
  const FindingLog log;
  nt::ClientCall call("Entry", __builtin_frame_address(0));
  for (std::size_t i = 0; i < 100; ++i)
    EXPECT_TRUE(nt::client_breaks("K-043", true, {"Reserved[]", 1, i}, "it is 0"));
  EXPECT_LT(call.noted().size(), 100U);
  EXPECT_EQ(call.noted()[0].field.path_text(), "Reserved[0]");
  EXPECT_EQ(call.noted()[1].field.path_text(), "Reserved[1]");
}

TEST(ClientCall, OfAProgramIsNotTheHosts) {
  const nt::ClientCall call("Entry", __builtin_frame_address(0));
  EXPECT_FALSE(call.is_by_host()) << "gtest called it";
  EXPECT_GT(call.stack().depth, 0U);
}

TEST(Stack, OutsideTheHostItBeginsWithTheCaller) {
  const rules::Stack here = rules::Stack::capture();
  EXPECT_EQ(here.outside_host().depth, here.depth) << "no host is on this stack";
  rules::Stack mixed;
  mixed.pcs[0] = reinterpret_cast<const char*>(&rules::remember_modules) + 8;
  mixed.pcs[1] = here.pcs[0];
  mixed.depth = 2;
  EXPECT_TRUE(rules::is_in_host(mixed.pcs[0]));
  EXPECT_FALSE(rules::is_in_host(mixed.pcs[1]));
  ASSERT_EQ(mixed.outside_host().depth, 1U);
  EXPECT_EQ(mixed.outside_host().pcs[0], here.pcs[0]);
}

}  // namespace
