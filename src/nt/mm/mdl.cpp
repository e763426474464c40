// MDLs: making, splitting and freeing them.
#include "src/nt/mm/mdl.h"

#include <fmt/format.h>

#include <cassert>
#include <unordered_map>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

struct Registry {
  Mutex mutex;
  std::unordered_map<const MDL*, std::size_t> room
      DRYDOCK_GUARDED_BY(mutex);  // MDLs of IoAllocateMdl: the pages they can describe
  std::unordered_map<const MDL*, PageLock> locks DRYDOCK_GUARDED_BY(mutex);
};

Registry& registry() {
  static sim::NeverDestroyed<Registry> instance;
  return *instance;
}

std::size_t bytes_for(std::size_t pages) { return sizeof(MDL) + pages * sizeof(PFN_NUMBER); }

MDL* allocate_mdl(PVOID address, ULONG length) {
  const std::size_t pages = ADDRESS_AND_SIZE_TO_SPAN_PAGES(address, length);
  auto* const mdl = static_cast<MDL*>(std::calloc(1, bytes_for(pages)));
  if (mdl == nullptr) return nullptr;
  mdl->MdlFlags = MDL_ALLOCATED_FIXED_SIZE;
  describe(*mdl, address, length);
  {
    const MutexHold hold(registry().mutex);
    [[maybe_unused]] const bool is_new = registry().room.emplace(mdl, pages).second;
    assert(is_new);
  }
  add_debt(Resource::kMdl, mdl, bytes_for(pages), fmt::format("MDL of {} bytes", length));
  return mdl;
}

void attach(MDL& mdl, BOOLEAN secondary, PIRP irp) {
  if (irp == nullptr) return;
  if (!secondary || irp->MdlAddress == nullptr) {
    irp->MdlAddress = &mdl;
    return;
  }
  PMDL last = irp->MdlAddress;
  while (last->Next != nullptr) last = last->Next;
  last->Next = &mdl;
}

// N-049. The lock is removed, so that it is not raised a second time.
void check_not_locked(MDL& mdl) {
  rules::evaluated("N-049");
  if ((mdl.MdlFlags & MDL_PAGES_LOCKED) == 0) return;
  const auto lock = find_lock(&mdl);
  if (!lock) return;
  remove_lock(&mdl);
  settle(Resource::kLockedPages, &mdl);
  Breach("N-049", Offender::running())
      .message("IoFreeMdl: the {} bytes at {} are still locked", lock->bytes,
               MmGetMdlVirtualAddress(&mdl))
      .object(fmt::format("MDL {}", static_cast<void*>(&mdl)))
      .stack("locked", lock->where)
      .at(&mdl)
      .raise();
}

}  // namespace

std::size_t span_of(const MDL& mdl) {
  return ADDRESS_AND_SIZE_TO_SPAN_PAGES(static_cast<char*>(mdl.StartVa) + mdl.ByteOffset,
                                        mdl.ByteCount);
}

std::span<PFN_NUMBER> frames_in(MDL& mdl) { return {MmGetMdlPfnArray(&mdl), span_of(mdl)}; }

void describe(MDL& mdl, const void* base, std::size_t bytes) {
  const auto fixed_size = static_cast<CSHORT>(mdl.MdlFlags & MDL_ALLOCATED_FIXED_SIZE);
  MmInitializeMdl(&mdl, const_cast<void*>(base), bytes);
  mdl.MdlFlags = fixed_size;
}

bool fill_frames(MDL& mdl) {
  const char* page = static_cast<const char*>(mdl.StartVa);
  for (PFN_NUMBER& frame : frames_in(mdl)) {
    const PageFrame found = frame_of(page);
    if (found == 0) return false;
    frame = static_cast<PFN_NUMBER>(found);
    page += kPageBytes;
  }
  return true;
}

std::optional<std::size_t> room_of(const MDL* mdl) {
  const MutexHold hold(registry().mutex);
  const auto at = registry().room.find(mdl);
  if (at == registry().room.end()) return std::nullopt;
  return at->second;
}

void note_locked(const MDL* mdl, PageLock lock) {
  const MutexHold hold(registry().mutex);
  registry().locks.insert_or_assign(mdl, lock);
}

std::optional<PageLock> find_lock(const MDL* mdl) {
  const MutexHold hold(registry().mutex);
  const auto at = registry().locks.find(mdl);
  if (at == registry().locks.end()) return std::nullopt;
  return at->second;
}

bool remove_lock(const MDL* mdl) {
  const MutexHold hold(registry().mutex);
  return registry().locks.erase(mdl) != 0;
}

}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

SIZE_T MmSizeOfMdl(PVOID Base, SIZE_T Length) {
  return sizeof(MDL) + sizeof(PFN_NUMBER) * ADDRESS_AND_SIZE_TO_SPAN_PAGES(Base, Length);
}

