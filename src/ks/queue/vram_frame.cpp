#include "src/ks/queue/vram_frame.h"

#include <cstring>

namespace drydock::ks {

std::unique_ptr<VramFrame> VramFrame::make(void* client) {
  std::unique_ptr<VramFrame> made(new VramFrame(client));
  if (made->info() == nullptr) return nullptr;
  std::memcpy(made->info(), client, sizeof(VRAM_SURFACE_INFO));
  made->info()->hSurface = 0;
  return made;
}

VramFrame::~VramFrame() {
  if (info() != nullptr) std::memcpy(client_, info(), sizeof(VRAM_SURFACE_INFO));
}

}  // namespace drydock::ks
