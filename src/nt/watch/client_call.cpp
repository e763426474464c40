#include "src/nt/watch/client_call.h"

#include <fmt/format.h>

#include <string_view>

#include "src/nt/watch/breach.h"

namespace drydock::nt {

thread_local constinit ClientCall* ClientCall::innermost = nullptr;

std::string ClientField::path_text() const {
  const std::string_view text = path;
  const std::size_t brackets = text.find("[]");
  if (brackets == std::string_view::npos) return std::string(text);
  return fmt::format("{}[{}]{}", text.substr(0, brackets), index, text.substr(brackets + 2));
}

std::string ClientField::value_text() const {
  constexpr std::uint64_t kLargestDecimal = 4095;
  return value <= kLargestDecimal ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}

rules::Stack ClientCall::stack() const { return rules::Stack::above(frame_).outside_host(); }

bool ClientCall::is_by_host() const {
  const rules::Stack stack = rules::Stack::above(frame_);
  return stack.depth != 0 && rules::is_in_host(stack.pcs[0]);
}

void ClientCall::raise(const ClientBreach& breach, rules::RuleId rule, const char* why) const {
  Breach(rule, Offender::client())
      .message("{}: {} is {}: {}", entry_, breach.field.path_text(), breach.field.value_text(), why)
      .field(breach.field.path_text(), breach.field.value_text())
      .raise_later();
}

void ClientCall::raise() const {
  for (const ClientBreach& each : noted()) {
    if (each.rule()) raise(each, *each.rule(), each.why);
  }
}

void note_client_breach(rules::RuleId rule, const ClientField& field, const char* why,
                        RaisedFor raised_for) {
  rules::evaluated_at_least_once(rule);
  ClientCall* const call = ClientCall::current();
  if (call == nullptr) return;
  call->note({.rule_index = ClientBreach::index_of(rule),
              .if_gone = ClientBreach::kNone,
              .if_global = ClientBreach::kNone,
              .is_handle = false,
              .raised_for = raised_for,
              .field = field,
              .why = why});
}

void note_bad_handle(const ClientField& field, const HandleRules& rules) {
  ClientCall* const call = ClientCall::current();
  if (call == nullptr) return;
  call->note({.rule_index = ClientBreach::index_of(rules.otherwise),
              .if_gone = ClientBreach::index_of(rules.if_gone),
              .if_global = ClientBreach::index_of(rules.if_global),
              .is_handle = true,
              .raised_for = RaisedFor::kPrograms,
              .field = field,
              .why = "it names nothing that the call accepts"});
}

}  // namespace drydock::nt
