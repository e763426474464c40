// Bit scans, bit tests, rotations, byte swaps and wide multiplication.
#pragma once

FORCEINLINE unsigned char drydock_BitScanForward(unsigned DRYDOCK_LONG* index,
                                                 unsigned DRYDOCK_LONG mask) {
  if (!mask) return 0;
  *index = (unsigned DRYDOCK_LONG)__builtin_ctz((unsigned int)mask);
  return 1;
}
#undef _BitScanForward
#define _BitScanForward drydock_BitScanForward
FORCEINLINE unsigned char drydock_BitScanReverse(unsigned DRYDOCK_LONG* index,
                                                 unsigned DRYDOCK_LONG mask) {
  if (!mask) return 0;
  *index = (unsigned DRYDOCK_LONG)(31 - __builtin_clz((unsigned int)mask));
  return 1;
}
#undef _BitScanReverse
#define _BitScanReverse drydock_BitScanReverse
FORCEINLINE unsigned char drydock_BitScanForward64(unsigned DRYDOCK_LONG* index, ULONG64 mask) {
  if (!mask) return 0;
  *index = (unsigned DRYDOCK_LONG)__builtin_ctzll(mask);
  return 1;
}
#undef _BitScanForward64
#define _BitScanForward64 drydock_BitScanForward64
FORCEINLINE unsigned char drydock_BitScanReverse64(unsigned DRYDOCK_LONG* index, ULONG64 mask) {
  if (!mask) return 0;
  *index = (unsigned DRYDOCK_LONG)(63 - __builtin_clzll(mask));
  return 1;
}
#undef _BitScanReverse64
#define _BitScanReverse64 drydock_BitScanReverse64
FORCEINLINE unsigned char drydock_bittest(const DRYDOCK_LONG* p, DRYDOCK_LONG bit) {
  return (unsigned char)((((const unsigned DRYDOCK_LONG*)p)[bit >> 5] >> (bit & 31)) & 1);
}
#undef _bittest
#define _bittest drydock_bittest
FORCEINLINE unsigned char drydock_bittestandset(DRYDOCK_LONG* p, DRYDOCK_LONG bit) {
  unsigned DRYDOCK_LONG mask = (unsigned DRYDOCK_LONG)1 << (bit & 31);
  unsigned DRYDOCK_LONG* w = (unsigned DRYDOCK_LONG*)p + (bit >> 5);
  unsigned char old = (*w & mask) != 0;
  *w |= mask;
  return old;
}
#undef _bittestandset
#define _bittestandset drydock_bittestandset
FORCEINLINE unsigned char drydock_bittestandreset(DRYDOCK_LONG* p, DRYDOCK_LONG bit) {
  unsigned DRYDOCK_LONG mask = (unsigned DRYDOCK_LONG)1 << (bit & 31);
  unsigned DRYDOCK_LONG* w = (unsigned DRYDOCK_LONG*)p + (bit >> 5);
  unsigned char old = (*w & mask) != 0;
  *w &= ~mask;
  return old;
}
#undef _bittestandreset
#define _bittestandreset drydock_bittestandreset
FORCEINLINE unsigned char drydock_bittestandcomplement(DRYDOCK_LONG* p, DRYDOCK_LONG bit) {
  unsigned DRYDOCK_LONG mask = (unsigned DRYDOCK_LONG)1 << (bit & 31);
  unsigned DRYDOCK_LONG* w = (unsigned DRYDOCK_LONG*)p + (bit >> 5);
  unsigned char old = (*w & mask) != 0;
  *w ^= mask;
  return old;
}
#undef _bittestandcomplement
#define _bittestandcomplement drydock_bittestandcomplement
FORCEINLINE unsigned char drydock_bittest64(const LONG64* p, LONG64 bit) {
  return (unsigned char)((((const ULONG64*)p)[bit >> 6] >> (bit & 63)) & 1);
}
#undef _bittest64
#define _bittest64 drydock_bittest64
FORCEINLINE unsigned char drydock_bittestandset64(LONG64* p, LONG64 bit) {
  ULONG64 mask = (ULONG64)1 << (bit & 63);
  ULONG64* w = (ULONG64*)p + (bit >> 6);
  unsigned char old = (*w & mask) != 0;
  *w |= mask;
  return old;
}
#undef _bittestandset64
#define _bittestandset64 drydock_bittestandset64
FORCEINLINE unsigned char drydock_bittestandreset64(LONG64* p, LONG64 bit) {
  ULONG64 mask = (ULONG64)1 << (bit & 63);
  ULONG64* w = (ULONG64*)p + (bit >> 6);
  unsigned char old = (*w & mask) != 0;
  *w &= ~mask;
  return old;
}
#undef _bittestandreset64
#define _bittestandreset64 drydock_bittestandreset64
FORCEINLINE unsigned char drydock_bittestandcomplement64(LONG64* p, LONG64 bit) {
  ULONG64 mask = (ULONG64)1 << (bit & 63);
  ULONG64* w = (ULONG64*)p + (bit >> 6);
  unsigned char old = (*w & mask) != 0;
  *w ^= mask;
  return old;
}
#undef _bittestandcomplement64
#define _bittestandcomplement64 drydock_bittestandcomplement64
FORCEINLINE unsigned short drydock_byteswap_ushort(unsigned short v) {
  return __builtin_bswap16(v);
}
#undef _byteswap_ushort
#define _byteswap_ushort drydock_byteswap_ushort
FORCEINLINE unsigned DRYDOCK_LONG drydock_byteswap_ulong(unsigned DRYDOCK_LONG v) {
  return __builtin_bswap32(v);
}
#undef _byteswap_ulong
#define _byteswap_ulong drydock_byteswap_ulong
FORCEINLINE ULONG64 drydock_byteswap_uint64(ULONG64 v) {
  return __builtin_bswap64(v);
}
#undef _byteswap_uint64
#define _byteswap_uint64 drydock_byteswap_uint64
FORCEINLINE unsigned char drydock_rotl8(unsigned char v, unsigned char n) {
  n &= 7;
  return (unsigned char)((v << n) | (v >> ((8 - n) & 7)));
}
#undef _rotl8
#define _rotl8 drydock_rotl8
FORCEINLINE unsigned char drydock_rotr8(unsigned char v, unsigned char n) {
  n &= 7;
  return (unsigned char)((v >> n) | (v << ((8 - n) & 7)));
}
#undef _rotr8
#define _rotr8 drydock_rotr8
FORCEINLINE unsigned short drydock_rotl16(unsigned short v, unsigned char n) {
  n &= 15;
  return (unsigned short)((v << n) | (v >> ((16 - n) & 15)));
}
#undef _rotl16
#define _rotl16 drydock_rotl16
FORCEINLINE unsigned short drydock_rotr16(unsigned short v, unsigned char n) {
  n &= 15;
  return (unsigned short)((v >> n) | (v << ((16 - n) & 15)));
}
#undef _rotr16
#define _rotr16 drydock_rotr16
FORCEINLINE unsigned int drydock_rotl(unsigned int v, int n) {
  n &= 31;
  return (unsigned int)((v << n) | (v >> ((32 - n) & 31)));
}
#undef _rotl
#define _rotl drydock_rotl
FORCEINLINE unsigned int drydock_rotr(unsigned int v, int n) {
  n &= 31;
  return (unsigned int)((v >> n) | (v << ((32 - n) & 31)));
}
#undef _rotr
#define _rotr drydock_rotr
FORCEINLINE ULONG64 drydock_rotl64(ULONG64 v, int n) {
  n &= 63;
  return (ULONG64)((v << n) | (v >> ((64 - n) & 63)));
}
#undef _rotl64
#define _rotl64 drydock_rotl64
FORCEINLINE ULONG64 drydock_rotr64(ULONG64 v, int n) {
  n &= 63;
  return (ULONG64)((v >> n) | (v << ((64 - n) & 63)));
}
#undef _rotr64
#define _rotr64 drydock_rotr64
#undef _lrotl
#define _lrotl drydock_rotl
#undef _lrotr
#define _lrotr drydock_rotr
FORCEINLINE unsigned int drydock__popcnt(unsigned int v) {
  return (unsigned int)__builtin_popcount(v);
}
#undef __popcnt
#define __popcnt drydock__popcnt
FORCEINLINE unsigned short drydock__popcnt16(unsigned short v) {
  return (unsigned short)__builtin_popcount(v);
}
#undef __popcnt16
#define __popcnt16 drydock__popcnt16
FORCEINLINE ULONG64 drydock__popcnt64(ULONG64 v) {
  return (ULONG64)__builtin_popcountll(v);
}
#undef __popcnt64
#define __popcnt64 drydock__popcnt64
FORCEINLINE unsigned int drydock__lzcnt(unsigned int v) {
  return v ? (unsigned int)__builtin_clz(v) : 32;
}
#undef __lzcnt
#define __lzcnt drydock__lzcnt
FORCEINLINE ULONG64 drydock__lzcnt64(ULONG64 v) {
  return v ? (ULONG64)__builtin_clzll(v) : 64;
}
#undef __lzcnt64
#define __lzcnt64 drydock__lzcnt64
FORCEINLINE ULONG64 drydock_umul128(ULONG64 a, ULONG64 b, ULONG64* high) {
  unsigned __int128 r = (unsigned __int128)a * b;
  *high = (ULONG64)(r >> 64);
  return (ULONG64)r;
}
#undef _umul128
#define _umul128 drydock_umul128
FORCEINLINE LONG64 drydock_mul128(LONG64 a, LONG64 b, LONG64* high) {
  __int128 r = (__int128)a * b;
  *high = (LONG64)(r >> 64);
  return (LONG64)r;
}
#undef _mul128
#define _mul128 drydock_mul128
FORCEINLINE ULONG64 drydock__umulh(ULONG64 a, ULONG64 b) {
  return (ULONG64)(((unsigned __int128)a * b) >> 64);
}
#undef __umulh
#define __umulh drydock__umulh
FORCEINLINE LONG64 drydock__mulh(LONG64 a, LONG64 b) {
  return (LONG64)(((__int128)a * b) >> 64);
}
#undef __mulh
#define __mulh drydock__mulh
FORCEINLINE ULONG64 drydock__shiftleft128(ULONG64 low, ULONG64 high, unsigned char n) {
  n &= 63;
  return n ? (high << n) | (low >> (64 - n)) : high;
}
#undef __shiftleft128
#define __shiftleft128 drydock__shiftleft128
FORCEINLINE ULONG64 drydock__shiftright128(ULONG64 low, ULONG64 high, unsigned char n) {
  n &= 63;
  return n ? (low >> n) | (high << (64 - n)) : low;
}
#undef __shiftright128
#define __shiftright128 drydock__shiftright128
FORCEINLINE ULONG64 drydock__emulu(unsigned int a, unsigned int b) {
  return (ULONG64)a * b;
}
#undef __emulu
#define __emulu drydock__emulu
FORCEINLINE LONG64 drydock__emul(int a, int b) {
  return (LONG64)a * b;
}
#undef __emul
#define __emul drydock__emul
