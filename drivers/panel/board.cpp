#include "board.h"

namespace {

constexpr Size kWithoutFirmware = {1024, 768};

bool holds(const CM_PARTIAL_RESOURCE_DESCRIPTOR& range, PHYSICAL_ADDRESS address) {
  return range.Type == CmResourceTypeMemory && address.QuadPart >= range.u.Memory.Start.QuadPart &&
         address.QuadPart < range.u.Memory.Start.QuadPart + range.u.Memory.Length;
}

}  // namespace

NTSTATUS Board::map(PHYSICAL_ADDRESS start, ULONG bytes, MEMORY_CACHING_TYPE caching,
                    PVOID& out) const {
  return kernel_->DxgkCbMapMemory(kernel_->DeviceHandle, start, bytes, /*InIoSpace=*/FALSE,
                                  /*MapToUserMode=*/FALSE, caching, &out);
}

void Board::unmap(volatile VOID* address) const {
  if (address != nullptr)
    kernel_->DxgkCbUnmapMemory(kernel_->DeviceHandle, const_cast<VOID*>(address));
}

NTSTATUS Board::start(const DXGKRNL_INTERFACE& kernel) {
  *this = Board();
  kernel_ = &kernel;
  NTSTATUS status = kernel.DxgkCbGetDeviceInformation(kernel.DeviceHandle, &info_);
  if (NT_SUCCESS(status)) status = acquire();
  if (NT_SUCCESS(status)) status = find_ranges();
  if (!NT_SUCCESS(status)) {
    stop();
    return status;
  }
  if (has_registers()) {
    set_mode({post_.Width, post_.Height});
  } else {
    screen_ = {frame_buffer_, {post_.Width, post_.Height}, post_.Pitch};
    blank();
  }
  return status;
}

// The size stays 0 if the board is not acquired, or the firmware has set no mode.
NTSTATUS Board::acquire() {
  DXGK_DISPLAY_INFORMATION found = {};
  const NTSTATUS status = kernel_->DxgkCbAcquirePostDisplayOwnership(kernel_->DeviceHandle, &found);
  const bool is_usable =
      NT_SUCCESS(status) && found.Width != 0 && found.Height != 0 &&
      found.Pitch / kPixelBytes >= found.Width &&
      (found.ColorFormat == D3DDDIFMT_X8R8G8B8 || found.ColorFormat == D3DDDIFMT_A8R8G8B8);
  if (is_usable) post_ = found;
  return STATUS_SUCCESS;
}

// The registers are behind another range than the frame buffer. A board without registers needs the
// mode of the firmware; of others the frame buffer is the first other range.
NTSTATUS Board::find_ranges() {
  if (info_.TranslatedResourceList == nullptr || info_.TranslatedResourceList->Count == 0)
    return STATUS_DEVICE_CONFIGURATION_ERROR;
  const CM_PARTIAL_RESOURCE_LIST& list = info_.TranslatedResourceList->List[0].PartialResourceList;
  const bool has_mode = post_.Width != 0;
  const CM_PARTIAL_RESOURCE_DESCRIPTOR* frame_buffer = nullptr;
  for (ULONG i = 0; i < list.Count; ++i) {
    const CM_PARTIAL_RESOURCE_DESCRIPTOR& range = list.PartialDescriptors[i];
    if (range.Type != CmResourceTypeMemory) continue;
    const bool is_screen = has_mode && holds(range, post_.PhysicAddress);
    if (!is_screen && !has_registers() && try_registers(range)) continue;
    if (is_screen || (!has_mode && frame_buffer == nullptr)) frame_buffer = &range;
  }
  PHYSICAL_ADDRESS start = post_.PhysicAddress;
  mapped_bytes_ = post_.Pitch * post_.Height;
  if (has_registers() && frame_buffer != nullptr) {
    start = frame_buffer->u.Memory.Start;
    mapped_bytes_ = frame_buffer->u.Memory.Length;
  }
  if (!has_mode && has_registers()) {
    post_.Width = kWithoutFirmware.width;
    post_.Height = kWithoutFirmware.height;
  }
  if (post_.Width == 0 || mapped_bytes_ < post_.Width * post_.Height * kPixelBytes)
    return STATUS_DEVICE_CONFIGURATION_ERROR;
  post_.PhysicAddress = start;
  PVOID mapped = nullptr;
  const NTSTATUS status = map(start, mapped_bytes_, MmWriteCombined, mapped);
  if (NT_SUCCESS(status)) frame_buffer_ = static_cast<UCHAR*>(mapped);
  return status;
}

