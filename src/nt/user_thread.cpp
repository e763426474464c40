#include "src/nt/user_thread.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "src/nt/report.h"
#include "src/nt/thread.h"
#include "src/nt/wdk.h"

namespace drydock::nt {
namespace {

thread_local std::string_view forbidden_by;

constexpr ULONG kSuspended = 0x4;  // CREATE_SUSPENDED: nobody could resume it

// The start routines of Win32 and of the C library: both return a code, which nobody asks for here.
struct UserStart {
  unsigned (*routine)(void*);
  void* argument;
};

void run_user_thread(void* context) {
  const UserStart start = *std::unique_ptr<UserStart>(static_cast<UserStart*>(context));
  start.routine(start.argument);
  PsTerminateSystemThread(STATUS_SUCCESS);
}

// Null when there is no thread.
HANDLE start_user_thread(const char* call, unsigned (*routine)(void*), void* argument, ULONG flags,
                         unsigned* id) {
  if (routine == nullptr || (flags & kSuspended) != 0) return nullptr;
  if (!forbidden_by.empty())
    report(forbidden_by, fmt::format("{} starts a thread, which CreateDevice forbade", call));
  auto start = std::make_unique<UserStart>(UserStart{routine, argument});
  HANDLE handle = nullptr;
  CLIENT_ID client{};
  if (!NT_SUCCESS(PsCreateSystemThread(&handle, SYNCHRONIZE, nullptr, nullptr, &client,
                                       run_user_thread, start.get())))
    return nullptr;
  start.release();
  if (id != nullptr) *id = static_cast<unsigned>(reinterpret_cast<ULONG_PTR>(client.UniqueThread));
  return handle;
}

constexpr ULONG kForever = 0xFFFFFFFF;     // INFINITE
constexpr ULONG kWaitTimedOut = 258;       // WAIT_TIMEOUT
constexpr ULONG kWaitFailed = 0xFFFFFFFF;  // WAIT_FAILED
constexpr LONGLONG kPerMillisecond = 10'000;

}  // namespace

ForbidThreads::ForbidThreads(std::string_view rule) : outer_(std::exchange(forbidden_by, rule)) {}
ForbidThreads::~ForbidThreads() { forbidden_by = outer_; }

}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

HANDLE CreateThread(void* /*security*/, SIZE_T /*stack*/, unsigned (*start)(void*), void* argument,
                    ULONG flags, unsigned* id) {
  return start_user_thread("CreateThread", start, argument, flags, id);
}

std::uintptr_t _beginthreadex(void* /*security*/, unsigned /*stack*/, unsigned (*start)(void*),
                              void* argument, unsigned flags, unsigned* id) {
  return reinterpret_cast<std::uintptr_t>(
      start_user_thread("_beginthreadex", start, argument, flags, id));
}

ULONG WaitForSingleObject(HANDLE handle, ULONG milliseconds) {
  LARGE_INTEGER due{};
  due.QuadPart = -static_cast<LONGLONG>(milliseconds) * kPerMillisecond;
  const NTSTATUS status =
      ZwWaitForSingleObject(handle, FALSE, milliseconds == kForever ? nullptr : &due);
  if (status == STATUS_TIMEOUT) return kWaitTimedOut;
  return NT_SUCCESS(status) ? 0 : kWaitFailed;
}

int CloseHandle(HANDLE handle) { return NT_SUCCESS(ZwClose(handle)) ? 1 : 0; }
}
