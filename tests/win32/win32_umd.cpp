// A user-mode driver whose only job is to call Win32. Its adapter handle is the list of its deeds;
// each answers what did not hold, or nothing.
#include <d3dumddi.h>
#include <psapi.h>
#include <string.h>
#include <windows.h>
#include <winreg.h>

#define TEXT_OF_LINE(line) #line
#define PLACE(line) TEXT_OF_LINE(line)
#define HOLDS(condition)                                              \
  do {                                                                \
    if (!(condition)) return "line " PLACE(__LINE__) ": " #condition; \
  } while (0)
#define FAILS(call, error)                                                         \
  do {                                                                             \
    SetLastError(0);                                                               \
    if (call) return "line " PLACE(__LINE__) ": " #call " does not fail";          \
    if (GetLastError() != (error)) return "line " PLACE(__LINE__) ": not " #error; \
  } while (0)

extern "C" LONG ZwClose(HANDLE Handle);

namespace {

const LONG kUnsupportedType = 1630;

int Summed(const EXCEPTION_POINTERS* pointers, volatile DWORD* sum) {
  *sum = (DWORD)pointers->ExceptionRecord->ExceptionInformation[0] +
         pointers->ExceptionRecord->NumberParameters;
  return EXCEPTION_EXECUTE_HANDLER;
}

const char* Debugging() {
  OutputDebugStringA("narrow");
  OutputDebugStringW(L"wide");
  OutputDebugStringA(NULL);
  HOLDS(!IsDebuggerPresent());
  volatile DWORD seen = 0;
  const ULONG_PTR arguments[] = {40, 2};
  __try {
    RaiseException(0xE0000001, 0, 2, arguments);
  } __except (Summed(GetExceptionInformation(), &seen)) {
    HOLDS(GetExceptionCode() == 0xE0000001);
  }
  HOLDS(seen == 42);
  seen = 0;
  __try {
    DebugBreak();
  } __except (EXCEPTION_EXECUTE_HANDLER) {
    seen = GetExceptionCode();
  }
  HOLDS(seen == (DWORD)STATUS_BREAKPOINT);
  return NULL;
}

const char* Text() {
  WCHAR wide[8];
  char narrow[8];
  HOLDS(MultiByteToWideChar(CP_UTF8, 0, "a\xc3\xa4", -1, NULL, 0) == 3);
  HOLDS(MultiByteToWideChar(CP_ACP, 0, "a\xc3\xa4", -1, wide, 8) == 3);
  HOLDS(wide[0] == 'a' && wide[1] == 0xE4 && wide[2] == 0);
  HOLDS(WideCharToMultiByte(CP_UTF8, 0, wide, 2, narrow, 8, NULL, NULL) == 3);
  HOLDS(memcmp(narrow, "a\xc3\xa4", 3) == 0);
  FAILS(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, wide, 2), ERROR_INSUFFICIENT_BUFFER);
  FAILS(MultiByteToWideChar(CP_UTF8, 8, "\xff", 1, wide, 8), ERROR_NO_UNICODE_TRANSLATION);
  FAILS(MultiByteToWideChar(CP_UTF8, 1, "a", 1, wide, 8), ERROR_INVALID_FLAGS);
  FAILS(MultiByteToWideChar(12345, 0, "a", 1, wide, 8), ERROR_INVALID_PARAMETER);
  FAILS(WideCharToMultiByte(CP_UTF8, 0, L"a", 1, narrow, 8, "?", NULL), ERROR_INVALID_PARAMETER);
  char* message = NULL;
  HOLDS(FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ALLOCATE_BUFFER, NULL, 5, 0,
                       (LPSTR)&message, 0, NULL) > 0);
  HOLDS(strstr(message, "5") != NULL);
  HOLDS(LocalFree(message) == NULL);
  return NULL;
}

const char* Modules() {
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
  HOLDS(GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (LPCSTR)&Modules, &own));
  HOLDS(own != NULL && own != kernel && GetProcAddress(own, "OpenAdapter") != NULL);
  char path[260];
  HOLDS(GetModuleFileNameA(kernel, path, sizeof path) == 32);
  HOLDS(strcmp(path, "C:\\Windows\\System32\\kernel32.dll") == 0);
  HOLDS(GetModuleFileNameA(kernel, path, 5) == 5 && GetLastError() == ERROR_INSUFFICIENT_BUFFER);
  HOLDS(GetModuleFileNameA(own, path, sizeof path) > 0);
  HOLDS(DisableThreadLibraryCalls(own) && FreeLibrary(kernel));
  FAILS(FreeLibrary((HMODULE)8), ERROR_INVALID_HANDLE);
  return NULL;
}

