// A source of a display-only adapter as a desktop uses it: a mode, and pictures of its size.
//
// The first picture in a mode is there before the source becomes visible, and again when it is, as
// drivers draw nothing while it is not. Owner: whoever shows pictures. Threads: one at a time.
// Cost: that of Frames.
#pragma once

#include <optional>

#include "src/display/modes/fitting.h"
#include "src/dxgk/frames/frames.h"

namespace drydock::dxgk {

class Desktop {
 public:
  Desktop(Adapter& adapter, UINT source) : adapter_(adapter), source_(source) {}

  // The mode in force; nothing when the source is in no path.
  std::optional<SourceView> view() const;
  // STATUS_NOT_SUPPORTED when the driver sets no modes; else as ModeManager::set_mode().
  NTSTATUS set_mode(const display::ModeWish& wish);
  // The picture has the size of the view.
  NTSTATUS show(const display::Picture& picture);

 private:
  Adapter& adapter_;
  const UINT source_;
  bool is_visible_ = false;
  bool was_visible_ = false;  // since then the driver knows when it is not
};

}  // namespace drydock::dxgk
