#include "src/nt/mm/spied_memory.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <optional>
#include <vector>

#include "src/nt/driver/crash.h"
#include "src/nt/driver/loader_modules.h"
#include "src/nt/mm/single_step.h"
#include "src/sim/lock.h"

namespace drydock::nt {
namespace {

struct Spied {
  std::uintptr_t begin;
  std::size_t bytes;
  SpiedMemory::Told told;
  void* context;
};

// Asked from the handler of faults: nothing in here faults while the lock is held.
struct Registry {
  sim::Lock lock;
  std::vector<Spied> all DRYDOCK_GUARDED_BY(lock);
};

Registry& registry() {
  // Never destroyed: strands may still run when the process ends.
  static Registry& instance = *new Registry;
  return instance;
}

std::optional<Spied> find(std::uintptr_t address) {
  const sim::Hold hold(registry().lock);
  for (const Spied& one : registry().all) {
    if (address - one.begin < one.bytes) return one;
  }
  return std::nullopt;
}

// The handlers that see what is not ours.
struct sigaction faults_before;
struct sigaction traps_before;
thread_local Step step;

const void* pc_of(const void* context) {
  return reinterpret_cast<const void*>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool of_memory = info->si_code > 0 && info->si_code != SI_KERNEL;
  const std::optional<Spied> spied = of_memory ? find(address) : std::nullopt;
  // Open before anybody is told, who may look at the memory too.
  if (spied && step.open(address, context)) {
    if (is_driver_code(pc_of(context))) {
      spied->told(spied->context, address - spied->begin, is_write_fault(context),
                  stack_of_signal(context));
    }
    return;
  }
  if (step.count != 0) step.close(context);
  faults_before.sa_sigaction(signal, info, context);
}

void on_trap(int signal, siginfo_t* info, void* context) {
  if (step.count != 0) return step.close(context);
  traps_before.sa_sigaction(signal, info, context);
}

void watch() {
  static std::once_flag once;
  std::call_once(once, [] {
    guard_thread();
    sigaction(SIGSEGV, nullptr, &faults_before);
    sigaction(SIGTRAP, nullptr, &traps_before);
    install_handler(SIGSEGV, on_fault);
    install_handler(SIGTRAP, on_trap);
  });
}

}  // namespace

SpiedMemory::SpiedMemory(std::size_t bytes, Told told, void* context)
    : bytes_(pages_of(bytes) * kPageBytes),
      address_(mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  if (address_ == MAP_FAILED) throw std::bad_alloc();
  watch();
  const sim::Hold hold(registry().lock);
  registry().all.push_back({reinterpret_cast<std::uintptr_t>(address_), bytes_, told, context});
}

SpiedMemory::~SpiedMemory() {
  {
    const sim::Hold hold(registry().lock);
    std::erase_if(registry().all, [this](const Spied& one) {
      return one.begin == reinterpret_cast<std::uintptr_t>(address_);
    });
  }
  munmap(address_, bytes_);
}

}  // namespace drydock::nt
