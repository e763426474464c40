#include "src/nt/mm/user_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "src/nt/base/address.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::nt {
namespace {

bool was_probed(const Entry* entry, std::uintptr_t address) {
  for (; entry != nullptr; entry = entry->outer) {
    const auto covers = [address](const ProbedRange& range) {
      return address >= range.begin && address - range.begin < range.bytes;
    };
    if (std::ranges::any_of(entry->probed, covers)) return true;
  }
  return false;
}

// Returns what is wrong with an access to user memory; null when nothing is.
const char* breach(const Thread& thread, std::uintptr_t address) {
  rules::evaluated("N-058");
  if (thread.irql >= DISPATCH_LEVEL) return "a client's memory at DISPATCH_LEVEL or above";
  if (thread.exceptions == nullptr) return "a client's memory outside a try block";
  if (was_probed(thread.entry, address)) return nullptr;
  return "a client's memory without a probe in this call";
}

[[noreturn]] void end_driver(Entry& entry, const char* what, const PageAccess& access) {
  close_opened_pages();
  Breach("N-058", *entry.driver)
      .message("{} {} {}", entry.where, access.is_write ? "writes to" : "reads", what)
      .stack("here", stack_of_signal(access.context))
      .raise_later();
  entry.driver->die();
  siglongjmp(entry.recovery, 1);
}

void check_client_access(const PageAccess& access) {
  const Thread& thread = self();
  if (thread.entry == nullptr) return;
  rules::evaluated("N-058");
  if (const char* const why = breach(thread, access.address))
    end_driver(*thread.entry, why, access);
}

class ClientMemoryListener final : public PageListener {
 public:
  void before_access(const PageAccess& access) override { check_client_access(access); }
};

class DeclaredMemoryListener final : public PageListener {
 public:
  void before_access(const PageAccess& access) override {
    if (is_declared_user_memory(as_pointer(access.address))) check_client_access(access);
  }
};

class BaitListener final : public PageListener {
 public:
  void before_access(const PageAccess& access) override {
    Entry* const entry = self().entry;
    if (entry == nullptr) return;
    rules::evaluated("N-058");
    end_driver(*entry, "memory of the kernel to which a client's pointer leads, without a probe",
               access);
  }
};

constinit BaitListener bait_listener;
constinit ClientMemoryListener client_memory_listener;
constinit DeclaredMemoryListener declared_memory_listener;

}  // namespace

UserMemory::UserMemory(std::size_t bytes) : bytes_(bytes) {
  watch_user_memory();
  frames_ = take_frames(pages_of(bytes), {});
  if (frames_.size() == pages_of(bytes)) {
    contents_ = map_frames(frames_);
    address_ = map_frames(frames_);
  }
  if (contents_ == nullptr || address_ == nullptr || !protect_view(address_, PROT_NONE)) {
    unmap_view(address_);
    unmap_view(contents_);
    free_frames(frames_);
    throw std::bad_alloc();
  }
  range_.emplace(address_, bytes_);
  watched_.emplace(address_, bytes_, client_memory_listener);
}

UserMemory::~UserMemory() {
  watched_.reset();
  unmap_view(address_);
  unmap_view(contents_);
  free_frames(frames_);
}

namespace {

void* closed_pages(std::size_t bytes) {
  void* const pages =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return pages;
}

}  // namespace

KernelBait::KernelBait(std::size_t bytes)
    : bytes_(pages_of(bytes) * kPageBytes), address_(closed_pages(bytes_)) {
  watched_.emplace(address_, bytes_, bait_listener);
}

KernelBait::~KernelBait() {
  watched_.reset();
  munmap(address_, bytes_);
}

void note_probed(const void* address, std::size_t bytes) {
  if (Entry* entry = self().entry) entry->probed.push_back({as_number(address), bytes});
}

void watch_user_memory() { listen_to_unwatched_faults(declared_memory_listener); }

}  // namespace drydock::nt
