#include "src/display/modes/descriptors.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "src/display/edid/edid.h"
#include "src/display/edid/stored_descriptor.h"
#include "src/display/modes/outputs.h"
#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

constexpr std::uint8_t kUntouched = 0xa5;

bool is_legal_refusal(NTSTATUS status) {
  return status == STATUS_GRAPHICS_CHILD_DESCRIPTOR_NOT_SUPPORTED ||
         status == STATUS_MONITOR_NO_DESCRIPTOR || status == STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA;
}

// Asks for a description. A driver that writes more than it may writes behind the buffer.
NTSTATUS query_descriptor(ULONG child, std::size_t offset, std::span<std::uint8_t> buffer,
                          ModeDriver& driver) {
  std::vector<std::uint8_t> room(buffer.size() + kEdidBlockBytes, kUntouched);
  const auto behind = room.begin() + static_cast<std::ptrdiff_t>(buffer.size());
  std::fill(room.begin(), behind, std::uint8_t{0});
  DXGK_DEVICE_DESCRIPTOR descriptor{.DescriptorOffset = static_cast<ULONG>(offset),
                                    .DescriptorLength = static_cast<ULONG>(buffer.size()),
                                    .DescriptorBuffer = room.data()};
  const NTSTATUS status = driver.query_device_descriptor(child, descriptor);
  const bool is_overrun =
      std::any_of(behind, room.end(), [](std::uint8_t byte) { return byte != kUntouched; });
  if (rules::breaks("D-034", is_overrun))
    nt::Breach("D-034", driver.offender())
        .message("DxgkDdiQueryDeviceDescriptor wrote more than DescriptorLength {} for child {:#x}",
                 buffer.size(), child)
        .raise_later();
  const bool is_expected = NT_SUCCESS(status) || is_legal_refusal(status) ||
                           status == STATUS_NOT_SUPPORTED || status == STATUS_DEVICE_REMOVED;
  if (rules::breaks("D-036", !is_expected))
    nt::Breach("D-036", driver.offender())
        .message("DxgkDdiQueryDeviceDescriptor returned {:#010x} for child {:#x}",
                 static_cast<ULONG>(status), child)
        .tolerated()
        .raise_later();
  std::copy(room.begin(), behind, buffer.begin());
  return status;
}

NTSTATUS query_block(const DXGK_CHILD_DESCRIPTOR& output, UINT block, EdidBlock& bytes,
                     ModeDriver& driver) {
  return query_descriptor(output.ChildUid, block * kEdidBlockBytes, bytes, driver);
}

bool is_terminated(const WCHAR (&text)[DXGK_MAX_REG_SZ_LEN]) {
  return std::ranges::find(text, WCHAR{0}) != std::end(text);
}

}  // namespace

std::optional<EdidBlock> read_block(const DXGK_CHILD_DESCRIPTOR& output, UINT block,
                                    ModeDriver& driver) {
  EdidBlock bytes;
  if (!NT_SUCCESS(query_block(output, block, bytes, driver))) return std::nullopt;
  return bytes;
}

std::optional<EdidBlock> read_base_block_again(const DXGK_CHILD_DESCRIPTOR& output,
                                               ModeDriver& driver) {
  EdidBlock bytes;
  const NTSTATUS status = query_block(output, 0, bytes, driver);
  if (NT_SUCCESS(status)) {
    rules::evaluated("D-035");
    return bytes;
  }
  // Another monitor may have come meanwhile, or none be there any more.
  const auto is_there = [&] { return is_connected(output, /*non_destructive_only=*/true, driver); };
  const bool is_refused = is_legal_refusal(status) && is_there() &&
                          is_legal_refusal(query_block(output, 0, bytes, driver)) && is_there();
  if (rules::breaks("D-035", is_refused))
    nt::Breach("D-035", driver.offender())
        .message(
            "DxgkDdiQueryDeviceDescriptor returned {:#010x} for the base block of child {:#x}, "
            "which it gave before",
            static_cast<ULONG>(status), output.ChildUid)
        .raise_later();
  return std::nullopt;
}

void read_generic_descriptor(const DXGK_CHILD_DESCRIPTOR& child, ModeDriver& driver) {
  std::vector<std::uint8_t> bytes(sizeof(DXGK_GENERIC_DESCRIPTOR));
  if (!NT_SUCCESS(query_descriptor(child.ChildUid, 0, bytes, driver))) return;
  DXGK_GENERIC_DESCRIPTOR names;
  std::memcpy(&names, bytes.data(), sizeof names);
  const bool has_strings = is_terminated(names.HardwareId) && is_terminated(names.InstanceId) &&
                           is_terminated(names.CompatibleId) && is_terminated(names.DeviceText);
  if (rules::breaks("D-034", !has_strings || has_edid_header(bytes)))
    nt::Breach("D-034", driver.offender())
        .message(
            "DxgkDdiQueryDeviceDescriptor filled no DXGK_GENERIC_DESCRIPTOR for child {:#x}, which "
            "is no video output",
            child.ChildUid)
        .raise_later();
}

std::vector<DescriptorBlock> read_descriptor(const DXGK_CHILD_DESCRIPTOR& output,
                                             bool was_described, ModeDriver& driver) {
  const std::optional<EdidBlock> own =
      was_described ? read_base_block_again(output, driver) : read_block(output, 0, driver);
  const auto stored = stored_blocks(own ? parse_edid(*own) : std::nullopt, output.ChildUid);
  const auto block = [&](UINT number, std::optional<EdidBlock> of_driver) {
    const auto at = stored.find(number);
    if (at != stored.end()) return std::optional(DescriptorBlock{at->second, true});
    return of_driver ? std::optional(DescriptorBlock{*of_driver, false}) : std::nullopt;
  };
  std::vector<DescriptorBlock> blocks;
  std::optional<DescriptorBlock> next = block(0, own);
  const std::optional<Edid> edid = next ? parse_edid(next->bytes) : std::nullopt;
  for (UINT number = 1; next; ++number) {
    blocks.push_back(*next);
    if (!edid || number > edid->extensions) break;
    next = stored.contains(number) ? block(number, std::nullopt)
                                   : block(number, read_block(output, number, driver));
  }
  return blocks;
}

}  // namespace drydock::display
