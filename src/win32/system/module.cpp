// Modules as user-mode drivers see them: the libraries of Windows whose functions the host exports,
// the program, and the drivers themselves. Nothing is ever loaded from outside.
#include <dlfcn.h>
#include <link.h>

#include <array>
#include <filesystem>
#include <optional>

#include "src/win32/base/win32.h"

extern "C" PVOID GetProcAddress(PVOID hModule, const char* lpProcName);

namespace drydock::win32 {
namespace {

constexpr std::u16string_view kSystemFolder = u"C:\\Windows\\System32\\";
constexpr ULONG kFromAddress = 0x4;  // GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS
constexpr ULONG kExFlags = 0x7;      // with ..._PIN and ..._UNCHANGED_REFCOUNT
constexpr ULONG_PTR kMostOrdinal = 0xFFFF;

// The functions of the host that a library of Windows exports, chosen by the beginning of their
// names.
enum class Exports { kWin32, kNative, kGraphics };

struct SystemModule {
  std::u16string_view name;
  Exports exports;
};

// The address of an entry is the handle of the module.
constinit const std::array kSystemModules = {
    SystemModule{u"kernel32", Exports::kWin32}, SystemModule{u"kernelbase", Exports::kWin32},
    SystemModule{u"advapi32", Exports::kWin32}, SystemModule{u"ole32", Exports::kWin32},
    SystemModule{u"combase", Exports::kWin32},  SystemModule{u"psapi", Exports::kWin32},
    SystemModule{u"user32", Exports::kWin32},   SystemModule{u"ntdll", Exports::kNative},
    SystemModule{u"gdi32", Exports::kGraphics},
};

// The program has no functions to give.
constinit const std::byte program_module{};

const SystemModule* system_module(const void* handle) {
  for (const SystemModule& module : kSystemModules)
    if (&module == handle) return &module;
  return nullptr;
}

// A loaded library, by an address inside it.
struct LoadedModule {
  void* base = nullptr;
  std::string path;
  link_map* map = nullptr;
};

std::optional<LoadedModule> module_around(const void* address) {
  Dl_info info{};
  void* map = nullptr;
  if (dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0 || info.dli_fname == nullptr)
    return std::nullopt;
  return LoadedModule{info.dli_fbase, info.dli_fname, static_cast<link_map*>(map)};
}

bool is_hosts(const void* address) {
  const auto of_host = module_around(reinterpret_cast<const void*>(&GetProcAddress));
  const auto of_address = module_around(address);
  return of_host && of_address && of_host->base == of_address->base;
}

// A driver's library, by its handle: the address where it begins.
std::optional<LoadedModule> driver_module(const void* handle) {
  std::optional<LoadedModule> module = module_around(handle);
  if (!module || module->base != handle || is_hosts(handle)) return std::nullopt;
  return module;
}

bool is_module(const void* handle) {
  return handle == &program_module || system_module(handle) != nullptr || driver_module(handle);
}

// The last part of a path, without ".dll" or what stands for it.
std::u16string stem_of(std::u16string_view path) {
  const std::size_t folder = path.find_last_of(u"\\/");
  std::u16string name(folder == path.npos ? path : path.substr(folder + 1));
  const std::size_t dot = name.rfind(u'.');
  return dot == name.npos ? name : name.substr(0, dot);
}

// The module of that name; `caller` lies in the driver that asks, which may name itself.
const void* find_module(const std::u16string& name, const void* caller) {
  const std::u16string stem = stem_of(name);
  for (const SystemModule& module : kSystemModules)
    if (nt::same_name(module.name, stem)) return &module;
  const std::optional<LoadedModule> own = module_around(caller);
  if (own && !is_hosts(caller) && nt::same_name(stem_of(nt::from_utf8(own->path)), stem))
    return own->base;
  SetLastError(error::kModuleNotFound);
  return nullptr;
}

std::optional<std::u16string> path_of_module(const void* handle) {
  if (handle == nullptr || handle == &program_module) {
    std::error_code error;
    return nt::from_utf8(std::filesystem::read_symlink("/proc/self/exe", error).string());
  }
  if (const SystemModule* const module = system_module(handle))
    return std::u16string(kSystemFolder) + std::u16string(module->name) + u".dll";
  if (const std::optional<LoadedModule> module = driver_module(handle))
    return nt::from_utf8(module->path);
  return std::nullopt;
}

template <typename Char>
ULONG answer_path_of_module(const void* handle, Char* buffer, ULONG room) {
  const std::optional<std::u16string> path = path_of_module(handle);
  if (!path) return static_cast<ULONG>(fail_call(error::kModuleNotFound));
  return answer_cut_text(*path, buffer, room);
}

bool begins_with_one_of(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// True for ExAllocatePool2, false for ExitProcess: what kernel drivers call has two letters for the
// component, then a capital.
bool is_kernel_routine(std::string_view name) {
  const bool component = begins_with_one_of(
      name, {"Cc", "Cm", "Ex", "Fs", "Io", "Kd", "Ke", "Ks", "Mm", "Ob", "Po", "Ps", "Se", "Zw"});
  return component && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z';
}

bool is_exported_by(Exports exports, std::string_view name) {
  const bool native = begins_with_one_of(name, {"Rtl", "Zw", "Nt", "Dbg"});
  const bool graphics = name.starts_with("D3DKMT");
  switch (exports) {
    case Exports::kNative:
      return native;
    case Exports::kGraphics:
      return graphics;
    case Exports::kWin32:
      break;
  }
  const bool internal = name.empty() || name.front() < 'A' || name.front() > 'Z';
  return !internal && !graphics && !is_kernel_routine(name);
}

void* find_function(const void* module, const std::string& name) {
  if (const SystemModule* const system = system_module(module)) {
    void* const found =
        is_exported_by(system->exports, name) ? dlsym(RTLD_DEFAULT, name.c_str()) : nullptr;
    return found != nullptr && is_hosts(found) ? found : nullptr;
  }
  const std::optional<LoadedModule> driver = driver_module(module);
  if (!driver) return nullptr;
  void* const found = dlsym(driver->map, name.c_str());
  const std::optional<LoadedModule> around = module_around(found);
  return around && around->base == driver->base ? found : nullptr;
}

template <typename Char>
LOGICAL module_handle_ex(ULONG flags, const Char* name, const void** out, const void* caller) {
  if (out == nullptr || (flags & ~kExFlags) != 0) return fail_call(error::kInvalidParameter);
  *out = nullptr;
  if ((flags & kFromAddress) != 0) {
    const std::optional<LoadedModule> around = module_around(name);
    if (!around) return fail_call(error::kModuleNotFound);
    *out = is_hosts(name) ? static_cast<const void*>(&kSystemModules.front()) : around->base;
    return TRUE;
  }
  *out = name == nullptr ? &program_module : find_module(wide_text(name), caller);
  return *out != nullptr;
}

template <typename Char>
const void* load_library(const Char* name, const void* caller) {
  if (name != nullptr) return find_module(wide_text(name), caller);
  SetLastError(error::kInvalidParameter);
  return nullptr;
}

}  // namespace
}  // namespace drydock::win32

extern "C" {

using namespace drydock;
using namespace drydock::win32;

const void* GetModuleHandleA(const char* lpModuleName) {
  if (lpModuleName == nullptr) return &program_module;
  return find_module(wide_text(lpModuleName), __builtin_return_address(0));
}

const void* GetModuleHandleW(const char16_t* lpModuleName) {
  if (lpModuleName == nullptr) return &program_module;
  return find_module(wide_text(lpModuleName), __builtin_return_address(0));
}

LOGICAL GetModuleHandleExA(ULONG dwFlags, const char* lpModuleName, const void** phModule) {
  return module_handle_ex(dwFlags, lpModuleName, phModule, __builtin_return_address(0));
}

LOGICAL GetModuleHandleExW(ULONG dwFlags, const char16_t* lpModuleName, const void** phModule) {
  return module_handle_ex(dwFlags, lpModuleName, phModule, __builtin_return_address(0));
}

ULONG GetModuleFileNameA(const void* hModule, char* lpFilename, ULONG nSize) {
  return answer_path_of_module(hModule, lpFilename, nSize);
}

ULONG GetModuleFileNameW(const void* hModule, char16_t* lpFilename, ULONG nSize) {
  return answer_path_of_module(hModule, lpFilename, nSize);
}

const void* LoadLibraryA(const char* lpLibFileName) {
  return load_library(lpLibFileName, __builtin_return_address(0));
}

const void* LoadLibraryW(const char16_t* lpLibFileName) {
  return load_library(lpLibFileName, __builtin_return_address(0));
}

const void* LoadLibraryExA(const char* lpLibFileName, HANDLE, ULONG) {
  return load_library(lpLibFileName, __builtin_return_address(0));
}

const void* LoadLibraryExW(const char16_t* lpLibFileName, HANDLE, ULONG) {
  return load_library(lpLibFileName, __builtin_return_address(0));
}

// A module that was loaded before the driver asked for it stays.
LOGICAL FreeLibrary(PVOID hLibModule) {
  return is_module(hLibModule) ? TRUE : fail_call(error::kInvalidHandle);
}

LOGICAL DisableThreadLibraryCalls(PVOID hLibModule) {
  return is_module(hLibModule) ? TRUE : fail_call(error::kInvalidHandle);
}

PVOID GetProcAddress(PVOID hModule, const char* lpProcName) {
  if (!is_module(hModule)) {
    SetLastError(error::kModuleNotFound);
    return nullptr;
  }
  // A small number is an ordinal, and nothing here has one.
  const bool named = reinterpret_cast<ULONG_PTR>(lpProcName) > kMostOrdinal;
  void* const found = named ? find_function(hModule, lpProcName) : nullptr;
  if (found == nullptr) SetLastError(error::kProcedureNotFound);
  return found;
}

}  // extern "C"
