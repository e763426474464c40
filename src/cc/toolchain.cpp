#include "src/cc/toolchain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string_view>

#include "src/cc/process.h"

namespace drydock::cc {
namespace fs = std::filesystem;
namespace {

fs::path find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder) / name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) return candidate;
  }
  return {};
}

fs::path find_clang() {
  if (const char* chosen = std::getenv("DRYDOCK_CLANG"); chosen != nullptr && *chosen != '\0') {
    const fs::path clang =
        fs::path(chosen).has_parent_path() ? fs::path(chosen) : find_program(chosen);
    if (access(clang.c_str(), X_OK) == 0) return clang;
    throw UsageError(
        fmt::format("the compiler '{}' that DRYDOCK_CLANG names cannot be run", chosen));
  }
  if (fs::path clang = find_program("clang-19"); !clang.empty()) return clang;
  throw UsageError(
      "clang-19 is not on the path: install it, or name a later clang in DRYDOCK_CLANG");
}

fs::path find_headers() {
  if (const char* chosen = std::getenv("DRYDOCK_WDK"); chosen != nullptr && *chosen != '\0') {
    if (fs::is_directory(fs::path(chosen) / "shared")) return chosen;
    throw UsageError(fmt::format("DRYDOCK_WDK names '{}', which holds no driver headers", chosen));
  }
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path headers = program.parent_path().parent_path() / "include" / "wdk";
  if (fs::is_directory(headers / "shared")) return headers;
  throw UsageError(fmt::format("the driver headers are not at '{}': is the installation complete?",
                               headers.string()));
}

// Macros that the WDK's own build and its compiler define for x64.
constexpr std::string_view kDefines[] = {
    "-DDRYDOCK_DRIVER=1",
    "-D_WIN32=1",
    "-D_WIN64=1",
    "-D_AMD64_=1",
    "-DAMD64=1",
    "-D_M_AMD64=100",
    "-D_M_X64=100",
    "-DWIN32=100",
    "-DWINNT=1",
    "-D_WIN32_WINNT=0x0A00",
    "-DWINVER=0x0A00",
    "-D_MSC_VER=1930",
    "-D_MSC_FULL_VER=193030000",
};

// Dialect: the language that driver sources are written in.
constexpr std::string_view kDialect[] = {
    "-target",
    "x86_64-linux-gnu",
    "-fms-extensions",
    "-fms-compatibility",
    "-fms-compatibility-version=19.30",
    "-fdelayed-template-parsing",
    "-fshort-wchar",
    "-mms-bitfields",
    "-fasm-blocks",
    // MSVC neither assumes strict aliasing nor that signed arithmetic cannot wrap.
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fno-delete-null-pointer-checks",
};

constexpr std::string_view kCode[] = {
    // The optimiser is on, but glibc defines inline forms of its functions where __OPTIMIZE__ is
    // defined, so that is undefined.
    "-O1",
    "-U__OPTIMIZE__",
    "-g",
    "-fPIC",
    "-fno-omit-frame-pointer",
    "-fno-optimize-sibling-calls",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
};

// Warnings about constructs that are right in driver source.
constexpr std::string_view kQuiet[] = {
    "-Wno-microsoft",
    "-Wno-unknown-pragmas",
    "-Wno-ignored-attributes",
    "-Wno-ignored-pragma-intrinsic",
    "-Wno-pragma-pack",
    "-Wno-multichar",
    "-Wno-four-char-constants",
    "-Wno-nonportable-include-path",
    "-Wno-invalid-offsetof",
    "-Wno-writable-strings",
    "-Wno-c++11-narrowing",
    "-Wno-ignored-optimization-argument",
    "-Wno-unused-command-line-argument",
    "-Wno-invalid-token-paste",
    "-Wno-missing-braces",
    "-Wno-delayed-template-parsing-in-cxx20",
};

// MSVC only warns where clang 19 refuses. A driver sees only the standard names of the C library,
// because it may define the others itself. A variable without an initial value that several sources
// declare without `extern` is one variable.
constexpr std::string_view kCOnly[] = {
    "-std=gnu11",
    "-fcommon",
    "-D_ISOC11_SOURCE=1",
    "-D_POSIX_C_SOURCE=0",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion",
    "-Wno-implicit-int",
    "-Wno-deprecated-non-prototype",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
};

// -fcheck-new: when operator new returns NULL, no constructor may run.
constexpr std::string_view kCxxOnly[] = {"-std=gnu++17", "-fcheck-new", "-fno-sized-deallocation"};

// Templates of the C++ library are instantiated in the driver, so that memory they allocate is the
// driver's. Types are compared there too, because in this dialect the compiler does not say that it
// merges weak symbols.
constexpr std::string_view kUserCxxOnly[] = {"-D_GLIBCXX_EXTERN_TEMPLATE=0",
                                             "-D__GXX_TYPEINFO_EQUALITY_INLINE=1"};

// The IRQL is checked where a function begins (src/nt/driver/paged_code.cpp). So a function that
// its author did not declare inline must not be inlined.
constexpr std::string_view kKernelOnly[] = {"-D_KERNEL_MODE=1", "-finstrument-function-entry-bare",
                                            "-finline-hint-functions"};
