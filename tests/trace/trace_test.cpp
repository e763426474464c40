// Events and spans, in order, while a recording runs.
#include "src/trace/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/trace/lines.h"

namespace drydock::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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

}  // namespace
}  // namespace drydock::trace
