// Interlocked operations. Each is sequentially consistent, as the lock prefix makes it.
#pragma once

#define DRYDOCK_INTERLOCKED(name, type, utype)                                                  \
  FORCEINLINE type drydock_InterlockedExchange##name(type volatile* p, type v) {                \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                         \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedCompareExchange##name(type volatile* p, type v, type c) { \
    __atomic_compare_exchange_n(p, &c, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
    return c;                                                                                   \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedExchangeAdd##name(type volatile* p, type v) {             \
    return (type)__atomic_fetch_add((utype volatile*)p, (utype)v, __ATOMIC_SEQ_CST);            \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedExchangeSub##name(type volatile* p, type v) {             \
    return (type)__atomic_fetch_sub((utype volatile*)p, (utype)v, __ATOMIC_SEQ_CST);            \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedAdd##name(type volatile* p, type v) {                     \
    return (type)__atomic_add_fetch((utype volatile*)p, (utype)v, __ATOMIC_SEQ_CST);            \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedIncrement##name(type volatile* p) {                       \
    return (type)__atomic_add_fetch((utype volatile*)p, (utype)1, __ATOMIC_SEQ_CST);            \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedDecrement##name(type volatile* p) {                       \
    return (type)__atomic_sub_fetch((utype volatile*)p, (utype)1, __ATOMIC_SEQ_CST);            \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedAnd##name(type volatile* p, type v) {                     \
    return __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST);                                          \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedOr##name(type volatile* p, type v) {                      \
    return __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST);                                           \
  }                                                                                             \
  FORCEINLINE type drydock_InterlockedXor##name(type volatile* p, type v) {                     \
    return __atomic_fetch_xor(p, v, __ATOMIC_SEQ_CST);                                          \
  }

DRYDOCK_INTERLOCKED(8, char, unsigned char)
DRYDOCK_INTERLOCKED(16, short, unsigned short)
DRYDOCK_INTERLOCKED(32, DRYDOCK_LONG, unsigned DRYDOCK_LONG)
DRYDOCK_INTERLOCKED(64, LONG64, ULONG64)
#ifdef __cplusplus
// C++ also takes the unsigned types.
extern "C++" {
DRYDOCK_INTERLOCKED(16, unsigned short, unsigned short)
DRYDOCK_INTERLOCKED(32, unsigned DRYDOCK_LONG, unsigned DRYDOCK_LONG)
DRYDOCK_INTERLOCKED(64, ULONG64, ULONG64)
}
#endif

