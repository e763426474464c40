// What `drydock verify` says of a miniport that does not start.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::drydock;
using ::drydock::testing::Outcome;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;

// A miniport without hardware of its own, which fails where a macro of the caller says.
constexpr const char* kMiniport = R"(#include <ntddk.h>
#include <dispmprt.h>
#ifndef QUERIES
#define QUERIES STATUS_NOT_SUPPORTED
#endif
#ifdef LOOKS_FOR_ITS_CHIP
#define STARTS LooksForItsChip(dxgk)
#endif
#ifndef STARTS
#define STARTS STATUS_SUCCESS
#endif
#ifndef ADDS
#define ADDS STATUS_SUCCESS
#endif
static int Device;
static NTSTATUS AddDevice(IN_CONST_PDEVICE_OBJECT physical, OUT_PPVOID context) {
  UNREFERENCED_PARAMETER(physical);
  *context = &Device;
  return ADDS;
}
static NTSTATUS LooksForItsChip(PDXGKRNL_INTERFACE dxgk) {
  DXGK_DEVICE_INFO info;
  PVOID registers = NULL;
  PHYSICAL_ADDRESS at;
  ULONG chip;
  if (!NT_SUCCESS(dxgk->DxgkCbGetDeviceInformation(dxgk->DeviceHandle, &info))) return STATUS_UNSUCCESSFUL;
  at = info.TranslatedResourceList->List[0].PartialResourceList.PartialDescriptors[0].u.Memory.Start;
  if (!NT_SUCCESS(dxgk->DxgkCbMapMemory(dxgk->DeviceHandle, at, 4096, FALSE, FALSE, MmNonCached, &registers)))
    return STATUS_UNSUCCESSFUL;
  WRITE_REGISTER_ULONG((PULONG)registers + 1, 7);
  chip = READ_REGISTER_ULONG((PULONG)registers);
  dxgk->DxgkCbUnmapMemory(dxgk->DeviceHandle, registers);
  return chip == 0x1234 ? STATUS_SUCCESS : STATUS_DEVICE_CONFIGURATION_ERROR;
}
static NTSTATUS StartDevice(IN_CONST_PVOID context, IN_PDXGK_START_INFO info, IN_PDXGKRNL_INTERFACE dxgk,
                            OUT_PULONG sources, OUT_PULONG children) {
  UNREFERENCED_PARAMETER(context);
  UNREFERENCED_PARAMETER(info);
  UNREFERENCED_PARAMETER(dxgk);
  (void)LooksForItsChip;
  *sources = 0;
  *children = 0;
  return STARTS;
}
static NTSTATUS StopDevice(IN_CONST_PVOID context) { UNREFERENCED_PARAMETER(context); return STATUS_SUCCESS; }
static NTSTATUS RemoveDevice(IN_CONST_PVOID context) { UNREFERENCED_PARAMETER(context); return STATUS_SUCCESS; }
static VOID Unload(VOID) {}
static NTSTATUS QueryAdapterInfo(IN_CONST_HANDLE context, IN_CONST_PDXGKARG_QUERYADAPTERINFO query) {
  UNREFERENCED_PARAMETER(context);
  UNREFERENCED_PARAMETER(query);
  return QUERIES;
}
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  DRIVER_INITIALIZATION_DATA data = {DXGKDDI_INTERFACE_VERSION_WDDM1_3};
  data.DxgkDdiAddDevice = AddDevice;
  data.DxgkDdiStartDevice = StartDevice;
  data.DxgkDdiStopDevice = StopDevice;
  data.DxgkDdiRemoveDevice = RemoveDevice;
  data.DxgkDdiUnload = Unload;
  data.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  return DxgkInitialize(driver, path, &data);
}
)";

std::string verified(const std::vector<std::string>& macros, const std::string& more = "") {
  std::vector<std::string> arguments = {"--kind", "miniport"};
  arguments.insert(arguments.end(), macros.begin(), macros.end());
  const std::string driver = build_driver(kMiniport, ".c", arguments).string();
  const Outcome out =
      drydock("verify --faults none --scenario 'miniport.*' --miniport " + driver + " " + more);
  return out.output;
}

TEST(StartHelp, NamesTheQueryItsSizesAndItsAnswer) {
  EXPECT_THAT(verified({}),
              ::testing::ContainsRegex(
                  "[0-9]+ scenarios: the device does not start: "
                  "DxgkDdiQueryAdapterInfo\\(DXGKQAITYPE_DRIVERCAPS, 0 bytes in, [0-9]+ bytes "
                  "out\\) returned 0xc00000bb \\(STATUS_NOT_SUPPORTED\\)\n"));
}

TEST(StartHelp, SaysOnceWhatAllScenariosHaveInCommon) {
  const std::string text = verified({});
  const std::string reason = "the device does not start: ";
  std::size_t times = 0;
  for (std::size_t at = text.find(reason); at != std::string::npos; at = text.find(reason, at + 1))
    ++times;
  EXPECT_LE(times, 2U) << text;  // in the list, and as the reason for exit code 2
}

TEST(StartHelp, NamesTheCallThatFailedAndWhatMayHelp) {
  EXPECT_THAT(verified({"-DSTARTS=STATUS_NO_SUCH_DEVICE"}),
              HasSubstr("DxgkDdiStartDevice returned 0xc000000e (STATUS_NO_SUCH_DEVICE); a profile "
                        "describes the device that it looks for"));
  EXPECT_THAT(verified({"-DADDS=STATUS_NO_SUCH_DEVICE"}),
              HasSubstr("DxgkDdiAddDevice returned 0xc000000e (STATUS_NO_SUCH_DEVICE)"));
}

TEST(StartHelp, ShowsTheRegistersThatTheDriverAskedBefore) {
  const TempFolder folder;
  const auto profile = [&](const std::string& answers) {
    return " --profile " +
           folder
               .write(
                   "p.json",
                   R"({"devices": [{"vendor": "0x1af4", "device": "0x1", "ranges": [{"size": 4096, "answers": [)" +
                       answers + "]}]}]}")
               .string();
  };
  const std::vector<std::string> macros = {"-DLOOKS_FOR_ITS_CHIP"};
  EXPECT_THAT(verified(macros, profile(R"({"offset": 0, "values": [153]})")),
              HasSubstr("DxgkDdiStartDevice returned 0xc0000182 "
                        "(STATUS_DEVICE_CONFIGURATION_ERROR); before that it wrote 0x7 to 4 bytes "
                        "at 0x4 of range 0, read 4 bytes at 0x0 of range 0: 0x99; a profile says "
                        "what registers answer (--profile)"));
  // With the answer that it wants it comes to the next obstacle, which has nothing to do with them.
  const std::string further = verified(macros, profile(R"({"offset": 0, "values": ["0x1234"]})"));
  EXPECT_THAT(further, HasSubstr("DXGKQAITYPE_DRIVERCAPS"));
  EXPECT_THAT(further, Not(HasSubstr("a profile says")));
}

}  // namespace
