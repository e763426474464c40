// Drivers from DriverEntry to DriverUnload.
#include "src/nt/life/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "src/nt/io/device_power.h"
#include "tests/nt/life/refusal.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
using drydock::nt::LoadedDriver;
using drydock::nt::LoadError;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

// wdm/ns-wdm-_driver_object.md, wdm/nc-wdm-driver_initialize.md
TEST(Loader, DriverEntryGetsADriverObjectAndARegistryPath) {
  const Life it = life_of(driver_of(R"(
static BOOLEAN starts_with(PUNICODE_STRING string, const WCHAR* text) {
  USHORT i;
  for (i = 0; text[i] != 0; ++i) {
    if (i >= string->Length / sizeof(WCHAR) || string->Buffer[i] != text[i]) return FALSE;
  }
  return TRUE;
})",
                                    R"(
  if (driver->Type != 4 || driver->Size != sizeof(DRIVER_OBJECT)) return STATUS_UNSUCCESSFUL + 1;
  if ((PCHAR)DriverEntry < (PCHAR)driver->DriverStart) return STATUS_UNSUCCESSFUL + 2;
  if ((PCHAR)DriverEntry >= (PCHAR)driver->DriverStart + driver->DriverSize) return STATUS_UNSUCCESSFUL + 3;
  if (driver->DriverInit != DriverEntry) return STATUS_UNSUCCESSFUL + 4;
  if (driver->DriverExtension->DriverObject != driver) return STATUS_UNSUCCESSFUL + 5;
  if (!starts_with(&driver->DriverName, L"\\Driver\\driver_")) return STATUS_UNSUCCESSFUL + 6;
  if (!starts_with(path, L"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\driver_"))
    return STATUS_UNSUCCESSFUL + 7;
  if (!starts_with(driver->HardwareDatabase, L"\\REGISTRY\\MACHINE\\HARDWARE")) return STATUS_UNSUCCESSFUL + 8;
  if (driver->MajorFunction[IRP_MJ_CREATE] == NULL || driver->MajorFunction[IRP_MJ_PNP] == NULL)
    return STATUS_UNSUCCESSFUL + 9;
  if (driver->DeviceObject != NULL || KeGetCurrentIrql() != PASSIVE_LEVEL) return STATUS_UNSUCCESSFUL + 10;
  return STATUS_SUCCESS;)"));
  EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
  EXPECT_TRUE(it.alive);
}

TEST(Loader, RefusalOfDriverEntryIsHandedOnAndUnloadIsNotCalled) {
  const Life it = life_of(R"(#include <ntddk.h>
static VOID Unload(PDRIVER_OBJECT driver) { *(volatile int*)8 = 1; }
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  driver->DriverUnload = Unload;
  return STATUS_DEVICE_CONFIGURATION_ERROR;
})");
  EXPECT_EQ(it.status, STATUS_DEVICE_CONFIGURATION_ERROR);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
  EXPECT_TRUE(it.alive);
}

TEST(Loader, TheSameFileTwiceIsTwoDriversWithGlobalsOfTheirOwn) {
  const fs::path file = build_driver(driver_of("static LONG loads = 0;", "  return ++loads;"));
  const auto one = LoadedDriver::load(file);
  const auto two = LoadedDriver::load(file);
  EXPECT_EQ(one->start(), 1);
  EXPECT_EQ(two->start(), 1);
  EXPECT_NE(one->driver().object().DriverStart, two->driver().object().DriverStart);
  one->unload();
  two->unload();
}

TEST(Loader, EachOfTwoLoadsHasItsOwnDebts) {
  const fs::path file = build_driver(driver_of("static KTIMER timer;", R"(
  LARGE_INTEGER due;
  due.QuadPart = -10000000000LL;
  KeInitializeTimer(&timer);
  KeSetTimer(&timer, due, NULL);
  return STATUS_SUCCESS;)"));
  const drydock::rules::FindingLog log;
  const auto one = LoadedDriver::load(file);
  const auto two = LoadedDriver::load(file);
  one->start();
  two->start();
  one->unload();
  EXPECT_EQ(count(log.findings(), "N-037"), 1u) << text_of(log.findings());
  two->unload();
  EXPECT_EQ(count(log.findings(), "N-037"), 2u) << text_of(log.findings());
}

TEST(Loader, DriversHaveOperatorNewOfTheirOwn) {
  const std::string source = R"(#include <ntddk.h>
static char memory[64];
static int calls = 0;
void* operator new(size_t) { ++calls; return memory; }
void operator delete(void*) {}
extern "C" VOID Unload(PDRIVER_OBJECT) {}
extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING) {
  driver->DriverUnload = Unload;
  int* volatile one = new int(7);
  char* volatile expected = memory;
  return calls == 1 && *one == 7 && (char*)one == expected ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
})";
  for (int i = 0; i < 2; ++i) {
    const Life it = life_of(source, ".cpp");
    EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
  }
}

TEST(Loader, NothingStaysMappedAfterAThousandCleanLives) {
  const fs::path file = build_driver(driver_of("", "  return STATUS_SUCCESS;"));
  const auto mappings = [] {
    std::ifstream maps("/proc/self/maps");
    int count = 0;
    for (std::string line; std::getline(maps, line);)
      count += line.find("memfd:driver_") != std::string::npos;
    return count;
  };
  const int before = mappings();
  for (int i = 0; i < 1000; ++i) {
    const auto driver = LoadedDriver::load(file);
    ASSERT_EQ(driver->start(), STATUS_SUCCESS);
    driver->unload();
  }
  EXPECT_EQ(mappings(), before);
}

