// The trace: what is recorded, in which order, and its two forms.
#include "src/trace/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/schedule.h"

namespace drydock::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> lines() {
  std::vector<std::string> out;
  std::istringstream text(to_text());
  for (std::string line; std::getline(text, line);) out.push_back(line);
  return out;
}

// Lines without sequence, time and strand.
std::vector<std::string> what() {
  std::vector<std::string> out = lines();
  for (std::string& line : out) line = line.substr(line.find("] ") + 2);
  return out;
}

nlohmann::json chrome() { return nlohmann::json::parse(to_chrome_json())["traceEvents"]; }

enum class Colour : unsigned { kRed = 3 };

TEST(Trace, KeepsEventsInOrder) {
  const Recording recording;
  event("nt", "KeSetEvent", {{"object", 7}, {"state", 1u}});
  event("nt", "DbgPrint", {}, "hello");
  event("dxgk", "Present", {{"a", -1}, {"b", Colour::kRed}, {"c", true}, {"d", 1ull << 40}}, "x");
  event("dxgk", "Idle");
  EXPECT_THAT(what(), ElementsAre("nt.KeSetEvent object=7 state=1", "nt.DbgPrint \"hello\"",
                                  "dxgk.Present a=-1 b=3 c=1 d=1099511627776 \"x\"", "dxgk.Idle"));
  const std::vector<std::string> all = lines();
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(all[i].starts_with(std::to_string(i) + " ")) << all[i];
  }
}

TEST(Trace, RecordsOnlyDuringARecording) {
  clear();
  event("nt", "before");
  {
    const Recording outer;
    event("nt", "first");
    {
      const Recording inner;
      event("nt", "second");
    }
    EXPECT_TRUE(is_recording());
    event("nt", "third");
  }
  EXPECT_FALSE(is_recording());
  event("nt", "after");
  EXPECT_THAT(what(), ElementsAre("nt.first", "nt.second", "nt.third"));
  const Recording anew;
  EXPECT_THAT(lines(), IsEmpty());
}

TEST(Trace, ClearBeginsAnew) {
  const Recording recording;
  event("nt", "one");
  clear();
  EXPECT_EQ(to_text(), "");
  event("nt", "two");
  ASSERT_THAT(lines(), SizeIs(1));
  EXPECT_TRUE(lines()[0].starts_with("0 "));
}

TEST(Trace, SpansBeginAndEnd) {
  std::optional<Recording> recording(std::in_place);
  {
    const Span span("nt", "DriverEntry", {{"driver", 1}}, "sample");
    event("nt", "inside");
  }
  EXPECT_THAT(what(),
              ElementsAre("+nt.DriverEntry driver=1 \"sample\"", "nt.inside", "-nt.DriverEntry"));
  recording.reset();
  clear();
  {
    const Span unheard("nt", "quiet");
    recording.emplace();
  }
  EXPECT_THAT(lines(), IsEmpty());
}

TEST(Trace, FindingsAreEvents) {
  const rules::FindingLog log;
  const Recording recording;
  rules::Finding finding;
  finding.rule = &rules::find("N-001");
  finding.driver = "sample";
  finding.message = "an address: 0x7f1234";
  rules::raise(finding);
  EXPECT_THAT(what(), ElementsAre("finding.N-001 \"sample\""));
}

TEST(Trace, ThreadsThatEndedAreKept) {
  const Recording recording;
  std::thread([] { event("nt", "elsewhere"); }).join();
  event("nt", "here");
  EXPECT_THAT(what(), ElementsAre("nt.elsewhere", "nt.here"));
}

TEST(Trace, VeryManyThreadsDoNotFillTheMemory) {
  const Recording recording;
  constexpr std::size_t kThreads = 1500;
  for (std::size_t i = 0; i < kThreads; ++i) {
    std::thread([i] { event("nt", "thread", {{"number", i}}); }).join();
  }
  const std::vector<std::string> all = lines();
  EXPECT_LT(all.size(), 600u);
  EXPECT_EQ(all[0],
            "# " + std::to_string(kThreads - (all.size() - 1)) + " earlier events were dropped");
  EXPECT_THAT(all.back(), EndsWith("number=1499"));
}

