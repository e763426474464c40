#pragma once
// Interlocked operations, fences and raw or ordered loads and stores, all full barriers unless the
// name says otherwise.

#include "base.h"

FORCEINLINE LONG InterlockedExchange(LONG volatile* Target, LONG Value) {
  return __atomic_exchange_n(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedExchangeAdd(LONG volatile* Target, LONG Value) {
  return __atomic_fetch_add(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedAnd(LONG volatile* Target, LONG Value) {
  return __atomic_fetch_and(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedOr(LONG volatile* Target, LONG Value) {
  return __atomic_fetch_or(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedXor(LONG volatile* Target, LONG Value) {
  return __atomic_fetch_xor(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedIncrement(LONG volatile* Target) {
  return __atomic_add_fetch(Target, 1, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedDecrement(LONG volatile* Target) {
  return __atomic_sub_fetch(Target, 1, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG InterlockedCompareExchange(LONG volatile* Target, LONG Exchange, LONG Comparand) {
  __atomic_compare_exchange_n(Target, &Comparand, Exchange, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return Comparand;
}
FORCEINLINE LONG InterlockedAdd(LONG volatile* Target, LONG Value) {
  return __atomic_add_fetch(Target, Value, __ATOMIC_SEQ_CST);
}

FORCEINLINE LONG64 InterlockedExchange64(LONG64 volatile* Target, LONG64 Value) {
  return __atomic_exchange_n(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedExchangeAdd64(LONG64 volatile* Target, LONG64 Value) {
  return __atomic_fetch_add(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedAnd64(LONG64 volatile* Target, LONG64 Value) {
  return __atomic_fetch_and(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedOr64(LONG64 volatile* Target, LONG64 Value) {
  return __atomic_fetch_or(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedXor64(LONG64 volatile* Target, LONG64 Value) {
  return __atomic_fetch_xor(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedIncrement64(LONG64 volatile* Target) {
  return __atomic_add_fetch(Target, 1, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedDecrement64(LONG64 volatile* Target) {
  return __atomic_sub_fetch(Target, 1, __ATOMIC_SEQ_CST);
}
FORCEINLINE LONG64 InterlockedCompareExchange64(LONG64 volatile* Target, LONG64 Exchange,
                                                LONG64 Comparand) {
  __atomic_compare_exchange_n(Target, &Comparand, Exchange, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return Comparand;
}
FORCEINLINE LONG64 InterlockedAdd64(LONG64 volatile* Target, LONG64 Value) {
  return __atomic_add_fetch(Target, Value, __ATOMIC_SEQ_CST);
}

FORCEINLINE SHORT InterlockedExchange16(SHORT volatile* Target, SHORT Value) {
  return __atomic_exchange_n(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedExchangeAdd16(SHORT volatile* Target, SHORT Value) {
  return __atomic_fetch_add(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedAnd16(SHORT volatile* Target, SHORT Value) {
  return __atomic_fetch_and(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedOr16(SHORT volatile* Target, SHORT Value) {
  return __atomic_fetch_or(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedXor16(SHORT volatile* Target, SHORT Value) {
  return __atomic_fetch_xor(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedIncrement16(SHORT volatile* Target) {
  return __atomic_add_fetch(Target, 1, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedDecrement16(SHORT volatile* Target) {
  return __atomic_sub_fetch(Target, 1, __ATOMIC_SEQ_CST);
}
FORCEINLINE SHORT InterlockedCompareExchange16(SHORT volatile* Target, SHORT Exchange,
                                               SHORT Comparand) {
  __atomic_compare_exchange_n(Target, &Comparand, Exchange, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return Comparand;
}

FORCEINLINE CHAR InterlockedExchange8(CHAR volatile* Target, CHAR Value) {
  return __atomic_exchange_n(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE CHAR InterlockedExchangeAdd8(CHAR volatile* Target, CHAR Value) {
  return __atomic_fetch_add(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE CHAR InterlockedAnd8(CHAR volatile* Target, CHAR Value) {
  return __atomic_fetch_and(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE CHAR InterlockedOr8(CHAR volatile* Target, CHAR Value) {
  return __atomic_fetch_or(Target, Value, __ATOMIC_SEQ_CST);
}
FORCEINLINE CHAR InterlockedXor8(CHAR volatile* Target, CHAR Value) {
  return __atomic_fetch_xor(Target, Value, __ATOMIC_SEQ_CST);
}

// The weaker forms are allowed to be stronger; on x64 they are the same instruction.
#define InterlockedExchangeAcquire InterlockedExchange
#define InterlockedExchangeRelease InterlockedExchange
#define InterlockedExchangeNoFence InterlockedExchange
#define InterlockedExchangeAddAcquire InterlockedExchangeAdd
#define InterlockedExchangeAddRelease InterlockedExchangeAdd
#define InterlockedExchangeAddNoFence InterlockedExchangeAdd
#define InterlockedAndAcquire InterlockedAnd
#define InterlockedAndRelease InterlockedAnd
#define InterlockedAndNoFence InterlockedAnd
#define InterlockedOrAcquire InterlockedOr
#define InterlockedOrRelease InterlockedOr
#define InterlockedOrNoFence InterlockedOr
#define InterlockedXorAcquire InterlockedXor
#define InterlockedXorRelease InterlockedXor
#define InterlockedXorNoFence InterlockedXor
#define InterlockedIncrementAcquire InterlockedIncrement
#define InterlockedIncrementRelease InterlockedIncrement
#define InterlockedIncrementNoFence InterlockedIncrement
#define InterlockedDecrementAcquire InterlockedDecrement
#define InterlockedDecrementRelease InterlockedDecrement
#define InterlockedDecrementNoFence InterlockedDecrement
#define InterlockedCompareExchangeAcquire InterlockedCompareExchange
#define InterlockedCompareExchangeRelease InterlockedCompareExchange
#define InterlockedCompareExchangeNoFence InterlockedCompareExchange
#define InterlockedExchangeAcquire64 InterlockedExchange64
#define InterlockedExchangeRelease64 InterlockedExchange64
#define InterlockedExchangeNoFence64 InterlockedExchange64
#define InterlockedExchangeAddAcquire64 InterlockedExchangeAdd64
#define InterlockedExchangeAddRelease64 InterlockedExchangeAdd64
#define InterlockedExchangeAddNoFence64 InterlockedExchangeAdd64
#define InterlockedAndAcquire64 InterlockedAnd64
#define InterlockedAndRelease64 InterlockedAnd64
#define InterlockedAndNoFence64 InterlockedAnd64
#define InterlockedOrAcquire64 InterlockedOr64
#define InterlockedOrRelease64 InterlockedOr64
#define InterlockedOrNoFence64 InterlockedOr64
#define InterlockedXorAcquire64 InterlockedXor64
#define InterlockedXorRelease64 InterlockedXor64
#define InterlockedXorNoFence64 InterlockedXor64
#define InterlockedIncrementAcquire64 InterlockedIncrement64
#define InterlockedIncrementRelease64 InterlockedIncrement64
#define InterlockedIncrementNoFence64 InterlockedIncrement64
#define InterlockedDecrementAcquire64 InterlockedDecrement64
#define InterlockedDecrementRelease64 InterlockedDecrement64
#define InterlockedDecrementNoFence64 InterlockedDecrement64
#define InterlockedCompareExchangeAcquire64 InterlockedCompareExchange64
#define InterlockedCompareExchangeRelease64 InterlockedCompareExchange64
#define InterlockedCompareExchangeNoFence64 InterlockedCompareExchange64

FORCEINLINE PVOID InterlockedExchangePointer(PVOID volatile* Target, PVOID Value) {
  return __atomic_exchange_n(Target, Value, __ATOMIC_SEQ_CST);
}

FORCEINLINE PVOID InterlockedCompareExchangePointer(PVOID volatile* Destination, PVOID Exchange,
                                                    PVOID Comparand) {
  __atomic_compare_exchange_n(Destination, &Comparand, Exchange, 0, __ATOMIC_SEQ_CST,
                              __ATOMIC_SEQ_CST);
  return Comparand;
}

#define InterlockedExchangePointerAcquire InterlockedExchangePointer
#define InterlockedExchangePointerNoFence InterlockedExchangePointer
#define InterlockedCompareExchangePointerAcquire InterlockedCompareExchangePointer
#define InterlockedCompareExchangePointerRelease InterlockedCompareExchangePointer
#define InterlockedCompareExchangePointerNoFence InterlockedCompareExchangePointer

FORCEINLINE BOOLEAN InterlockedBitTestAndSet(LONG volatile* Base, LONG Bit) {
  LONG volatile* word = Base + (Bit >> 5);
  LONG mask = (LONG)(1u << (Bit & 31));
  return (BOOLEAN)((InterlockedOr(word, mask) & mask) != 0);
}

FORCEINLINE BOOLEAN InterlockedBitTestAndReset(LONG volatile* Base, LONG Bit) {
  LONG volatile* word = Base + (Bit >> 5);
  LONG mask = (LONG)(1u << (Bit & 31));
  return (BOOLEAN)((InterlockedAnd(word, ~mask) & mask) != 0);
}

FORCEINLINE BOOLEAN InterlockedBitTestAndComplement(LONG volatile* Base, LONG Bit) {
  LONG volatile* word = Base + (Bit >> 5);
  LONG mask = (LONG)(1u << (Bit & 31));
  return (BOOLEAN)((InterlockedXor(word, mask) & mask) != 0);
}

FORCEINLINE BOOLEAN InterlockedBitTestAndSet64(LONG64 volatile* Base, LONG64 Bit) {
  LONG64 volatile* word = Base + (Bit >> 6);
  LONG64 mask = (LONG64)(1ull << (Bit & 63));
  return (BOOLEAN)((InterlockedOr64(word, mask) & mask) != 0);
}

FORCEINLINE BOOLEAN InterlockedBitTestAndReset64(LONG64 volatile* Base, LONG64 Bit) {
  LONG64 volatile* word = Base + (Bit >> 6);
  LONG64 mask = (LONG64)(1ull << (Bit & 63));
  return (BOOLEAN)((InterlockedAnd64(word, ~mask) & mask) != 0);
}

FORCEINLINE BOOLEAN InterlockedCompareExchange128(LONG64 volatile* Destination, LONG64 ExchangeHigh,
                                                  LONG64 ExchangeLow, LONG64* ComparandResult) {
  unsigned char swapped;
  __asm__ __volatile__("lock cmpxchg16b %1"
                       : "=@ccz"(swapped), "+m"(*(volatile LONG64(*)[2])Destination),
                         "+a"(ComparandResult[0]), "+d"(ComparandResult[1])
                       : "b"(ExchangeLow), "c"(ExchangeHigh)
                       : "memory");
  return (BOOLEAN)swapped;
}

#define InterlockedExchangeAddSizeT(a, b) \
  InterlockedExchangeAdd64((LONG64 volatile*)(a), (LONG64)(b))
#define InterlockedExchangeSizeT(a, b) InterlockedExchange64((LONG64 volatile*)(a), (LONG64)(b))
#define InterlockedIncrementSizeT(a) InterlockedIncrement64((LONG64 volatile*)(a))
#define InterlockedDecrementSizeT(a) InterlockedDecrement64((LONG64 volatile*)(a))
#define InterlockedAddSizeT(a, b) InterlockedAdd64((LONG64 volatile*)(a), (LONG64)(b))
#define InterlockedAndSizeT(a, b) InterlockedAnd64((LONG64 volatile*)(a), (LONG64)(b))
#define InterlockedOrSizeT(a, b) InterlockedOr64((LONG64 volatile*)(a), (LONG64)(b))
#define InterlockedAddPtr(a, b) InterlockedAdd64((LONG64 volatile*)(a), (LONG64)(b))
#define InterlockedAndPointer(a, b) ((PVOID)InterlockedAnd64((LONG64 volatile*)(a), (LONG64)(b)))
#define InterlockedOrPointer(a, b) ((PVOID)InterlockedOr64((LONG64 volatile*)(a), (LONG64)(b)))
#define InterlockedCompareExchangeSizeT(a, b, c) \
  InterlockedCompareExchange64((LONG64 volatile*)(a), (LONG64)(b), (LONG64)(c))

// Plain bit operations and scans.
FORCEINLINE BOOLEAN BitTest(LONG const* Base, LONG Bit) {
  return (BOOLEAN)((Base[Bit >> 5] >> (Bit & 31)) & 1);
}
FORCEINLINE BOOLEAN BitTestAndSet(LONG* Base, LONG Bit) {
  BOOLEAN old = BitTest(Base, Bit);
  Base[Bit >> 5] |= (LONG)(1u << (Bit & 31));
  return old;
}
FORCEINLINE BOOLEAN BitTestAndReset(LONG* Base, LONG Bit) {
  BOOLEAN old = BitTest(Base, Bit);
  Base[Bit >> 5] &= ~(LONG)(1u << (Bit & 31));
  return old;
}
FORCEINLINE BOOLEAN BitTestAndComplement(LONG* Base, LONG Bit) {
  BOOLEAN old = BitTest(Base, Bit);
  Base[Bit >> 5] ^= (LONG)(1u << (Bit & 31));
  return old;
}
FORCEINLINE BOOLEAN BitTest64(LONG64 const* Base, LONG64 Bit) {
  return (BOOLEAN)((Base[Bit >> 6] >> (Bit & 63)) & 1);
}
FORCEINLINE BOOLEAN BitTestAndSet64(LONG64* Base, LONG64 Bit) {
  BOOLEAN old = BitTest64(Base, Bit);
  Base[Bit >> 6] |= (LONG64)(1ull << (Bit & 63));
  return old;
}
FORCEINLINE BOOLEAN BitTestAndReset64(LONG64* Base, LONG64 Bit) {
  BOOLEAN old = BitTest64(Base, Bit);
  Base[Bit >> 6] &= ~(LONG64)(1ull << (Bit & 63));
  return old;
}
FORCEINLINE BOOLEAN BitTestAndComplement64(LONG64* Base, LONG64 Bit) {
  BOOLEAN old = BitTest64(Base, Bit);
  Base[Bit >> 6] ^= (LONG64)(1ull << (Bit & 63));
  return old;
}
FORCEINLINE BOOLEAN BitScanForward(ULONG* Index, ULONG Mask) {
  if (Mask == 0) return FALSE;
  *Index = (ULONG)__builtin_ctz(Mask);
  return TRUE;
}
FORCEINLINE BOOLEAN BitScanReverse(ULONG* Index, ULONG Mask) {
  if (Mask == 0) return FALSE;
  *Index = 31 - (ULONG)__builtin_clz(Mask);
  return TRUE;
}
FORCEINLINE BOOLEAN BitScanForward64(ULONG* Index, ULONG64 Mask) {
  if (Mask == 0) return FALSE;
  *Index = (ULONG)__builtin_ctzll(Mask);
  return TRUE;
}
FORCEINLINE BOOLEAN BitScanReverse64(ULONG* Index, ULONG64 Mask) {
  if (Mask == 0) return FALSE;
  *Index = 63 - (ULONG)__builtin_clzll(Mask);
  return TRUE;
}

// Fences.
#ifndef MemoryBarrier
#define MemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif
#define KeMemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define KeMemoryBarrierWithoutFence() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#ifndef YieldProcessor
#define YieldProcessor() __builtin_ia32_pause()
#endif
#define BarrierAfterRead() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define ReadWriteBarrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)

// Ordered and raw access: signed types by the width at the end, others by name.
#define DRYDOCK_ORDERED_ACCESS(name, width, type)                                   \
  FORCEINLINE type Read##name##Acquire##width(type const volatile* Source) {        \
    return __atomic_load_n(Source, __ATOMIC_ACQUIRE);                               \
  }                                                                                 \
  FORCEINLINE type Read##name##NoFence##width(type const volatile* Source) {        \
    return __atomic_load_n(Source, __ATOMIC_RELAXED);                               \
  }                                                                                 \
  FORCEINLINE type Read##name##Raw##width(type const volatile* Source) {            \
    return __atomic_load_n(Source, __ATOMIC_RELAXED);                               \
  }                                                                                 \
  FORCEINLINE void Write##name##Release##width(type volatile* Target, type Value) { \
    __atomic_store_n(Target, Value, __ATOMIC_RELEASE);                              \
  }                                                                                 \
  FORCEINLINE void Write##name##NoFence##width(type volatile* Target, type Value) { \
    __atomic_store_n(Target, Value, __ATOMIC_RELAXED);                              \
  }                                                                                 \
  FORCEINLINE void Write##name##Raw##width(type volatile* Target, type Value) {     \
    __atomic_store_n(Target, Value, __ATOMIC_RELAXED);                              \
  }

DRYDOCK_ORDERED_ACCESS(Boolean, , BOOLEAN)
DRYDOCK_ORDERED_ACCESS(, 8, CHAR)
DRYDOCK_ORDERED_ACCESS(, 16, SHORT)
DRYDOCK_ORDERED_ACCESS(, , LONG)
DRYDOCK_ORDERED_ACCESS(, 64, LONG64)
DRYDOCK_ORDERED_ACCESS(UChar, , UCHAR)
DRYDOCK_ORDERED_ACCESS(UShort, , USHORT)
DRYDOCK_ORDERED_ACCESS(ULong, , ULONG)
DRYDOCK_ORDERED_ACCESS(ULong64, , ULONG64)
DRYDOCK_ORDERED_ACCESS(Int32, , INT32)
DRYDOCK_ORDERED_ACCESS(UInt32, , UINT32)
DRYDOCK_ORDERED_ACCESS(Pointer, , PVOID)
#undef DRYDOCK_ORDERED_ACCESS
