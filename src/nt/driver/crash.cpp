#include "src/nt/driver/crash.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unwind.h>

#include <array>
#include <mutex>
#include <optional>

#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/driver/image_sections.h"
#include "src/nt/driver/listeners.h"
#include "src/nt/driver/loader_modules.h"
#include "src/nt/driver/seh.h"
#include "src/nt/driver/watchdog.h"
#include "src/nt/watch/breach.h"
#include "wdk/crt/seh/frame.h"

namespace drydock::nt {
namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
// Raising a finding reads debug information: it needs a stack of some size.
constexpr std::size_t kStackSize = 1 << 20;
// The kernel's addresses begin here: a fault there stops Windows even inside a guarded block.
constexpr std::uintptr_t kSystemSpace = 0xFFFF'8000'0000'0000;

std::array<struct sigaction, kSignals.size()> previous;

// A fault while a stack is unwound or a finding is written continues here. The compiler's own
// jumps: the thread sanitizer keeps no account of buffers on two stacks.
using Landing = void* [5];
thread_local void** second_fault = nullptr;

std::uintptr_t pc_of(const void* context) {
  return static_cast<std::uintptr_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
}

struct Unwinding {
  std::uintptr_t from;
  bool met = false;
  rules::Stack stack;
};

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* data) {
  auto& unwinding = *static_cast<Unwinding*>(data);
  int is_exact = 0;
  const std::uintptr_t pc = _Unwind_GetIPInfo(context, &is_exact);
  unwinding.met = unwinding.met || pc == unwinding.from;
  if (!unwinding.met) return _URC_NO_REASON;
  rules::Stack& stack = unwinding.stack;
  // Every pc counts as a return address, one past its instruction.
  stack.pcs[stack.depth++] = reinterpret_cast<const void*>(is_exact != 0 ? pc + 1 : pc);
  return stack.depth < rules::Stack::kDepth ? _URC_NO_REASON : _URC_END_OF_STACK;
}

struct Fault {
  int signal;
  const siginfo_t* info;
  const void* context;
  std::uintptr_t pc;
  std::uintptr_t address;  // the address of the memory that could not be touched

  // True when the thread ran in a section that was discarded, where Windows has no code.
  bool is_in_discarded_code() const {
    const ImageSection* const section =
        signal == SIGILL ? section_at(reinterpret_cast<const void*>(pc)) : nullptr;
    return section != nullptr && section->is_discarded();
  }
  bool is_memory() const { return signal == SIGSEGV || signal == SIGBUS; }
  // The processor names no address for a non-canonical one.
  bool has_address() const {
    return is_memory() && info->si_code != SI_KERNEL && info->si_code > 0;
  }
  bool is_write() const {
    constexpr int kWrite = 2;  // a bit of the page fault's error code
    return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrite) != 0;
  }
};

NTSTATUS code_of(const Fault& fault) {
  switch (fault.signal) {
    case SIGFPE:
      return fault.info->si_code == FPE_INTOVF ? STATUS_INTEGER_OVERFLOW
                                               : STATUS_INTEGER_DIVIDE_BY_ZERO;
    case SIGILL:
      return STATUS_ILLEGAL_INSTRUCTION;
    case SIGTRAP:
      return STATUS_BREAKPOINT;
    default:
      return STATUS_ACCESS_VIOLATION;
  }
}

// Returns false for faults that stop Windows although a guarded block surrounds the code: any fault
// at DISPATCH_LEVEL, and a fault on an address of the system such as freed pool.
bool becomes_exception(const Fault& fault, const Thread& thread) {
  if (thread.exceptions == nullptr || fault.signal == SIGABRT || fault.is_in_discarded_code())
    return false;
  if (!fault.is_memory()) return true;
  if (thread.irql >= DISPATCH_LEVEL || fault.address >= kSystemSpace) return false;
  return !driver_listeners.describe_address(reinterpret_cast<const void*>(fault.address));
}