// devtest/28152-do-device-initializing-flag-not-cleared.md asks it of AddDevice only: for what
// DriverEntry made the I/O manager clears the flag.
TEST(Loader, DevicesMadeInDriverEntryAreReadyWhenItReturns) {
  ULONG flags = DO_DEVICE_INITIALIZING;
  const Life it = life_of(R"(#include <ntddk.h>
static VOID Unload(PDRIVER_OBJECT driver) { IoDeleteDevice(driver->DeviceObject); }
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  PDEVICE_OBJECT device;
  NTSTATUS status = IoCreateDevice(driver, 0, NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
  driver->DriverUnload = Unload;
  return (device->Flags & DO_DEVICE_INITIALIZING) != 0 ? status : STATUS_UNSUCCESSFUL;
})",
                          ".c", {.between = [&](LoadedDriver& driver) {
                            flags = driver.driver().object().DeviceObject->Flags;
                          }});
  EXPECT_EQ(it.status, STATUS_SUCCESS);
  EXPECT_EQ(flags & DO_DEVICE_INITIALIZING, 0u);
  EXPECT_TRUE(it.findings.empty()) << text_of(it.findings);
}

// A callback that a driver left registered is never called again.
TEST(Loader, LeftPowerSettingCallbackIsNotCalledAfterUnload) {
  const GUID setting = {0x12345678, 1, 2, {3}};
  {
    const Life it = life_of(R"(#include <ntddk.h>
static const GUID Setting = {0x12345678, 1, 2, {3}};
static NTSTATUS Changed(LPCGUID setting, PVOID value, ULONG length, PVOID context) {
  *(volatile int*)8 = 1;
  return STATUS_SUCCESS;
}
static VOID Unload(PDRIVER_OBJECT driver) {}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  PVOID handle;
  driver->DriverUnload = Unload;
  return PoRegisterPowerSettingCallback(NULL, &Setting, Changed, NULL, &handle);
})");
    EXPECT_EQ(it.status, STATUS_SUCCESS) << text_of(it.findings);
    EXPECT_TRUE(has(it.findings, "N-047")) << text_of(it.findings);
  }
  const drydock::rules::FindingLog log;
  drydock::nt::set_power_setting(setting, {1, 0, 0, 0});
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

// A dead driver's debts are silent; what another driver does meanwhile is not.
TEST(Loader, DeadDriversBesideLivingOnesHideNoFindings) {
  const fs::path dying = build_driver(driver_of("", R"(
  ExAllocatePoolWithTag(NonPagedPool, 64, 'dead');
  *(volatile int*)8 = 1;
  return STATUS_SUCCESS;)"));
  const fs::path leaking = build_driver(driver_of("", R"(
  ExAllocatePoolWithTag(NonPagedPool, 64, 'left');
  return STATUS_SUCCESS;)"));
  const drydock::rules::FindingLog log;
  constexpr int kLives = 20;
  const auto live = [](const fs::path& file) {
    for (int i = 0; i < kLives; ++i) {
      const auto driver = LoadedDriver::load(file);
      driver->start();
      driver->unload();
    }
  };
  {
    const std::jthread one(live, dying), two(live, dying), three(live, leaking);
  }
  EXPECT_EQ(count(log.findings(), "N-061"), 2u * kLives);
  EXPECT_EQ(count(log.findings(), "N-008"), 1u * kLives);
}

TEST(Loader, FileThatDoesNotExist) {
  EXPECT_EQ(refusal("/nowhere/driver.so"),
            "'/nowhere/driver.so' cannot be read: No such file or directory");
}

TEST(Loader, FileThatMayNotBeRead) {
  const TempFolder folder;
  const fs::path file = folder.write("secret.so", "x");
  chmod(file.c_str(), 0);
  if (access(file.c_str(), R_OK) == 0) GTEST_SKIP() << "root may read everything";
  EXPECT_THAT(refusal(file), HasSubstr("cannot be read: Permission denied"));
}

TEST(Loader, FolderIsNoDriver) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder.path()), HasSubstr("is not a file"));
}

TEST(Loader, LibraryWithoutDriverEntryIsRefused) {
  const TempFolder folder;
  const fs::path source = folder.write("a.c", "int OtherEntry(void) { return 0; }\n");
  const fs::path library = folder.path() / "a.so";
  ASSERT_EQ(run("clang-19 -shared -fPIC " + source.string() + " -o " + library.string()).exit_code,
            0);
  EXPECT_THAT(refusal(library), HasSubstr("has no DriverEntry"));
}

// kernel/writing-an-unload-routine.md
TEST(LoaderRules, N067MissingUnloadRoutineIsFound) {
  const std::string source = R"(#include <ntddk.h>
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {  // HERE
  return STATUS_SUCCESS;
})";
  const Life it = life_of(source);
  ASSERT_EQ(it.findings.size(), 1u) << text_of(it.findings);
  EXPECT_TRUE(mentions_line(first(it.findings, "N-067"), "driver.c", line_of(source, "HERE")))
      << text_of(it.findings);
}

TEST(LoaderRules, N067UnloadRoutineIsSilent) {
  EXPECT_TRUE(life_of(driver_of("", "  return STATUS_SUCCESS;")).findings.empty());
  // A driver that did not load needs none.
  EXPECT_TRUE(life_of(driver_of("", "  driver->DriverUnload = NULL; return STATUS_UNSUCCESSFUL;"))
                  .findings.empty());
}

}  // namespace
