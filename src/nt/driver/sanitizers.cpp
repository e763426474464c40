#include "src/nt/driver/sanitizers.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unwind.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string_view>

#include "src/nt/base/thread.h"
#include "src/nt/driver/driver.h"
#include "src/nt/driver/listeners.h"
#include "src/nt/driver/loader_modules.h"
#include "src/nt/driver/watchdog.h"
#include "src/nt/watch/breach.h"

// The interfaces of the runtimes, which are there or not.
extern "C" {
__attribute__((weak)) void __asan_set_error_report_callback(void (*callback)(const char*));
__attribute__((weak)) const char* __asan_get_report_description();
__attribute__((weak)) void* __asan_get_report_address();
__attribute__((weak)) int __asan_get_report_access_type();
__attribute__((weak)) std::size_t __asan_get_report_access_size();
__attribute__((weak)) void __ubsan_get_current_report_data(const char** kind, const char** message,
                                                           const char** file, unsigned* line,
                                                           unsigned* column, char** memory);
}

#if defined(__SANITIZE_ADDRESS__)
#define DRYDOCK_IS_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DRYDOCK_IS_WATCHED 1
#endif
#endif

namespace drydock::nt {
namespace {

// The process that is built with the sanitizer itself has reports of its own.
#ifdef DRYDOCK_IS_WATCHED
constexpr bool kHostIsWatched = true;
#else
constexpr bool kHostIsWatched = false;
#endif

_Unwind_Reason_Code take_driver_frame(_Unwind_Context* context, void* data) {
  auto& stack = *static_cast<rules::Stack*>(data);
  int is_exact = 0;
  const std::uintptr_t pc = _Unwind_GetIPInfo(context, &is_exact);
  const auto* place = reinterpret_cast<const char*>(pc);
  // Frames above the driver belong to the runtime and to this file.
  if (stack.depth == 0 && !is_driver_code(place - 1)) return _URC_NO_REASON;
  stack.pcs[stack.depth++] = place + (is_exact != 0 ? 1 : 0);
  return stack.depth < rules::Stack::kDepth ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// The stack from the driver's innermost frame on; empty where no driver is on the stack. The
// runtimes have no frame pointers, so the unwind tables are followed.
rules::Stack stack_of_driver() {
  rules::Stack stack;
  _Unwind_Backtrace(take_driver_frame, &stack);
  return stack;
}

std::string module_of(const rules::Stack& stack) {
  for (const rules::Frame& frame : rules::resolve(stack)) {
    if (!rules::is_host(frame)) return std::filesystem::path(frame.module).stem();
  }
  return {};
}

// The driver of the running call, or outside of calls, as in a destructor of its globals, the one
// that is on the stack.
Offender offender_of(const rules::Stack& stack) {
  const Entry* const entry = self().entry;
  return entry != nullptr ? Offender(*entry->driver) : Offender::named(module_of(stack));
}

const char* place_name() {
  const Entry* const entry = self().entry;
  return entry != nullptr ? entry->where : "the driver";
}

// The first line of the report with this text, without its margin; empty when there is none.
std::string line_with(std::string_view text, std::string_view report) {
  const std::size_t at = report.find(text);
  if (at == report.npos) return {};
  const std::size_t before = report.rfind('\n', at);
  std::string_view line = report.substr(before == report.npos ? 0 : before + 1);
  line = line.substr(0, line.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return std::string(line);
}

// Says which variable or block the report is about.
std::string detail_of(std::string_view report) {
  const std::string variable = line_with("<== Memory access", report);
  return variable.empty() ? line_with(" is located ", report) : variable;
}

struct AddressReport {
  const void* address;
  std::string what;    // "heap-buffer-overflow"
  std::string access;  // "write of 4 bytes"
  std::string detail;
};

AddressReport address_report(const char* text) {
  const std::size_t bytes = __asan_get_report_access_size();
  return {.address = __asan_get_report_address(),
          .what = __asan_get_report_description(),
          .access = fmt::format("{} of {} byte{}",
                                __asan_get_report_access_type() != 0 ? "write" : "read", bytes,
                                bytes == 1 ? "" : "s"),
          .detail = detail_of(text)};
}

void raise_address_finding(const AddressReport& report, const rules::Stack& stack) {
  // The runtime says only that the pool is poisoned; the pool itself knows the block.
  const std::string block = driver_listeners.describe_address(report.address).value_or("");
  const auto rule = driver_listeners.rule_of_access(report.address);
  std::string where = block;
  if (block.empty())
    where = report.detail.empty() ? report.what : report.what + "; " + report.detail;
  Concerning concerning;
  concerning.object = block.empty() ? report.what : block;
  concerning.stacks = {{"here", stack}};
  Breach(rule.value_or("N-061"_rule), offender_of(stack))
      .message("{}: {} at {}: {}", place_name(), report.access, report.address, where)
      .about(std::move(concerning))
      .raise_later();
}

// The runtime calls it with no lock of a driver's concern and lets the thread go on after it.
void on_address_report(const char* text) {
  const rules::Stack stack = stack_of_driver();
  // The host's own fault must not pass for a driver's.
  if (stack.depth == 0) std::abort();
  raise_address_finding(address_report(text), stack);
  const Entry* const entry = self().entry;
  if (entry == nullptr) return;
  entry->driver->die();
  leave_at_next_instruction();
}

bool calls_any(const ElfImports& imports, std::string_view prefix) {
  return std::ranges::any_of(imports.undefined, [&](const std::string& name) {
    return name.starts_with(prefix) && dlsym(RTLD_DEFAULT, name.c_str()) == nullptr;
  });
}

}  // namespace

const char* name_of(Sanitizer sanitizer) {
  switch (sanitizer) {
    case Sanitizer::kAddress:
      return "address";
    case Sanitizer::kUndefined:
      return "undefined";
    case Sanitizer::kThread:
      return "thread";
  }
  return "";
}

std::vector<Sanitizer> missing_sanitizers(const ElfImports& imports) {
  std::vector<Sanitizer> out;
  if (calls_any(imports, "__asan_")) {
    out.push_back(Sanitizer::kAddress);
  } else if (calls_any(imports, "__ubsan_")) {
    out.push_back(Sanitizer::kUndefined);
  }
  if (calls_any(imports, "__tsan_")) out.push_back(Sanitizer::kThread);
  return out;
}

std::string why_not_loadable(const std::string& driver, const ElfImports& imports,
                             const std::vector<std::string>& missing) {
  const std::vector<Sanitizer> sanitizers = missing_sanitizers(imports);
  if (sanitizers.empty())
    return fmt::format("'{}' calls what is not provided (N-066): {}", driver,
                       fmt::join(missing, ", "));
  const Sanitizer first = sanitizers.front();
  if (first == Sanitizer::kThread)
    return fmt::format(
        "'{}' was not built by drydock cc --sanitize=thread, and its calls of that sanitizer are "
        "not provided: build it with that option",
        driver);
  return fmt::format(
      "'{0}' was built with --sanitize={1}, and the runtime of that sanitizer is not in this "
      "process: start it with LD_PRELOAD=\"$(clang-19 --print-file-name=libclang_rt.{2}-x86_64.so)"
      "\"",
      driver, name_of(first), first == Sanitizer::kAddress ? "asan" : "ubsan_standalone");
}

void listen_to_sanitizers() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (kHostIsWatched || __asan_set_error_report_callback == nullptr) return;
    __asan_set_error_report_callback(on_address_report);
  });
}

void on_undefined_behaviour() {
  const rules::Stack stack = stack_of_driver();
  if (stack.depth == 0 || __ubsan_get_current_report_data == nullptr) return;
  const char *kind = nullptr, *message = nullptr, *file = nullptr;
  unsigned line = 0, column = 0;
  char* memory = nullptr;
  __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &memory);
  Concerning concerning;
  concerning.object = fmt::format("undefined behaviour ({})", kind);
  concerning.stacks = {{"here", stack}};
  Breach("N-061", offender_of(stack))
      .message("{}: undefined behaviour: {}", place_name(), message)
      .about(std::move(concerning))
      .raise_later();
}

}  // namespace drydock::nt
