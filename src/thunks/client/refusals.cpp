#include "src/thunks/client/refusals.h"

#include <new>
#include <optional>

#include "src/nt/ob/handle.h"
#include "src/thunks/client/client.h"

namespace drydock::thunks {
namespace {

// The rule that a handle breaks which the call does not accept, and why.
struct Verdict {
  std::optional<rules::RuleId> rule;
  const char* why;
};

bool is_nt_handle(std::uint64_t value) {
  return value != 0 && value >> 30 == 0 &&
         nt::check_handle(reinterpret_cast<HANDLE>(value), nullptr) == STATUS_SUCCESS;
}

bool is_live_in(dxgk::Process& process, dxgk::Handle handle) {
  const dxgk::ReadSection reading;
  return process.handles().look_up(handle) != nullptr;
}

bool is_of_another_process(dxgk::Process& mine, dxgk::Handle handle) {
  bool found = false;
  dxgk::dock_of(mine).each_process(
      [&](dxgk::Process& each) { found |= &each != &mine && is_live_in(each, handle); });
  return found;
}

Verdict judge_handle(const nt::ClientBreach& breach) {
  const auto handle = static_cast<dxgk::Handle>(breach.field.value);
  if (is_nt_handle(breach.field.value)) return {"K-039"_rule, "it is an NT handle"};
  if (dxgk::is_global(handle) && breach.if_global != nt::ClientBreach::kNone)
    return {nt::ClientBreach::id_at(breach.if_global), "it is a global share handle"};
  if (dxgk::is_local(handle) && !is_live_in(caller(), handle)) {
    if (caller().handles().was_issued(handle))
      return {nt::ClientBreach::id_at(
                  breach.if_gone != nt::ClientBreach::kNone ? breach.if_gone : breach.rule_index),
              "what it named is destroyed"};
    if (is_of_another_process(caller(), handle))
      return {"K-037"_rule, "it is a handle of another process"};
  }
  const bool is_live = dxgk::is_local(handle) && is_live_in(caller(), handle);
  return {breach.rule(), is_live ? "it names an object of another kind, or of another device or "
                                   "adapter than the call's"
                                 : breach.why};
}

void raise_one(const nt::ClientCall& call, const nt::ClientBreach& breach) {
  const Verdict verdict =
      breach.is_handle ? judge_handle(breach) : Verdict{breach.rule(), breach.why};
  if (verdict.rule) call.raise(breach, *verdict.rule, verdict.why);
}

}  // namespace

void raise_noted(const nt::ClientCall& call) noexcept {
  // A process that has ended is a shell; on Windows nobody could call for it.
  if (caller().has_ended()) return;
  try {
    const bool is_by_host = call.is_by_host();
    for (const nt::ClientBreach& each : call.noted()) {
      if (!is_by_host || each.raised_for == nt::RaisedFor::kAllClients) {
        raise_one(call, each);
      } else if (call.outer() != nullptr) {
        call.outer()->note(each);  // one entry point of the client's calls another
      }
    }
  } catch (const std::bad_alloc&) {
    // The client has its status, and nobody can be told more.
  }
}

}  // namespace drydock::thunks