const char* System() {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  HOLDS(info.dwPageSize == 4096 && info.dwAllocationGranularity == 65536);
  HOLDS(info.dwNumberOfProcessors > 0 && GetCurrentProcessorNumber() < info.dwNumberOfProcessors);
  MEMORYSTATUSEX memory = {};
  FAILS(GlobalMemoryStatusEx(&memory), ERROR_INVALID_PARAMETER);
  memory.dwLength = sizeof memory;
  HOLDS(GlobalMemoryStatusEx(&memory) && memory.ullTotalPhys >= memory.ullAvailPhys);
  OSVERSIONINFOEXA version = {};
  FAILS(GetVersionExA((LPOSVERSIONINFOA)&version), ERROR_INSUFFICIENT_BUFFER);
  version.dwOSVersionInfoSize = sizeof version;
  HOLDS(GetVersionExA((LPOSVERSIONINFOA)&version) && version.dwMajorVersion == 10);
  char text[64];
  FAILS(GetEnvironmentVariableA("NoSuchThing", text, sizeof text), ERROR_ENVVAR_NOT_FOUND);
  HOLDS(SetEnvironmentVariableW(L"Thing", L"42"));
  HOLDS(GetEnvironmentVariableA("THING", text, sizeof text) == 2 && strcmp(text, "42") == 0);
  HOLDS(GetEnvironmentVariableA("THING", text, 2) == 3);
  HOLDS(SetEnvironmentVariableA("Thing", NULL));
  HOLDS(GetSystemDirectoryA(text, sizeof text) == 19 && GetTempPathA(1, text) == 17);
  DWORD size = 3;
  FAILS(GetComputerNameA(text, &size), ERROR_BUFFER_OVERFLOW);
  HOLDS(size == 8 && GetComputerNameA(text, &size) && size == 7);
  HOLDS(SetErrorMode(1) == 0 && SetErrorMode(0) == 1);
  HOLDS(GetStdHandle(STD_OUTPUT_HANDLE) == NULL && GetCommandLineW()[0] == 'd');
  PROCESS_MEMORY_COUNTERS counters;
  FAILS(GetProcessMemoryInfo((HANDLE)-1, &counters, sizeof counters), ERROR_ACCESS_DENIED);
  return NULL;
}

const char* Com() {
  HOLDS(CoInitializeEx(NULL, 0) == S_OK && CoInitializeEx(NULL, 0) == S_FALSE);
  HOLDS(CoInitialize(NULL) == RPC_E_CHANGED_MODE);
  CoUninitialize();
  CoUninitialize();
  GUID guid, again;
  WCHAR text[40];
  HOLDS(CoCreateGuid(&guid) == S_OK);
  HOLDS(StringFromGUID2(guid, text, 38) == 0 && StringFromGUID2(guid, text, 40) == 39);
  HOLDS(CLSIDFromString(text, &again) == S_OK && memcmp(&guid, &again, sizeof guid) == 0);
  HOLDS(CLSIDFromString(L"{no}", &again) == CO_E_CLASSSTRING);
  CoTaskMemFree(CoTaskMemRealloc(CoTaskMemAlloc(16), 64));
  return NULL;
}

const char* Memory() {
  char* const pages = (char*)VirtualAlloc(NULL, 8192, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  HOLDS(pages != NULL);
  DWORD old = 0;
  HOLDS(VirtualProtect(pages, 1, PAGE_READONLY, &old) && old == PAGE_READWRITE);
  MEMORY_BASIC_INFORMATION info;
  HOLDS(VirtualQuery(pages + 100, &info, sizeof info) == sizeof info);
  HOLDS(info.BaseAddress == pages && info.AllocationBase == pages && info.RegionSize == 4096);
  HOLDS(info.State == MEM_COMMIT && info.Protect == PAGE_READONLY);
  FAILS(VirtualProtect(pages, 1, 0x12345, &old), ERROR_INVALID_PARAMETER);
  FAILS(VirtualProtect(&old, 1, PAGE_READONLY, &old), ERROR_INVALID_ADDRESS);
  HOLDS(VirtualLock(pages, 8192) && VirtualUnlock(pages, 8192));
  HOLDS(VirtualFree(pages, 0, MEM_RELEASE));
  const HANDLE mapping =
      CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 65536, "shared");
  HOLDS(mapping != NULL && GetLastError() == 0);
  int* const one = (int*)MapViewOfFile(mapping, FILE_MAP_WRITE, 0, 0, 0);
  const int* const two = (const int*)MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 4096);
  HOLDS(one != NULL && two != NULL);
  *one = 42;
  HOLDS(*two == 42);
  FAILS(MapViewOfFile(mapping, FILE_MAP_READ, 0, 4096, 0), ERROR_MAPPED_ALIGNMENT);
  FAILS(MapViewOfFile((HANDLE)0x7774, FILE_MAP_READ, 0, 0, 0), ERROR_INVALID_HANDLE);
  HOLDS(FlushViewOfFile(one, 0) && UnmapViewOfFile(one) && UnmapViewOfFile(two));
  FAILS(UnmapViewOfFile(&old), ERROR_INVALID_ADDRESS);
  HOLDS(RegCloseKey((HKEY)mapping) == ERROR_INVALID_HANDLE);
  HOLDS(ZwClose(mapping) == 0);
  return NULL;
}

