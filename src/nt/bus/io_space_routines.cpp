// MmMapIoSpace and its kin.
#include <fmt/format.h>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/bus/io_space.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

std::string name_of(std::uint64_t physical, std::size_t bytes) {
  return fmt::format("I/O space {:#x} of {} bytes", physical, bytes);
}

void* map(PHYSICAL_ADDRESS address, SIZE_T bytes, bool writable, const char* call) {
  require_irql_at_most(DISPATCH_LEVEL, call);
  const auto physical = static_cast<std::uint64_t>(address.QuadPart);
  if (rules::breaks("N-056", !is_mappable(physical, bytes))) {
    Breach("N-056", Offender::running())
        .message(
            "{}: PhysicalAddress {:#x}, NumberOfBytes {}: no device declares that range "
            "and it is no memory in use",
            call, physical, bytes)
        .object(name_of(physical, bytes))
        .raise();
    return nullptr;
  }
  if (fails_here(sim::FaultKind::kMapping)) return nullptr;
  void* const mapped = map_io_space(physical, bytes, writable);
  if (mapped != nullptr) add_debt(Resource::kIoSpace, mapped, bytes, name_of(physical, bytes));
  return mapped;
}

// Exactly one access, and at most one of the two cache attributes.
bool is_protection(ULONG protect) {
  switch (protect & ~static_cast<ULONG>(PAGE_NOCACHE | PAGE_WRITECOMBINE)) {
    case PAGE_READONLY:
    case PAGE_READWRITE:
    case PAGE_EXECUTE:
    case PAGE_EXECUTE_READ:
    case PAGE_EXECUTE_READWRITE:
      return (protect & (PAGE_NOCACHE | PAGE_WRITECOMBINE)) != (PAGE_NOCACHE | PAGE_WRITECOMBINE);
    default:
      return false;
  }
}

std::vector<rules::LabelledStack> where_mapped(const void* address) {
  const auto debt = find_debt(Resource::kIoSpace, address);
  if (!debt) return {};
  return {{"mapped", debt->taken}};
}

// Raises N-055 for an address or size that differs from the mapping. The call then unmaps what was
// mapped.
void check_unmap(const void* address, SIZE_T bytes) {
  rules::evaluated("N-055");
  const auto mapping = find_io_mapping(address, bytes);
  if (!mapping) {
    Breach("N-055", Offender::running())
        .message("MmUnmapIoSpace: {} is not an address that MmMapIoSpace gave", address)
        .at(address)
        .raise();
  } else if (mapping->bytes != bytes) {
    Breach("N-055", Offender::running())
        .message("MmUnmapIoSpace: NumberOfBytes is {}, but {} were mapped", bytes, mapping->bytes)
        .about(Concerning{.object = name_of(mapping->physical, mapping->bytes),
                          .stacks = where_mapped(address),
                          .address = address})
        .raise();
  }
}

}  // namespace

extern "C" {

PVOID MmMapIoSpace(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes, MEMORY_CACHING_TYPE) {
  return map(PhysicalAddress, NumberOfBytes, true, "MmMapIoSpace");
}

PVOID MmMapIoSpaceEx(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes, ULONG Protect) {
  require_irql_at_most(DISPATCH_LEVEL, "MmMapIoSpaceEx");
  if (!is_protection(Protect)) return nullptr;
  const bool writable = (Protect & (PAGE_READWRITE | PAGE_EXECUTE_READWRITE)) != 0;
  return map(PhysicalAddress, NumberOfBytes, writable, "MmMapIoSpaceEx");
}

VOID MmUnmapIoSpace(PVOID BaseAddress, SIZE_T NumberOfBytes) {
  require_irql_at_most(DISPATCH_LEVEL, "MmUnmapIoSpace");
  check_unmap(BaseAddress, NumberOfBytes);
  if (unmap_io_space(BaseAddress, NumberOfBytes)) settle(Resource::kIoSpace, BaseAddress);
}

}  // extern "C"
