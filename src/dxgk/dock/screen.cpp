// drydock/screen.h: a display-only miniport and what it shows.
#include "drydock/screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "drydock/dock.h"
#include "src/display/modes/mode_manager.h"
#include "src/display/scanout/test_card.h"
#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/frame_buffer_device.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/frames/desktop.h"

namespace drydock::screen {
namespace {

constexpr UINT kFirstSource = 0;

display::Picture inner(const Picture& picture) {
  display::Picture out({picture.size.width, picture.size.height});
  if (picture.pixels.size() != out.pixels().size())
    throw Error("the picture has another number of pixels than its size says");
  std::ranges::copy(picture.pixels, out.line(0));
  return out;
}

Picture outer(const display::Picture& picture) {
  return {{picture.size().width, picture.size().height}, picture.pixels()};
}

std::string text_of(Size size) { return fmt::format("{} x {}", size.width, size.height); }

}  // namespace

Picture test_card(Size size, unsigned frame) {
  return outer(display::test_card({size.width, size.height}, frame));
}

Picture centred(const Picture& picture, Size size) {
  if (picture.size.width > size.width || picture.size.height > size.height)
    throw Error(text_of(picture.size) + " does not fit into " + text_of(size));
  return outer(display::centred(inner(picture), {size.width, size.height}));
}

bool is_same(const Picture& one, const Picture& other) {
  return !display::first_difference(inner(one), inner(other)).has_value();
}

struct Screen::Impl {
  // The driver's code must outlive its adapter.
  std::unique_ptr<nt::LoadedDriver> driver;
  std::shared_ptr<dxgk::FrameBufferDevice> device;
  std::unique_ptr<dxgk::Dock> dock = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter = nullptr;
  std::unique_ptr<dxgk::Desktop> desktop;

  ~Impl() {
    desktop = nullptr;
    dock = nullptr;
    if (driver != nullptr) driver->unload();
  }

  dxgk::SourceView view() const {
    const auto view = desktop->view();
    if (!view) throw Error("the driver has no mode in force");
    return *view;
  }
};

Screen::Screen(const std::filesystem::path& miniport, Size firmware)
    : impl_(std::make_unique<Impl>()) {
  impl_->device = std::make_shared<dxgk::FrameBufferDevice>(
      display::PictureSize{firmware.width, firmware.height});
  try {
    auto plugged = dxgk::plug_driver(*impl_->dock, miniport, impl_->device);
    impl_->driver = std::move(plugged.driver);
    impl_->adapter = plugged.adapter;
  } catch (const DockError& error) {
    throw Error(error.what());
  }
  if (impl_->adapter->miniport().present_display_only == nullptr)
    throw Error("the driver is no display-only driver: it has no DxgkDdiPresentDisplayOnly");
  if (impl_->adapter->modes() == nullptr) throw Error("the driver sets no modes");
  impl_->adapter->modes()->settle();
  impl_->desktop = std::make_unique<dxgk::Desktop>(*impl_->adapter, kFirstSource);
}

Screen::~Screen() = default;

std::vector<Size> Screen::modes() const {
  std::vector<Size> out;
  const auto modes = impl_->adapter->modes();
  if (modes == nullptr) return out;
  for (const display::DisplayMode& mode : modes->modes(kFirstSource)) {
    const Size size{mode.width, mode.height};
    if (std::ranges::find(out, size) == out.end()) out.push_back(size);
  }
  return out;
}

Size Screen::mode() const {
  const dxgk::SourceView view = impl_->view();
  return {view.size.width, view.size.height};
}

void Screen::set_mode(Size size) {
  display::ModeWish wish;
  wish.width = size.width;
  wish.height = size.height;
  const NTSTATUS status = impl_->desktop->set_mode(wish);
  if (!NT_SUCCESS(status))
    throw Error(fmt::format("the mode {} is refused with {:#010x}", text_of(size),
                            static_cast<ULONG>(status)));
}

void Screen::show(const Picture& picture) {
  const NTSTATUS status = impl_->desktop->show(inner(picture));
  if (!NT_SUCCESS(status))
    throw Error(fmt::format("a picture of {} is not shown: {:#010x}", text_of(picture.size),
                            static_cast<ULONG>(status)));
}

Picture Screen::scanned_out() const {
  return outer(display::read_screen(impl_->device->scanned_out().at(0)));
}

}  // namespace drydock::screen
