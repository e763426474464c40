// The one output, to which the panel is wired.
#include "adapter.h"
#include "vidpn.h"

namespace {

constexpr UINT kBlankedColumns = 160;
constexpr UINT kBlankedLines = 23;
constexpr UINT kRefreshRate = 60;

// Millimetres of so many pixels, at 96 to the inch.
UINT millimetres(UINT pixels) { return pixels * 254 / 960; }

// A detailed timing of 18 bytes, with reduced blanking.
void write_timing(UCHAR* to, const Size& size) {
  const UINT clock =
      (size.width + kBlankedColumns) * (size.height + kBlankedLines) / 100 * kRefreshRate / 100;
  const UINT wide = millimetres(size.width);
  const UINT high = millimetres(size.height);
  to[0] = static_cast<UCHAR>(clock);
  to[1] = static_cast<UCHAR>(clock >> 8);
  to[2] = static_cast<UCHAR>(size.width);
  to[3] = static_cast<UCHAR>(kBlankedColumns);
  to[4] = static_cast<UCHAR>(size.width >> 8 << 4 | kBlankedColumns >> 8);
  to[5] = static_cast<UCHAR>(size.height);
  to[6] = static_cast<UCHAR>(kBlankedLines);
  to[7] = static_cast<UCHAR>(size.height >> 8 << 4 | kBlankedLines >> 8);
  to[8] = 48;           // columns to the sync pulse
  to[9] = 32;           // columns of it
  to[10] = 3 << 4 | 4;  // lines, likewise
  to[12] = static_cast<UCHAR>(wide);
  to[13] = static_cast<UCHAR>(high);
  to[14] = static_cast<UCHAR>(wide >> 8 << 4 | high >> 8);
  to[17] = 0x1A;  // digital, separate, positive horizontal sync
}

void write_text(UCHAR* to, UCHAR tag, const char* text) {
  to[3] = tag;
  UINT i = 0;
  for (; i < 13 && text[i] != 0; ++i) to[5 + i] = static_cast<UCHAR>(text[i]);
  if (i < 13) to[5 + i++] = '\n';
  for (; i < 13; ++i) to[5 + i] = ' ';
}

}  // namespace

// The base block of EDID 1.4, with the native mode as its only timing.
void Adapter::build_edid() {
  constexpr UCHAR kHead[] = {0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x12, 0x59,  // DRY
                             0x01, 0x00, 0,    0,    0,    0,  // product and serial number
                             0,    36,   1,    4,              // of 2026, EDID 1.4
                             0xA5};                            // digital, 8 bits a color
  constexpr UCHAR kColors[] = {0x78, 0x06,  // gamma 2.2; sRGB, and the first timing is native
                               0xEE, 0x91, 0xA3, 0x54, 0x4C, 0x99, 0x26, 0x0F, 0x50, 0x54};
  const Size native = modes_.native();
  RtlZeroMemory(edid_, sizeof edid_);
  RtlCopyMemory(edid_, kHead, sizeof kHead);
  edid_[21] = static_cast<UCHAR>((millimetres(native.width) + 5) / 10);
  edid_[22] = static_cast<UCHAR>((millimetres(native.height) + 5) / 10);
  RtlCopyMemory(edid_ + 23, kColors, sizeof kColors);
  for (UINT i = 38; i < 54; ++i) edid_[i] = 0x01;  // no standard timings
  write_timing(edid_ + 54, native);
  write_text(edid_ + 72, 0xFC, "Panel");
  edid_[90 + 3] = 0x10;  // not used
  edid_[108 + 3] = 0x10;
  UCHAR sum = 0;
  for (UINT i = 0; i < 127; ++i) sum = static_cast<UCHAR>(sum + edid_[i]);
  edid_[127] = static_cast<UCHAR>(0x100 - sum);
}

NTSTATUS PanelQueryChildRelations(CONST PVOID, PDXGK_CHILD_DESCRIPTOR children, ULONG bytes) {
  PAGED_CODE();
  if (bytes < sizeof *children) return STATUS_BUFFER_TOO_SMALL;
  children[0].ChildDeviceType = TypeVideoOutput;
  children[0].ChildCapabilities.HpdAwareness = HpdAwarenessAlwaysConnected;
  children[0].ChildCapabilities.Type.VideoOutput.InterfaceTechnology = D3DKMDT_VOT_LVDS;
  children[0].ChildCapabilities.Type.VideoOutput.MonitorOrientationAwareness = D3DKMDT_MOA_NONE;
  children[0].ChildCapabilities.Type.VideoOutput.SupportsSdtvModes = FALSE;
  children[0].AcpiUid = 0;
  children[0].ChildUid = kTarget;
  return STATUS_SUCCESS;
}

NTSTATUS PanelQueryChildStatus(CONST PVOID, PDXGK_CHILD_STATUS status, BOOLEAN) {
  PAGED_CODE();
  if (status->ChildUid != kTarget) return STATUS_INVALID_PARAMETER;
  if (status->Type != StatusConnection) return STATUS_NOT_SUPPORTED;
  status->HotPlug.Connected = TRUE;
  return STATUS_SUCCESS;
}

NTSTATUS PanelQueryDeviceDescriptor(CONST PVOID context, ULONG child,
                                    PDXGK_DEVICE_DESCRIPTOR descriptor) {
  PAGED_CODE();
  if (child != kTarget) return STATUS_INVALID_PARAMETER;
  const UCHAR(&edid)[128] = Adapter::from(context)->edid();
  if (descriptor->DescriptorOffset >= sizeof edid) return STATUS_MONITOR_NO_MORE_DESCRIPTOR_DATA;
  const ULONG there = sizeof edid - descriptor->DescriptorOffset;
  RtlCopyMemory(descriptor->DescriptorBuffer, edid + descriptor->DescriptorOffset,
                min(there, descriptor->DescriptorLength));
  return STATUS_SUCCESS;
}

// The panel is part of the machine, which is what the graphics kernel assumes.
NTSTATUS PanelGetChildContainerId(PVOID, ULONG, PDXGK_CHILD_CONTAINER_ID) {
  PAGED_CODE();
  return STATUS_MONITOR_NO_DESCRIPTOR;
}

// Adds what the board can set and the descriptor does not name.
NTSTATUS PanelRecommendMonitorModes(CONST HANDLE context,
                                    CONST DXGKARG_RECOMMENDMONITORMODES* CONST request) {
  PAGED_CODE();
  if (request->VideoPresentTargetId != kTarget) return STATUS_SUCCESS;
  const MonitorModes modes(request->hMonitorSourceModeSet,
                           *request->pMonitorSourceModeSetInterface);
  Sizes known;
  NTSTATUS status = modes.read(known);
  const Sizes& targets = Adapter::from(context)->modes().targets();
  for (UINT i = 0; NT_SUCCESS(status) && i < targets.count(); ++i) {
    if (!known.has(targets[i])) status = modes.add(targets[i]);
  }
  return status;
}
