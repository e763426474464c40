// The parts of a frame that a driver borrows: the pixels until the frame is over, and the lists
// until the entry point returns. An access after that time breaks D-150.
//
// Owner: the call that presents. Cost: a copy of the image in pages of its own.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "src/dxgk/frames/frames.h"
#include "src/nt/mm/borrowed_page.h"

namespace drydock::dxgk {

class FrameMemory {
 public:
  explicit FrameMemory(const FrameChange& change);

  bool has_memory() const { return pixels_->data() != nullptr && has_lists_; }
  // The arguments without a source; of a whole frame if so wished.
  const DXGKARG_PRESENT_DISPLAYONLY& arguments(UINT source, bool is_whole);
  // The entry point has returned.
  void end_lists();
  // The pixels stay for as long as the caller has them.
  std::unique_ptr<nt::BorrowedPages> take_pixels() { return std::move(pixels_); }

 private:
  template <typename T>
  T* copy_out(std::span<const T> list, std::optional<nt::BorrowedPages>& memory);

  const FrameChange change_;
  std::unique_ptr<nt::BorrowedPages> pixels_;
  std::optional<nt::BorrowedPages> moves_, dirty_, arguments_;
  bool has_lists_ = true;
};

}  // namespace drydock::dxgk
