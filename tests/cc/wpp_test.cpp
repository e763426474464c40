#include "src/cc/wpp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace drydock::cc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

std::string block(const std::string& line) {
  return "// begin_wpp config\n// " + line + "\n// end_wpp\n";
}

TEST(TraceFunctions, OfAllForms) {
  const auto found = trace_functions_of(
      "//\n// begin_wpp config\n"
      "// USEPREFIX (TraceEvents, \"%!STDPREFIX! \");\n"
      "// FUNC TraceEvents(LEVEL, FLAGS, MSG, ...);\n"
      "// FUNC TraceFailure{LEVEL=TRACE_LEVEL_ERROR, FLAGS=ALL}(MSG, ...);\n"
      "// FUNC Print((LEVEL, MSG, ...));\n"
      "// FUNC Entry{LEVEL=VERBOSE}(FLAGS);\n"
      "// DbgPrint{FLAG = ALL}(LEVEL, (MSG, ...));\n"
      "// end_wpp\n"
      "// FUNC Outside(MSG);\n");
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[0].name, "TraceEvents");
  EXPECT_THAT(found[0].outer, ElementsAre("LEVEL", "FLAGS", "MSG", "..."));
  EXPECT_THAT(found[1].fixed,
              ElementsAre(Pair("LEVEL", "TRACE_LEVEL_ERROR"), Pair("FLAGS", "ALL")));
  EXPECT_THAT(found[2].outer, IsEmpty());
  EXPECT_THAT(found[2].inner, ElementsAre("LEVEL", "MSG", "..."));
  EXPECT_THAT(found[3].outer, ElementsAre("FLAGS"));
  EXPECT_THAT(found[4].fixed, ElementsAre(Pair("FLAG", "ALL")));
  EXPECT_THAT(found[4].outer, ElementsAre("LEVEL"));
  EXPECT_THAT(found[4].inner, ElementsAre("MSG", "..."));
}

TEST(TraceFunctions, BlocksInsideOneLongComment) {
  EXPECT_EQ(trace_functions_of("/*\n begin_wpp config\n FUNC T(MSG, ...);\n end_wpp\n*/").size(),
            1U);
}

class Malformed : public ::testing::TestWithParam<const char*> {};

TEST_P(Malformed, IsLeftOut) { EXPECT_THAT(trace_functions_of(block(GetParam())), IsEmpty()); }

INSTANTIATE_TEST_SUITE_P(TraceFunctions, Malformed,
                         ::testing::Values("FUNC", "FUNC ", "FUNC T", "FUNC T(", "FUNC T(MSG",
                                           "FUNC T{", "FUNC T{LEVEL",
                                           "FUNC T{LEVEL=", "FUNC T((MSG, ...)", "FUNC T(..., MSG)",
                                           "FUNC T(MSG, MSG)", "FUNC 9T(MSG)", "FUNC T(a b)",
                                           "FUNC T(,)", "FUNC ...(MSG)", "FUNC T((", "FUNC T(())",
                                           "FUNC T((MSG)(X))", "USEPREFIX (T, \"x\")"));

TEST(TraceHeader, ShowsPassedAndFixedConditions) {
  const std::string header =
      trace_header(trace_functions_of(block("FUNC F{LEVEL=\"a\\b\"}(FLAGS, MSG, ...);")));
  EXPECT_THAT(header, HasSubstr("#define F(FLAGS, MSG, ...)"));
  EXPECT_THAT(header, HasSubstr("DRYDOCK_TRACE(\"\\\"a\\\\b\\\"\", #FLAGS, MSG"));
}

TEST(TraceHeader, CallsTheDriversCodeAroundTheTrace) {
  const std::string header =
      trace_header(trace_functions_of(block("FUNC F{LEVEL=ERROR}(EXP, MSG, ...);")));
  EXPECT_THAT(header,
              HasSubstr("#ifndef WPP_LEVEL_EXP_PRE\n#define WPP_LEVEL_EXP_PRE(...)\n#endif\n"));
  EXPECT_THAT(header, HasSubstr("WPP_LEVEL_EXP_PRE(ERROR, EXP) DRYDOCK_TRACE("));
  EXPECT_THAT(header, HasSubstr(") WPP_LEVEL_EXP_POST(ERROR, EXP)\n"));
}

TEST(TraceHeader, DoubleParenthesesGoThroughAHelper) {
  const std::string header = trace_header(trace_functions_of(block("FUNC P((LEVEL, MSG, ...));")));
  EXPECT_THAT(header, HasSubstr("#define DRYDOCK_TRACE_P(LEVEL, MSG, ...)"));
  EXPECT_THAT(header, HasSubstr("#define P(ARGUMENTS) DRYDOCK_TRACE_P ARGUMENTS"));
}

TEST(TraceHeader, InnerParenthesesAreUnwrapped) {
  const std::string header = trace_header(trace_functions_of(block("P(LEVEL, (MSG, ...));")));
  EXPECT_THAT(header, HasSubstr("#define P(LEVEL, DRYDOCK_TRACE_INNER)"));
}

TEST(TraceHeader, WithoutFunctionsStillServesDoTraceMessage) {
  const std::string header = trace_header({});
  EXPECT_THAT(header, HasSubstr("DoTraceMessage"));
  EXPECT_THAT(header, Not(HasSubstr("#undef")));
}

RC_GTEST_PROP(TraceFunctionsProperty, AnyTextIsRead, (const std::string& text)) {
  for (const TraceFunction& function : trace_functions_of(block("FUNC " + text))) {
    RC_ASSERT(!function.name.empty());
  }
}

// A declaration of valid words is read as it was written.
RC_GTEST_PROP(TraceFunctionsProperty, ValidDeclarationsComeBack, ()) {
  const auto word = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('A', 'S')));
  TraceFunction function;
  function.name = "T" + *word;
  auto& list = *rc::gen::arbitrary<bool>() ? function.inner : function.outer;
  list = *rc::gen::nonEmpty(rc::gen::unique<std::vector<std::string>>(word));
  if (*rc::gen::arbitrary<bool>()) list.emplace_back("...");
  const bool wrapped = !function.inner.empty();
  std::string line = "FUNC " + function.name + (wrapped ? "((" : "(");
  for (std::size_t i = 0; i < list.size(); ++i) line += (i == 0 ? "" : ", ") + list[i];
  line += wrapped ? "));" : ");";
  RC_ASSERT(trace_functions_of(block(line)) == std::vector<TraceFunction>{function});
}

}  // namespace
}  // namespace drydock::cc
