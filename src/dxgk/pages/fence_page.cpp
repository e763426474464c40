#include "src/dxgk/pages/fence_page.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace drydock::dxgk {
namespace {

constexpr std::size_t kPage = 4096;

void* map(int file, int protection) {
  void* const made = mmap(nullptr, kPage, protection, MAP_SHARED, file, 0);
  return made == MAP_FAILED ? nullptr : made;
}

void unmap(void* page) {
  if (page != nullptr) munmap(page, kPage);
}

}  // namespace

// Maps the same page twice, so that clients have a protection of their own.
FencePage::FencePage(std::uint64_t value, Clients clients) {
  const int file = memfd_create("fence", MFD_CLOEXEC);
  if (file < 0) throw std::bad_alloc();
  void* const written = ftruncate(file, kPage) == 0 ? map(file, PROT_READ | PROT_WRITE) : nullptr;
  const int client_access = clients == Clients::kWrite ? PROT_READ | PROT_WRITE : PROT_READ;
  client_view_ = written != nullptr ? map(file, client_access) : nullptr;
  close(file);
  if (client_view_ == nullptr) {
    unmap(written);
    throw std::bad_alloc();
  }
  value_ = new (written) std::atomic<std::uint64_t>(value);
  if (clients == Clients::kRead) named_.emplace(client_view_, kPage, "K-439"_rule);
}

FencePage::~FencePage() {
  named_.reset();
  unmap(value_);
  unmap(client_view_);
}

}  // namespace drydock::dxgk
