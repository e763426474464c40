// Timers of devices.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/nt/io/start_io_scene.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// A driver with a device timer; `body` follows its start.
std::string timer_driver(const std::string& body, const std::string& unload) {
  return R"(#include <ntddk.h>
static PDEVICE_OBJECT Device; static ULONG Ticks; static KIRQL Level;
IO_TIMER_ROUTINE Tick;
VOID Tick(PDEVICE_OBJECT Object, PVOID Context) {
    if (Object == Device && Context == &Ticks) Ticks++;
    Level = KeGetCurrentIrql();
}
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) {
    UNREFERENCED_PARAMETER(Driver);
)" + unload +
         R"(}
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    LARGE_INTEGER Wait;
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    if (!NT_SUCCESS(IoCreateDevice(Driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &Device)))
        return STATUS_UNSUCCESSFUL;
    Wait.QuadPart = -35000000;
    IoInitializeTimer(Device, Tick, &Ticks);
    IoStartTimer(Device); /* armed */
)" + body +
         "    return STATUS_SUCCESS;\n}\n";
}

// wdm/nf-wdm-ioinitializetimer.md: once a second, at DISPATCH_LEVEL, until it is stopped.
TEST(IoTimer, TicksOnceASecondUntilItIsStopped) {
  const Life life = life_of(timer_driver(R"(
    KeDelayExecutionThread(KernelMode, FALSE, &Wait);
    IoStopTimer(Device);
    if (Ticks != 3 || Level != DISPATCH_LEVEL) return STATUS_UNSUCCESSFUL;
    KeDelayExecutionThread(KernelMode, FALSE, &Wait);
    if (Ticks != 3) return STATUS_UNSUCCESSFUL;
)",
                                         "    IoDeleteDevice(Device);\n"),
                            ".c", {.seed = 5});
  EXPECT_EQ(life.status, STATUS_SUCCESS);
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(IoTimer, DeletedDeviceTakesItsTimerAlong) {
  const Life life = life_of(timer_driver("", "    IoDeleteDevice(Device);\n"), ".c", {.seed = 5});
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
}

TEST(IoTimer, N037TimerOfADeviceLeftIsFound) {
  const std::string source = timer_driver("", "");
  const Life life = life_of(source, ".c", {.seed = 5});
  ASSERT_TRUE(has(life.findings, "N-037")) << text_of(life.findings);
  EXPECT_TRUE(
      mentions_line(first(life.findings, "N-037"), "driver.c", line_of(source, "/* armed */")));
}

}  // namespace
