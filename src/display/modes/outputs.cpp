#include "src/display/modes/outputs.h"

#include <algorithm>
#include <set>

#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

bool is_legal_type(const DXGK_CHILD_DESCRIPTOR& output) {
  switch (output.ChildDeviceType) {
    case TypeVideoOutput:
    case TypeIntegratedDisplay:
      return true;
    case TypeOther:
      return output.ChildCapabilities.Type.Other.MustBeZero == 0;
    default:
      return false;
  }
}

bool is_legal_awareness(DXGK_CHILD_DEVICE_HPD_AWARENESS awareness) {
  return awareness == HpdAwarenessAlwaysConnected || awareness == HpdAwarenessPolled ||
         awareness == HpdAwarenessInterruptible;
}

// Asks for the state of a child. The answer is in the member of the union that Type chooses.
NTSTATUS query_status(DXGK_CHILD_STATUS& status, bool non_destructive_only, ModeDriver& driver) {
  const DXGK_CHILD_STATUS asked = status;
  const NTSTATUS answer = driver.query_child_status(status, non_destructive_only);
  if (answer != STATUS_DEVICE_REMOVED &&
      rules::breaks("D-028", status.Type != asked.Type || status.ChildUid != asked.ChildUid))
    nt::Breach("D-028", driver.offender())
        .message("DxgkDdiQueryChildStatus changed Type to {} and ChildUid to {:#x} for child {:#x}",
                 static_cast<int>(status.Type), status.ChildUid, asked.ChildUid)
        .raise_later();
  return answer;
}

}  // namespace

bool can_be_plugged(const DXGK_CHILD_DESCRIPTOR& output) {
  return output.ChildCapabilities.HpdAwareness == HpdAwarenessPolled ||
         output.ChildCapabilities.HpdAwareness == HpdAwarenessInterruptible;
}

bool is_target(const DXGK_CHILD_DESCRIPTOR& output) {
  return output.ChildDeviceType == TypeVideoOutput ||
         output.ChildDeviceType == TypeIntegratedDisplay;
}

bool senses_rotation(const DXGK_CHILD_DESCRIPTOR& output) {
  if (output.ChildDeviceType != TypeVideoOutput) return false;
  const auto awareness = output.ChildCapabilities.Type.VideoOutput.MonitorOrientationAwareness;
  return awareness == D3DKMDT_MOA_POLLED || awareness == D3DKMDT_MOA_INTERRUPTIBLE;
}

bool is_left_empty(const DXGK_CHILD_DESCRIPTOR& output) {
  return output.ChildDeviceType == TypeUninitialized && output.ChildUid == 0 &&
         output.ChildCapabilities.HpdAwareness == HpdAwarenessUninitialized;
}

void check_outputs(std::span<const DXGK_CHILD_DESCRIPTOR> outputs, ModeDriver& driver) {
  std::set<ULONG> seen;
  for (const DXGK_CHILD_DESCRIPTOR& output : outputs) {
    if (is_left_empty(output)) continue;  // D-020
    if (rules::breaks("D-023", !seen.insert(output.ChildUid).second))
      nt::Breach("D-023", driver.offender())
          .message("DxgkDdiQueryChildRelations reports two children with the ChildUid {:#x}",
                   output.ChildUid)
          .raise_later();
    if (rules::breaks("D-024", !is_legal_type(output)))
      nt::Breach("D-024", driver.offender())
          .message("DxgkDdiQueryChildRelations reports child {:#x} with the ChildDeviceType {}",
                   output.ChildUid, static_cast<int>(output.ChildDeviceType))
          .raise_later();
    if (rules::breaks("D-025", !is_legal_awareness(output.ChildCapabilities.HpdAwareness)))
      nt::Breach("D-025", driver.offender())
          .message("DxgkDdiQueryChildRelations reports child {:#x} with the HpdAwareness {}",
                   output.ChildUid, static_cast<int>(output.ChildCapabilities.HpdAwareness))
          .raise_later();
  }
}

bool is_connected(const DXGK_CHILD_DESCRIPTOR& output, bool non_destructive_only,
                  ModeDriver& driver) {
  if (!can_be_plugged(output)) return true;
  DXGK_CHILD_STATUS status{};
  status.Type = StatusConnection;
  status.ChildUid = output.ChildUid;
  return NT_SUCCESS(query_status(status, non_destructive_only, driver)) &&
         status.HotPlug.Connected != FALSE;
}

std::optional<D3DKMDT_MONITOR_ORIENTATION> orientation_of(const DXGK_CHILD_DESCRIPTOR& output,
                                                          ModeDriver& driver) {
  if (!senses_rotation(output)) return std::nullopt;
  DXGK_CHILD_STATUS status{};
  status.Type = StatusRotation;
  status.ChildUid = output.ChildUid;
  if (!NT_SUCCESS(query_status(status, /*non_destructive_only=*/true, driver))) return std::nullopt;
  return checked_orientation("DxgkDdiQueryChildStatus", output.ChildUid, status.Rotation.Angle,
                             driver.offender());
}

// The documents call it an angle, and 270 degrees have no room in it.
std::optional<D3DKMDT_MONITOR_ORIENTATION> checked_orientation(const char* call, ULONG child,
                                                               UCHAR angle,
                                                               const nt::Offender& driver) {
  const bool is_known = angle >= D3DKMDT_MO_0DEG && angle <= D3DKMDT_MO_270DEG;
  if (!rules::breaks("D-028", !is_known)) return static_cast<D3DKMDT_MONITOR_ORIENTATION>(angle);
  nt::Breach("D-028", driver)
      .message(
          "{} sets Rotation.Angle of child {:#x} to {}, which is no D3DKMDT_MONITOR_ORIENTATION",
          call, child, angle)
      .tolerated()
      .raise_later();
  return std::nullopt;
}

}  // namespace drydock::display
