// Interlocked operations, barriers and memory helpers.
#pragma once

#define InterlockedExchange _InterlockedExchange
#define InterlockedExchangeAcquire _InterlockedExchange
#define InterlockedExchangeRelease _InterlockedExchange
#define InterlockedExchangeNoFence _InterlockedExchange
#define InterlockedCompareExchange _InterlockedCompareExchange
#define InterlockedCompareExchangeAcquire _InterlockedCompareExchange
#define InterlockedCompareExchangeRelease _InterlockedCompareExchange
#define InterlockedCompareExchangeNoFence _InterlockedCompareExchange
#define InterlockedExchangeAdd _InterlockedExchangeAdd
#define InterlockedExchangeAddAcquire _InterlockedExchangeAdd
#define InterlockedExchangeAddRelease _InterlockedExchangeAdd
#define InterlockedExchangeAddNoFence _InterlockedExchangeAdd
#define InterlockedExchangeSub _InterlockedExchangeSub
#define InterlockedExchangeSubAcquire _InterlockedExchangeSub
#define InterlockedExchangeSubRelease _InterlockedExchangeSub
#define InterlockedExchangeSubNoFence _InterlockedExchangeSub
#define InterlockedAdd _InterlockedAdd
#define InterlockedAddAcquire _InterlockedAdd
#define InterlockedAddRelease _InterlockedAdd
#define InterlockedAddNoFence _InterlockedAdd
#define InterlockedIncrement _InterlockedIncrement
#define InterlockedIncrementAcquire _InterlockedIncrement
#define InterlockedIncrementRelease _InterlockedIncrement
#define InterlockedIncrementNoFence _InterlockedIncrement
#define InterlockedDecrement _InterlockedDecrement
#define InterlockedDecrementAcquire _InterlockedDecrement
#define InterlockedDecrementRelease _InterlockedDecrement
#define InterlockedDecrementNoFence _InterlockedDecrement
#define InterlockedAnd _InterlockedAnd
#define InterlockedAndAcquire _InterlockedAnd
#define InterlockedAndRelease _InterlockedAnd
#define InterlockedAndNoFence _InterlockedAnd
#define InterlockedOr _InterlockedOr
#define InterlockedOrAcquire _InterlockedOr
#define InterlockedOrRelease _InterlockedOr
#define InterlockedOrNoFence _InterlockedOr
#define InterlockedXor _InterlockedXor
#define InterlockedXorAcquire _InterlockedXor
#define InterlockedXorRelease _InterlockedXor
#define InterlockedXorNoFence _InterlockedXor
#define InterlockedExchange16 _InterlockedExchange16
#define InterlockedExchangeAcquire16 _InterlockedExchange16
#define InterlockedExchangeRelease16 _InterlockedExchange16
#define InterlockedExchangeNoFence16 _InterlockedExchange16
#define InterlockedCompareExchange16 _InterlockedCompareExchange16
#define InterlockedCompareExchangeAcquire16 _InterlockedCompareExchange16
#define InterlockedCompareExchangeRelease16 _InterlockedCompareExchange16
#define InterlockedCompareExchangeNoFence16 _InterlockedCompareExchange16
#define InterlockedIncrement16 _InterlockedIncrement16
#define InterlockedIncrementAcquire16 _InterlockedIncrement16
#define InterlockedIncrementRelease16 _InterlockedIncrement16
#define InterlockedIncrementNoFence16 _InterlockedIncrement16
#define InterlockedDecrement16 _InterlockedDecrement16
#define InterlockedDecrementAcquire16 _InterlockedDecrement16
#define InterlockedDecrementRelease16 _InterlockedDecrement16
#define InterlockedDecrementNoFence16 _InterlockedDecrement16
#define InterlockedAnd16 _InterlockedAnd16
#define InterlockedAndAcquire16 _InterlockedAnd16
#define InterlockedAndRelease16 _InterlockedAnd16
#define InterlockedAndNoFence16 _InterlockedAnd16
#define InterlockedOr16 _InterlockedOr16
#define InterlockedOrAcquire16 _InterlockedOr16
#define InterlockedOrRelease16 _InterlockedOr16
#define InterlockedOrNoFence16 _InterlockedOr16
#define InterlockedXor16 _InterlockedXor16
#define InterlockedXorAcquire16 _InterlockedXor16
#define InterlockedXorRelease16 _InterlockedXor16
#define InterlockedXorNoFence16 _InterlockedXor16
#define InterlockedExchange64 _InterlockedExchange64
#define InterlockedExchangeAcquire64 _InterlockedExchange64
#define InterlockedExchangeRelease64 _InterlockedExchange64
#define InterlockedExchangeNoFence64 _InterlockedExchange64
#define InterlockedCompareExchange64 _InterlockedCompareExchange64
#define InterlockedCompareExchangeAcquire64 _InterlockedCompareExchange64
#define InterlockedCompareExchangeRelease64 _InterlockedCompareExchange64
#define InterlockedCompareExchangeNoFence64 _InterlockedCompareExchange64
#define InterlockedExchangeAdd64 _InterlockedExchangeAdd64
#define InterlockedExchangeAddAcquire64 _InterlockedExchangeAdd64
#define InterlockedExchangeAddRelease64 _InterlockedExchangeAdd64
#define InterlockedExchangeAddNoFence64 _InterlockedExchangeAdd64
#define InterlockedExchangeSub64 _InterlockedExchangeSub64
#define InterlockedExchangeSubAcquire64 _InterlockedExchangeSub64
#define InterlockedExchangeSubRelease64 _InterlockedExchangeSub64
#define InterlockedExchangeSubNoFence64 _InterlockedExchangeSub64
#define InterlockedAdd64 _InterlockedAdd64
#define InterlockedAddAcquire64 _InterlockedAdd64
#define InterlockedAddRelease64 _InterlockedAdd64
#define InterlockedAddNoFence64 _InterlockedAdd64
#define InterlockedIncrement64 _InterlockedIncrement64
#define InterlockedIncrementAcquire64 _InterlockedIncrement64
#define InterlockedIncrementRelease64 _InterlockedIncrement64
#define InterlockedIncrementNoFence64 _InterlockedIncrement64
#define InterlockedDecrement64 _InterlockedDecrement64
#define InterlockedDecrementAcquire64 _InterlockedDecrement64
#define InterlockedDecrementRelease64 _InterlockedDecrement64
#define InterlockedDecrementNoFence64 _InterlockedDecrement64
#define InterlockedAnd64 _InterlockedAnd64
#define InterlockedAndAcquire64 _InterlockedAnd64
#define InterlockedAndRelease64 _InterlockedAnd64
#define InterlockedAndNoFence64 _InterlockedAnd64
#define InterlockedOr64 _InterlockedOr64
#define InterlockedOrAcquire64 _InterlockedOr64
#define InterlockedOrRelease64 _InterlockedOr64
#define InterlockedOrNoFence64 _InterlockedOr64
#define InterlockedXor64 _InterlockedXor64
#define InterlockedXorAcquire64 _InterlockedXor64
#define InterlockedXorRelease64 _InterlockedXor64
#define InterlockedXorNoFence64 _InterlockedXor64
#define InterlockedExchangePointer _InterlockedExchangePointer
#define InterlockedExchangePointerAcquire _InterlockedExchangePointer
#define InterlockedExchangePointerRelease _InterlockedExchangePointer
#define InterlockedExchangePointerNoFence _InterlockedExchangePointer
#define InterlockedCompareExchangePointer _InterlockedCompareExchangePointer
#define InterlockedCompareExchangePointerAcquire _InterlockedCompareExchangePointer
#define InterlockedCompareExchangePointerRelease _InterlockedCompareExchangePointer
#define InterlockedCompareExchangePointerNoFence _InterlockedCompareExchangePointer
#define InterlockedExchange8 _InterlockedExchange8
#define InterlockedAnd8 _InterlockedAnd8
#define InterlockedOr8 _InterlockedOr8
#define InterlockedXor8 _InterlockedXor8
#define InterlockedCompareExchange128 _InterlockedCompareExchange128
#define InterlockedBitTestAndSet _interlockedbittestandset
#define InterlockedBitTestAndReset _interlockedbittestandreset
#define InterlockedBitTestAndSet64 _interlockedbittestandset64
#define InterlockedBitTestAndReset64 _interlockedbittestandreset64
#define BitScanForward _BitScanForward
#define BitScanReverse _BitScanReverse
#define BitScanForward64 _BitScanForward64
#define BitScanReverse64 _BitScanReverse64
#define BitTest _bittest
#define BitTestAndSet _bittestandset
#define BitTestAndReset _bittestandreset
#define BitTest64 _bittest64
#define UnsignedMultiply128 _umul128
#define UnsignedMultiplyHigh __umulh
#define ReadTimeStampCounter() __rdtsc()
#define YieldProcessor _mm_pause
#define MemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define PreFetchCacheLine(l, a) _mm_prefetch((const char*)(a), l)
#define PF_TEMPORAL_LEVEL_1 _MM_HINT_T0
#define PF_NON_TEMPORAL_LEVEL_ALL _MM_HINT_NTA
#define CaptureStackBackTrace RtlCaptureStackBackTrace
#define DbgRaiseAssertionFailure() __debugbreak()