const char* Files() {
  FAILS(CreateFileA("C:\\none.txt", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) !=
            INVALID_HANDLE_VALUE,
        ERROR_FILE_NOT_FOUND);
  FAILS(CreateFileA("\\\\.\\Device", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) !=
            INVALID_HANDLE_VALUE,
        ERROR_FILE_NOT_FOUND);
  const HANDLE file = CreateFileW(L"C:\\one.txt", GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_NEW,
                                  FILE_ATTRIBUTE_NORMAL, NULL);
  HOLDS(file != INVALID_HANDLE_VALUE && GetLastError() == 0);
  DWORD moved = 0;
  HOLDS(WriteFile(file, "hello", 5, &moved, NULL) && moved == 5);
  HOLDS(GetFileSize(file, NULL) == 5 && SetFilePointer(file, -4, NULL, FILE_END) == 1);
  char text[8] = {};
  HOLDS(ReadFile(file, text, 8, &moved, NULL) && moved == 4 && strcmp(text, "ello") == 0);
  HOLDS(ReadFile(file, text, 8, &moved, NULL) && moved == 0);
  OVERLAPPED at = {};
  at.Offset = 3;
  HOLDS(ReadFile(file, text, 1, &moved, &at) && text[0] == 'l' && at.InternalHigh == 1);
  at.Offset = 50;
  FAILS(ReadFile(file, text, 1, &moved, &at), ERROR_HANDLE_EOF);
  FAILS(SetFilePointer(file, -1, NULL, FILE_BEGIN) != INVALID_SET_FILE_POINTER,
        ERROR_NEGATIVE_SEEK);
  FAILS(DeviceIoControl(file, 0x1234, NULL, 0, NULL, 0, &moved, NULL), ERROR_INVALID_FUNCTION);
  HOLDS(FlushFileBuffers(file) && ZwClose(file) == 0);
  FAILS(FlushFileBuffers((HANDLE)0x7774), ERROR_INVALID_HANDLE);
  HOLDS(CreateDirectoryA("C:\\folder", NULL));
  HOLDS(GetFileAttributesA("C:/folder") == FILE_ATTRIBUTE_DIRECTORY);
  WIN32_FIND_DATAA found;
  const HANDLE search = FindFirstFileA("C:\\*", &found);
  HOLDS(search != INVALID_HANDLE_VALUE && strcmp(found.cFileName, "folder") == 0);
  HOLDS(FindNextFileA(search, &found) && found.nFileSizeLow == 5);
  FAILS(FindNextFileA(search, &found), ERROR_NO_MORE_FILES);
  HOLDS(FindClose(search));
  FAILS(FindClose(search), ERROR_INVALID_HANDLE);
  HOLDS(DeleteFileA("C:\\one.txt"));
  FAILS(DeleteFileA("C:\\folder"), ERROR_ACCESS_DENIED);
  return NULL;
}

const char* Rectangles() {
  RECT one = {0, 0, 10, 10}, two = {5, 5, 20, 8}, out;
  HOLDS(IntersectRect(&out, &one, &two) && out.left == 5 && out.right == 10 && out.bottom == 8);
  HOLDS(UnionRect(&out, &one, &two) && out.left == 0 && out.right == 20 && out.bottom == 10);
  HOLDS(OffsetRect(&two, 10, 0) && !IntersectRect(&out, &one, &two) && IsRectEmpty(&out));
  const POINT inside = {0, 0}, outside = {10, 0};
  HOLDS(PtInRect(&one, inside) && !PtInRect(&one, outside));
  HOLDS(InflateRect(&one, 1, 2) && one.left == -1 && one.top == -2 && one.bottom == 12);
  HOLDS(CopyRect(&out, &one) && EqualRect(&out, &one) && SetRectEmpty(&out) && out.right == 0);
  return NULL;
}