bool Board::try_registers(const CM_PARTIAL_RESOURCE_DESCRIPTOR& range) {
  if (range.u.Memory.Length != PANEL_REGISTER_BYTES) return false;
  PVOID mapped = nullptr;
  if (!NT_SUCCESS(map(range.u.Memory.Start, PANEL_REGISTER_BYTES, MmNonCached, mapped)))
    return false;
  registers_ = static_cast<volatile ULONG*>(mapped);
  if (READ_REGISTER_ULONG(at(PANEL_REGISTER_ID)) == PANEL_ID) return true;
  unmap(registers_);
  registers_ = nullptr;
  return false;
}

void Board::stop() {
  if (has_registers()) WRITE_REGISTER_ULONG(at(PANEL_REGISTER_INTERRUPT), 0);
  unmap(frame_buffer_);
  unmap(registers_);
  frame_buffer_ = nullptr;
  registers_ = nullptr;
  screen_ = {};
}

void Board::write_control() const {
  if (!has_registers()) return;
  WRITE_REGISTER_ULONG(at(PANEL_REGISTER_CONTROL),
                       PANEL_CONTROL_INTERRUPTS | (is_visible_ ? PANEL_CONTROL_SHOW : 0));
}

void Board::set_mode(const Size& size) {
  is_visible_ = false;
  if (has_registers()) {
    screen_ = {frame_buffer_, size, size.width * kPixelBytes};
    WRITE_REGISTER_ULONG(at(PANEL_REGISTER_WIDTH), size.width);
    WRITE_REGISTER_ULONG(at(PANEL_REGISTER_HEIGHT), size.height);
    WRITE_REGISTER_ULONG(at(PANEL_REGISTER_PITCH), screen_.pitch);
  }
  blank();
}

void Board::show() {
  is_visible_ = true;
  write_control();
}

void Board::blank() {
  is_visible_ = false;
  write_control();
  for (UINT line = 0; line < screen_.size.height; ++line)
    RtlZeroMemory(screen_.bits + SIZE_T{line} * screen_.pitch, screen_.size.width * kPixelBytes);
}

// Firmware ran before hibernation ended: its mode is taken over again.
NTSTATUS Board::wake(bool was_hibernating) {
  if (was_hibernating) {
    DXGK_DISPLAY_INFORMATION found = {};
    kernel_->DxgkCbAcquirePostDisplayOwnership(kernel_->DeviceHandle, &found);
  }
  set_mode(screen_.size);
  return STATUS_SUCCESS;
}

void Board::ring() {
  if (has_registers()) WRITE_REGISTER_ULONG(at(PANEL_REGISTER_INTERRUPT), 1);
}

bool Board::take_interrupt() {
  if (!has_registers() || READ_REGISTER_ULONG(at(PANEL_REGISTER_INTERRUPT)) == 0) return false;
  WRITE_REGISTER_ULONG(at(PANEL_REGISTER_INTERRUPT), 0);
  return true;
}

void Board::describe(DXGK_DISPLAY_INFORMATION& out) const {
  out.Width = screen_.size.width;
  out.Height = screen_.size.height;
  out.Pitch = screen_.pitch;
  out.ColorFormat = D3DDDIFMT_X8R8G8B8;
  out.PhysicAddress = post_.PhysicAddress;
  out.TargetId = kTarget;
  out.AcpiId = 0;
}
