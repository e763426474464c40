#include "src/display/modes/outputs.h"

#include <algorithm>
#include <array>
#include <set>

#include "src/display/edid/edid.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

constexpr std::uint8_t kUntouched = 0xa5;

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

bool is_legal_refusal(NTSTATUS status) {
  return status == STATUS_GRAPHICS_CHILD_DESCRIPTOR_NOT_SUPPORTED ||
         status == STATUS_MONITOR_NO_DESCRIPTOR || status == STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA;
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

void check_outputs(std::span<const DXGK_CHILD_DESCRIPTOR> outputs, ModeDriver& driver) {
  std::set<ULONG> seen;
  for (const DXGK_CHILD_DESCRIPTOR& output : outputs) {
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
  if (!NT_SUCCESS(driver.query_child_status(status, non_destructive_only))) return false;
  if (rules::breaks("D-028", status.Type != StatusConnection || status.ChildUid != output.ChildUid))
    nt::Breach("D-028", driver.offender())
        .message("DxgkDdiQueryChildStatus changed Type to {} and ChildUid to {:#x} for child {:#x}",
                 static_cast<int>(status.Type), status.ChildUid, output.ChildUid)
        .raise_later();
  return status.HotPlug.Connected != FALSE;
}

std::optional<EdidBlock> read_block(const DXGK_CHILD_DESCRIPTOR& output, UINT block,
                                    ModeDriver& driver) {
  // A driver that writes more than it may writes behind the block.
  std::array<std::uint8_t, 2 * kEdidBlockBytes> room;
  room.fill(kUntouched);
  std::fill_n(room.begin(), kEdidBlockBytes, std::uint8_t{0});
  DXGK_DEVICE_DESCRIPTOR descriptor{.DescriptorOffset = block * UINT{kEdidBlockBytes},
                                    .DescriptorLength = kEdidBlockBytes,
                                    .DescriptorBuffer = room.data()};
  const NTSTATUS status = driver.query_device_descriptor(output.ChildUid, descriptor);
  const bool is_overrun = std::any_of(room.begin() + kEdidBlockBytes, room.end(),
                                      [](std::uint8_t byte) { return byte != kUntouched; });
  if (rules::breaks("D-034", is_overrun))
    nt::Breach("D-034", driver.offender())
        .message("DxgkDdiQueryDeviceDescriptor wrote more than DescriptorLength {} for child {:#x}",
                 kEdidBlockBytes, output.ChildUid)
        .raise_later();
  const bool is_expected = NT_SUCCESS(status) || is_legal_refusal(status) ||
                           status == STATUS_NOT_SUPPORTED || status == STATUS_DEVICE_REMOVED;
  if (rules::breaks("D-036", !is_expected))
    nt::Breach("D-036", driver.offender())
        .message("DxgkDdiQueryDeviceDescriptor returned {:#010x} for child {:#x}",
                 static_cast<ULONG>(status), output.ChildUid)
        .tolerated()
        .raise_later();
  if (!NT_SUCCESS(status)) return std::nullopt;
  EdidBlock bytes;
  std::copy_n(room.begin(), kEdidBlockBytes, bytes.begin());
  return bytes;
}

std::vector<EdidBlock> read_blocks(const DXGK_CHILD_DESCRIPTOR& output, ModeDriver& driver) {
  const std::optional<EdidBlock> base = read_block(output, 0, driver);
  if (!base) return {};
  std::vector<EdidBlock> blocks = {*base};
  const std::optional<Edid> edid = parse_edid(*base);
  for (UINT block = 1; edid && block <= edid->extensions; ++block) {
    const std::optional<EdidBlock> extension = read_block(output, block, driver);
    if (!extension) break;
    blocks.push_back(*extension);
  }
  return blocks;
}

}  // namespace drydock::display