PMDL IoAllocateMdl(PVOID VirtualAddress, ULONG Length, BOOLEAN SecondaryBuffer, BOOLEAN, PIRP Irp) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAllocateMdl");
  constexpr ULONG kLargest = MAXULONG - PAGE_SIZE + 1;  // 4 GB - PAGE_SIZE
  if (Length > kLargest || fails_here(sim::FaultKind::kMdl)) return nullptr;
  MDL* const mdl = allocate_mdl(VirtualAddress, Length);
  if (mdl != nullptr) attach(*mdl, SecondaryBuffer, Irp);
  return mdl;
}

// An MDL that another routine allocated from pool is freed there.
VOID IoFreeMdl(PMDL Mdl) {
  require_irql_at_most(DISPATCH_LEVEL, "IoFreeMdl");
  if (!room_of(Mdl)) {
    ExFreePool(Mdl);
    return;
  }
  check_not_locked(*Mdl);
  if ((Mdl->MdlFlags & MDL_PARTIAL_HAS_BEEN_MAPPED) != 0) unmap_system_view(*Mdl);
  {
    const MutexHold hold(registry().mutex);
    registry().room.erase(Mdl);
  }
  settle(Resource::kMdl, Mdl);
  std::free(Mdl);
}

VOID IoBuildPartialMdl(PMDL SourceMdl, PMDL TargetMdl, PVOID VirtualAddress, ULONG Length) {
  require_irql_at_most(DISPATCH_LEVEL, "IoBuildPartialMdl");
  char* const source = static_cast<char*>(MmGetMdlVirtualAddress(SourceMdl));
  const auto offset = static_cast<std::size_t>(static_cast<char*>(VirtualAddress) - source);
  const std::size_t bytes = Length != 0 ? Length : SourceMdl->ByteCount - offset;
  const std::size_t pages = ADDRESS_AND_SIZE_TO_SPAN_PAGES(VirtualAddress, bytes);
  const std::size_t room = room_of(TargetMdl).value_or(
      (static_cast<USHORT>(TargetMdl->Size) - sizeof(MDL)) / sizeof(PFN_NUMBER));
  if (pages > room || offset > SourceMdl->ByteCount || bytes > SourceMdl->ByteCount - offset) {
    stop_driver(TARGET_MDL_TOO_SMALL, TargetMdl, pages, room);
    return;
  }
  const std::size_t skip =
      (static_cast<char*>(PAGE_ALIGN(VirtualAddress)) - static_cast<char*>(SourceMdl->StartVa)) /
      kPageBytes;
  const CSHORT size = TargetMdl->Size;
  describe(*TargetMdl, VirtualAddress, bytes);
  TargetMdl->Size = size;
  TargetMdl->Process = SourceMdl->Process;
  TargetMdl->MdlFlags |= static_cast<CSHORT>(
      MDL_PARTIAL | (SourceMdl->MdlFlags &
                     (MDL_SOURCE_IS_NONPAGED_POOL | MDL_MAPPED_TO_SYSTEM_VA | MDL_IO_PAGE_READ)));
  TargetMdl->MappedSystemVa = static_cast<char*>(SourceMdl->MappedSystemVa) + offset;
  std::memcpy(MmGetMdlPfnArray(TargetMdl), MmGetMdlPfnArray(SourceMdl) + skip,
              pages * sizeof(PFN_NUMBER));
}

VOID MmBuildMdlForNonPagedPool(PMDLX MemoryDescriptorList) {
  require_irql_at_most(DISPATCH_LEVEL, "MmBuildMdlForNonPagedPool");
  MDL& mdl = *MemoryDescriptorList;
  fill_frames(mdl);
  mdl.Process = nullptr;
  mdl.MdlFlags |= MDL_SOURCE_IS_NONPAGED_POOL;
  mdl.MappedSystemVa = MmGetMdlVirtualAddress(&mdl);
}

NTSTATUS MmAdvanceMdl(PMDL Mdl, ULONG NumberOfBytes) {
  require_irql_at_most(DISPATCH_LEVEL, "MmAdvanceMdl");
  if (NumberOfBytes > Mdl->ByteCount) return STATUS_INVALID_PARAMETER_2;
  const std::size_t pages = span_of(*Mdl);
  const std::size_t passed = (Mdl->ByteOffset + NumberOfBytes) / kPageBytes;
  PFN_NUMBER* const frames = MmGetMdlPfnArray(Mdl);
  std::memmove(frames, frames + passed, (pages - passed) * sizeof(PFN_NUMBER));
  Mdl->StartVa = static_cast<char*>(Mdl->StartVa) + passed * kPageBytes;
  Mdl->ByteOffset = static_cast<ULONG>((Mdl->ByteOffset + NumberOfBytes) % kPageBytes);
  Mdl->ByteCount -= NumberOfBytes;
  if ((Mdl->MdlFlags & (MDL_MAPPED_TO_SYSTEM_VA | MDL_SOURCE_IS_NONPAGED_POOL)) != 0) {
    Mdl->MappedSystemVa = static_cast<char*>(Mdl->MappedSystemVa) + NumberOfBytes;
  }
  return STATUS_SUCCESS;
}

}  // extern "C"
