#include "src/dxgk/pages/doorbell_window.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <new>

#include "src/nt/base/address.h"
#include "src/nt/mm/physical.h"

namespace drydock::dxgk {

DoorbellWindow::DoorbellWindow(std::size_t bytes)
    : bytes_(nt::pages_of(bytes) * nt::kPageBytes), file_(memfd_create("doorbell", MFD_CLOEXEC)) {
  if (file_ < 0) throw std::bad_alloc();
  void* const made = ftruncate(file_, static_cast<off_t>(bytes_)) == 0
                         ? mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                         : MAP_FAILED;
  if (made == MAP_FAILED) {
    close(file_);
    throw std::bad_alloc();
  }
  address_ = made;
}

DoorbellWindow::~DoorbellWindow() {
  munmap(address_, bytes_);
  close(file_);
}

// mremap with a size of zero makes a second mapping of shared memory. It is made elsewhere and then
// moved: some kernels unmap the destination before they refuse, and the client must never find a
// hole at its address.
bool DoorbellWindow::map(void* doorbell) {
  if (doorbell == nullptr) return false;
  void* const page =
      reinterpret_cast<void*>(nt::as_number(doorbell) / nt::kPageBytes * nt::kPageBytes);
  void* const made = mremap(page, 0, bytes_, MREMAP_MAYMOVE);
  if (made == MAP_FAILED) return false;
  if (mremap(made, bytes_, bytes_, MREMAP_MAYMOVE | MREMAP_FIXED, address_) != MAP_FAILED)
    return true;
  munmap(made, bytes_);
  unmap();
  return false;
}

void DoorbellWindow::unmap() {
  // This cannot fail for lack of room: the range is mapped already.
  static_cast<void>(
      mmap(address_, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_, 0));
}

}  // namespace drydock::dxgk
