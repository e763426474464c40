#include "src/nt/pool/heap_family.h"

#include <cassert>
#include <cstddef>
#include <iterator>

namespace drydock::nt {
namespace {

struct FamilyNames {
  const char* taker;
  const char* giver;
};

// In the order of HeapFamily.
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
    {"D3DCreateBlob", "ID3DBlob::Release"},
};
static_assert(std::size(kFamilies) == static_cast<std::size_t>(HeapFamily::kBlob) + 1);

const FamilyNames& names_of(HeapFamily family) {
  const auto index = static_cast<std::size_t>(family);
  assert(index < std::size(kFamilies));
  return kFamilies[index];
}

}  // namespace

const char* taker_of(HeapFamily family) { return names_of(family).taker; }
const char* giver_of(HeapFamily family) { return names_of(family).giver; }

}  // namespace drydock::nt
