#include "tests/model/stream_step.h"

#include <fmt/format.h>

#include <ostream>

namespace drydock::model {
namespace {

constexpr std::array<const char*, kStreamOps> kStreamOpNames = {
    "OpenFilter",     "CloseFilter", "Connect", "ClosePin", "SetState",
    "Reset",          "Send",        "Cancel",  "Process",  "OpenAllocator",
    "CloseAllocator", "Allocate",    "Free",    "Assign",   "SurpriseRemove"};

void add_member(std::string& out, const char* name, int value) {
  if (value != 0) out += fmt::format(", .{} = {}", name, value);
}

}  // namespace

std::string to_cpp(const StreamStep& step) {
  std::string out = fmt::format("EXPECT_EQ(play({{.op = StreamOp::k{}",
                                kStreamOpNames[static_cast<std::size_t>(step.op)]);
  add_member(out, "on", step.on);
  add_member(out, "of", step.of);
  add_member(out, "to", step.to);
  add_member(out, "count", step.count);
  add_member(out, "way", step.way);
  add_member(out, "fault", step.fault);
  return out + "}), \"\");\n";
}

std::string to_cpp(const std::vector<StreamStep>& steps) {
  std::string out = "  StreamPlay play;\n";
  for (const StreamStep& step : steps) out += "  " + to_cpp(step);
  return out;
}

void showValue(const StreamStep& step, std::ostream& out) {
  out << kStreamOpNames[static_cast<std::size_t>(step.op)];
}

}  // namespace drydock::model
