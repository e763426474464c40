// The system's error log: entries become events of the trace.
#include <cstdlib>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/ob/object.h"
#include "src/trace/trace.h"

using namespace drydock;
using namespace drydock::nt;

extern "C" {

PVOID IoAllocateErrorLogEntry(PVOID, UCHAR EntrySize) {
  require_irql_at_most(DISPATCH_LEVEL, "IoAllocateErrorLogEntry");
  if (EntrySize < sizeof(IO_ERROR_LOG_PACKET) || EntrySize > ERROR_LOG_MAXIMUM_SIZE) return nullptr;
  if (fails_here(sim::FaultKind::kObject)) return nullptr;
  void* const entry = std::calloc(1, EntrySize);
  if (entry != nullptr)
    add_debt_with_undo(entry, "error log entry that was neither written nor freed",
                       [entry] { std::free(entry); });
  return entry;
}

VOID IoFreeErrorLogEntry(PVOID ElEntry) {
  require_irql_at_most(DISPATCH_LEVEL, "IoFreeErrorLogEntry");
  settle_undoing(ElEntry);
  std::free(ElEntry);
}

// wdm/nf-wdm-ioallocateerrorlogentry.md: the entry is freed once it is recorded.
VOID IoWriteErrorLogEntry(PVOID ElEntry) {
  require_irql_at_most(DISPATCH_LEVEL, "IoWriteErrorLogEntry");
  const auto* packet = static_cast<const IO_ERROR_LOG_PACKET*>(ElEntry);
  trace::event("nt", "error log",
               {{"code", packet->ErrorCode},
                {"final status", packet->FinalStatus},
                {"unique", packet->UniqueErrorValue},
                {"retries", packet->RetryCount}});
  settle_undoing(ElEntry);
  std::free(ElEntry);
}

// ntddk/nf-ntddk-ioraiseinformationalharderror.md: FALSE, because there is no user to inform.
BOOLEAN IoRaiseInformationalHardError(NTSTATUS ErrorStatus, PUNICODE_STRING, PKTHREAD) {
  require_irql_at_most(APC_LEVEL, "IoRaiseInformationalHardError");
  trace::event("nt", "hard error", {{"status", ErrorStatus}});
  return FALSE;
}

}  // extern "C"
