#include "tests/model/graphics_step.h"

#include <fmt/format.h>

#include <ostream>

namespace drydock::model {
namespace {

constexpr std::array<const char*, kOps> kOpNames = {
    "OpenAdapter",    "CloseAdapter",   "CreateDevice",   "DestroyDevice", "CreateContext",
    "DestroyContext", "CreateQueue",    "DestroyQueue",   "Create",        "Destroy",
    "Open",           "Share",          "CloseNt",        "Lock",          "Unlock",
    "Offer",          "Reclaim",        "ReclaimByQueue", "Discard",       "MakeResident",
    "Evict",          "QueryResidency", "EndProcess",     "Restart"};

constexpr std::array<const char*, kKinds> kKindNames = {
    "",         "adapter",    "device", "context",   "queue",  "fence",
    "resource", "allocation", "global", "nt_handle", "garbage"};

constexpr std::array<const char*, 4> kFaultNames = {"None", "Driver", "DriverOpen", "Host"};

std::string text_of(Ref ref) {
  if (ref.kind == Kind::kNone) return "{}";
  return fmt::format("{}({})", kKindNames[static_cast<std::size_t>(ref.kind)], ref.index);
}

void add(std::string& out, const char* name, int value) {
  if (value != 0) out += fmt::format(", .{} = {}", name, value);
}

void add(std::string& out, const char* name, Ref value) {
  if (value != Ref{}) out += fmt::format(", .{} = {}", name, text_of(value));
}

void add(std::string& out, const char* name, const std::vector<Ref>& values) {
  if (values.empty()) return;
  out += fmt::format(", .{} = {{", name);
  for (std::size_t i = 0; i < values.size(); ++i) out += (i == 0 ? "" : ", ") + text_of(values[i]);
  out += "}";
}

}  // namespace

std::string to_cpp(const Step& step) {
  std::string out =
      fmt::format("EXPECT_EQ(play({{.op = Op::k{}", kOpNames[static_cast<std::size_t>(step.op)]);
  add(out, "by", step.by);
  add(out, "on", step.on);
  add(out, "of", step.of);
  add(out, "list", step.list);
  add(out, "to", step.to);
  add(out, "count", step.count);
  add(out, "way", step.way);
  if (step.fault != Fault::kNone)
    out += fmt::format(", .fault = Fault::k{}", kFaultNames[static_cast<std::size_t>(step.fault)]);
  add(out, "nth", step.nth);
  return out + "}), \"\");\n";
}

std::string to_cpp(const std::vector<Step>& steps) {
  std::string out = "  GraphicsPlay play;\n";
  for (const Step& step : steps) out += "  " + to_cpp(step);
  return out;
}

void showValue(const Step& step, std::ostream& out) {
  out << kOpNames[static_cast<std::size_t>(step.op)];
}

}  // namespace drydock::model
