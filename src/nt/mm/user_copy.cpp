#include "src/nt/mm/user_copy.h"

#include <ucontext.h>

#include <cstdint>

#include "src/nt/base/address.h"
#include "src/nt/driver/crash.h"

// Between drydock_user_begin and drydock_user_end the stack pointer is where the caller left it, so
// a fault there can go on at drydock_user_failed as if the routine returned. Written by hand: the
// sanitizers see nothing of it, and a compiler could not move anything out of the range.
//
//   int drydock_user_copy(void* to, const void* from, size_t bytes)
//   int drydock_user_read(const void* address)     touches one byte
//   int drydock_user_write(void* address)          writes one byte back as it is, atomically
//
// 0 when it worked.
asm(R"(
    .text
    .p2align 4
    .globl drydock_user_begin, drydock_user_end, drydock_user_failed
    .globl drydock_user_copy, drydock_user_read, drydock_user_write
    .hidden drydock_user_begin, drydock_user_end, drydock_user_failed
    .hidden drydock_user_copy, drydock_user_read, drydock_user_write
    .type drydock_user_copy, @function
    .type drydock_user_read, @function
    .type drydock_user_write, @function
drydock_user_begin:
drydock_user_copy:
    .cfi_startproc
    cmp   $512, %rdx
    jae   4f
    sub   $32, %rdx
    jb    2f
1:  movups (%rsi), %xmm0
    movups 16(%rsi), %xmm1
    movups %xmm0, (%rdi)
    movups %xmm1, 16(%rdi)
    add   $32, %rsi
    add   $32, %rdi
    sub   $32, %rdx
    jae   1b
2:  test  $16, %dl
    jz    6f
    movups (%rsi), %xmm0
    movups %xmm0, (%rdi)
    add   $16, %rsi
    add   $16, %rdi
6:  test  $8, %dl
    jz    7f
    mov   (%rsi), %rax
    mov   %rax, (%rdi)
    add   $8, %rsi
    add   $8, %rdi
7:  test  $4, %dl
    jz    8f
    mov   (%rsi), %eax
    mov   %eax, (%rdi)
    add   $4, %rsi
    add   $4, %rdi
8:  and   $3, %edx
    jz    5f
3:  movzbl (%rsi), %eax
    movb  %al, (%rdi)
    inc   %rsi
    inc   %rdi
    dec   %edx
    jnz   3b
    jmp   5f
4:  mov   %rdx, %rcx
    rep   movsb
5:  xor   %eax, %eax
    ret
    .cfi_endproc
drydock_user_read:
    .cfi_startproc
    movzbl (%rdi), %eax
    xor   %eax, %eax
    ret
    .cfi_endproc
drydock_user_write:
    .cfi_startproc
    lock orb $0, (%rdi)
    xor   %eax, %eax
    ret
    .cfi_endproc
drydock_user_end:
drydock_user_failed:
    .cfi_startproc
    mov   $1, %eax
    ret
    .cfi_endproc
    .size drydock_user_copy, drydock_user_read - drydock_user_copy
    .size drydock_user_read, drydock_user_write - drydock_user_read
    .size drydock_user_write, drydock_user_end - drydock_user_write
)");

extern "C" {
int drydock_user_copy(void* to, const void* from, std::size_t bytes);
int drydock_user_read(const void* address);
int drydock_user_write(void* address);
extern const char drydock_user_begin[];
extern const char drydock_user_end[];
extern const char drydock_user_failed[];
}

namespace drydock::nt {
namespace {

constexpr std::uintptr_t kPage = 4096;

// Touches one byte of each page that the range reaches.
template <typename Touch>
bool touch_pages(const void* address, std::size_t bytes, Touch&& touch) {
  if (bytes == 0) return true;
  std::uintptr_t last = 0;
  if (__builtin_add_overflow(as_number(address), bytes - 1, &last)) return false;
  guard_thread();
  std::uintptr_t at = as_number(address);
  for (;;) {
    if (touch(at) != 0) return false;
    const std::uintptr_t next = (at | (kPage - 1)) + 1;
    if (next > last || next == 0) return true;
    at = next;
  }
}

}  // namespace

bool copy_from_user(void* to, const void* from, std::size_t bytes) {
  guard_thread();
  return drydock_user_copy(to, from, bytes) == 0;
}

bool copy_to_user(void* to, const void* from, std::size_t bytes) {
  guard_thread();
  return drydock_user_copy(to, from, bytes) == 0;
}

bool user_can_read(const void* address, std::size_t bytes) {
  return touch_pages(address, bytes, [](std::uintptr_t at) {
    return drydock_user_read(reinterpret_cast<const void*>(at));
  });
}

bool user_can_write(const void* address, std::size_t bytes) {
  return touch_pages(address, bytes, [](std::uintptr_t at) {
    return drydock_user_write(reinterpret_cast<void*>(at));
  });
}

bool resume_user_copy(void* ucontext) {
  greg_t& pc = static_cast<ucontext_t*>(ucontext)->uc_mcontext.gregs[REG_RIP];
  const auto at = static_cast<std::uintptr_t>(pc);
  if (at < as_number(drydock_user_begin) || at >= as_number(drydock_user_end)) return false;
  pc = static_cast<greg_t>(as_number(drydock_user_failed));
  return true;
}

}  // namespace drydock::nt
