// Bit maps. Bit n is bit n % 32 of the n / 32-th ULONG; the buffer has whole ULONGs.
#include <algorithm>
#include <bit>

#include "src/nt/base/wdk.h"

namespace {

constexpr ULONG kNone = 0xFFFFFFFF;
constexpr ULONG kBits = 32;

bool bit_at(const RTL_BITMAP& map, ULONG index) {
  return (map.Buffer[index / kBits] >> (index % kBits) & 1) != 0;
}

void write(RTL_BITMAP& map, ULONG begin, ULONG count, bool set) {
  while (count > 0) {
    const ULONG offset = begin % kBits;
    const ULONG step = std::min(count, kBits - offset);
    const ULONG mask = (step == kBits ? kNone : (1U << step) - 1) << offset;
    ULONG& word = map.Buffer[begin / kBits];
    word = set ? word | mask : word & ~mask;
    begin += step;
    count -= step;
  }
}

// The end of the run of equal bits that begins at `at`; whole words are passed at once.
ULONG run_end(const RTL_BITMAP& map, ULONG at, ULONG limit, bool value) {
  while (at < limit) {
    const ULONG word = value ? ~map.Buffer[at / kBits] : map.Buffer[at / kBits];
    const ULONG rest = word >> (at % kBits);
    if (rest != 0) return std::min(limit, at + static_cast<ULONG>(std::countr_zero(rest)));
    at = (at / kBits + 1) * kBits;
  }
  return limit;
}

// The first run of `count` equal bits that begins in [from, to).
ULONG find_from(const RTL_BITMAP& map, ULONG count, ULONG from, ULONG to, bool value) {
  ULONG at = from;
  while (at < to) {
    const ULONG begin = run_end(map, at, map.SizeOfBitMap, !value);
    if (begin >= to) return kNone;
    const ULONG end = run_end(map, begin, map.SizeOfBitMap, value);
    if (end - begin >= count) return begin;
    at = end;
  }
  return kNone;
}

// Searches from the hint to the end, then from the beginning. A hint outside the map is ignored.
ULONG find(const RTL_BITMAP& map, ULONG count, ULONG hint, bool value) {
  if (count > map.SizeOfBitMap) return kNone;
  if (hint >= map.SizeOfBitMap) hint = 0;
  // A run of no bits is found at the hint, rounded down to a byte, as Windows documents.
  if (count == 0) return hint & ~7U;
  const ULONG found = find_from(map, count, hint, map.SizeOfBitMap, value);
  return found != kNone || hint == 0 ? found : find_from(map, count, 0, hint, value);
}

bool all_equal(const RTL_BITMAP& map, ULONG begin, ULONG length, bool value) {
  if (length == 0 || begin >= map.SizeOfBitMap || length > map.SizeOfBitMap - begin) return false;
  return run_end(map, begin, begin + length, value) == begin + length;
}

ULONG count_set(const RTL_BITMAP& map) {
  ULONG total = 0;
  for (ULONG i = 0; i < map.SizeOfBitMap / kBits; ++i)
    total += static_cast<ULONG>(std::popcount(map.Buffer[i]));
  const ULONG rest = map.SizeOfBitMap % kBits;
  if (rest != 0) {
    total += static_cast<ULONG>(
        std::popcount(map.Buffer[map.SizeOfBitMap / kBits] & ((1U << rest) - 1)));
  }
  return total;
}

// Inserts the run into the array in order of length, when there is room for it.
void insert_longest(PRTL_BITMAP_RUN runs, ULONG size, ULONG& used, RTL_BITMAP_RUN run) {
  ULONG at = used;
  while (at > 0 && runs[at - 1].NumberOfBits < run.NumberOfBits) --at;
  if (at == size) return;
  if (used < size) ++used;
  for (ULONG i = used - 1; i > at; --i) runs[i] = runs[i - 1];
  runs[at] = run;
}

}  // namespace

