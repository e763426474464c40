// Locking the pages of an MDL.
#include <fmt/format.h>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/mm/mdl.h"
#include "src/nt/mm/physical_user.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"
#include "src/rules/evaluated.h"

using namespace drydock;
using namespace drydock::nt;

namespace {

std::string name_of(const MDL& mdl) {
  return fmt::format("MDL {} of {} bytes", static_cast<const void*>(&mdl), mdl.ByteCount);
}

// N-053. The host itself locks pages without a guarded block: lock_pages() returns a status.
void require_try_block() {
  if (current_driver() == nullptr) return;
  rules::evaluated("N-053");
  if (self().exceptions != nullptr) return;
  Breach("N-053", Offender::running())
      .message(
          "MmProbeAndLockPages called outside __try; it raises when the pages do not allow the "
          "access")
      .raise();
}

const char* why_not_lockable(const MDL& mdl) {
  if ((mdl.MdlFlags & MDL_PARTIAL) != 0) return "is a partial MDL";
  if ((mdl.MdlFlags & MDL_SOURCE_IS_NONPAGED_POOL) != 0) return "was built for non-paged pool";
  if ((mdl.MdlFlags & MDL_PAGES_LOCKED) != 0) return "is locked";
  return nullptr;
}

// N-051. True when the pages may be locked.
bool check_lockable(const MDL& mdl) {
  rules::evaluated("N-051");
  const char* const reason = why_not_lockable(mdl);
  if (reason == nullptr) return true;
  const auto earlier = find_lock(&mdl);
  Concerning concerning{.object = name_of(mdl), .address = &mdl};
  if (earlier) concerning.stacks.push_back({"locked first", earlier->where});
  Breach("N-051", Offender::running())
      .message("MmProbeAndLockPages: the MDL {} {} (MdlFlags {:#x})",
               static_cast<const void*>(&mdl), reason, static_cast<USHORT>(mdl.MdlFlags))
      .about(std::move(concerning))
      .raise();
  return false;
}

bool allows(const MDL& mdl, KPROCESSOR_MODE mode, LOCK_OPERATION operation) {
  const void* const address = MmGetMdlVirtualAddress(&mdl);
  if (mode == UserMode && !is_user_memory(address, mdl.ByteCount)) return false;
  return operation == IoReadAccess ? readable(address, mdl.ByteCount)
                                   : writable(address, mdl.ByteCount);
}

void lock(MDL& mdl, KPROCESSOR_MODE mode, LOCK_OPERATION operation) {
  mdl.Process =
      mode == UserMode ? reinterpret_cast<struct _EPROCESS*>(PsGetCurrentProcess()) : nullptr;
  mdl.MdlFlags |= MDL_PAGES_LOCKED;
  if (operation != IoReadAccess) mdl.MdlFlags |= MDL_WRITE_OPERATION;
  note_locked(&mdl, {mdl.ByteCount, rules::Stack::capture()});
  settle(Resource::kLockedPages, &mdl);  // a stale entry of an MDL that was freed as pool
  add_debt(Resource::kLockedPages, &mdl, mdl.ByteCount,
           fmt::format("locked pages of an MDL of {} bytes", mdl.ByteCount));
}

}  // namespace

NTSTATUS drydock::nt::lock_pages(MDL& mdl, KPROCESSOR_MODE mode, LOCK_OPERATION operation) {
  if (fails_here(sim::FaultKind::kMdl)) return STATUS_INSUFFICIENT_RESOURCES;
  if (!allows(mdl, mode, operation) || !fill_frames(mdl)) return STATUS_ACCESS_VIOLATION;
  lock(mdl, mode, operation);
  return STATUS_SUCCESS;
}

extern "C" {

VOID MmProbeAndLockPages(PMDL MemoryDescriptorList, KPROCESSOR_MODE AccessMode,
                         LOCK_OPERATION Operation) {
  require_irql_at_most(AccessMode == UserMode ? APC_LEVEL : DISPATCH_LEVEL, "MmProbeAndLockPages");
  require_try_block();
  MDL& mdl = *MemoryDescriptorList;
  if (!check_lockable(mdl)) return;
  const NTSTATUS status = lock_pages(mdl, AccessMode, Operation);
  if (!NT_SUCCESS(status)) ExRaiseStatus(status);
}

// Address spaces are one, so it is of no account whose pages they are.
VOID MmProbeAndLockProcessPages(PMDL MemoryDescriptorList, PEPROCESS, KPROCESSOR_MODE AccessMode,
                                LOCK_OPERATION Operation) {
  MmProbeAndLockPages(MemoryDescriptorList, AccessMode, Operation);
}

VOID MmUnlockPages(PMDL MemoryDescriptorList) {
  require_irql_at_most(DISPATCH_LEVEL, "MmUnlockPages");
  MDL& mdl = *MemoryDescriptorList;
  if (rules::breaks("N-052", (mdl.MdlFlags & MDL_PAGES_LOCKED) == 0 || !find_lock(&mdl))) {
    Breach("N-052", Offender::running())
        .message(
            "MmUnlockPages: the pages of MDL {} were not locked by MmProbeAndLockPages "
            "(MdlFlags {:#x})",
            static_cast<void*>(&mdl), static_cast<USHORT>(mdl.MdlFlags))
        .object(name_of(mdl))
        .at(&mdl)
        .raise();
    return;
  }
  if ((mdl.MdlFlags & MDL_MAPPED_TO_SYSTEM_VA) != 0) unmap_system_view(mdl);
  remove_lock(&mdl);
  settle(Resource::kLockedPages, &mdl);
  mdl.Process = nullptr;
  mdl.MdlFlags &= static_cast<CSHORT>(~(MDL_PAGES_LOCKED | MDL_WRITE_OPERATION));
}

}  // extern "C"