TEST(TraceLimit, KeepsTheLatest) {
  constexpr std::size_t kKept = 1000;
  const Recording recording(kKept);
  for (int i = 0; i < 100'000; ++i) event("nt", "tick", {{"n", i}});
  const std::vector<std::string> all = lines();
  EXPECT_THAT(all[0], EndsWith("earlier events were dropped"));
  EXPECT_GE(all.size() - 1, kKept);
  EXPECT_LE(all.size() - 1, 2 * kKept);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_THAT(all[i], EndsWith("n=" + std::to_string(100'000 - all.size() + i)));
  }
}

RC_GTEST_PROP(TraceLimitProperty, TheLatestAreThereAndTheRestIsCounted, ()) {
  const auto events_per_thread = *rc::gen::inRange<std::size_t>(0, 3000);
  const auto count = *rc::gen::inRange<std::size_t>(0, 6000);
  const Recording recording(events_per_thread);
  for (std::size_t i = 0; i < count; ++i) event("nt", "tick", {{"n", i}});
  std::vector<std::string> all = lines();
  std::size_t dropped = 0;
  if (!all.empty() && all[0][0] == '#') {
    dropped = std::stoul(all[0].substr(2));
    all.erase(all.begin());
  }
  RC_ASSERT(dropped + all.size() == count);
  RC_ASSERT(all.size() >= std::min(events_per_thread, count));
  if (count > 0) RC_ASSERT(all.back().ends_with("n=" + std::to_string(count - 1)));
}

RC_GTEST_PROP(TraceTextProperty, OneLineAnEventWhateverTheBytes,
              (const std::string& bytes, std::int64_t value)) {
  const Recording recording;
  event("nt", "DbgPrint", {{"value", value}}, bytes);
  event("nt", "next");
  const std::string text = to_text();
  RC_ASSERT(std::ranges::count(text, '\n') == 2);
  RC_ASSERT(std::ranges::none_of(text, [](char c) { return c >= 0 && c < ' ' && c != '\n'; }));
  const auto events = chrome();
  RC_ASSERT(events.size() == 3u);  // with the name of the thread
  RC_ASSERT(events[1]["args"]["value"] == value);
}

TEST(TraceText, LongTextIsCutBetweenCharacters) {
  const Recording recording;
  std::string text(kTextSize - 1, 'a');
  event("nt", "DbgPrint", {}, text + "bb");
  event("nt", "DbgPrint", {}, text + "\xc3\xa9");
  EXPECT_THAT(what(), ElementsAre("nt.DbgPrint \"" + text + "b\"", "nt.DbgPrint \"" + text + "\""));
}

TEST(TraceText, MoreArgumentsThanFitAreLeftOut) {
  const Recording recording;
  event("nt", "many", {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}});
  EXPECT_THAT(what(), ElementsAre("nt.many a=1 b=2 c=3 d=4"));
}

TEST(TraceChrome, IsWhatViewersRead) {
  const Recording recording;
  {
    const Span span("nt", "DriverEntry");
    event("nt", "KeSetEvent", {{"object", 7}}, "\"quoted\"");
  }
  const auto events = chrome();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0]["ph"], "M");
  EXPECT_EQ(events[0]["name"], "thread_name");
  EXPECT_EQ(events[0]["args"]["name"], sim::name_of(sim::current()));
  EXPECT_EQ(events[1]["ph"], "B");
  EXPECT_EQ(events[2]["ph"], "i");
  EXPECT_EQ(events[2]["s"], "t");
  EXPECT_EQ(events[2]["cat"], "nt");
  EXPECT_EQ(events[2]["name"], "KeSetEvent");
  EXPECT_EQ(events[2]["args"]["object"], 7);
  EXPECT_EQ(events[2]["args"]["text"], "\"quoted\"");
  EXPECT_EQ(events[3]["ph"], "E");
  double last = -1;
  for (std::size_t i = 1; i < events.size(); ++i) {
    EXPECT_EQ(events[i]["tid"], events[0]["tid"]);
    EXPECT_GT(events[i]["ts"].get<double>(), last);
    last = events[i]["ts"].get<double>();
  }
}

TEST(TraceChrome, EmptyIsWellFormed) {
  clear();
  EXPECT_TRUE(chrome().empty());
}

}  // namespace
}  // namespace drydock::trace
