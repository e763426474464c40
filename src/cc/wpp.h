// The trace preprocessor: reads the configuration blocks that driver sources carry in comments and
// writes the .tmh headers that those sources include. A trace call becomes a call of
// drydock_wpp_trace with its text and arguments.
//
//   // begin_wpp config
//   // FUNC TraceEvents(LEVEL, FLAGS, MSG, ...);
//   // FUNC TraceFailure{LEVEL=TRACE_LEVEL_ERROR}(FLAGS, MSG, ...);
//   // FUNC DebugPrint((LEVEL, MSG, ...));
//   // DbgPrint{FLAG=ALL}(LEVEL, (MSG, ...));
//   // end_wpp
//
// A condition is every parameter except the text and its arguments. A driver may define code around
// the trace of some conditions: WPP_LEVEL_FLAGS_PRE(LEVEL, FLAGS) before it and
// WPP_LEVEL_FLAGS_POST(LEVEL, FLAGS) behind it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drydock::cc {

struct TraceFunction {
  std::string name;
  // {LEVEL=…}: conditions that the call does not pass
  std::vector<std::pair<std::string, std::string>> fixed;
  std::vector<std::string> outer;  // parameters in order, "..." last when arguments may follow
  std::vector<std::string> inner;  // parameters that the call puts into parentheses of their own

  bool operator==(const TraceFunction&) const = default;
};

// The trace functions that the configuration blocks of one text declare. Lines that it does not
// understand are ignored.
std::vector<TraceFunction> trace_functions_of(std::string_view text);

// The contents of every .tmh file: all trace functions of a driver, with an include guard.
std::string trace_header(const std::vector<TraceFunction>& functions);

}  // namespace drydock::cc
