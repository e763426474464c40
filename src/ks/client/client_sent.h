// Frames that a client has sent.
#pragma once

#include <memory>

#include "src/ks/client/client_file.h"

namespace drydock::avstream {

struct InVideoMemory {};

// One frame that was sent, with the checks for its return.
struct Pin::Impl::Sent {
  // A buffer to be filled. A client may bring less memory than the framing asks for; the bytes
  // behind it find a driver that trusts the framing (S-044).
  Sent(const ClientFile& file, std::size_t size, std::size_t full_size, std::size_t header_size);
  // A surface to be filled; the driver must not write between its rows (S-268).
  Sent(const ClientFile& file, const SurfaceShape& surface, std::size_t header_size);
  // The same in video memory: `info` is its VRAM_SURFACE_INFO.
  Sent(const ClientFile& file, Bytes info, std::size_t header_size, InVideoMemory);
  Sent(const ClientFile& file, Bytes written, std::size_t header_size);
  ~Sent();
  Sent(const Sent&) = delete;
  Sent& operator=(const Sent&) = delete;

  const SurfaceShape shape;  // a shape without rows stands for none
  const std::shared_ptr<ClientMemory> data;
  ClientRequest request;

 private:
  bool is_filled() const;
  void check_end() const;
  void check_gaps() const;
};

}  // namespace drydock::avstream