extern "C" {

VOID RtlInitializeBitMap(PRTL_BITMAP BitMapHeader, PULONG BitMapBuffer, ULONG SizeOfBitMap) {
  BitMapHeader->SizeOfBitMap = SizeOfBitMap;
  BitMapHeader->Buffer = BitMapBuffer;
}

VOID RtlClearBit(PRTL_BITMAP BitMapHeader, ULONG BitNumber) {
  write(*BitMapHeader, BitNumber, 1, false);
}
VOID RtlSetBit(PRTL_BITMAP BitMapHeader, ULONG BitNumber) {
  write(*BitMapHeader, BitNumber, 1, true);
}
BOOLEAN RtlTestBit(PRTL_BITMAP BitMapHeader, ULONG BitNumber) {
  return bit_at(*BitMapHeader, BitNumber);
}

// Whole words, the unused bits of the last included.
VOID RtlClearAllBits(PRTL_BITMAP BitMapHeader) {
  std::fill_n(BitMapHeader->Buffer, (BitMapHeader->SizeOfBitMap + kBits - 1) / kBits, 0U);
}
VOID RtlSetAllBits(PRTL_BITMAP BitMapHeader) {
  std::fill_n(BitMapHeader->Buffer, (BitMapHeader->SizeOfBitMap + kBits - 1) / kBits, kNone);
}

VOID RtlClearBits(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG NumberToClear) {
  write(*BitMapHeader, StartingIndex, NumberToClear, false);
}
VOID RtlSetBits(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG NumberToSet) {
  write(*BitMapHeader, StartingIndex, NumberToSet, true);
}

ULONG RtlFindClearBits(PRTL_BITMAP BitMapHeader, ULONG NumberToFind, ULONG HintIndex) {
  return find(*BitMapHeader, NumberToFind, HintIndex, false);
}
ULONG RtlFindSetBits(PRTL_BITMAP BitMapHeader, ULONG NumberToFind, ULONG HintIndex) {
  return find(*BitMapHeader, NumberToFind, HintIndex, true);
}
ULONG RtlFindClearBitsAndSet(PRTL_BITMAP BitMapHeader, ULONG NumberToFind, ULONG HintIndex) {
  const ULONG found = find(*BitMapHeader, NumberToFind, HintIndex, false);
  if (found != kNone) write(*BitMapHeader, found, NumberToFind, true);
  return found;
}
ULONG RtlFindSetBitsAndClear(PRTL_BITMAP BitMapHeader, ULONG NumberToFind, ULONG HintIndex) {
  const ULONG found = find(*BitMapHeader, NumberToFind, HintIndex, true);
  if (found != kNone) write(*BitMapHeader, found, NumberToFind, false);
  return found;
}

ULONG RtlFindClearRuns(PRTL_BITMAP BitMapHeader, PRTL_BITMAP_RUN RunArray, ULONG SizeOfRunArray,
                       BOOLEAN LocateLongestRuns) {
  const RTL_BITMAP& map = *BitMapHeader;
  ULONG used = 0;
  for (ULONG at = 0; at < map.SizeOfBitMap;) {
    const ULONG begin = run_end(map, at, map.SizeOfBitMap, true);
    const ULONG end = run_end(map, begin, map.SizeOfBitMap, false);
    at = end;
    if (begin == end) break;
    if (LocateLongestRuns) {
      insert_longest(RunArray, SizeOfRunArray, used, {begin, end - begin});
    } else if (used < SizeOfRunArray) {
      RunArray[used++] = {begin, end - begin};
    } else {
      break;
    }
  }
  return used;
}

ULONG RtlFindLongestRunClear(PRTL_BITMAP BitMapHeader, PULONG StartingIndex) {
  RTL_BITMAP_RUN run = {0, 0};
  RtlFindClearRuns(BitMapHeader, &run, 1, TRUE);
  *StartingIndex = run.StartingIndex;
  return run.NumberOfBits;
}

ULONG RtlFindFirstRunClear(PRTL_BITMAP BitMapHeader, PULONG StartingIndex) {
  return RtlFindNextForwardRunClear(BitMapHeader, 0, StartingIndex);
}

ULONG RtlFindNextForwardRunClear(PRTL_BITMAP BitMapHeader, ULONG FromIndex,
                                 PULONG StartingRunIndex) {
  const RTL_BITMAP& map = *BitMapHeader;
  const ULONG from = std::min(FromIndex, map.SizeOfBitMap);
  const ULONG begin = run_end(map, from, map.SizeOfBitMap, true);
  *StartingRunIndex = begin == map.SizeOfBitMap ? FromIndex : begin;
  return run_end(map, begin, map.SizeOfBitMap, false) - begin;
}

ULONG RtlFindLastBackwardRunClear(PRTL_BITMAP BitMapHeader, ULONG FromIndex,
                                  PULONG StartingRunIndex) {
  const RTL_BITMAP& map = *BitMapHeader;
  ULONG end = map.SizeOfBitMap == 0 ? 0 : std::min(FromIndex, map.SizeOfBitMap - 1) + 1;
  while (end > 0 && bit_at(map, end - 1)) --end;
  ULONG begin = end;
  while (begin > 0 && !bit_at(map, begin - 1)) --begin;
  *StartingRunIndex = begin == end ? FromIndex : begin;
  return end - begin;
}

ULONG RtlNumberOfSetBits(PRTL_BITMAP BitMapHeader) { return count_set(*BitMapHeader); }
ULONG RtlNumberOfClearBits(PRTL_BITMAP BitMapHeader) {
  return BitMapHeader->SizeOfBitMap - count_set(*BitMapHeader);
}

BOOLEAN RtlAreBitsClear(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG Length) {
  return all_equal(*BitMapHeader, StartingIndex, Length, false);
}
BOOLEAN RtlAreBitsSet(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG Length) {
  return all_equal(*BitMapHeader, StartingIndex, Length, true);
}

CCHAR RtlFindLeastSignificantBit(ULONGLONG Set) {
  return static_cast<CCHAR>(Set == 0 ? -1 : std::countr_zero(Set));
}
CCHAR RtlFindMostSignificantBit(ULONGLONG Set) {
  return static_cast<CCHAR>(63 - std::countl_zero(Set));
}
ULONG RtlNumberOfSetBitsUlongPtr(ULONG_PTR Target) {
  return static_cast<ULONG>(std::popcount(Target));
}

}  // extern "C"
