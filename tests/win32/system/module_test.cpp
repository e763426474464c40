// Modules: those of Windows, the program, and the driver.
#include <gtest/gtest.h>

#include "tests/win32/work.h"

namespace drydock::testing {
namespace {

constexpr const char* kModuleDriver = R"(
DEED(Modules) {
  const HMODULE kernel = GetModuleHandleA("kernel32.dll");
  HOLDS(kernel != NULL && kernel == LoadLibraryW(L"KERNEL32"));
  HOLDS((void*)GetProcAddress(kernel, "GetLastError") == (void*)&GetLastError);
  FAILS(GetProcAddress(kernel, "KeSetEvent"), ERROR_PROC_NOT_FOUND);
  FAILS(GetProcAddress(kernel, "malloc"), ERROR_PROC_NOT_FOUND);
  FAILS(GetProcAddress(kernel, (LPCSTR)7), ERROR_PROC_NOT_FOUND);
  FAILS(GetProcAddress((HMODULE)8, "Sleep"), ERROR_MOD_NOT_FOUND);
  HOLDS(GetProcAddress(LoadLibraryA("gdi32.dll"), "D3DKMTEscape") != NULL);
  FAILS(LoadLibraryA("d3dcompiler_47.dll"), ERROR_MOD_NOT_FOUND);
  HMODULE own = NULL;
  HOLDS(GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (LPCSTR)&listed_Modules, &own));
  HOLDS(own != NULL && own != kernel && GetProcAddress(own, "OpenAdapter") != NULL);
  HOLDS(GetProcAddress(own, "Sleep") == NULL && GetProcAddress(own, "NoSuchThing") == NULL);
  char path[260];
  HOLDS(GetModuleFileNameA(kernel, path, sizeof path) == 32);
  HOLDS(strcmp(path, "C:\\Windows\\System32\\kernel32.dll") == 0);
  HOLDS(GetModuleFileNameA(kernel, path, 5) == 5 && GetLastError() == ERROR_INSUFFICIENT_BUFFER);
  HOLDS(GetModuleFileNameA(own, path, sizeof path) > 0);
  HOLDS(DisableThreadLibraryCalls(own) && FreeLibrary(kernel));
  FAILS(FreeLibrary((HMODULE)8), ERROR_INVALID_HANDLE);
  return NULL;
}

DEED(Names) {
  HOLDS(GetModuleHandleA(NULL) != NULL && GetModuleHandleA(NULL) == GetModuleHandleW(NULL));
  HOLDS(GetProcAddress(GetModuleHandleA(NULL), "Sleep") == NULL);
  const char* const same[] = {"kernel32", "Kernel32.DLL", "C:\\Windows\\System32\\kernel32.dll", "c:/windows/kernel32.dll"};
  for (const char* name : same) HOLDS(GetModuleHandleA(name) == GetModuleHandleA("kernel32.dll"));
  FAILS(GetModuleHandleA("kernel33.dll") != NULL, ERROR_MOD_NOT_FOUND);
  FAILS(GetModuleHandleA("") != NULL, ERROR_MOD_NOT_FOUND);
  FAILS(LoadLibraryA(NULL) != NULL, ERROR_INVALID_PARAMETER);
  HMODULE found = (HMODULE)7;
  FAILS(GetModuleHandleExA(8, "kernel32", &found), ERROR_INVALID_PARAMETER);
  FAILS(GetModuleHandleExA(0, "kernel32", NULL), ERROR_INVALID_PARAMETER);
  FAILS(GetModuleHandleExA(0, "nowhere", &found), ERROR_MOD_NOT_FOUND);
  HOLDS(found == NULL && GetModuleHandleExA(0, "kernel32", &found) && found == GetModuleHandleA("kernel32"));
  FAILS(GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (LPCSTR)8, &found), ERROR_MOD_NOT_FOUND);
  FAILS(DisableThreadLibraryCalls((HMODULE)8), ERROR_INVALID_HANDLE);
  // What a library exports is what that library exports on Windows.
  HOLDS(GetProcAddress(GetModuleHandleA("ntdll"), "Sleep") == NULL);
  HOLDS(GetProcAddress(GetModuleHandleA("ntdll"), "RtlInitUnicodeString") != NULL);
  HOLDS(GetProcAddress(GetModuleHandleA("gdi32"), "Sleep") == NULL);
  HOLDS(GetProcAddress(GetModuleHandleA("kernel32"), "D3DKMTEscape") == NULL);
  HOLDS(GetProcAddress(GetModuleHandleA("kernel32"), "ExitProcess") != NULL);
  HOLDS(GetProcAddress(GetModuleHandleA("kernel32"), "ExAllocatePool2") == NULL);
  HOLDS(GetProcAddress(GetModuleHandleA("kernel32"), "") == NULL);
  return NULL;
}
)";

TEST(UserModule, LibrariesOfWindowsAndTheDriverHaveFunctions) {
  expect_work(kModuleDriver, "Modules");
}
TEST(UserModule, NamesAndExportsAreThoseOfWindows) { expect_work(kModuleDriver, "Names"); }

}  // namespace
}  // namespace drydock::testing
