// Addresses that a driver reserves, to map MDLs into when nothing may fail.
#include <cassert>
#include <map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/mdl.h"
#include "src/nt/mm/mdl_map.h"
#include "src/sim/never_destroyed.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

struct Reservation {
  std::size_t pages;
  ULONG tag;
  bool mapped;
};

struct Reservations {
  Mutex mutex;
  std::map<void*, Reservation> by_base DRYDOCK_GUARDED_BY(mutex);
};

Reservations& reservations() {
  static sim::NeverDestroyed<Reservations> instance;
  return *instance;
}

std::optional<Reservation> find_reservation(void* base) {
  const MutexHold hold(reservations().mutex);
  const auto at = reservations().by_base.find(base);
  if (at == reservations().by_base.end()) return std::nullopt;
  return at->second;
}

void set_mapped(void* base, bool mapped) {
  const MutexHold hold(reservations().mutex);
  const auto at = reservations().by_base.find(base);
  if (at != reservations().by_base.end()) at->second.mapped = mapped;
}

// The reservation when base and tag are right; otherwise the driver is stopped, as Windows does.
std::optional<Reservation> claim(void* base, ULONG tag) {
  const auto found = find_reservation(base);
  if (found && found->tag == tag) return found;
  stop_driver(SYSTEM_PTE_MISUSE, base, tag, found ? found->tag : 0);
  return std::nullopt;
}

}  // namespace

extern "C" {

PVOID MmAllocateMappingAddress(SIZE_T NumberOfBytes, ULONG PoolTag) {
  require_irql_at_most(APC_LEVEL, "MmAllocateMappingAddress");
  if (NumberOfBytes == 0 || PoolTag == 0 || fails_here(sim::FaultKind::kMapping)) return nullptr;
  const std::size_t pages = pages_of(NumberOfBytes);
  void* const base = reserve_addresses(pages);
  if (base == nullptr) return nullptr;
  const MutexHold hold(reservations().mutex);
  [[maybe_unused]] const bool is_new =
      reservations().by_base.emplace(base, Reservation{pages, PoolTag, false}).second;
  assert(is_new);
  return base;
}

PVOID MmAllocateMappingAddressEx(SIZE_T NumberOfBytes, ULONG PoolTag, ULONG Flags) {
  return Flags == 0 ? MmAllocateMappingAddress(NumberOfBytes, PoolTag) : nullptr;
}

VOID MmFreeMappingAddress(PVOID BaseAddress, ULONG PoolTag) {
  require_irql_at_most(APC_LEVEL, "MmFreeMappingAddress");
  const auto reservation = claim(BaseAddress, PoolTag);
  if (!reservation) return;
  if (reservation->mapped) {
    stop_driver(SYSTEM_PTE_MISUSE, BaseAddress, PoolTag, reservation->pages);
    return;
  }
  {
    const MutexHold hold(reservations().mutex);
    reservations().by_base.erase(BaseAddress);
  }
  release_addresses(BaseAddress, reservation->pages);
}

// The result has the MDL's byte offset, MappedSystemVa has not: so the documents say.
PVOID MmMapLockedPagesWithReservedMapping(PVOID MappingAddress, ULONG PoolTag,
                                          PMDL MemoryDescriptorList, MEMORY_CACHING_TYPE) {
  require_irql_at_most(DISPATCH_LEVEL, "MmMapLockedPagesWithReservedMapping");
  const auto reservation = claim(MappingAddress, PoolTag);
  MDL& mdl = *MemoryDescriptorList;
  if (!reservation || reservation->mapped || span_of(mdl) > reservation->pages) return nullptr;
  void* const address =
      map_mdl(mdl, {.writable = true, .executable = false, .at = MappingAddress}, KernelMode);
  if (address == nullptr) return nullptr;
  mdl.MappedSystemVa = PAGE_ALIGN(address);
  mdl.MdlFlags |= MDL_MAPPED_TO_SYSTEM_VA;
  set_mapped(MappingAddress, true);
  return address;
}

VOID MmUnmapReservedMapping(PVOID BaseAddress, ULONG PoolTag, PMDL MemoryDescriptorList) {
  require_irql_at_most(DISPATCH_LEVEL, "MmUnmapReservedMapping");
  if (!claim(BaseAddress, PoolTag)) return;
  unmap_system_view(*MemoryDescriptorList);
  set_mapped(BaseAddress, false);
}

}  // extern "C"
