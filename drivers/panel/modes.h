// Sizes that can be shown, and which of them go together.
#pragma once

#include "panel.h"

struct Size {
  UINT width;
  UINT height;

  bool operator==(const Size& other) const {
    return width == other.width && height == other.height;
  }
  bool fits_into(const Size& other) const { return width <= other.width && height <= other.height; }
};

// A short list of sizes. What does not fit is dropped.
class Sizes {
 public:
  void add(const Size& size);
  bool has(const Size& size) const;
  UINT count() const { return count_; }
  const Size& operator[](UINT index) const { return list_[index]; }

 private:
  static constexpr UINT kMost = 32;
  Size list_[kMost] = {};
  UINT count_ = 0;
};

using Scaling = D3DKMDT_VIDPN_PRESENT_PATH_SCALING;
using Rotation = D3DKMDT_VIDPN_PRESENT_PATH_ROTATION;

// An image of the source's size on a screen of the target's, in its middle.
struct Mode {
  Size source;
  Size target;
  Rotation rotation;
};

// True when the scaling or rotation of a path is chosen.
bool is_pinned(Scaling scaling);
bool is_pinned(Rotation rotation);

// True when the driver can show a source of one size on a target of another, scaled so.
bool goes_with(const Size& source, const Size& target, Scaling scaling);

// The modes that the board can show: its own, and others if it can set them.
class ModeTable {
 public:
  // `native` is the mode at start. A board whose mode is fixed has no bytes to choose from.
  void fill(const Size& native, SIZE_T settable_bytes);

  const Sizes& sources() const { return sources_; }
  const Sizes& targets() const { return targets_; }
  const Size& native() const { return native_; }

 private:
  Size native_{};
  Sizes sources_;
  Sizes targets_;
};
