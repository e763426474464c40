#include "src/nt/mm/user_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "src/nt/base/address.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/crash.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/single_step.h"
#include "src/rules/finding.h"
#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

struct Watched {
  std::uintptr_t begin;
  std::size_t bytes;
  ClientAccess access;

  bool holds(std::uintptr_t address, std::size_t size) const {
    return address >= begin && address - begin <= bytes && size <= bytes - (address - begin);
  }
};

// Asked from the handler of faults: nothing in here faults while the lock is held.
struct Watch {
  sim::Lock mutex;
  std::vector<Watched> all DRYDOCK_GUARDED_BY(mutex);
};

Watch& watch() {
  // Never destroyed: strands may still run when the process ends.
  static Watch& instance = *new Watch;
  return instance;
}

std::optional<Watched> find(const void* address, std::size_t bytes) {
  const sim::Hold hold(watch().mutex);
  for (const Watched& one : watch().all) {
    if (one.holds(as_number(address), bytes)) return one;
  }
  return std::nullopt;
}

// The handlers of crash.cpp, which see what is not ours.
struct sigaction faults_before;
struct sigaction traps_before;

void pass_on(const struct sigaction& before, int signal, siginfo_t* info, void* context) {
  before.sa_sigaction(signal, info, context);
}

thread_local Step step;

bool was_probed(const Entry* entry, std::uintptr_t address) {
  for (; entry != nullptr; entry = entry->outer) {
    const auto covers = [address](const ProbedRange& range) {
      return address >= range.begin && address - range.begin < range.bytes;
    };
    if (std::ranges::any_of(entry->probed, covers)) return true;
  }
  return false;
}

// What is wrong with an access to user memory; null when nothing is.
const char* breach(const Thread& thread, std::uintptr_t address) {
  if (thread.irql >= DISPATCH_LEVEL) return "at DISPATCH_LEVEL or above";
  if (thread.exceptions == nullptr) return "outside a try block";
  return was_probed(thread.entry, address) ? nullptr : "without a probe in this call";
}

[[noreturn]] void end_driver(Entry& entry, const char* why, void* context) {
  Breach("N-058", *entry.driver)
      .message("{} {} a client's memory {}", entry.where,
               is_write_fault(context) ? "writes to" : "reads", why)
      .stack("here", stack_of_signal(context))
      .raise_later();
  entry.driver->die();
  siglongjmp(entry.recovery, 1);
}

bool allows(ClientAccess access, bool write) {
  return access == ClientAccess::kWrite || (access == ClientAccess::kRead && !write);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const std::optional<Watched> watched =
      info->si_code > 0 && info->si_code != SI_KERNEL ? find(info->si_addr, 1) : std::nullopt;
  if (!watched && !is_declared_user_memory(info->si_addr)) {
    step.close(context);
    return pass_on(faults_before, signal, info, context);
  }
  Thread& thread = self();
  if (thread.entry != nullptr) {
    if (const char* why = breach(thread, as_number(info->si_addr))) {
      step.close(context);
      end_driver(*thread.entry, why, context);
    }
  }
  if (watched && allows(watched->access, is_write_fault(context)) &&
      step.open(as_number(info->si_addr), context))
    return;
  step.close(context);
  pass_on(faults_before, signal, info, context);
}

void on_trap(int signal, siginfo_t* info, void* context) {
  if (step.count != 0) return step.close(context);
  pass_on(traps_before, signal, info, context);
}

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
    give_back(frames_);
    throw std::bad_alloc();
  }
  range_.emplace(address_, bytes_);
  const sim::Hold hold(watch().mutex);
  watch().all.push_back({as_number(address_), bytes_, ClientAccess::kWrite});
}

UserMemory::~UserMemory() {
  {
    const sim::Hold hold(watch().mutex);
    std::erase_if(watch().all,
                  [this](const Watched& one) { return one.begin == as_number(address_); });
  }
  unmap_view(address_);
  unmap_view(contents_);
  give_back(frames_);
}

void UserMemory::set_access(ClientAccess access) {
  const sim::Hold hold(watch().mutex);
  for (Watched& one : watch().all) {
    if (one.begin == as_number(address_)) one.access = access;
  }
}

std::optional<ClientAccess> client_access(const void* address, std::size_t bytes) {
  const std::optional<Watched> watched = find(address, bytes);
  if (!watched) return std::nullopt;
  return watched->access;
}

void note_probed(const void* address, std::size_t bytes) {
  if (Entry* entry = self().entry) entry->probed.push_back({as_number(address), bytes});
}

void watch_user_memory() {
  static std::once_flag once;
  std::call_once(once, [] {
    guard_thread();
    sigaction(SIGSEGV, nullptr, &faults_before);
    sigaction(SIGTRAP, nullptr, &traps_before);
    install_handler(SIGSEGV, on_fault);
    install_handler(SIGTRAP, on_trap);
  });
}

}  // namespace drydock::nt
