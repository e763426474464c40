// The common part of all functions of the VidPn and monitor interfaces. They are called at
// PASSIVE_LEVEL with a handle of the running call, they return a status, and they may have a rule
// to raise.
//
// A function answers first and raises afterwards, because nothing is raised inside of
// NetworkHandles::alone(). It writes to the driver's memory last. Cost: one turn at the gate.
// Threads: any.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "src/display/vidpn/driver_call.h"
#include "src/display/vidpn/network_handles.h"

namespace drydock::display {

struct Complaint {
  rules::RuleId rule;
  std::string message;
  bool is_tolerated = false;
  std::optional<rules::Stack> where = {};  // the driver got the object here
};

struct Reply {
  NTSTATUS status = STATUS_SUCCESS;
  std::optional<Complaint> complaint = {};
};

// Refuses, and says by which rule.
inline Reply refuse(NTSTATUS status, rules::RuleId rule, std::string message) {
  return {status, Complaint{rule, std::move(message)}};
}

// Raises D-046 when the driver calls above PASSIVE_LEVEL.
void check_level(const char* call);

void raise(const char* call, const Complaint& complaint);

// The status for a handle that is none of this kind.
NTSTATUS invalid_handle(ObjectKind kind);

// Answers for a handle that means nothing: it is stale, or was never issued.
Reply refuse_handle(ObjectKind kind, NetworkHandles::Found found, const void* handle);

// Answers for a set that the driver has released or assigned.
Reply refuse_ended(const BorrowedObject& object, NTSTATUS status);

// Returns nothing when the change is allowed in this call.
std::optional<Reply> denied(const BorrowedObject& object, Change change);

// Answers a call: `body` gets what the handle means, if it means something of this kind.
template <typename Body>
NTSTATUS serve(const char* call, ObjectKind kind, const void* handle, Body&& body) {
  check_level(call);
  const Reply reply = NetworkHandles::instance().alone([&]() -> Reply {
    const NetworkHandles::Answer answer = NetworkHandles::instance().find(kind, handle);
    if (answer.object == nullptr) return refuse_handle(kind, answer.found, handle);
    return body(*answer.object);
  });
  if (reply.complaint) raise(call, *reply.complaint);
  return reply.status;
}

// The type of handle that names a mode set, and its kind.
template <typename Mode>
struct SetHandle;
template <>
struct SetHandle<D3DKMDT_VIDPN_SOURCE_MODE> {
  using Handle = D3DKMDT_HVIDPNSOURCEMODESET;
  static constexpr ObjectKind kKind = ObjectKind::kSourceModes;
};
template <>
struct SetHandle<D3DKMDT_VIDPN_TARGET_MODE> {
  using Handle = D3DKMDT_HVIDPNTARGETMODESET;
  static constexpr ObjectKind kKind = ObjectKind::kTargetModes;
};
template <>
struct SetHandle<D3DKMDT_MONITOR_SOURCE_MODE> {
  using Handle = D3DKMDT_HMONITORSOURCEMODESET;
  static constexpr ObjectKind kKind = ObjectKind::kMonitorModes;
};

}  // namespace drydock::display
