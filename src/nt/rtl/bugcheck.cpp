// Bug checks end the life of the driver that asks for one, never the process; and the callbacks
// that go with them.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "src/nt/base/fault_point.h"
#include "src/nt/base/mutex.h"
#include "src/nt/base/processor.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/rtl/names.h"
#include "src/nt/watch/breach.h"
#include "src/nt/watch/ledger.h"

namespace drydock::nt {
namespace {

struct Registered {
  void* record;
  KBUGCHECK_CALLBACK_REASON reason;  // KbCallbackInvalid: a plain callback
};

struct Callbacks {
  Mutex mutex{sim::LockRank::kBugcheckCallbacks};
  std::vector<Registered> all DRYDOCK_GUARDED_BY(mutex);
};

Callbacks& callbacks() {
  static Callbacks instance;
  return instance;
}

bool add_callback(void* record, KBUGCHECK_CALLBACK_REASON reason, const char* what,
                  std::size_t size) {
  {
    Callbacks& book = callbacks();
    const MutexHold hold(book.mutex);
    for (const Registered& one : book.all) {
      if (one.record == record && find_debt(Resource::kCallback, record).has_value()) return false;
    }
    std::erase_if(book.all, [record](const Registered& one) { return one.record == record; });
    book.all.push_back({record, reason});
  }
  add_debt(Resource::kCallback, record, size, what);
  return true;
}

bool remove_callback(void* record) {
  settle(Resource::kCallback, record);
  Callbacks& book = callbacks();
  const MutexHold hold(book.mutex);
  return std::erase_if(book.all, [record](const Registered& one) { return one.record == record; }) >
         0;
}

template <typename Record>
BOOLEAN deregister(Record& record) {
  if (record.State != BufferInserted || !remove_callback(&record)) return FALSE;
  record.State = BufferEmpty;
  return TRUE;
}

// Returns the callbacks that the driver registered. The records of drivers that have ended are
// never read.
std::vector<Registered> callbacks_of(const Driver& driver) {
  std::vector<Registered> out;
  Callbacks& book = callbacks();
  const MutexHold hold(book.mutex);
  for (const Registered& one : book.all) {
    const auto debt = find_debt(Resource::kCallback, one.record);
    if (debt.has_value() && debt->driver == &driver) out.push_back(one);
  }
  return out;
}

void call(const Registered& one) {
  if (one.reason == KbCallbackInvalid) {
    const auto& record = *static_cast<PKBUGCHECK_CALLBACK_RECORD>(one.record);
    record.CallbackRoutine(record.Buffer, record.Length);
    return;
  }
  if (one.reason != KbCallbackSecondaryDumpData) return;
  auto* record = static_cast<PKBUGCHECK_REASON_CALLBACK_RECORD>(one.record);
  // The thread's, because a callback may never come back to free it.
  thread_local const auto buffer = std::make_unique<UCHAR[]>(PAGE_SIZE);
  KBUGCHECK_SECONDARY_DUMP_DATA data{};
  data.InBuffer = buffer.get();
  data.InBufferLength = PAGE_SIZE;
  data.MaximumAllowed = PAGE_SIZE;
  record->CallbackRoutine(one.reason, record, &data, sizeof data);
}

// Callbacks run at HIGH_LEVEL, once, and a bug check inside them is the end.
void run_callbacks(const Driver& driver) {
  thread_local bool running = false;
  if (running) return;
  running = true;
  // A fixed array, because a callback may never come back to destroy a vector.
  constexpr std::size_t kMost = 32;
  Registered chosen[kMost];
  std::size_t count = 0;
  for (const Registered& one : callbacks_of(driver)) {
    if (count < kMost) chosen[count++] = one;
  }
  set_irql(self(), HIGH_LEVEL);
  try {
    for (std::size_t i = 0; i < count; ++i) call(chosen[i]);
  } catch (...) {
    running = false;
    throw;
  }
  running = false;
}

std::string describe(ULONG code, const ULONG_PTR (&parameters)[4]) {
  const std::string_view name = bug_check_name(code);
  return fmt::format("bug check {:#x}{}{}{} ({:#x}, {:#x}, {:#x}, {:#x})", code,
                     name.empty() ? "" : " (", name, name.empty() ? "" : ")", parameters[0],
                     parameters[1], parameters[2], parameters[3]);
}

[[noreturn]] void bug_check(ULONG code, const ULONG_PTR (&parameters)[4]) {
  const Driver* driver = current_driver();
  if (driver == nullptr) {
    Breach("N-060", Offender::running()).message(describe(code, parameters)).raise();
    throw DriverEnded{};  // a test's own call
  }
  Breach("N-060", *driver)
      .message(describe(code, parameters))
      .stack("here", rules::Stack::capture())
      .raise_later();
  run_callbacks(*driver);
  end_current_driver();
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

DECLSPEC_NORETURN VOID KeBugCheckEx(ULONG BugCheckCode, ULONG_PTR BugCheckParameter1,
                                    ULONG_PTR BugCheckParameter2, ULONG_PTR BugCheckParameter3,
                                    ULONG_PTR BugCheckParameter4) {
  bug_check(BugCheckCode,
            {BugCheckParameter1, BugCheckParameter2, BugCheckParameter3, BugCheckParameter4});
}

DECLSPEC_NORETURN VOID KeBugCheck(ULONG BugCheckCode) { bug_check(BugCheckCode, {0, 0, 0, 0}); }

BOOLEAN KeRegisterBugCheckCallback(PKBUGCHECK_CALLBACK_RECORD CallbackRecord,
                                   PKBUGCHECK_CALLBACK_ROUTINE CallbackRoutine, PVOID Buffer,
                                   ULONG Length, PUCHAR Component) {
  if (CallbackRecord->State != BufferEmpty) return FALSE;
  if (!add_callback(CallbackRecord, KbCallbackInvalid, "bug-check callback",
                    sizeof *CallbackRecord))
    return FALSE;
  CallbackRecord->CallbackRoutine = CallbackRoutine;
  CallbackRecord->Buffer = Buffer;
  CallbackRecord->Length = Length;
  CallbackRecord->Component = Component;
  CallbackRecord->State = BufferInserted;
  return TRUE;
}

BOOLEAN KeDeregisterBugCheckCallback(PKBUGCHECK_CALLBACK_RECORD CallbackRecord) {
  return deregister(*CallbackRecord);
}

BOOLEAN KeRegisterBugCheckReasonCallback(PKBUGCHECK_REASON_CALLBACK_RECORD CallbackRecord,
                                         PKBUGCHECK_REASON_CALLBACK_ROUTINE CallbackRoutine,
                                         KBUGCHECK_CALLBACK_REASON Reason, PUCHAR Component) {
  if (CallbackRecord->State != BufferEmpty) return FALSE;
  if (Reason <= KbCallbackReserved1 || Reason > KbCallbackTriageDumpData) return FALSE;
  if (!add_callback(CallbackRecord, Reason, "bug-check reason callback", sizeof *CallbackRecord))
    return FALSE;
  CallbackRecord->CallbackRoutine = CallbackRoutine;
  CallbackRecord->Component = Component;
  CallbackRecord->Reason = Reason;
  CallbackRecord->State = BufferInserted;
  return TRUE;
}

BOOLEAN KeDeregisterBugCheckReasonCallback(PKBUGCHECK_REASON_CALLBACK_RECORD CallbackRecord) {
  return deregister(*CallbackRecord);
}

// A non-maskable interrupt never comes here; the registration is a debt all the same.
PVOID KeRegisterNmiCallback(PNMI_CALLBACK, PVOID) {
  require_irql_at_most(APC_LEVEL, "KeRegisterNmiCallback");
  if (fails_here(drydock::sim::FaultKind::kObject)) return nullptr;
  void* handle = new char;
  add_debt(Resource::kCallback, handle, 1, "NMI callback");
  return handle;
}

NTSTATUS KeDeregisterNmiCallback(PVOID Handle) {
  require_irql_at_most(APC_LEVEL, "KeDeregisterNmiCallback");
  const bool known = find_debt(Resource::kCallback, Handle).has_value();
  if (!known && current_driver() != nullptr) return STATUS_INVALID_HANDLE;
  settle(Resource::kCallback, Handle);
  delete static_cast<char*>(Handle);
  return STATUS_SUCCESS;
}

// Called by the checks in list operations and by __fastfail: what ends in bug check 0x139 on
// Windows.
__attribute__((__noreturn__)) void drydock_fast_fail(unsigned code) {
  constexpr unsigned kCorruptListEntry = 3;
  if (code == kCorruptListEntry) {
    Breach("N-064", Offender::running())
        .message(
            "a list entry is corrupt: its neighbours do not point back to it (bug check 0x139, "
            "subcode 3)")
        .raise();
  } else {
    Breach("N-060", Offender::running())
        .message("fast fail {} (bug check 0x139 KERNEL_SECURITY_CHECK_FAILURE)", code)
        .raise();
  }
  end_current_driver();
}

}  // extern "C"
