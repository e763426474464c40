// Routines of modules and processes.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32ModuleRows(
    "Win32Exports",
    {
        ROW(DisableThreadLibraryCalls, zeros(gives(FALSE)),
            proven_by("UserModule.NamesAndExportsAreThoseOfWindows")),
        ROW(EnumProcessModules, zeros(gives(FALSE)), works([] {
              SetLastError(0);
              HMODULE modules[4] = {};
              DWORD needed = 9;
              EXPECT_FALSE(
                  EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &needed));
              EXPECT_EQ(needed, 9u);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(EnumProcesses, zeros(gives(FALSE)), works([] {
              SetLastError(0);
              DWORD ids[4] = {9}, needed = 9;
              EXPECT_FALSE(EnumProcesses(ids, sizeof ids, &needed));
              EXPECT_EQ(ids[0], 9u);
              EXPECT_EQ(needed, 9u);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(FreeLibrary, zeros(gives(FALSE)),
            proven_by("UserModule.LibrariesOfWindowsAndTheDriverHaveFunctions")),
        ROW(GetModuleBaseNameA, zeros(gives(0)), works([] {
              SetLastError(0);
              char name[300] = {};
              EXPECT_EQ(GetModuleBaseNameA(GetCurrentProcess(), nullptr, name, 300), 0u);
              EXPECT_EQ(name[0], 0);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetModuleBaseNameW, zeros(gives(0)), works([] {
              SetLastError(0);
              WCHAR name[300] = {};
              EXPECT_EQ(GetModuleBaseNameW(GetCurrentProcess(), nullptr, name, 300), 0u);
              EXPECT_EQ(name[0], 0);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetModuleFileNameA, zeros(gives(0)),
            proven_by("UserModule.LibrariesOfWindowsAndTheDriverHaveFunctions")),
        ROW(GetModuleFileNameExA, zeros(gives(0)), works([] {
              SetLastError(0);
              char name[300] = {};
              EXPECT_EQ(GetModuleFileNameExA(GetCurrentProcess(), nullptr, name, 300), 0u);
              EXPECT_EQ(name[0], 0);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetModuleFileNameExW, zeros(gives(0)), works([] {
              SetLastError(0);
              WCHAR name[300] = {};
              EXPECT_EQ(GetModuleFileNameExW(GetCurrentProcess(), nullptr, name, 300), 0u);
              EXPECT_EQ(name[0], 0);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetModuleFileNameW, zeros(gives(0)), works([] {
              WCHAR name[300];
              const DWORD length = GetModuleFileNameW(nullptr, name, 300);
              EXPECT_GT(length, 0u);
              EXPECT_EQ(name[length], 0);
            })),
        ROW(GetModuleHandleA, zeros(passes()),
            proven_by("UserModule.NamesAndExportsAreThoseOfWindows")),
        ROW(GetModuleHandleExA, zeros(gives(FALSE)),
            proven_by("UserModule.NamesAndExportsAreThoseOfWindows")),
        ROW(GetModuleHandleExW, zeros(gives(FALSE)), works([] {
              HMODULE module = nullptr;
              EXPECT_FALSE(GetModuleHandleExW(0, u"none.dll", &module));
              EXPECT_EQ(GetLastError(), DWORD{ERROR_MOD_NOT_FOUND});
              EXPECT_EQ(module, nullptr);
            })),
        ROW(GetModuleHandleW, zeros(passes()),
            proven_by("UserModule.NamesAndExportsAreThoseOfWindows")),
        ROW(GetModuleInformation, zeros(gives(FALSE)), works([] {
              SetLastError(0);
              MODULEINFO info{};
              EXPECT_FALSE(GetModuleInformation(GetCurrentProcess(), nullptr, &info, sizeof info));
              EXPECT_EQ(info.SizeOfImage, 0u);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetProcAddress, zeros(gives(nullptr)),
            proven_by("UserModule.NamesAndExportsAreThoseOfWindows")),
        ROW(GetProcessImageFileNameA, zeros(gives(0)), works([] {
              SetLastError(0);
              char name[300] = {};
              EXPECT_EQ(GetProcessImageFileNameA(GetCurrentProcess(), name, 300), 0u);
              EXPECT_EQ(name[0], 0);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetProcessImageFileNameW, zeros(gives(0)), works([] {
              SetLastError(0);
              WCHAR name[300] = {};
              EXPECT_EQ(GetProcessImageFileNameW(GetCurrentProcess(), name, 300), 0u);
              EXPECT_EQ(name[0], 0);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_ACCESS_DENIED});
            })),
        ROW(GetProcessMemoryInfo, zeros(gives(FALSE)),
            proven_by("UserSystem.AnswersTheFactsOfTheMachine")),
        ROW(LoadLibraryA, zeros(gives(nullptr)),
            proven_by("UserModule.NamesAndExportsAreThoseOfWindows")),
        ROW(LoadLibraryExA, zeros(gives(nullptr)), works([] {
              EXPECT_EQ(LoadLibraryExA("none.dll", nullptr, 0), nullptr);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_MOD_NOT_FOUND});
            })),
        ROW(LoadLibraryExW, zeros(gives(nullptr)), works([] {
              EXPECT_EQ(LoadLibraryExW(u"none.dll", nullptr, 0), nullptr);
              EXPECT_EQ(GetLastError(), DWORD{ERROR_MOD_NOT_FOUND});
            })),
        ROW(LoadLibraryW, zeros(gives(nullptr)),
            proven_by("UserModule.LibrariesOfWindowsAndTheDriverHaveFunctions")),
    });

}  // namespace
