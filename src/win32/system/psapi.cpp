// Processes and modules as a debugger would list them: no driver may look.
#include "src/win32/base/win32.h"

extern "C" {

using namespace drydock;
using namespace drydock::win32;

LOGICAL EnumProcesses(PULONG, ULONG, PULONG) { return fail_call(error::kAccessDenied); }
LOGICAL EnumProcessModules(HANDLE, PVOID*, ULONG, PULONG) {
  return fail_call(error::kAccessDenied);
}
ULONG GetModuleBaseNameA(HANDLE, PVOID, char*, ULONG) {
  return static_cast<ULONG>(fail_call(error::kAccessDenied));
}
ULONG GetModuleBaseNameW(HANDLE, PVOID, char16_t*, ULONG) {
  return static_cast<ULONG>(fail_call(error::kAccessDenied));
}
ULONG GetModuleFileNameExA(HANDLE, PVOID, char*, ULONG) {
  return static_cast<ULONG>(fail_call(error::kAccessDenied));
}
ULONG GetModuleFileNameExW(HANDLE, PVOID, char16_t*, ULONG) {
  return static_cast<ULONG>(fail_call(error::kAccessDenied));
}
ULONG GetProcessImageFileNameA(HANDLE, char*, ULONG) {
  return static_cast<ULONG>(fail_call(error::kAccessDenied));
}
ULONG GetProcessImageFileNameW(HANDLE, char16_t*, ULONG) {
  return static_cast<ULONG>(fail_call(error::kAccessDenied));
}
LOGICAL GetModuleInformation(HANDLE, PVOID, PVOID, ULONG) {
  return fail_call(error::kAccessDenied);
}
LOGICAL GetProcessMemoryInfo(HANDLE, PVOID, ULONG) { return fail_call(error::kAccessDenied); }

}  // extern "C"
