// Asks the system which mapping lies at an address of the process.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "ntifs.h"
#include "src/nt/base/address.h"
#include "src/nt/base/thread.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {
namespace {

constexpr std::uintptr_t kEndOfUsers = 0x7FFF'FFFF'0000;
constexpr ULONG kImage = 0x1000000;  // MEM_IMAGE

// A row of the system's table of mappings. `rights` is such as "rw-p".
struct MemoryRow {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  char rights[5] = {};
  bool has_file = false;
};

std::optional<MemoryRow> mapping_in(const char* line) {
  MemoryRow out;
  unsigned long inode = 0;
  if (std::sscanf(line, "%lx-%lx %4s %*s %*s %lu", &out.begin, &out.end, out.rights, &inode) != 4)
    return std::nullopt;
  out.has_file = inode != 0;
  return out;
}

// The mapping at an address, or the free room around it, which has no rights.
MemoryRow mapping_at(std::uintptr_t address) {
  MemoryRow free{.begin = 0, .end = kEndOfUsers};
  std::FILE* const table = std::fopen("/proc/self/maps", "re");
  if (table == nullptr) return free;
  char line[512];
  std::optional<MemoryRow> found;
  while (!found && std::fgets(line, sizeof line, table) != nullptr) {
    const std::optional<MemoryRow> one = mapping_in(line);
    if (!one) continue;
    if (one->begin > address) {
      free.end = one->begin;
      break;
    }
    free.begin = one->end;
    if (address < one->end) found = one;
  }
  std::fclose(table);
  return found.value_or(free);
}

ULONG protection_in(const char* rights) {
  const bool reads = rights[0] == 'r', writes = rights[1] == 'w', runs = rights[2] == 'x';
  if (writes) return runs ? PAGE_EXECUTE_READWRITE : PAGE_READWRITE;
  if (reads) return runs ? PAGE_EXECUTE_READ : PAGE_READONLY;
  return runs ? PAGE_EXECUTE : PAGE_NOACCESS;
}

MEMORY_BASIC_INFORMATION describe_memory(std::uintptr_t address) {
  const MemoryRow mapping = mapping_at(address);
  const std::uintptr_t page = address / kPageBytes * kPageBytes;
  MEMORY_BASIC_INFORMATION out{};
  out.BaseAddress = as_pointer(page);
  out.RegionSize = mapping.end - page;
  if (mapping.rights[0] == '\0') {
    out.State = MEM_FREE;
    out.Protect = PAGE_NOACCESS;
    return out;
  }
  const bool is_committed = std::strncmp(mapping.rights, "---", 3) != 0;
  const bool is_shared = mapping.rights[3] == 's';
  out.AllocationBase = as_pointer(mapping.begin);
  out.AllocationProtect = protection_in(mapping.rights);
  out.State = is_committed ? MEM_COMMIT : MEM_RESERVE;
  out.Protect = is_committed ? out.AllocationProtect : 0;
  out.Type = is_shared ? MEM_MAPPED : mapping.has_file ? kImage : MEM_PRIVATE;
  return out;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

NTSTATUS ZwQueryVirtualMemory(HANDLE ProcessHandle, PVOID BaseAddress,
                              MEMORY_INFORMATION_CLASS MemoryInformationClass,
                              PVOID MemoryInformation, SIZE_T MemoryInformationLength,
                              PSIZE_T ReturnLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryVirtualMemory");
  if (MemoryInformationClass != MemoryBasicInformation) return STATUS_INVALID_INFO_CLASS;
  if (MemoryInformationLength < sizeof(MEMORY_BASIC_INFORMATION))
    return STATUS_INFO_LENGTH_MISMATCH;
  if (as_number(BaseAddress) >= kEndOfUsers) return STATUS_INVALID_PARAMETER;
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  const MEMORY_BASIC_INFORMATION out = describe_memory(as_number(BaseAddress));
  std::memcpy(MemoryInformation, &out, sizeof out);
  if (ReturnLength != nullptr) *ReturnLength = sizeof out;
  return STATUS_SUCCESS;
}

// No memory of a process has a file behind it that could be written.
NTSTATUS ZwFlushVirtualMemory(HANDLE ProcessHandle, PVOID* BaseAddress, PSIZE_T,
                              PIO_STATUS_BLOCK IoStatusBlock) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwFlushVirtualMemory");
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  if (describe_memory(as_number(*BaseAddress)).Type != MEM_MAPPED) return STATUS_NOT_MAPPED_DATA;
  *IoStatusBlock = {};
  return STATUS_SUCCESS;
}

}  // extern "C"
