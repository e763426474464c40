// Making and freeing IRPs, and the record beside each.
#include "src/nt/io/irp.h"

#include <fmt/format.h>
#include <pthread.h>

#include <cassert>
#include <deque>
#include <unordered_map>

#include "src/nt/base/irql_advice.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/history.h"
#include "src/rules/evaluated.h"
#include "src/sim/faults.h"
#include "src/sim/never_destroyed.h"

namespace drydock::nt {
namespace {

constexpr ULONG kPoolTag = 0x20707249;  // "Irp "

struct IrpRecord {
  IrpOwner owner = IrpOwner::kMaker;
  Driver* maker = nullptr;
  bool completed = false;
  bool freed = false;
  rules::Stack completion;
};

struct Irps {
  Mutex mutex;
  std::unordered_map<PIRP, IrpRecord> records DRYDOCK_GUARDED_BY(mutex);
  std::deque<PIRP> freed DRYDOCK_GUARDED_BY(mutex);  // the last ones, oldest first
};

Irps& irps() {
  static sim::NeverDestroyed<Irps> instance;
  return *instance;
}

void add_record(PIRP irp, IrpOwner owner) {
  Irps& all = irps();
  const MutexHold hold(all.mutex);
  all.records[irp] = {.owner = owner, .maker = current_driver(), .completion = {}};
}

// The record of a freed IRP stays for a while, so that a second completion can be named.
void mark_freed(PIRP irp) {
  constexpr std::size_t kStored = 1024;
  Irps& all = irps();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(irp);
  if (at == all.records.end()) return;
  at->second.freed = true;
  all.freed.push_back(irp);
  if (all.freed.size() <= kStored) return;
  const auto oldest = all.records.find(all.freed.front());
  if (oldest != all.records.end() && oldest->second.freed) all.records.erase(oldest);
  all.freed.pop_front();
}

std::optional<IrpRecord> record_of(PIRP irp) {
  Irps& all = irps();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(irp);
  if (at == all.records.end()) return std::nullopt;
  return at->second;
}

void lay_out(PIRP irp, USHORT size, CCHAR stack_size) {
  std::memset(irp, 0, size);
  irp->Type = IO_TYPE_IRP;
  irp->Size = size;
  irp->StackCount = stack_size;
  irp->CurrentLocation = static_cast<CHAR>(stack_size + 1);
  InitializeListHead(&irp->ThreadListEntry);
  irp->Tail.Overlay.CurrentStackLocation =
      reinterpret_cast<PIO_STACK_LOCATION>(irp + 1) + stack_size;
}

// A fresh IRP stands above its topmost location and has room for all of them.
[[maybe_unused]] bool is_fresh(const IRP& irp) {
  return irp.CurrentLocation == static_cast<CHAR>(irp.StackCount + 1) &&
         irp.Size >=
             sizeof(IRP) + static_cast<std::size_t>(irp.StackCount) * sizeof(IO_STACK_LOCATION);
}

}  // namespace

PIRP make_irp(CCHAR stack_size, IrpOwner owner) {
  const USHORT size = IoSizeOfIrp(stack_size);
  auto* irp = static_cast<PIRP>(ExAllocatePoolWithTag(NonPagedPool, size, kPoolTag));
  if (irp == nullptr) return nullptr;
  lay_out(irp, size, stack_size);
  assert(stack_size < 0 || is_fresh(*irp));
  add_record(irp, owner);
  begin_history(irp, "allocated");
  return irp;
}

PIRP make_vital_irp(CCHAR stack_size) {
  const sim::NoFaults spared;
  return make_irp(stack_size, IrpOwner::kManager);
}

void free_irp(PIRP irp) {
  note_event(irp, "freed");
  mark_freed(irp);
  ExFreePoolWithTag(irp, kPoolTag);
}

Driver* maker_of(PIRP irp) {
  const std::optional<IrpRecord> record = record_of(irp);
  return record ? record->maker : nullptr;
}

bool is_owned_by_manager(PIRP irp) {
  const std::optional<IrpRecord> record = record_of(irp);
  return record && record->owner == IrpOwner::kManager;
}

void note_completion(PIRP irp, const rules::Stack& where) {
  note_event(irp, "completed");
  Irps& all = irps();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(irp);
  if (at != all.records.end()) at->second.completion = where;
}

void note_completed(PIRP irp) {
  Irps& all = irps();
  const MutexHold hold(all.mutex);
  const auto at = all.records.find(irp);
  if (at != all.records.end()) at->second.completed = true;
}

bool may_complete(PIRP irp) {
  rules::evaluated("N-063");
  const IrpRecord record = record_of(irp).value_or(IrpRecord{});
  const char* why = nullptr;
  if (record.freed) {
    why = "it was completed and freed before";
  } else if (record.completed || irp->CurrentLocation > irp->StackCount) {
    why = "it was completed before";
  } else if (irp->Type != IO_TYPE_IRP) {
    why = "the memory holds no IRP (any more)";
  }
  if (why == nullptr) return true;
  Concerning concerning{.object = fmt::format("IRP at {}", static_cast<void*>(irp)),
                        .address = irp};
  if (record.completion.depth != 0) concerning.stacks = {{"completed first", record.completion}};
  Breach("N-063", Offender::running())
      .message("IoCompleteRequest of the IRP at {}: {}", static_cast<void*>(irp), why)
      .about(std::move(concerning))
      .raise();
  return false;
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" PIRP IoAllocateIrp(CCHAR StackSize, BOOLEAN) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAllocateIrp");
  return make_irp(StackSize, IrpOwner::kMaker);
}

