// Finds the compiler and the headers, and lists the flags with which clang accepts Windows driver
// source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "src/cc/request.h"

namespace drydock::cc {

struct Toolchain {
  std::filesystem::path clang;    // clang 19 or later
  std::filesystem::path headers;  // include/wdk
};

// The compiler from $DRYDOCK_CLANG or the path; the headers from $DRYDOCK_WDK or beside the running
// program. Throws UsageError when either is missing.
Toolchain find_toolchain();

// The compiler's library for a sanitizer, `asan` or `ubsan_standalone`, which the process of a
// driver needs that was built with it. Throws UsageError with what to install when it is absent.
std::filesystem::path find_runtime(const std::string& name);

// The header folders of a kind of driver, in search order.
std::vector<std::filesystem::path> header_folders(const Toolchain& toolchain, Kind kind);

// All words between the compiler's name and the source, except the request's own arguments.
std::vector<std::string> compile_flags(const Toolchain& toolchain, Kind kind, Language language);

// All words between the compiler's name and the objects.
std::vector<std::string> link_flags(const std::filesystem::path& version_script);

// The flags of --coverage, for compiling and for linking.
std::vector<std::string> coverage_flags();

// The flags of --sanitize and --coverage, for compiling. The linker gets none of a sanitizer: its
// runtime comes with the process that loads the driver.
std::vector<std::string> instrumentation_flags(const Request& request);

// A linker version script that exports the entry points of a kind and hides the rest, so that equal
// names in two drivers, or operator new of a driver's own, do not collide.
std::string version_script(Kind kind);

}  // namespace drydock::cc
