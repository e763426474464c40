// A display-only miniport on a device with a frame buffer, and what its screen shows.
//
//   screen::Screen display("panel.so");                 // loads, adds a device, starts it
//   display.set_mode({800, 600});                       // one of display.modes()
//   display.show(screen::test_card(display.mode()));    // as the system presents
//   screen::Picture picture = display.scanned_out();    // what the device scans out
//
// Contract: what cannot be done throws Error with the reason. Owner: the program owns the screen,
// which stops its device and unloads its driver at its end. Threads: one at a time. Cost: each
// picture is copied to the driver.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

namespace drydock::screen {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const Size&) const = default;
};

// 32 bits a pixel, the top line first: blue in the lowest byte, then green and red.
struct Picture {
  Size size;
  std::vector<std::uint32_t> pixels;
};

// Bars, ramps and corners, with a block that goes on from frame to frame.
Picture test_card(Size size, unsigned frame = 0);
// The picture in the middle of a black one that is at least as large.
Picture centred(const Picture& picture, Size size);
// True when all colors are the same. The highest byte of a pixel is none.
bool is_same(const Picture& one, const Picture& other);

class Screen {
 public:
  // Firmware has set the frame buffer to this mode.
  explicit Screen(const std::filesystem::path& miniport, Size firmware = {1024, 768});
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // The modes that the driver offers, and the one in force.
  std::vector<Size> modes() const;
  Size mode() const;
  void set_mode(Size size);
  // The picture has the size of the mode.
  void show(const Picture& picture);
  Picture scanned_out() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace drydock::screen