// Plain reads and writes with a stated ordering.
FORCEINLINE LONG ReadAcquire(LONG const volatile* p) {
  return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
FORCEINLINE LONG ReadNoFence(LONG const volatile* p) {
  return __atomic_load_n(p, __ATOMIC_RELAXED);
}
FORCEINLINE void WriteRelease(LONG volatile* p, LONG v) {
  __atomic_store_n(p, v, __ATOMIC_RELEASE);
}
FORCEINLINE void WriteNoFence(LONG volatile* p, LONG v) {
  __atomic_store_n(p, v, __ATOMIC_RELAXED);
}
FORCEINLINE LONG64 ReadAcquire64(LONG64 const volatile* p) {
  return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
FORCEINLINE void WriteRelease64(LONG64 volatile* p, LONG64 v) {
  __atomic_store_n(p, v, __ATOMIC_RELEASE);
}

// Memory.
#define RtlEqualMemory(Destination, Source, Length) (!memcmp((Destination), (Source), (Length)))
#define RtlMoveMemory(Destination, Source, Length) memmove((Destination), (Source), (Length))
#define RtlCopyMemory(Destination, Source, Length) memcpy((Destination), (Source), (Length))
#define RtlFillMemory(Destination, Length, Fill) memset((Destination), (Fill), (Length))
#define RtlZeroMemory(Destination, Length) memset((Destination), 0, (Length))
#define SecureZeroMemory RtlSecureZeroMemory
FORCEINLINE PVOID RtlSecureZeroMemory(PVOID p, SIZE_T n) {
  volatile char* c = (volatile char*)p;
  while (n--) *c++ = 0;
  return p;
}
