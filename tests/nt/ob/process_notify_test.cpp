// Routines that are notified of processes and threads.
#include "src/nt/ob/process_notify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "src/nt/base/wdk.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;

// ntddk/nf-ntddk-pssetcreateprocessnotifyroutine.md
struct Notified {
  static inline std::vector<std::pair<HANDLE, BOOLEAN>> processes;
  static inline int threads = 0;
  static VOID process(HANDLE, HANDLE id, BOOLEAN create) { processes.emplace_back(id, create); }
  static VOID process_ex(PEPROCESS, HANDLE id, PPS_CREATE_NOTIFY_INFO info) {
    processes.emplace_back(id, info == nullptr ? 2 : 3);
  }
  static VOID thread(HANDLE, HANDLE, BOOLEAN) { ++threads; }
};
HANDLE id(ULONG_PTR number) { return reinterpret_cast<HANDLE>(number); }

TEST(ProcessNotify, RoutinesHearUntilTheyAreTakenOut) {
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Notified::process, TRUE), STATUS_PROCEDURE_NOT_FOUND);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Notified::process, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Notified::process, FALSE), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutineEx(Notified::process_ex, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(PsSetCreateThreadNotifyRoutine(Notified::thread), STATUS_SUCCESS);
  nt::notify_process_created(id(4), id(8));
  nt::notify_thread(id(8), id(12), true);
  nt::notify_process_ended(id(4), id(8));
  using Pair = std::pair<HANDLE, BOOLEAN>;
  EXPECT_THAT(Notified::processes, ::testing::ElementsAre(Pair(id(8), TRUE), Pair(id(8), 3),
                                                          Pair(id(8), FALSE), Pair(id(8), 2)));
  EXPECT_EQ(Notified::threads, 1);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutine(Notified::process, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(PsSetCreateProcessNotifyRoutineEx(Notified::process_ex, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(PsRemoveCreateThreadNotifyRoutine(Notified::thread), STATUS_SUCCESS);
  nt::notify_process_created(id(4), id(16));
  EXPECT_EQ(Notified::processes.size(), 4U);
}

std::string notify_driver(const char* unload) {
  return std::string(R"(#include <ntddk.h>
static VOID Notified(HANDLE Parent, HANDLE Process, BOOLEAN Create) {
    UNREFERENCED_PARAMETER(Parent); UNREFERENCED_PARAMETER(Process); UNREFERENCED_PARAMETER(Create);
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); )") +
         unload + R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    return PsSetCreateProcessNotifyRoutine(Notified, FALSE);
}
)";
}
TEST(ProcessNotifyRules, N047RoutineLeftAtUnloadIsFoundAndNeverCalled) {
  const Life life = life_of(notify_driver(""));
  EXPECT_TRUE(has(life.findings, "N-047")) << text_of(life.findings);
  nt::notify_process_created(id(4), id(8));
}
TEST(ProcessNotifyRules, N047RoutineTakenOutIsSilent) {
  const Life life = life_of(notify_driver("PsSetCreateProcessNotifyRoutine(Notified, TRUE);"));
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

}  // namespace
