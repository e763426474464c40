#include "src/nt/driver/seh.h"

#include <fmt/format.h>

#include <initializer_list>

#include "src/nt/base/thread.h"
#include "src/nt/watch/breach.h"
#include "wdk/crt/seh/frame.h"

namespace drydock::nt {
namespace {

static_assert(sizeof(EXCEPTION_RECORD) <= sizeof(drydock_seh_frame::record));
static_assert(sizeof(CONTEXT) <= sizeof(drydock_seh_frame::context));

[[noreturn]] void end_unhandled(const EXCEPTION_RECORD& record) {
  const Entry* entry = self().entry;
  // The address of a fault is that of the instruction; of a call, what comes after it, as in every
  // stack.
  const bool is_call = (record.ExceptionFlags & EXCEPTION_NONCONTINUABLE) != 0;
  rules::Stack raised;
  raised.pcs[raised.depth++] =
      static_cast<const char*>(record.ExceptionAddress) + (is_call ? 0 : 1);
  Breach("N-059", Offender::running())
      .message("exception {:#010x} at {} was handled by no guarded block in {}",
               static_cast<std::uint32_t>(record.ExceptionCode), record.ExceptionAddress,
               entry == nullptr ? "the host" : entry->where)
      .stack("raised", raised)
      .raise();
  throw RaisedOutsideDriver{record.ExceptionCode};
}

// The frame was the innermost. It is off the list before the jump: an exception in its filter or
// handler is the next frame's.
[[noreturn]] void deliver(drydock_seh_frame& frame, const EXCEPTION_RECORD& record,
                          const void* context) {
  std::memcpy(frame.record, &record, sizeof record);
  if (context == nullptr) {
    std::memset(frame.context, 0, sizeof frame.context);
  } else {
    std::memcpy(frame.context, context, sizeof(CONTEXT));
  }
  frame.code = static_cast<unsigned int>(record.ExceptionCode);
  frame.pointers[0] = frame.record;
  frame.pointers[1] = frame.context;
  siglongjmp(frame.env, drydock_seh_fault);
}

[[noreturn]] void raise_record(NTSTATUS code, const void* address,
                               std::initializer_list<ULONG_PTR> parameters, bool by_call) {
  EXCEPTION_RECORD record{};
  record.ExceptionCode = code;
  record.ExceptionFlags = by_call ? EXCEPTION_NONCONTINUABLE : 0;
  record.ExceptionAddress = const_cast<void*>(address);
  for (const ULONG_PTR parameter : parameters)
    record.ExceptionInformation[record.NumberParameters++] = parameter;
  drydock_seh_raise(&record, nullptr);
}

}  // namespace

void raise_exception(NTSTATUS code, const void* address,
                     std::initializer_list<ULONG_PTR> parameters) {
  raise_record(code, address, parameters, true);
}

void raise_fault(NTSTATUS code, const void* address, std::initializer_list<ULONG_PTR> parameters) {
  raise_record(code, address, parameters, false);
}

bool is_guarded() { return self().exceptions != nullptr; }

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

void drydock_seh_push(drydock_seh_frame* frame) {
  Thread& thread = self();
  frame->outer = thread.exceptions;
  thread.exceptions = frame;
}

void drydock_seh_pop(drydock_seh_frame* frame) {
  Thread& thread = self();
  for (drydock_seh_frame* at = thread.exceptions; at != nullptr; at = at->outer) {
    if (at != frame) continue;
    thread.exceptions = frame->outer;
    return;
  }
}

void drydock_seh_raise(const EXCEPTION_RECORD* record, const void* context) {
  Thread& thread = self();
  drydock_seh_frame* frame = thread.exceptions;
  if (frame == nullptr) end_unhandled(*record);
  thread.exceptions = frame->outer;
  deliver(*frame, *record, context);
}

void drydock_seh_search(drydock_seh_frame* frame) {
  EXCEPTION_RECORD record;
  std::memcpy(&record, frame->record, sizeof record);
  drydock_seh_raise(&record, frame->context);
}

// wdm/nf-wdm-exraisestatus.md: raises an exception with the status as its code.
VOID ExRaiseStatus(NTSTATUS Status) { raise_exception(Status, __builtin_return_address(0)); }

VOID ExRaiseAccessViolation(VOID) {
  raise_exception(STATUS_ACCESS_VIOLATION, __builtin_return_address(0));
}

VOID ExRaiseDatatypeMisalignment(VOID) {
  raise_exception(STATUS_DATATYPE_MISALIGNMENT, __builtin_return_address(0));
}

}  // extern "C"
