#include "picture.h"

namespace {

struct Colour {
  UCHAR y, u, v;
};

// White, yellow, cyan, green, magenta, red, blue, black at 75 %, as broadcasters have them.
constexpr Colour kBars[] = {{180, 128, 128}, {162, 44, 142}, {131, 156, 44}, {112, 72, 58},
                            {84, 184, 198},  {65, 100, 212}, {35, 212, 114}, {16, 128, 128}};
constexpr ULONG kBarCount = ARRAYSIZE(kBars);
constexpr Colour kSquare = {235, 128, 128};
constexpr ULONG kPixelsAStep = 2;  // chroma has half the resolution: colours move by whole pairs

class Painter {
 public:
  Painter(const Format& format, ULONGLONG number)
      : format_(format),
        shift_(static_cast<ULONG>(number * kPixelsAStep % format.width)),
        side_(format.height / 8),
        left_(bounce(number * 4, format.width - side_)),
        top_(bounce(number * 2, format.height - side_)) {}

  Colour at(ULONG x, ULONG y) const {
    if (x - left_ < side_ && y - top_ < side_) return kSquare;
    if (y >= format_.height * 3 / 4) {
      return {static_cast<UCHAR>(16 + x * 219 / format_.width), 128, 128};
    }
    return kBars[(x + shift_) % format_.width * kBarCount / format_.width];
  }

 private:
  // Moves to and fro over `room` pixels, at even ones only.
  static ULONG bounce(ULONGLONG distance, ULONG room) {
    const ULONG at = static_cast<ULONG>(distance % (2ULL * room));
    return (at < room ? at : 2 * room - at) & ~1U;
  }

  const Format& format_;
  const ULONG shift_;
  const ULONG side_;
  const ULONG left_;
  const ULONG top_;
};

void draw_yuy2(UCHAR* data, const Format& format, const Painter& painter) {
  for (ULONG y = 0; y < format.height; ++y) {
    UCHAR* row = data + static_cast<SIZE_T>(y) * format.stride;
    for (ULONG x = 0; x < format.width; x += 2, row += 4) {
      const Colour left = painter.at(x, y);
      row[0] = left.y;
      row[1] = left.u;
      row[2] = painter.at(x + 1, y).y;
      row[3] = left.v;
    }
  }
}

void draw_nv12(UCHAR* data, const Format& format, const Painter& painter) {
  UCHAR* chroma = data + static_cast<SIZE_T>(format.height) * format.stride;
  for (ULONG y = 0; y < format.height; ++y) {
    UCHAR* luma = data + static_cast<SIZE_T>(y) * format.stride;
    UCHAR* pair = chroma + static_cast<SIZE_T>(y / 2) * format.stride;
    for (ULONG x = 0; x < format.width; ++x) {
      const Colour colour = painter.at(x, y);
      luma[x] = colour.y;
      if (y % 2 == 0 && x % 2 == 0) {
        pair[x] = colour.u;
        pair[x + 1] = colour.v;
      }
    }
  }
}

}  // namespace

void draw_picture(UCHAR* data, const Format& format, ULONGLONG number) {
  const Painter painter(format, number);
  if (format.layout == Layout::kYuy2) {
    draw_yuy2(data, format, painter);
  } else {
    draw_nv12(data, format, painter);
  }
}
