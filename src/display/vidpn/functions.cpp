#include "src/display/vidpn/functions.h"

#include <fmt/format.h>

#include "src/nt/base/thread.h"
#include "src/rules/evaluated.h"

namespace drydock::display {

void check_level(const char* call) {
  const KIRQL irql = nt::self().irql;
  if (!rules::breaks("D-046", irql > PASSIVE_LEVEL)) return;
  nt::Breach("D-046", nt::Offender::running())
      .message("{} is called at IRQL {}", call, static_cast<int>(irql))
      .raise();
}

void raise(const char* call, const Complaint& complaint) {
  std::vector<rules::ObjectEvent> history;
  if (complaint.where) history.emplace_back("given to the driver", *complaint.where);
  nt::Breach breach = nt::Breach(complaint.rule, nt::Offender::running())
                          .message("{}: {}", call, complaint.message)
                          .history(std::move(history));
  if (complaint.is_tolerated) return std::move(breach).tolerated().raise();
  std::move(breach).raise();
}

NTSTATUS invalid_handle(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kVidPn:
      return STATUS_GRAPHICS_INVALID_VIDPN;
    case ObjectKind::kTopology:
      return STATUS_GRAPHICS_INVALID_VIDPN_TOPOLOGY;
    case ObjectKind::kSourceModes:
      return STATUS_GRAPHICS_INVALID_VIDPN_SOURCEMODESET;
    case ObjectKind::kTargetModes:
      return STATUS_GRAPHICS_INVALID_VIDPN_TARGETMODESET;
    case ObjectKind::kMonitorModes:
      return STATUS_GRAPHICS_INVALID_MONITOR_SOURCEMODESET;
    case ObjectKind::kFrequencyRanges:
      return STATUS_GRAPHICS_INVALID_MONITOR_FREQUENCYRANGESET;
    default:
      return STATUS_GRAPHICS_INVALID_MONITORDESCRIPTORSET;
  }
}

Reply refuse_handle(ObjectKind kind, NetworkHandles::Found found, const void* handle) {
  rules::evaluated("D-043");
  return refuse(invalid_handle(kind), "D-043",
                found == NetworkHandles::Found::kStale
                    ? fmt::format("the handle {} ended with the call that brought it", handle)
                    : fmt::format("{} is no handle of this kind in the running call", handle));
}

Reply refuse_ended(const BorrowedObject& object, NTSTATUS status) {
  const std::string what = describe(object);
  Reply reply;
  if (object.claim == Claim::kReleasedByAssignment) {
    reply = refuse(status, "D-053",
                   what + " was released by the assignment that was refused for its content");
  } else if (object.claim == Claim::kAssigned) {
    reply = refuse(status, "D-050", what + " was assigned, which ended the driver's claim on it");
  } else {
    reply = refuse(status, "D-049", what + " was released already");
  }
  reply.complaint->where = object.where;
  return reply;
}

std::optional<Reply> denied(const BorrowedObject& object, Change change) {
  const Purpose purpose = object.call->purpose();
  const std::optional<rules::RuleId> rule = rule_of_denial(purpose, change);
  if (rule) rules::evaluated(*rule);
  if (is_allowed(purpose, change)) return std::nullopt;
  Reply reply{STATUS_ACCESS_DENIED};
  if (rule)
    reply.complaint = Complaint{
        *rule, fmt::format("this change of the network is not allowed in {}", name_of(purpose))};
  return reply;
}

}  // namespace drydock::display