[[noreturn]] void raise_in_driver(const Fault& fault) {
  const auto* pc = reinterpret_cast<const void*>(fault.pc);
  if (!fault.is_memory()) raise_fault(code_of(fault), pc);
  raise_fault(
      STATUS_ACCESS_VIOLATION, pc,
      {fault.is_write() ? 1ULL : 0ULL, fault.has_address() ? fault.address : ~ULONG_PTR{0}});
}

std::string sentence(const Fault& fault, const Entry& entry, KIRQL irql) {
  if (fault.is_in_discarded_code())
    return fmt::format("{} ran into code of the INIT section, pc {:#x}, after DriverEntry",
                       entry.where, fault.pc);
  std::string what;
  if (fault.is_memory()) {
    what = fmt::format(
        "{} {} faulted", fault.is_write() ? "write to" : "read of",
        fault.has_address() ? fmt::format("{:#x}", fault.address) : "an address that cannot exist");
  } else {
    what = fmt::format("{} ({:#010x})", sigdescr_np(fault.signal),
                       static_cast<std::uint32_t>(code_of(fault)));
  }
  if (fault.signal == SIGABRT) what = "abort() was called";
  return fmt::format("{} crashed: {}, pc {:#x}, IRQL {}", entry.where, what, fault.pc, irql);
}

std::optional<rules::RuleId> rule_of_write(const Fault& fault) {
  const bool is_write = fault.is_memory() && fault.has_address() && fault.is_write();
  return is_write ? driver_listeners.rule_of_write(reinterpret_cast<const void*>(fault.address))
                  : std::nullopt;
}

void raise_finding(const Fault& fault, const Entry& entry, KIRQL irql) {
  Concerning concerning;
  std::optional<rules::RuleId> rule;
  if (fault.has_address()) {
    const auto* address = reinterpret_cast<const void*>(fault.address);
    concerning.object = driver_listeners.describe_address(address).value_or("");
    rule = driver_listeners.rule_of_access(address);
    if (!rule.has_value()) rule = rule_of_write(fault);
  }
  if (fault.is_in_discarded_code()) rule = "N-072"_rule;
  rules::Stack stack = stack_of_signal(fault.context);
  // A breakpoint is reported behind its instruction, where a return address would be.
  if (fault.signal == SIGTRAP) stack.pcs[0] = reinterpret_cast<const void*>(fault.pc);
  concerning.stacks = {{"here", stack}};
  Breach(rule.value_or("N-061"_rule), *entry.driver)
      .message(sentence(fault, entry, irql))
      .about(std::move(concerning))
      .raise_later();
}

// It is not inlined, because a function may jump out or be jumped into, never both.
__attribute__((noinline)) void try_to_raise_finding(const Fault& fault, const Thread& thread) {
  Landing again;
  if (__builtin_setjmp(again) == 0) {
    second_fault = again;
    raise_finding(fault, *thread.entry, thread.irql);
  }
  second_fault = nullptr;
}

[[noreturn]] void end_driver(const Fault& fault, Thread& thread) {
  try_to_raise_finding(fault, thread);
  thread.fault_address = fault.has_address() ? fault.address : ~std::uintptr_t{0};
  thread.fault_writes = fault.is_memory() && fault.is_write();
  Entry& entry = *thread.entry;
  entry.driver->die();
  siglongjmp(entry.recovery, 1);
}

// An assertion of the host that fails in a driver's call is the host's own: it must not pass for
// the driver's.
bool is_ours(const Fault& fault) {
  if (fault.signal != SIGABRT) return false;
  const rules::Stack stack = stack_of_signal(fault.context);
  for (std::uint32_t i = 0; i < stack.depth; ++i) {
    if (is_driver_code(static_cast<const char*>(stack.pcs[i]) - 1)) return false;
    if (is_host_code(stack.pcs[i])) return true;
  }
  return true;
}

