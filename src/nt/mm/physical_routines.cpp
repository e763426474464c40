// Questions about physical addresses and about memory as such.
#include <sys/mman.h>

#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"

using namespace drydock::nt;

namespace {

constexpr ULONG kRangesTag = 0x4D6D5068;  // "hPmM"

bool copy_physical(PVOID target, std::uint64_t address, SIZE_T bytes, SIZE_T& done) {
  while (done < bytes) {
    const std::uint64_t at = address + done;
    const SIZE_T chunk = std::min<SIZE_T>(bytes - done, kPageBytes - at % kPageBytes);
    if (!read_physical(at, static_cast<char*>(target) + done, chunk)) return false;
    done += chunk;
  }
  return true;
}

bool copy_virtual(PVOID target, const char* source, SIZE_T bytes, SIZE_T& done) {
  while (done < bytes) {
    const SIZE_T chunk = std::min<SIZE_T>(
        bytes - done, kPageBytes - reinterpret_cast<ULONG_PTR>(source + done) % kPageBytes);
    if (!readable(source + done, chunk)) return false;
    std::memcpy(static_cast<char*>(target) + done, source + done, chunk);
    done += chunk;
  }
  return true;
}

}  // namespace

extern "C" {

PHYSICAL_ADDRESS MmGetPhysicalAddress(PVOID BaseAddress) {
  PHYSICAL_ADDRESS out{};
  const PageFrame frame = frame_of(BaseAddress);
  if (frame != 0) {
    out.QuadPart = static_cast<LONGLONG>(frame * kPageBytes +
                                         reinterpret_cast<ULONG_PTR>(BaseAddress) % kPageBytes);
  }
  return out;
}

PVOID MmGetVirtualForPhysical(PHYSICAL_ADDRESS PhysicalAddress) {
  const auto address = static_cast<std::uint64_t>(PhysicalAddress.QuadPart);
  char* const page = static_cast<char*>(address_of(address / kPageBytes));
  return page == nullptr ? nullptr : page + address % kPageBytes;
}

BOOLEAN MmIsAddressValid(PVOID VirtualAddress) {
  require_irql_at_most(DISPATCH_LEVEL, "MmIsAddressValid");
  return readable(VirtualAddress, 1) ? TRUE : FALSE;
}

// The list ends with an entry of zeros, and the caller frees it with ExFreePool.
PPHYSICAL_MEMORY_RANGE MmGetPhysicalMemoryRanges(VOID) {
  require_irql_at_most(PASSIVE_LEVEL, "MmGetPhysicalMemoryRanges");
  constexpr std::size_t kRanges = 2;
  auto* const list = static_cast<PPHYSICAL_MEMORY_RANGE>(ExAllocatePoolWithTag(
      NonPagedPool, (kRanges + 1) * sizeof(PHYSICAL_MEMORY_RANGE), kRangesTag));
  if (list == nullptr) return nullptr;
  std::memset(list, 0, (kRanges + 1) * sizeof(PHYSICAL_MEMORY_RANGE));
  list[0].BaseAddress.QuadPart = kLowMemory;
  list[0].NumberOfBytes.QuadPart = kLowMemoryEnd - kLowMemory;
  list[1].BaseAddress.QuadPart = kHighMemory;
  list[1].NumberOfBytes.QuadPart = kProcessMemoryEnd - kHighMemory;
  return list;
}

NTSTATUS MmCopyMemory(PVOID TargetAddress, MM_COPY_ADDRESS SourceAddress, SIZE_T NumberOfBytes,
                      ULONG Flags, PSIZE_T NumberOfBytesTransferred) {
  require_irql_at_most(APC_LEVEL, "MmCopyMemory");
  SIZE_T done = 0;
  bool all = false;
  if (Flags == MM_COPY_MEMORY_PHYSICAL) {
    all = copy_physical(TargetAddress,
                        static_cast<std::uint64_t>(SourceAddress.PhysicalAddress.QuadPart),
                        NumberOfBytes, done);
  } else if (Flags == MM_COPY_MEMORY_VIRTUAL) {
    all = copy_virtual(TargetAddress, static_cast<const char*>(SourceAddress.VirtualAddress),
                       NumberOfBytes, done);
  } else {
    *NumberOfBytesTransferred = 0;
    return STATUS_INVALID_PARAMETER_4;
  }
  *NumberOfBytesTransferred = done;
  if (all) return STATUS_SUCCESS;
  return Flags == MM_COPY_MEMORY_PHYSICAL ? STATUS_INVALID_ADDRESS : STATUS_ACCESS_VIOLATION;
}

// There is one partition, the system's.
PPHYSICAL_MEMORY_RANGE MmGetPhysicalMemoryRangesEx(PVOID) { return MmGetPhysicalMemoryRanges(); }
PPHYSICAL_MEMORY_RANGE MmGetPhysicalMemoryRangesEx2(PVOID, ULONG) {
  return MmGetPhysicalMemoryRanges();
}

}  // extern "C"
