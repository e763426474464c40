// The protection of pages, as VirtualProtect sets it and VirtualQuery returns it.
#include <sys/mman.h>

#include <charconv>
#include <fstream>
#include <optional>

#include "src/nt/base/address.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/page_protection.h"
#include "src/nt/mm/secured_memory.h"
#include "src/nt/mm/user_copy.h"
#include "src/win32/base/win32.h"
#include "src/win32/memory/virtual.h"

namespace drydock::win32 {
namespace {

constexpr ULONG kNoAccess = 998;          // ERROR_NOACCESS
constexpr ULONG kWorkingSetQuota = 1453;  // ERROR_WORKING_SET_QUOTA
constexpr ULONG kPrivateMemory = 0x20000;
constexpr ULONG kMappedMemory = 0x40000;

// MEMORY_BASIC_INFORMATION.
struct RegionFacts {
  ULONG_PTR base;
  ULONG_PTR allocation_base;
  ULONG allocation_protection;
  ULONG_PTR bytes;
  ULONG state;
  ULONG protection;
  ULONG type;
};
static_assert(sizeof(RegionFacts) == 48);

// One line of the system's list of mappings.
struct ProcessMapping {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  ULONG protection = PAGE_NOACCESS;
  bool of_file = false;
};

ULONG protection_in(std::string_view letters) {
  const bool write = letters[1] == 'w';
  if (letters[2] == 'x') return write ? PAGE_EXECUTE_READWRITE : PAGE_EXECUTE_READ;
  if (write) return PAGE_READWRITE;
  return letters[0] == 'r' ? PAGE_READONLY : PAGE_NOACCESS;
}

// "7f00-7f10 rw-p offset device inode   path".
std::optional<ProcessMapping> parse_mapping(const std::string& line) {
  ProcessMapping out;
  const char* const end = line.data() + line.size();
  const auto first = std::from_chars(line.data(), end, out.begin, 16);
  if (first.ptr == end) return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, out.end, 16);
  if (end - second.ptr < 5) return std::nullopt;
  out.protection = protection_in({second.ptr + 1, 4});
  out.of_file = line.find('/') != line.npos;
  return out;
}

// The mapping that holds the address, or the gap around it, which has no protection.
ProcessMapping mapping_around(std::uintptr_t address, bool& is_free) {
  std::ifstream list("/proc/self/maps");
  ProcessMapping gap{0, ~std::uintptr_t{0}};
  for (std::string line; std::getline(list, line);) {
    const std::optional<ProcessMapping> mapping = parse_mapping(line);
    if (!mapping) continue;
    is_free = address < mapping->begin;
    if (is_free) {
      gap.end = mapping->begin;
      return gap;
    }
    if (address < mapping->end) return *mapping;
    gap.begin = mapping->end;
  }
  is_free = true;
  return gap;
}

RegionFacts region_around(const void* address) {
  bool is_free = false;
  const std::uintptr_t page = nt::as_number(address) / PAGE_SIZE * PAGE_SIZE;
  const ProcessMapping mapping = mapping_around(page, is_free);
  RegionFacts out{};
  out.base = page;
  out.bytes = mapping.end - page;
  out.protection = PAGE_NOACCESS;
  out.state = MEM_FREE;
  if (is_free) return out;
  const std::byte* const range = range_around(address);
  out.allocation_base = range == nullptr ? mapping.begin : nt::as_number(range);
  out.allocation_protection = mapping.protection;
  out.type = mapping.of_file ? kMappedMemory : kPrivateMemory;
  // Inaccessible pages of a range were reserved only.
  out.state = range != nullptr && mapping.protection == PAGE_NOACCESS ? MEM_RESERVE : MEM_COMMIT;
  out.protection = out.state == MEM_RESERVE ? 0 : mapping.protection;
  return out;
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

LOGICAL VirtualProtect(PVOID lpAddress, SIZE_T dwSize, ULONG flNewProtect, PULONG lpflOldProtect) {
  const std::optional<int> protection = nt::protection_of(flNewProtect);
  if (lpflOldProtect == nullptr) return fail_call(kNoAccess);
  if (!protection || dwSize == 0) return fail_call(error::kInvalidParameter);
  const VirtualPages pages = pages_of_range(lpAddress, dwSize);
  if (pages.begin == nullptr) return fail_call(error::kInvalidAddress);
  const RegionFacts before = region_around(pages.begin);
  if (before.state != MEM_COMMIT) return fail_call(error::kInvalidAddress);
  if (nt::is_secured(pages.begin, pages.bytes)) return fail_call(error::kInvalidParameter);
  if (nt::fails_here(sim::FaultKind::kMapping)) return fail_call(error::kNotEnoughMemory);
  *lpflOldProtect = before.protection;
  if (mprotect(pages.begin, pages.bytes, *protection) != 0)
    return fail_call(error::kNotEnoughMemory);
  return TRUE;
}

SIZE_T VirtualQuery(const void* lpAddress, PVOID lpBuffer, SIZE_T dwLength) {
  if (dwLength < sizeof(RegionFacts))
    return static_cast<SIZE_T>(fail_call(24));  // ERROR_BAD_LENGTH
  const RegionFacts facts = region_around(lpAddress);
  std::memcpy(lpBuffer, &facts, sizeof facts);
  return sizeof facts;
}

LOGICAL VirtualUnlock(PVOID lpAddress, SIZE_T dwSize) {
  if (dwSize == 0) return fail_call(error::kInvalidParameter);
  return nt::user_can_read(lpAddress, dwSize) ? TRUE : fail_call(kNoAccess);
}

// Pages here are never taken away, so what is there is locked, unless the process has used up its
// quota.
LOGICAL VirtualLock(PVOID lpAddress, SIZE_T dwSize) {
  if (nt::fails_here(sim::FaultKind::kMapping)) return fail_call(kWorkingSetQuota);
  return VirtualUnlock(lpAddress, dwSize);
}

// The processor sees changed instructions by itself.
LOGICAL FlushInstructionCache(HANDLE, const void*, SIZE_T) { return TRUE; }

}  // extern "C"
