// The trace as text and as what viewers read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "src/trace/trace.h"
#include "tests/trace/lines.h"

namespace drydock::trace {
namespace {

using ::testing::ElementsAre;

nlohmann::json chrome() { return nlohmann::json::parse(to_chrome_json())["traceEvents"]; }

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
  event("nt", "many",
        {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}, {"h", 8}, {"i", 9}});
  EXPECT_THAT(what(), ElementsAre("nt.many a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8"));
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
