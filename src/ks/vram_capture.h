// Capture into video memory (section 22 of the rules): its property set, the surfaces that a pin
// may capture into, and frames that lie there.
//
// A surface is mapped once: the minidriver is lent a handle of the display kernel's and answers
// with a physical address. Frames then come with a VRAM_SURFACE_INFO in place of a buffer.
#pragma once

#include <map>
#include <memory>

#include "src/bridge/capture_surface.h"
#include "src/ks/request.h"
#include "src/ks/wdk.h"
#include "src/nt/mm/borrowed_page.h"
#include "src/sim/lock.h"

namespace drydock::ks {

// S-277: all four properties, or none.
void check_vram_set(const KSPIN_DESCRIPTOR_EX& pin, const char* where);

// S-283, of what a minidriver answered.
void check_surface_answer(PIRP irp, const Request& request);
// The same of what a client sets: to be refused.
bool is_no_surface(const Request& request);

// KSPROPERTY_MAP_CAPTURE_HANDLE_TO_VRAM_ADDRESS: the handler sees a copy of the client's structure,
// with a handle, for as long as its call lasts (S-279).
bool is_surface_mapping(const Request& request);
NTSTATUS map_surface(const Request& request, PFNKSHANDLER handler);

// A frame that lies in video memory. What the minidriver sees of it is gone with the frame (S-281);
// then the client has what became of it.
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

// What a pin's minidriver has mapped, by the address that it answered.
class MappedSurfaces {
 public:
  // True when capture into what lies at the address has ended.
  bool note(LONGLONG address, std::shared_ptr<bridge::Capture> capture);
  bool has_ended(LONGLONG address) const;

 private:
  mutable sim::Lock lock_;
  std::map<LONGLONG, std::shared_ptr<bridge::Capture>> captures_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace drydock::ks
