#include "tests/model/driver_calls.h"

#include <fmt/format.h>

namespace drydock::model {
namespace {

std::string list_of(char kind, const Numbers& numbers) {
  std::string out;
  for (const int number : numbers) out += fmt::format(" {}{}", kind, number);
  return out;
}

std::string made_or_failed(char kind, int number) {
  return number == kFailed ? std::string("fails") : fmt::format("{}{}", kind, number);
}

}  // namespace

std::string create_device_call(int device) {
  return "create device: " + made_or_failed('D', device);
}

std::string destroy_device_call(int device) { return fmt::format("destroy device D{}", device); }

std::string create_context_call(int device, int context) {
  return fmt::format("create context on D{}: {}", device, made_or_failed('C', context));
}

std::string destroy_context_call(int context) {
  return fmt::format("destroy context C{}", context);
}

std::string text_of(const CreateCall& call) {
  std::string out = fmt::format("create {}", call.count);
  if (call.is_resource)
    out += call.in == 0 ? std::string(" in a new resource") : fmt::format(" in R{}", call.in);
  if (call.made.empty() && call.resource == 0) return out + ": fails";
  out += ":";
  if (call.is_resource) out += fmt::format(" R{}", call.resource);
  return out + list_of('A', call.made);
}

std::string text_of(const OpenCall& call) {
  std::string out = fmt::format("open on D{}{}{}:", call.device, call.is_creator ? " new" : "",
                                call.is_reader ? " to read" : "");
  for (std::size_t i = 0; i < call.allocations.size(); ++i)
    out += fmt::format(" A{}={:x}", call.allocations[i], call.handles[i]);
  return out + (call.made.empty() ? " fails" : " as" + list_of('B', call.made));
}

std::string close_call(int device, const Numbers& openings) {
  return fmt::format("close on D{}:{}", device, list_of('B', openings));
}

std::string destroy_call(const Numbers& allocations, int resource, bool with_resource) {
  std::string out = "destroy";
  if (resource != 0) out += fmt::format(" in R{}", resource);
  if (with_resource) out += " and it";
  return out + ":" + list_of('A', allocations);
}

std::string lines_of(const Calls& calls) {
  std::string out;
  for (const std::string& call : calls) out += "    " + call + "\n";
  return out;
}

}  // namespace drydock::model
