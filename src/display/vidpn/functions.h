// What all functions of the VidPn and monitor interfaces share: they are called at PASSIVE_LEVEL
// with a handle of the running call, they answer with a status, and they may have a rule to
// raise.
//
// A function answers first and raises afterwards, because nothing is raised inside of
// Lending::alone(). It writes to the driver's memory last. Cost: one turn at the gate. Threads:
// any.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "src/display/vidpn/driver_call.h"
#include "src/display/vidpn/lending.h"

namespace drydock::display {

struct Complaint {
  rules::RuleId rule;
  std::string message;
  bool is_tolerated = false;
  std::optional<rules::Stack> where = {};  // the object was given out here
};

struct Reply {
  NTSTATUS status = STATUS_SUCCESS;
  std::optional<Complaint> complaint = {};
};

// Refuses, and says by which rule.
inline Reply refuse(NTSTATUS status, rules::RuleId rule, std::string message) {
  return {status, Complaint{rule, std::move(message)}};
}

// D-046.
void check_level(const char* call);

void raise(const char* call, const Complaint& complaint);

// The status for a handle that is none of this kind.
NTSTATUS invalid_handle(ShownKind kind);

// Answers for a handle that means nothing: it is stale, or was never given out.
Reply refuse_handle(ShownKind kind, Lending::Found found, const void* handle);

// Answers for a set that the driver has given back.
Reply refuse_ended(const Shown& shown, NTSTATUS status);

// Nothing when the change is allowed in this call.
std::optional<Reply> denied(const Shown& shown, Change change);

// Answers a call: `body` gets what the handle means, if it means something of this kind.
template <typename Body>
NTSTATUS serve(const char* call, ShownKind kind, const void* handle, Body&& body) {
  check_level(call);
  const Reply reply = Lending::instance().alone([&]() -> Reply {
    const Lending::Answer answer = Lending::instance().find(kind, handle);
    if (answer.shown == nullptr) return refuse_handle(kind, answer.found, handle);
    return body(*answer.shown);
  });
  if (reply.complaint) raise(call, *reply.complaint);
  return reply.status;
}

// What a mode set is to the functions.
template <typename Mode>
struct ShownSet;
template <>
struct ShownSet<D3DKMDT_VIDPN_SOURCE_MODE> {
  using Handle = D3DKMDT_HVIDPNSOURCEMODESET;
  static constexpr ShownKind kKind = ShownKind::kSourceModes;
};
template <>
struct ShownSet<D3DKMDT_VIDPN_TARGET_MODE> {
  using Handle = D3DKMDT_HVIDPNTARGETMODESET;
  static constexpr ShownKind kKind = ShownKind::kTargetModes;
};
template <>
struct ShownSet<D3DKMDT_MONITOR_SOURCE_MODE> {
  using Handle = D3DKMDT_HMONITORSOURCEMODESET;
  static constexpr ShownKind kKind = ShownKind::kMonitorModes;
};

}  // namespace drydock::display