extern "C" PIRP IoAllocateIrpEx(PDEVICE_OBJECT, CCHAR StackSize, BOOLEAN) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAllocateIrpEx");
  return make_irp(StackSize, IrpOwner::kMaker);
}

extern "C" VOID IoFreeIrp(PIRP Irp) {
  require_irql_at_most(DISPATCH_LEVEL, "IoFreeIrp");
  free_irp(Irp);
}

extern "C" VOID IoInitializeIrp(PIRP Irp, USHORT PacketSize, CCHAR StackSize) {
  require_irql_at_most(DISPATCH_LEVEL, "IoInitializeIrp");
  lay_out(Irp, PacketSize, StackSize);
  add_record(Irp, IrpOwner::kMaker);
}

extern "C" VOID IoReuseIrp(PIRP Irp, NTSTATUS Status) {
  require_irql_at_most(DISPATCH_LEVEL, "IoReuseIrp");
  const UCHAR allocation = Irp->AllocationFlags;
  lay_out(Irp, Irp->Size, Irp->StackCount);
  Irp->AllocationFlags = allocation;
  Irp->IoStatus.Status = Status;
  add_record(Irp, IrpOwner::kMaker);
}

// wdm/nf-wdm-iomakeassociatedirp.md (ntddk): the caller sets IrpCount of the master.
extern "C" PIRP IoMakeAssociatedIrp(PIRP Irp, CCHAR StackSize) {
  require_irql_at_most(DISPATCH_LEVEL, "IoMakeAssociatedIrp");
  const PIRP made = make_irp(StackSize, IrpOwner::kManager);
  if (made == nullptr) return nullptr;
  made->Flags |= IRP_ASSOCIATED_IRP;
  made->AssociatedIrp.MasterIrp = Irp;
  made->Tail.Overlay.Thread = Irp->Tail.Overlay.Thread;
  return made;
}

extern "C" IO_PRIORITY_HINT IoGetIoPriorityHint(PIRP) { return IoPriorityNormal; }
extern "C" NTSTATUS IoSetIoPriorityHint(PIRP, IO_PRIORITY_HINT PriorityHint) {
  return PriorityHint < MaxIoPriorityTypes ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER;
}
extern "C" BOOLEAN IoIs32bitProcess(PIRP) {
  advise_irql_at_most(DISPATCH_LEVEL, "IoIs32bitProcess");
  return FALSE;
}
extern "C" PEPROCESS IoGetRequestorProcess(PIRP) {
  advise_irql_at_most(DISPATCH_LEVEL, "IoGetRequestorProcess");
  return IoGetCurrentProcess();
}
extern "C" ULONG IoGetRequestorProcessId(PIRP) {
  advise_irql_at_most(DISPATCH_LEVEL, "IoGetRequestorProcessId");
  return HandleToULong(PsGetCurrentProcessId());
}
extern "C" BOOLEAN IoIsSystemThread(PETHREAD Thread) {
  advise_irql_at_most(DISPATCH_LEVEL, "IoIsSystemThread");
  return PsIsSystemThread(Thread);
}

namespace {

struct StackLimits {
  ULONG_PTR low = 0;
  ULONG_PTR high = 0;
};

StackLimits stack_limits() {
  pthread_attr_t attributes;
  void* base = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  pthread_attr_getstack(&attributes, &base, &size);
  pthread_attr_destroy(&attributes);
  const auto low = reinterpret_cast<ULONG_PTR>(base);
  return {low, low + size};
}

}  // namespace

extern "C" VOID IoGetStackLimits(PULONG_PTR LowLimit, PULONG_PTR HighLimit) {
  const StackLimits limits = stack_limits();
  *LowLimit = limits.low;
  *HighLimit = limits.high;
}

extern "C" ULONG_PTR IoGetRemainingStackSize(VOID) {
  return reinterpret_cast<ULONG_PTR>(__builtin_frame_address(0)) - stack_limits().low;
}

extern "C" PVOID IoGetInitialStack(VOID) {
  advise_irql_at_most(APC_LEVEL, "IoGetInitialStack");
  return reinterpret_cast<PVOID>(stack_limits().high);
}

extern "C" LOGICAL IoWithinStackLimits(ULONG_PTR RegionStart, SIZE_T RegionSize) {
  advise_irql_at_most(APC_LEVEL, "IoWithinStackLimits");
  const StackLimits limits = stack_limits();
  return RegionStart >= limits.low && RegionStart <= limits.high &&
         RegionSize <= limits.high - RegionStart;
}
