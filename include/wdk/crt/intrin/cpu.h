// Barriers, string instructions, processor identification, traps and return addresses.
#pragma once

#undef _ReadWriteBarrier
#undef _ReadBarrier
#undef _WriteBarrier
#define _ReadWriteBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define _ReadBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define _WriteBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define __faststorefence() __atomic_thread_fence(__ATOMIC_SEQ_CST)

FORCEINLINE void drydock__cpuidex(int info[4], int leaf, int subleaf) {
  __asm__ __volatile__("cpuid"
                       : "=a"(info[0]), "=b"(info[1]), "=c"(info[2]), "=d"(info[3])
                       : "a"(leaf), "c"(subleaf));
}
#undef __cpuid
#undef __cpuidex
#define __cpuidex(info, leaf, subleaf) drydock__cpuidex(info, leaf, subleaf)
#define __cpuid(info, leaf) drydock__cpuidex(info, leaf, 0)

FORCEINLINE ULONG64 drydock__rdtscp(unsigned int* processor) {
  unsigned int low, high;
  __asm__ __volatile__("rdtscp" : "=a"(low), "=d"(high), "=c"(*processor));
  return ((ULONG64)high << 32) | low;
}
#undef __rdtscp
#define __rdtscp(processor) drydock__rdtscp(processor)

FORCEINLINE void drydock__movsb(unsigned char* d, const unsigned char* s, size_t n) {
  __asm__ __volatile__("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
FORCEINLINE void drydock__movsw(unsigned short* d, const unsigned short* s, size_t n) {
  __asm__ __volatile__("rep movsw" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
FORCEINLINE void drydock__movsd(unsigned DRYDOCK_LONG* d, const unsigned DRYDOCK_LONG* s,
                                size_t n) {
  __asm__ __volatile__("rep movsl" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
FORCEINLINE void drydock__movsq(ULONG64* d, const ULONG64* s, size_t n) {
  __asm__ __volatile__("rep movsq" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
FORCEINLINE void drydock__stosb(unsigned char* d, unsigned char v, size_t n) {
  __asm__ __volatile__("rep stosb" : "+D"(d), "+c"(n) : "a"(v) : "memory");
}
FORCEINLINE void drydock__stosw(unsigned short* d, unsigned short v, size_t n) {
  __asm__ __volatile__("rep stosw" : "+D"(d), "+c"(n) : "a"(v) : "memory");
}
FORCEINLINE void drydock__stosd(unsigned DRYDOCK_LONG* d, unsigned DRYDOCK_LONG v, size_t n) {
  __asm__ __volatile__("rep stosl" : "+D"(d), "+c"(n) : "a"(v) : "memory");
}
FORCEINLINE void drydock__stosq(ULONG64* d, ULONG64 v, size_t n) {
  __asm__ __volatile__("rep stosq" : "+D"(d), "+c"(n) : "a"(v) : "memory");
}
#define __movsb drydock__movsb
#define __movsw drydock__movsw
#define __movsd drydock__movsd
#define __movsq drydock__movsq
#define __stosb drydock__stosb
#define __stosw drydock__stosw
#define __stosd drydock__stosd
#define __stosq drydock__stosq

#define __nop() __asm__ __volatile__("nop")
#define __halt() __builtin_trap()
#define __fastfail(code) __builtin_trap()
#define __ud2() __builtin_trap()
#if !defined(DRYDOCK_MS_EXTENSIONS)
#define __debugbreak() __asm__ __volatile__("int3")
#define _ReturnAddress() __builtin_return_address(0)
#define __assume(x) ((void)0)
#else
// Known to the compiler; the declarations only make the names visible.
EXTERN_C void* _ReturnAddress(void);
EXTERN_C void* _AddressOfReturnAddress(void);
#endif
