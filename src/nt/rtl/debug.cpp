// DbgPrint and its kin, assertions and breakpoints. No debugger is ever attached.
#include "src/nt/rtl/debug.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/seh.h"
#include "src/nt/rtl/format.h"
#include "src/nt/rtl/forward_arguments.h"
#include "src/nt/rtl/pointer_name.h"
#include "src/nt/watch/breach.h"
#include "src/sim/never_destroyed.h"
#include "src/trace/trace.h"

namespace drydock::nt {
namespace {

// The most bytes that one call transfers, by the documents.
constexpr std::size_t kLongestPrint = 512;
constexpr ULONG kComponents = 256;

BOOLEAN debugger_enabled = FALSE;
BOOLEAN debugger_not_present = TRUE;

// Levels that a driver switched off, by component; everything is on at first, because the trace
// wants it.
std::atomic<ULONG> muted[kComponents];

ULONG level_bits(ULONG level) {
  return level > 31 ? level & ~static_cast<ULONG>(DPFLTR_MASK) : 1U << level;
}

bool is_muted(ULONG component, ULONG level) {
  if (component >= kComponents) return false;
  const ULONG bits = level_bits(level);
  return bits != 0 && (muted[component].load(std::memory_order_relaxed) & bits) == bits;
}

ULONG print(std::string_view prefix, ULONG component, ULONG level, const char* format,
            va_list arguments) {
  char text[kLongestPrint];
  FormatSink<char> sink(text, sizeof text);
  put_text(sink, prefix);
  FormatArguments walk(arguments);
  const bool wide = format_to(sink, format, walk, {.pointer = pointer_names()});
  if (wide)
    require_irql_at_most(PASSIVE_LEVEL, "DbgPrint with a wide format (%wc, %ws, %wZ, %S, %C)");
  if (!is_muted(component, level)) debug_output({text, sink.stored()});
  return STATUS_SUCCESS;
}

// An assertion or a breakpoint is an exception: a guarded block sees it, else it ends the driver.
void stop(NTSTATUS code, const void* address, rules::RuleId rule, std::string message) {
  if (is_guarded()) {
    // The frames between here and the block are not unwound.
    std::string().swap(message);
    raise_exception(code, address);
  }
  Breach(rule, Offender::running()).message(std::move(message)).raise();
}

void assertion_failed(const char* expression, const char* file, ULONG line, const char* message,
                      const void* address) {
  const auto known = [](const char* text) { return text == nullptr ? "?" : text; };
  std::string text = fmt::format("assertion failed: {}{}{} ({}:{})", known(expression),
                                 message == nullptr ? "" : ": ", message == nullptr ? "" : message,
                                 known(file), line);
  debug_output(text);
  stop(STATUS_ASSERTION_FAILURE, address, "N-068", std::move(text));
}

}  // namespace

void debug_output(std::string_view text) {
  if (trace::is_recording()) {
    for (std::size_t at = 0; at < text.size(); at += trace::kTextSize) {
      trace::event("nt", "DbgPrint", {}, text.substr(at, trace::kTextSize));
    }
  }
  debug_listeners().call(text);
  static const bool to_standard_error = std::getenv("DRYDOCK_DEBUG_OUTPUT") != nullptr;
  if (!to_standard_error) return;
  std::fwrite(text.data(), 1, text.size(), stderr);
  if (!text.ends_with('\n')) std::fputc('\n', stderr);
}

void hit_breakpoint(std::string call, const void* address) {
  std::string message = std::move(call) + ", and no debugger is attached to handle it";
  stop(STATUS_BREAKPOINT, address, "N-059", std::move(message));
}

DebugListeners& debug_listeners() {
  static sim::NeverDestroyed<DebugListeners> instance;
  return *instance;
}

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

BOOLEAN* KdDebuggerEnabled = &debugger_enabled;
BOOLEAN* KdDebuggerNotPresent = &debugger_not_present;

ULONG vDbgPrintExWithPrefix(PCCH Prefix, ULONG ComponentId, ULONG Level, PCCH Format,
                            va_list arglist) {
  return print(Prefix == nullptr ? "" : Prefix, ComponentId, Level, Format, arglist);
}

ULONG vDbgPrintEx(ULONG ComponentId, ULONG Level, PCCH Format, va_list arglist) {
  return print({}, ComponentId, Level, Format, arglist);
}

ULONG DbgPrintEx(ULONG ComponentId, ULONG Level, PCSTR Format, ...) {
  DRYDOCK_FORWARD(Format, print({}, ComponentId, Level, Format, args));
}

ULONG DbgPrint(PCSTR Format, ...) {
  DRYDOCK_FORWARD(Format, print({}, DPFLTR_DEFAULT_ID, DPFLTR_INFO_LEVEL, Format, args));
}

ULONG DbgPrintReturnControlC(PCSTR Format, ...) {
  DRYDOCK_FORWARD(Format, print({}, DPFLTR_DEFAULT_ID, DPFLTR_INFO_LEVEL, Format, args));
}

// There is no debugger, so the answer is empty.
ULONG DbgPrompt(PCCH Prompt, PCH Response, ULONG Length) {
  debug_output(Prompt == nullptr ? "" : Prompt);
  if (Response != nullptr && Length > 0) Response[0] = '\0';
  return 0;
}

NTSTATUS DbgSetDebugFilterState(ULONG ComponentId, ULONG Level, BOOLEAN State) {
  if (ComponentId >= kComponents) return STATUS_INVALID_PARAMETER_1;
  if (State) {
    muted[ComponentId].fetch_and(~level_bits(Level), std::memory_order_relaxed);
  } else {
    muted[ComponentId].fetch_or(level_bits(Level), std::memory_order_relaxed);
  }
  return STATUS_SUCCESS;
}

NTSTATUS DbgQueryDebugFilterState(ULONG ComponentId, ULONG Level) {
  if (ComponentId >= kComponents) return STATUS_INVALID_PARAMETER_1;
  return is_muted(ComponentId, Level) ? FALSE : TRUE;
}

VOID DbgBreakPoint(VOID) { hit_breakpoint("DbgBreakPoint", __builtin_return_address(0)); }

VOID DbgBreakPointWithStatus(ULONG Status) {
  hit_breakpoint(fmt::format("DbgBreakPointWithStatus({:#x})", Status),
                 __builtin_return_address(0));
}

VOID RtlAssert(PVOID VoidFailedAssertion, PVOID VoidFileName, ULONG LineNumber,
               PSTR MutableMessage) {
  assertion_failed(static_cast<const char*>(VoidFailedAssertion),
                   static_cast<const char*>(VoidFileName), LineNumber, MutableMessage,
                   __builtin_return_address(0));
}

void drydock_assertion_failed(const char* expression, const char* file, int line,
                              const char* message) {
  assertion_failed(expression, file, static_cast<ULONG>(line), message,
                   __builtin_return_address(0));
}

NTSTATUS KdDisableDebugger(VOID) { return STATUS_DEBUGGER_INACTIVE; }
NTSTATUS KdEnableDebugger(VOID) { return STATUS_DEBUGGER_INACTIVE; }
BOOLEAN KdRefreshDebuggerNotPresent(VOID) { return TRUE; }

NTSTATUS KdChangeOption(KD_OPTION, ULONG, PVOID, ULONG, PVOID, PULONG OutBufferNeeded) {
  if (OutBufferNeeded != nullptr) *OutBufferNeeded = 0;
  return STATUS_DEBUGGER_INACTIVE;
}

}  // extern "C"