FORCEINLINE void* drydock_InterlockedExchangePointer(void* volatile* p, void* v) {
  return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
}
FORCEINLINE void* drydock_InterlockedCompareExchangePointer(void* volatile* p, void* v, void* c) {
  __atomic_compare_exchange_n(p, &c, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return c;
}
// Who looks for races does not look into assembly: it sees fences around it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DRYDOCK_INTERLOCKED_SEEN() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif
#endif
#ifndef DRYDOCK_INTERLOCKED_SEEN
#define DRYDOCK_INTERLOCKED_SEEN() ((void)0)
#endif
FORCEINLINE unsigned char drydock_InterlockedCompareExchange128(LONG64 volatile* p, LONG64 high,
                                                                LONG64 low, LONG64* comparand) {
  unsigned char equal;
  DRYDOCK_INTERLOCKED_SEEN();
  __asm__ __volatile__("lock; cmpxchg16b %1"
                       : "=@cce"(equal), "+m"(*(__int128 volatile*)p), "+d"(comparand[1]),
                         "+a"(comparand[0])
                       : "b"(low), "c"(high)
                       : "memory");
  DRYDOCK_INTERLOCKED_SEEN();
  return equal;
}
FORCEINLINE unsigned char drydock_interlockedbittestandset(DRYDOCK_LONG volatile* p,
                                                           DRYDOCK_LONG bit) {
  unsigned DRYDOCK_LONG mask = (unsigned DRYDOCK_LONG)1 << (bit & 31);
  return (__atomic_fetch_or((unsigned DRYDOCK_LONG volatile*)p + (bit >> 5), mask,
                            __ATOMIC_SEQ_CST) &
          mask) != 0;
}
FORCEINLINE unsigned char drydock_interlockedbittestandreset(DRYDOCK_LONG volatile* p,
                                                             DRYDOCK_LONG bit) {
  unsigned DRYDOCK_LONG mask = (unsigned DRYDOCK_LONG)1 << (bit & 31);
  return (__atomic_fetch_and((unsigned DRYDOCK_LONG volatile*)p + (bit >> 5), ~mask,
                             __ATOMIC_SEQ_CST) &
          mask) != 0;
}
FORCEINLINE unsigned char drydock_interlockedbittestandset64(LONG64 volatile* p, LONG64 bit) {
  ULONG64 mask = (ULONG64)1 << (bit & 63);
  return (__atomic_fetch_or((ULONG64 volatile*)p + (bit >> 6), mask, __ATOMIC_SEQ_CST) & mask) != 0;
}
FORCEINLINE unsigned char drydock_interlockedbittestandreset64(LONG64 volatile* p, LONG64 bit) {
  ULONG64 mask = (ULONG64)1 << (bit & 63);
  return (__atomic_fetch_and((ULONG64 volatile*)p + (bit >> 6), ~mask, __ATOMIC_SEQ_CST) & mask) !=
         0;
}

// The names: clang knows some of them as builtins of other types, so they are macros.
#define _InterlockedExchange8 drydock_InterlockedExchange8
#define _InterlockedCompareExchange8 drydock_InterlockedCompareExchange8
#define _InterlockedExchangeAdd8 drydock_InterlockedExchangeAdd8
#define _InterlockedAnd8 drydock_InterlockedAnd8
#define _InterlockedOr8 drydock_InterlockedOr8
#define _InterlockedXor8 drydock_InterlockedXor8
#define _InterlockedExchange16 drydock_InterlockedExchange16
#define _InterlockedCompareExchange16 drydock_InterlockedCompareExchange16
#define _InterlockedExchangeAdd16 drydock_InterlockedExchangeAdd16
#define _InterlockedIncrement16 drydock_InterlockedIncrement16
#define _InterlockedDecrement16 drydock_InterlockedDecrement16
#define _InterlockedAnd16 drydock_InterlockedAnd16
#define _InterlockedOr16 drydock_InterlockedOr16
#define _InterlockedXor16 drydock_InterlockedXor16
#define _InterlockedExchange drydock_InterlockedExchange32
#define _InterlockedCompareExchange drydock_InterlockedCompareExchange32
#define _InterlockedExchangeAdd drydock_InterlockedExchangeAdd32
#define _InterlockedExchangeSub drydock_InterlockedExchangeSub32
#define _InterlockedAdd drydock_InterlockedAdd32
#define _InterlockedIncrement drydock_InterlockedIncrement32
#define _InterlockedDecrement drydock_InterlockedDecrement32
#define _InterlockedAnd drydock_InterlockedAnd32
#define _InterlockedOr drydock_InterlockedOr32
#define _InterlockedXor drydock_InterlockedXor32
#define _InterlockedExchange64 drydock_InterlockedExchange64
#define _InterlockedCompareExchange64 drydock_InterlockedCompareExchange64
#define _InterlockedExchangeAdd64 drydock_InterlockedExchangeAdd64
#define _InterlockedExchangeSub64 drydock_InterlockedExchangeSub64
#define _InterlockedAdd64 drydock_InterlockedAdd64
#define _InterlockedIncrement64 drydock_InterlockedIncrement64
#define _InterlockedDecrement64 drydock_InterlockedDecrement64
#define _InterlockedAnd64 drydock_InterlockedAnd64
#define _InterlockedOr64 drydock_InterlockedOr64
#define _InterlockedXor64 drydock_InterlockedXor64
// The same in lower case, as Microsoft's intrin.h has them next to these.
#define _interlockedadd drydock_InterlockedAdd32
#define _interlockedadd64 drydock_InterlockedAdd64
#define _interlockedexchange64 drydock_InterlockedExchange64
#define _interlockedexchangeadd64 drydock_InterlockedExchangeAdd64
#define _interlockedincrement64 drydock_InterlockedIncrement64
#define _interlockeddecrement64 drydock_InterlockedDecrement64
#define _interlockedand64 drydock_InterlockedAnd64
#define _interlockedor64 drydock_InterlockedOr64
#define _interlockedxor64 drydock_InterlockedXor64
#define _InterlockedExchangePointer drydock_InterlockedExchangePointer
#define _InterlockedCompareExchangePointer drydock_InterlockedCompareExchangePointer
#define _InterlockedCompareExchange128 drydock_InterlockedCompareExchange128
#define _interlockedbittestandset drydock_interlockedbittestandset
#define _interlockedbittestandreset drydock_interlockedbittestandreset
#define _interlockedbittestandset64 drydock_interlockedbittestandset64
#define _interlockedbittestandreset64 drydock_interlockedbittestandreset64