// A driver replaces plain new and delete and expects them for aligned types too, as before C++17.
// The headers of the C++ library need some names of POSIX; those for threads, which kernel code
// does not have, need more.
constexpr std::string_view kKernelCxxOnly[] = {
    "-fno-exceptions", "-fno-rtti",          "-fno-threadsafe-statics",  "-fno-aligned-allocation",
    "-U_GNU_SOURCE",   "-D_ISOC11_SOURCE=1", "-D_POSIX_C_SOURCE=200809L"};

// A report does not end the process: the host ends the driver instead, and its run is over. The
// stack stays where the executive looks for it.
constexpr std::string_view kAddressChecks[] = {"-fsanitize-recover=address",
                                               "-fsanitize-address-use-after-return=never"};

// Checks that are off, because the standards leave undefined what Microsoft's compiler, the WDK's
// macros or the processor define: accesses that are not aligned; calls through the types of a
// table; members of a null pointer (FIELD_OFFSET); enumerations that hold flags; copies of no bytes
// from NULL. Sizes of objects are the business of `address`. Places that are not reached and
// divisions by zero end the driver as the faults that they are.
constexpr std::string_view kUndefinedChecks[] = {
    "-fno-sanitize=alignment,function,vptr,null,enum,pointer-overflow,object-size",
    "-fno-sanitize=nonnull-attribute,returns-nonnull-attribute,integer-divide-by-zero",
    "-fsanitize-trap=unreachable,return"};

template <std::size_t N>
void append(std::vector<std::string>& out, const std::string_view (&flags)[N]) {
  out.insert(out.end(), std::begin(flags), std::end(flags));
}

}  // namespace

Toolchain find_toolchain() { return {find_clang(), find_headers()}; }

fs::path find_runtime(const std::string& name) {
  const fs::path clang = find_clang();
  // Clang has two layouts, and answers with the bare name where there is no such file.
  for (const std::string& file :
       {fmt::format("libclang_rt.{}-x86_64.so", name), fmt::format("libclang_rt.{}.so", name)}) {
    const fs::path found = output_of({clang.string(), "--print-file-name=" + file});
    std::error_code error;
    if (found.is_absolute() && fs::exists(found, error)) return fs::canonical(found);
  }
  throw UsageError(fmt::format(
      "'{}' has no library libclang_rt.{}-x86_64.so: install libclang-rt-19-dev, or the runtimes "
      "of the compiler that DRYDOCK_CLANG names",
      clang.string(), name));
}

std::vector<fs::path> header_folders(const Toolchain& toolchain, Kind kind) {
  // Kernel sources include a few graphics headers that belong to the folder um.
  if (kind == Kind::kUserMode) {
    return {toolchain.headers / "crt", toolchain.headers / "um", toolchain.headers / "shared"};
  }
  return {toolchain.headers / "crt", toolchain.headers / "km", toolchain.headers / "shared",
          toolchain.headers / "um"};
}

std::vector<std::string> compile_flags(const Toolchain& toolchain, Kind kind, Language language) {
  std::vector<std::string> out;
  append(out, kDialect);
  append(out, kCode);
  append(out, kQuiet);
  append(out, kDefines);
  const bool cxx = language == Language::kCxx;
  if (cxx) {
    append(out, kCxxOnly);
  } else {
    append(out, kCOnly);
  }
  if (kind != Kind::kUserMode) {
    append(out, kKernelOnly);
    if (cxx) append(out, kKernelCxxOnly);
  } else if (cxx) {
    append(out, kUserCxxOnly);
  }
  for (const fs::path& folder : header_folders(toolchain, kind)) {
    out.push_back("-isystem");
    out.push_back(folder.string());
  }
  return out;
}

std::vector<std::string> link_flags(const fs::path& script) {
  // Functions of the host stay undefined until the driver is loaded, so an import library that a
  // source names (#pragma comment(lib, …)) is not looked for.
  return {"--driver-mode=g++",
          "-Wl,--as-needed",
          "-Wl,--no-dependent-libraries",
          "-target",
          "x86_64-linux-gnu",
          "-shared",
          "-fuse-ld=lld",
          "-Wl,-Bsymbolic",
          "-Wl,--undefined-version",
          "-Wl,--build-id",
          fmt::format("-Wl,--version-script={}", script.string())};
}

std::vector<std::string> coverage_flags() {
  return {"-fprofile-instr-generate", "-fcoverage-mapping"};
}

std::vector<std::string> instrumentation_flags(const Request& request) {
  std::vector<std::string> out;
  for (const std::string& sanitizer : request.sanitizers) {
    out.push_back("-fsanitize=" + sanitizer);
    if (sanitizer == "address") append(out, kAddressChecks);
    if (sanitizer == "undefined") append(out, kUndefinedChecks);
  }
  // A check that the user names is wanted, whatever `undefined` leaves out.
  for (const std::string& sanitizer : request.sanitizers) {
    if (sanitizer != "undefined") out.push_back("-fsanitize=" + sanitizer);
  }
  if (request.coverage) {
    const std::vector<std::string> coverage = coverage_flags();
    out.insert(out.end(), coverage.begin(), coverage.end());
  }
  return out;
}

std::string version_script(Kind kind) {
  constexpr std::string_view kKernel = "DriverEntry;";
  constexpr std::string_view kUser =
      "OpenAdapter; OpenAdapter10; OpenAdapter10_2; OpenAdapter12; drydock_end_statics;";
  return fmt::format("{{\n  global: {}\n  local: *;\n}};\n",
                     kind == Kind::kUserMode ? kUser : kKernel);
}

}  // namespace drydock::cc
