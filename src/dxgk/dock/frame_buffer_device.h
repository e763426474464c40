// A display device that has nothing but a frame buffer, whose mode firmware has set for good.
//
// Owner: the adapter and whoever made it share it. Threads: any. Cost: an access of the driver is
// one of memory.
#pragma once

#include <atomic>
#include <cstddef>

#include "src/dxgk/adapter/device_model.h"

namespace drydock::dxgk {

class FrameBufferDevice final : public DeviceModel {
 public:
  static constexpr display::PictureSize kStandardSize{1024, 768};

  explicit FrameBufferDevice(display::PictureSize size = kStandardSize);

  std::vector<Range> ranges() const override;
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override;
  std::vector<display::ScannedOut> scanned_out() const override;
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG message)>& interrupt) override;
  void power_off() override;

 private:
  UINT pitch() const { return size_.width * static_cast<UINT>(sizeof(display::Picture::Pixel)); }

  const display::PictureSize size_;
  // Null without power. The release of power_on() makes the memory visible to readers.
  std::atomic<const std::byte*> memory_ = nullptr;
};

}  // namespace drydock::dxgk