// A client that is no driver ends as it would without us, but not without a word.
void raise_write_of_client(const Fault& fault) {
  const std::optional<rules::RuleId> rule = rule_of_write(fault);
  if (!rule.has_value()) return;
  Breach(*rule, Offender::client())
      .message("a client wrote to {:#x}, pc {:#x}", fault.address, fault.pc)
      .stack("here", stack_of_signal(fault.context))
      .raise_later();
}

// Does what the process would have done without this handler.
void pass_on(int signal, siginfo_t* info, void* context) {
  std::size_t index = 0;
  while (kSignals[index] != signal) ++index;
  const struct sigaction& old = previous[index];
  if ((old.sa_flags & SA_SIGINFO) != 0) return old.sa_sigaction(signal, info, context);
  if (old.sa_handler == SIG_IGN && signal != SIGSEGV) return;
  if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) return old.sa_handler(signal);
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  sigaction(signal, &by_default, nullptr);
  if (info->si_code <= 0 || signal == SIGTRAP) raise(signal);  // not a fault that returning repeats
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if ((signal == SIGSEGV || signal == SIGBUS) && driver_listeners.resume_user_copy(context)) return;
  if (second_fault != nullptr) __builtin_longjmp(second_fault, 1);
  if (signal == SIGTRAP && info->si_code == TRAP_TRACE) return step_out(context);
  Thread& thread = self();
  const Fault fault{signal, info, context, pc_of(context),
                    reinterpret_cast<std::uintptr_t>(info->si_addr)};
  if (thread.entry == nullptr) raise_write_of_client(fault);
  if (thread.entry == nullptr || is_ours(fault)) return pass_on(signal, info, context);
  // A sanitizer reported the access already.
  if (!thread.entry->driver->alive() && was_leaving()) leave_current_driver();
  if (becomes_exception(fault, thread)) raise_in_driver(fault);
  end_driver(fault, thread);
}

// The stack for signal handlers while the thread lives. The destructor restores the previous stack,
// which its owner will free.
class AlternateStack {
 public:
  AlternateStack() {
    memory_ = mmap(nullptr, kStackSize, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) return;
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = kStackSize;
    sigaltstack(&stack, &before_);
  }
  ~AlternateStack() {
    if (memory_ == MAP_FAILED) return;
    sigaltstack(&before_, nullptr);
    munmap(memory_, kStackSize);
  }
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  void* memory_;
  stack_t before_{};
};

// The mask stays as it is in a handler, because handlers are left by jumps.
struct sigaction action_of(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigemptyset(&action.sa_mask);
  return action;
}

}  // namespace

__attribute__((noinline)) rules::Stack stack_of_signal(const void* ucontext) {
  Unwinding unwinding{pc_of(ucontext), false, {}};
  void** const volatile outer = second_fault;
  Landing broken;
  if (__builtin_setjmp(broken) == 0) {
    second_fault = broken;
    _Unwind_Backtrace(take_frame, &unwinding);
  }
  second_fault = outer;
  // No tables at the place, as after a call through a bad pointer: the frame pointers are better.
  return unwinding.stack.depth > 1 ? unwinding.stack : rules::Stack::interrupted(ucontext);
}

void install_handler(int signal, void (*handler)(int, siginfo_t*, void*)) {
  const struct sigaction action = action_of(handler);
  sigaction(signal, &action, nullptr);
}

void leave_current_driver() {
  Entry& entry = *self().entry;
  entry.driver->die();
  siglongjmp(entry.recovery, 1);
}

constinit thread_local bool thread_is_guarded = false;

void guard_this_thread() {
  static std::once_flag once;
  std::call_once(once, [] {
    const struct sigaction action = action_of(on_fault);
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &previous[i]);
  });
  thread_local const AlternateStack stack;
  static_cast<void>(stack);
  thread_is_guarded = true;
}

}  // namespace drydock::nt
