#include "src/nt/pool/heap_family.h"

#include <cassert>
#include <iterator>

namespace drydock::nt {
namespace {

struct FamilyNames {
  const char* taker;
  const char* giver;
};

constexpr FamilyNames kFamilies[] = {
    {"malloc", "free"},
    {"operator new", "operator delete"},
    {"operator new[]", "operator delete[]"},
    {"_aligned_malloc", "_aligned_free"},
    {"HeapAlloc", "HeapFree"},
    {"HeapCreate", "HeapDestroy"},
    {"LocalAlloc", "LocalFree"},
    {"GlobalAlloc", "GlobalFree"},
    {"VirtualAlloc", "VirtualFree"},
    {"CoTaskMemAlloc", "CoTaskMemFree"},
};

const FamilyNames& names_of(HeapFamily family) {
  assert(static_cast<std::size_t>(family) < std::size(kFamilies));
  return kFamilies[static_cast<std::size_t>(family)];
}

}  // namespace

const char* taker_of(HeapFamily family) { return names_of(family).taker; }
const char* giver_of(HeapFamily family) { return names_of(family).giver; }

}  // namespace drydock::nt
