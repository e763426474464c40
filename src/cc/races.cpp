#include "src/cc/races.h"

#include <fmt/format.h>

#include <string_view>

namespace drydock::cc {
namespace {

// Assembly that defines a function of the compiler's as a jump to a function of the host.
std::string jump(std::string_view name, std::string_view host, std::string_view before = "") {
  return fmt::format(
      "  .weak {0}\n  .hidden {0}\n  .type {0}, @function\n{0}:\n{2}  jmp {1}@PLT\n"
      "  .size {0}, .-{0}\n",
      name, host, before);
}

// Plain and volatile accesses of each size. The size is the second argument of the host's function.
std::string access_calls() {
  struct Kind {
    std::string_view name;
    std::string_view host;
  };
  constexpr Kind kKinds[] = {
      {"read", "drydock_race_read"},
      {"write", "drydock_race_write"},
      {"read_write", "drydock_race_write"},
      {"volatile_read", "drydock_race_volatile_read"},
      {"volatile_write", "drydock_race_volatile_write"},
  };
  std::string out;
  for (const Kind& kind : kKinds) {
    for (const int size : {1, 2, 4, 8, 16}) {
      const std::string before = fmt::format("  movl ${}, %esi\n", size);
      out += jump(fmt::format("__tsan_{}{}", kind.name, size), kind.host, before);
      out += jump(fmt::format("__tsan_unaligned_{}{}", kind.name, size), kind.host, before);
    }
  }
  return out;
}

// Constructors and destructors set the pointer to the virtual functions. Setting it to its present
// value is no write.
std::string vtable_calls() {
  return jump("__tsan_vptr_read", "drydock_race_read", "  movl $8, %esi\n") +
         jump("__tsan_vptr_update", "drydock_race_write",
              "  cmpq %rsi, (%rdi)\n  jne 1f\n  ret\n1:  movl $8, %esi\n");
}

std::string atomic_calls() {
  constexpr std::string_view kOperations[] = {
      "load",      "store",     "exchange",  "compare_exchange_val",
      "fetch_add", "fetch_sub", "fetch_and", "fetch_or",
      "fetch_xor", "fetch_nand"};
  std::string out;
  for (const int bits : {8, 16, 32, 64}) {
    for (const std::string_view operation : kOperations) {
      out += jump(fmt::format("__tsan_atomic{}_{}", bits, operation),
                  fmt::format("drydock_race_atomic{}_{}", bits, operation));
    }
  }
  return out + jump("__tsan_atomic_thread_fence", "drydock_race_fence") +
         jump("__tsan_atomic_signal_fence", "drydock_race_fence");
}

}  // namespace

std::vector<std::string> race_flags() {
  return {"-fsanitize=thread",
          "-mllvm",
          "-tsan-instrument-func-entry-exit=0",
          "-mllvm",
          "-tsan-handle-cxx-exceptions=0",
          "-mllvm",
          "-tsan-distinguish-volatile=1",
          "-mllvm",
          "-tsan-compound-read-before-write=1"};
}

std::string race_calls_source() {
  return "  .text\n" + jump("__tsan_init", "drydock_races_begin") + access_calls() +
         vtable_calls() + atomic_calls() + jump("__tsan_memcpy", "drydock_race_memcpy") +
         jump("__tsan_memmove", "drydock_race_memmove") +
         jump("__tsan_memset", "drydock_race_memset") +
         jump("__cxa_guard_release", "drydock_race_guard_release") +
         "  .section .note.GNU-stack,\"\",@progbits\n";
}

}  // namespace drydock::cc
