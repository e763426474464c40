#include "src/dxgk/dock/frame_buffer_device.h"

namespace drydock::dxgk {
namespace {

constexpr std::uint64_t kFrameBuffer = 0xC000'0000;  // below 4 GB, where firmware puts it

}  // namespace

FrameBufferDevice::FrameBufferDevice(display::PictureSize size) : size_(size) {}

std::vector<DeviceModel::Range> FrameBufferDevice::ranges() const {
  Range frame_buffer;
  frame_buffer.physical = kFrameBuffer;
  frame_buffer.size = std::size_t{pitch()} * size_.height;
  return {frame_buffer};
}

std::optional<DXGK_DISPLAY_INFORMATION> FrameBufferDevice::post_display() const {
  DXGK_DISPLAY_INFORMATION display{};
  display.Width = size_.width;
  display.Height = size_.height;
  display.Pitch = pitch();
  display.ColorFormat = D3DDDIFMT_X8R8G8B8;
  display.PhysicAddress.QuadPart = static_cast<LONGLONG>(kFrameBuffer);
  display.TargetId = D3DDDI_ID_UNINITIALIZED;
  return display;
}

std::vector<display::ScannedOut> FrameBufferDevice::scanned_out() const {
  return {{size_, memory_.load(std::memory_order_acquire), pitch()}};
}

void FrameBufferDevice::power_on(const std::vector<void*>& memory,
                                 const std::function<bool(ULONG message)>&) {
  memory_.store(static_cast<const std::byte*>(memory[0]), std::memory_order_release);
}

void FrameBufferDevice::power_off() { memory_.store(nullptr, std::memory_order_release); }

}  // namespace drydock::dxgk
