// Frames that lie in video memory: a VRAM_SURFACE_INFO in place of a buffer.
#pragma once

#include <memory>

#include "src/ks/base/wdk.h"
#include "src/nt/mm/borrowed_page.h"

namespace drydock::ks {

// A frame that lies in video memory. The minidriver sees a copy of the client's structure on a page
// of its own, which is closed when the frame is done (S-281); then the client gets the copy back.
class VramFrame {
 public:
  static bool is_one(const KSSTREAM_HEADER& header, bool writes) {
    return !writes && (header.OptionsFlags & KSSTREAM_HEADER_OPTIONSF_VRAM_DATA_TRANSFER) != 0;
  }

  // `client` is the client's structure, and stays as long as this. Null without memory.
  static std::unique_ptr<VramFrame> make(void* client);
  ~VramFrame();
  VramFrame(const VramFrame&) = delete;
  VramFrame& operator=(const VramFrame&) = delete;

  VRAM_SURFACE_INFO* info() const { return static_cast<VRAM_SURFACE_INFO*>(page_.data()); }
  bool is_too_late = false;  // it was sent when capture into its surface had ended

 private:
  explicit VramFrame(void* client) : client_(client) {}

  void* const client_;
  nt::BorrowedPage page_{sizeof(VRAM_SURFACE_INFO), "S-281"};
};

}  // namespace drydock::ks
