#include "src/cc/user_heap.h"

#include <fmt/format.h>

#include <string_view>

namespace drydock::cc {
namespace {

struct Redirection {
  std::string_view name;
  std::string_view host;  // in src/win32/memory/heap_crt.cpp
};

constexpr Redirection kRedirections[] = {
    {"malloc", "drydock_malloc"},
    {"calloc", "drydock_calloc"},
    {"realloc", "drydock_realloc"},
    {"free", "drydock_free"},
    {"strdup", "drydock_strdup"},
    {"strndup", "drydock_strndup"},
    {"posix_memalign", "drydock_posix_memalign"},
    {"aligned_alloc", "drydock_aligned_alloc"},
    {"malloc_usable_size", "drydock_malloc_usable_size"},
    {"drydock_wcsdup", "drydock_heap_wcsdup"},
    // operator new and operator new[]; with nothrow; with an alignment; with both.
    {"_Znwm", "drydock_new"},
    {"_Znam", "drydock_new_array"},
    {"_ZnwmRKSt9nothrow_t", "drydock_new_nothrow"},
    {"_ZnamRKSt9nothrow_t", "drydock_new_array_nothrow"},
    {"_ZnwmSt11align_val_t", "drydock_new_aligned"},
    {"_ZnamSt11align_val_t", "drydock_new_array_aligned"},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", "drydock_new_aligned_nothrow"},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", "drydock_new_array_aligned_nothrow"},
    // operator delete and operator delete[], likewise, and with a size.
    {"_ZdlPv", "drydock_delete"},
    {"_ZdaPv", "drydock_delete_array"},
    {"_ZdlPvm", "drydock_delete"},
    {"_ZdaPvm", "drydock_delete_array"},
    {"_ZdlPvRKSt9nothrow_t", "drydock_delete"},
    {"_ZdaPvRKSt9nothrow_t", "drydock_delete_array"},
    {"_ZdlPvSt11align_val_t", "drydock_delete"},
    {"_ZdaPvSt11align_val_t", "drydock_delete_array"},
    {"_ZdlPvmSt11align_val_t", "drydock_delete"},
    {"_ZdaPvmSt11align_val_t", "drydock_delete_array"},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", "drydock_delete"},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", "drydock_delete_array"},
};

// The loader calls it before it looks for leaks.
constexpr std::string_view kEndStatics =
    "  .globl drydock_end_statics\n"
    "  .type drydock_end_statics, @function\n"
    "drydock_end_statics:\n"
    "  leaq __dso_handle(%rip), %rdi\n"
    "  jmp __cxa_finalize@PLT\n"
    "  .size drydock_end_statics, .-drydock_end_statics\n";

}  // namespace

std::string user_heap_source() {
  std::string out = "  .text\n";
  for (const Redirection& each : kRedirections) {
    out += fmt::format(
        "  .weak {0}\n  .hidden {0}\n  .type {0}, @function\n{0}:\n  jmp {1}@PLT\n"
        "  .size {0}, .-{0}\n",
        each.name, each.host);
  }
  out += kEndStatics;
  return out + "  .section .note.GNU-stack,\"\",@progbits\n";
}

}  // namespace drydock::cc
