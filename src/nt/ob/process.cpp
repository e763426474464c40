// The process that drivers see: the system's own, since everything lives in one.
#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {
namespace {

constexpr ULONG_PTR kSystemProcessId = 4;

// The object behind a PEPROCESS; drivers only compare and pass it on.
struct ProcessObject {
  DISPATCHER_HEADER header{};
};

ProcessObject& system_process() {
  static ProcessObject instance;
  static const bool known = (add_object(&instance, &process_type, "system process"), true);
  (void)known;
  return instance;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" PEPROCESS IoGetCurrentProcess(VOID) {
  return reinterpret_cast<PEPROCESS>(&system_process());
}

extern "C" {
PEPROCESS PsInitialSystemProcess = IoGetCurrentProcess();
}

// The system's process is in the first session, where services are.
extern "C" ULONG PsGetCurrentProcessSessionId(VOID) { return 0; }
extern "C" ULONG PsGetProcessSessionId(PEPROCESS) { return 0; }
extern "C" NTSTATUS IoGetRequestorSessionId(PIRP, PULONG pSessionId) {
  advise_irql_at_most(APC_LEVEL, "IoGetRequestorSessionId");
  *pSessionId = 0;
  return STATUS_SUCCESS;
}

extern "C" HANDLE PsGetCurrentProcessId(VOID) { return reinterpret_cast<HANDLE>(kSystemProcessId); }

extern "C" HANDLE PsGetProcessId(PEPROCESS) { return reinterpret_cast<HANDLE>(kSystemProcessId); }

// Address spaces are one, so attaching changes nothing that a driver can see.
extern "C" VOID KeAttachProcess(PRKPROCESS) { require_irql_at_most(APC_LEVEL, "KeAttachProcess"); }
extern "C" VOID KeDetachProcess(VOID) { require_irql_at_most(APC_LEVEL, "KeDetachProcess"); }
extern "C" VOID KeStackAttachProcess(PRKPROCESS, PRKAPC_STATE ApcState) {
  require_irql_at_most(APC_LEVEL, "KeStackAttachProcess");
  *ApcState = {};
}
extern "C" VOID KeUnstackDetachProcess(PRKAPC_STATE) {
  require_irql_at_most(APC_LEVEL, "KeUnstackDetachProcess");
}

extern "C" NTSTATUS PsGetProcessExitStatus(PEPROCESS) {
  advise_irql_at_most(APC_LEVEL, "PsGetProcessExitStatus");
  return STATUS_PENDING;
}
extern "C" LONGLONG PsGetProcessCreateTimeQuadPart(PEPROCESS) { return 0; }
extern "C" ULONGLONG PsGetProcessStartKey(PEPROCESS) {
  advise_irql_at_most(DISPATCH_LEVEL, "PsGetProcessStartKey");
  return kSystemProcessId;
}
extern "C" PEPROCESS PsGetThreadProcess(PETHREAD) { return IoGetCurrentProcess(); }
extern "C" HANDLE PsGetThreadProcessId(PETHREAD) { return PsGetCurrentProcessId(); }

// ntifs/nf-ntifs-pslookupprocessbyprocessid.md: STATUS_INVALID_CID for a number that is no
// process's; the object is referenced.
extern "C" NTSTATUS PsLookupProcessByProcessId(HANDLE ProcessId, PEPROCESS* Process) {
  require_irql_at_most(APC_LEVEL, "PsLookupProcessByProcessId");
  if (ProcessId != PsGetCurrentProcessId()) return STATUS_INVALID_CID;
  *Process = IoGetCurrentProcess();
  reference_object(*Process);
  return STATUS_SUCCESS;
}

extern "C" NTSTATUS ZwOpenProcess(PHANDLE ProcessHandle, ACCESS_MASK DesiredAccess,
                                  POBJECT_ATTRIBUTES ObjectAttributes, PCLIENT_ID ClientId) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenProcess");
  if (ClientId == nullptr) return STATUS_INVALID_PARAMETER_MIX;
  if (ClientId->UniqueProcess != PsGetCurrentProcessId()) return STATUS_INVALID_CID;
  if (fails_here(drydock::sim::FaultKind::kHandle)) return STATUS_INSUFFICIENT_RESOURCES;
  const ULONG attributes = ObjectAttributes == nullptr ? 0 : ObjectAttributes->Attributes;
  *ProcessHandle = make_handle(IoGetCurrentProcess(), &process_type, DesiredAccess, attributes);
  return STATUS_SUCCESS;
}