const char* Registry() {
  HKEY key = NULL;
  DWORD made = 0, type = 0, size = 0, number = 42;
  HOLDS(RegOpenKeyExA(HKEY_LOCAL_MACHINE, "Software\\None", 0, KEY_READ, &key) ==
        ERROR_FILE_NOT_FOUND);
  HOLDS(RegCreateKeyExW(HKEY_LOCAL_MACHINE, L"Software\\Maker\\Driver", 0, NULL, 0, KEY_ALL_ACCESS,
                        NULL, &key, &made) == ERROR_SUCCESS);
  HOLDS(made == REG_CREATED_NEW_KEY);
  HOLDS(RegSetValueExA(key, "Number", 0, REG_DWORD, (const BYTE*)&number, 4) == ERROR_SUCCESS);
  HOLDS(RegSetValueExA(key, "Folder", 0, REG_EXPAND_SZ, (const BYTE*)"%windir%\\x", 11) ==
        ERROR_SUCCESS);
  WCHAR wide[40];
  size = 4;
  HOLDS(RegQueryValueExW(key, L"folder", NULL, &type, (BYTE*)wide, &size) == ERROR_MORE_DATA);
  HOLDS(size == 22 && type == REG_EXPAND_SZ);
  char text[40];
  size = sizeof text;
  HOLDS(RegGetValueA(HKEY_LOCAL_MACHINE, "Software\\Maker\\Driver", "Folder", RRF_RT_REG_SZ, &type,
                     text, &size) == ERROR_SUCCESS);
  HOLDS(strcmp(text, "C:\\Windows\\x") == 0 && size == 13 && type == REG_SZ);
  HOLDS(RegGetValueA(key, NULL, "Number", RRF_RT_REG_SZ, NULL, NULL, NULL) == kUnsupportedType);
  size = sizeof text;
  HOLDS(RegEnumValueA(key, 0, text, &size, NULL, NULL, NULL, NULL) == ERROR_SUCCESS && size == 6);
  HOLDS(RegEnumValueA(key, 2, text, &size, NULL, NULL, NULL, NULL) == ERROR_NO_MORE_ITEMS);
  DWORD values = 0, longest = 0;
  HOLDS(RegQueryInfoKeyA(key, NULL, NULL, NULL, NULL, NULL, NULL, &values, &longest, NULL, NULL,
                         NULL) == ERROR_SUCCESS);
  HOLDS(values == 2 && longest == 6);
  HOLDS(RegDeleteValueA(key, "Number") == ERROR_SUCCESS);
  HOLDS(RegDeleteKeyA(HKEY_LOCAL_MACHINE, "Software\\Maker") == ERROR_ACCESS_DENIED);
  HOLDS(RegDeleteKeyA(HKEY_LOCAL_MACHINE, "Software\\Maker\\Driver") == ERROR_SUCCESS);
  HOLDS(RegSetValueExA(key, "Late", 0, REG_DWORD, (const BYTE*)&number, 4) == ERROR_KEY_DELETED);
  HOLDS(RegCloseKey(key) == ERROR_SUCCESS && RegCloseKey(key) == ERROR_INVALID_HANDLE);
  return NULL;
}

// What ends the driver.
const char* Exits() {
  ExitProcess(3); /*Exits*/
  return "ExitProcess returns";
}

const char* Breaks() {
  DebugBreak(); /*Breaks*/
  return "DebugBreak returns";
}

const char* Raises() {
  RaiseException(0xE0000001, EXCEPTION_NONCONTINUABLE, 0, NULL); /*Raises*/
  return "RaiseException returns";
}

struct Deed {
  const char* name;
  const char* (*run)();
};

const Deed deeds[] = {{"Debugging", Debugging},
                      {"Text", Text},
                      {"Modules", Modules},
                      {"System", System},
                      {"Com", Com},
                      {"Memory", Memory},
                      {"Files", Files},
                      {"Registry", Registry},
                      {"Rectangles", Rectangles},
                      {"Exits", Exits},
                      {"Breaks", Breaks},
                      {"Raises", Raises},
                      {NULL, NULL}};

}  // namespace

extern "C" HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* pOpenData) {
  pOpenData->hAdapter = const_cast<Deed*>(deeds);
  return S_OK;
}
