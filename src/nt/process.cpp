// The process that drivers see: the system's own, since everything lives in one.
#include "src/nt/object.h"
#include "src/nt/thread.h"
#include "src/nt/wdk.h"

namespace drydock::nt {
namespace {

constexpr ULONG_PTR kSystemProcessId = 4;

// What a PEPROCESS points to; drivers only compare and pass it on.
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

extern "C" HANDLE PsGetCurrentProcessId(VOID) { return reinterpret_cast<HANDLE>(kSystemProcessId); }

extern "C" HANDLE PsGetProcessId(PEPROCESS) { return reinterpret_cast<HANDLE>(kSystemProcessId); }

// Address spaces are one, so attaching changes nothing that a driver can see.
extern "C" VOID KeAttachProcess(PRKPROCESS) { require_irql_at_most(APC_LEVEL, "KeAttachProcess"); }
extern "C" VOID KeDetachProcess(VOID) { require_irql_at_most(APC_LEVEL, "KeDetachProcess"); }
