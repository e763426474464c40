// What `drydock verify` says of drivers that do not start.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/file_text.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using ::drydock::testing::build_driver;
using ::drydock::testing::drydock;
using ::drydock::testing::file_text;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// A miniport without hardware of its own, which fails where a macro of the caller says.
constexpr const char* kMiniport = R"(#include <ntddk.h>
#include <dispmprt.h>
#ifndef QUERIES
#define QUERIES STATUS_NOT_SUPPORTED
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
static NTSTATUS AsksForTables(PDXGKRNL_INTERFACE dxgk) {
  DXGK_FIRMWARE_TABLE_INTERFACE tables = {sizeof tables, DXGK_FIRMWARE_TABLE_INTERFACE_VERSION_1};
  return dxgk->DxgkCbQueryServices(dxgk->DeviceHandle, DxgkServicesFirmwareTable, (PINTERFACE)&tables);
}
static NTSTATUS ReadsItsRom(PDXGKRNL_INTERFACE dxgk) {
  UCHAR rom[16];
  ULONG got;
  return dxgk->DxgkCbReadDeviceSpace(dxgk->DeviceHandle, DXGK_WHICHSPACE_ROM, rom, 0, sizeof rom, &got);
}
static NTSTATUS Prints(VOID) {
  int line;
  for (line = 1; line <= 10; ++line) DbgPrint("chip %d of 10 is missing\n", line);
  return STATUS_NO_SUCH_DEVICE;
}
static NTSTATUS OpensAKey(VOID) {
  UNICODE_STRING name = RTL_CONSTANT_STRING(L"\\Registry\\Machine\\Software\\Nobody");
  OBJECT_ATTRIBUTES attributes;
  HANDLE key;
  InitializeObjectAttributes(&attributes, &name, OBJ_KERNEL_HANDLE | OBJ_CASE_INSENSITIVE, NULL, NULL);
  return NT_SUCCESS(ZwOpenKey(&key, KEY_READ, &attributes)) ? STATUS_SUCCESS : STATUS_NO_SUCH_DEVICE;
}
static NTSTATUS StartDevice(IN_CONST_PVOID context, IN_PDXGK_START_INFO info, IN_PDXGKRNL_INTERFACE dxgk,
                            OUT_PULONG sources, OUT_PULONG children) {
  UNREFERENCED_PARAMETER(context);
  UNREFERENCED_PARAMETER(info);
  UNREFERENCED_PARAMETER(dxgk);
  (void)LooksForItsChip;
  (void)AsksForTables;
  (void)ReadsItsRom;
  (void)Prints;
  (void)OpensAKey;
  *sources = 0;
  *children = 0;
#ifdef LOOKS_FOR_ITS_CHIP
  return LooksForItsChip(dxgk);
#elif defined ASKS_FOR_TABLES
  return AsksForTables(dxgk);
#elif defined READS_ITS_ROM
  return ReadsItsRom(dxgk);
#elif defined ASKS_IN_VAIN
  (void)AsksForTables(dxgk);
#elif defined PRINTS
  return Prints();
#elif defined OPENS_A_KEY
  return OpensAKey();
#endif
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
#ifdef NEEDS_WINDOWS_12
  {
    RTL_OSVERSIONINFOW version = {sizeof version};
    if (NT_SUCCESS(RtlGetVersion(&version)) && version.dwMajorVersion < 12) return STATUS_NOT_SUPPORTED;
  }
#endif
  return DxgkInitialize(driver, path, &data);
}
)";

// "DxgkDdiStartDevice returned …" of a device that is refused without a look at its registers.
constexpr const char* kDescribeIt =
    "; a profile describes the device that it looks for: its identity, registers, and values in "
    "the registry (--profile)";

// `arguments` may redirect a stream.
std::string output_of(const std::string& arguments) {
  return run("(" DRYDOCK_PROGRAM " " + arguments + ")").output;
}

std::string verified(const std::vector<std::string>& macros, const std::string& more = "") {
  std::vector<std::string> arguments = {"--kind", "miniport"};
  arguments.insert(arguments.end(), macros.begin(), macros.end());
  const std::string driver = build_driver(kMiniport, ".c", arguments).string();
  return output_of("verify --faults none --scenario 'miniport.*' --miniport " + driver + " " +
                   more);
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++times;
  return times;
}

TEST(StartHelp, NamesTheQueryItsSizesItsAnswerAndTheDriversThatAnswer) {
  EXPECT_THAT(verified({}),
              ContainsRegex("[0-9]+ scenarios: the device does not start: "
                            "DxgkDdiQueryAdapterInfo\\(DXGKQAITYPE_DRIVERCAPS, 0 bytes in, [0-9]+ "
                            "bytes out\\) returned 0xc00000bb \\(STATUS_NOT_SUPPORTED\\); Windows "
                            "expects the answer of any driver, in the form of the version that it "
                            "registered, DXGKDDI_INTERFACE_VERSION_WDDM1_3\n"));
}

TEST(StartHelp, SaysOnceWhatAllScenariosHaveInCommon) {
  const std::string reason = "the device does not start: ";
  EXPECT_EQ(count(verified({}, "2>/dev/null"), reason), 1U) << "the report";
  // It has a lint besides, which does not make it a driver that passes.
  EXPECT_EQ(count(verified({}, ">/dev/null"), reason), 1U) << "why the exit code is 2";
}

TEST(StartHelp, NamesTheCallThatFailedAndWhatMayHelp) {
  EXPECT_THAT(verified({"-DSTARTS=STATUS_NO_SUCH_DEVICE"}),
              HasSubstr("DxgkDdiStartDevice returned 0xc000000e (STATUS_NO_SUCH_DEVICE)" +
                        std::string(kDescribeIt)));
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
  const std::string text = verified(macros, profile(R"({"offset": 0, "values": [153]})"));
  EXPECT_THAT(text, HasSubstr("DxgkDdiStartDevice returned 0xc0000182 "
                              "(STATUS_DEVICE_CONFIGURATION_ERROR); a profile says what registers "
                              "answer (--profile)\n"));
  EXPECT_THAT(text, HasSubstr("  before that:\n"
                              "    it wrote 0x7 to 4 bytes at 0x4 of range 0\n"
                              "    it read 4 bytes at 0x0 of range 0: 0x99\n"));
  // With the answer that it wants it comes to the next obstacle, which has nothing to do with them.
  const std::string further = verified(macros, profile(R"({"offset": 0, "values": ["0x1234"]})"));
  EXPECT_THAT(further, HasSubstr("DXGKQAITYPE_DRIVERCAPS"));
  EXPECT_THAT(further, Not(HasSubstr("a profile says")));
  EXPECT_THAT(verified({"-DSTARTS=STATUS_NO_SUCH_DEVICE"}, profile("")),
              HasSubstr("it may look for another device than the profile's"));
}

TEST(StartHelp, ShowsTheLastLinesThatTheDriverPrinted) {
  const TempFolder folder;
  const std::string json = (folder.path() / "r.json").string();
  const std::string junit = (folder.path() / "r.xml").string();
  const std::string text =
      verified({"-DPRINTS"}, "--debug-output --json " + json + " --junit " + junit);
  EXPECT_THAT(text, HasSubstr("DxgkDdiStartDevice returned 0xc000000e (STATUS_NO_SUCH_DEVICE)"));
  EXPECT_EQ(count(text, "  before that:\n"), 1U);
  EXPECT_THAT(text, HasSubstr("    it printed \"chip 3 of 10 is missing\"\n"));
  EXPECT_THAT(text, HasSubstr("    it printed \"chip 10 of 10 is missing\"\n"));
  EXPECT_THAT(text, Not(HasSubstr("it printed \"chip 2 of 10"))) << "only the last ones";
  EXPECT_THAT(text, HasSubstr("miniport.start-stop: chip 2 of 10 is missing\n"))
      << "the other listener has all of them";
  const nlohmann::json report = nlohmann::json::parse(file_text(json));
  EXPECT_EQ(report.at("scenarios")[0].at("preceded_by").size(), 8U);
  EXPECT_THAT(file_text(junit), HasSubstr("; before that: it printed &quot;chip 3 of 10"));
}

TEST(StartHelp, ShowsTheCallsOfTheDriverThatFailed) {
  EXPECT_THAT(verified({"-DOPENS_A_KEY"}),
              AllOf(HasSubstr("DxgkDdiStartDevice returned 0xc000000e (STATUS_NO_SUCH_DEVICE)"),
                    HasSubstr("  before that:\n"
                              "    ZwOpenKey returned 0xc0000034 "
                              "(STATUS_OBJECT_NAME_NOT_FOUND)\n")));
}

TEST(StartHelp, SaysWhatDrydockDoesNotPlayInsteadOfADriversFault) {
  EXPECT_THAT(
      verified({"-DASKS_FOR_TABLES"}),
      AllOf(HasSubstr("scenarios: the device does not start: Drydock does not play "
                      "DxgkCbQueryServices(DxgkServicesFirmwareTable), and DxgkDdiStartDevice "
                      "passed on what it got there, 0xc00000bb (STATUS_NOT_SUPPORTED)\n"),
            Not(HasSubstr("DxgkDdiStartDevice returned")), Not(HasSubstr("--profile"))));
  EXPECT_THAT(verified({"-DREADS_ITS_ROM"}),
              HasSubstr("Drydock does not play DxgkCbReadDeviceSpace(DXGK_WHICHSPACE_ROM), and "
                        "DxgkDdiStartDevice passed on what it got there, 0xc0000001"));
}

// What it got may be the reason and may not.
TEST(StartHelp, SaysWhatDrydockRefusedBeforeTheDriverFailed) {
  const std::string refused =
      "; before that Drydock refused DxgkCbQueryServices(DxgkServicesFirmwareTable), which it "
      "does not play";
  EXPECT_THAT(verified({"-DASKS_IN_VAIN", "-DSTARTS=STATUS_NO_SUCH_DEVICE"}),
              HasSubstr("DxgkDdiStartDevice returned 0xc000000e (STATUS_NO_SUCH_DEVICE)" + refused +
                        kDescribeIt));
  // The same status, from another entry point.
  EXPECT_THAT(
      verified({"-DASKS_IN_VAIN"}),
      AllOf(ContainsRegex("DxgkDdiQueryAdapterInfo\\(DXGKQAITYPE_DRIVERCAPS, .*\\) returned "
                          "0xc00000bb"),
            HasSubstr(refused)));
}

TEST(StartHelp, NamesTheWindowsThatIsPlayedToADriverThatAsks) {
  const std::string text = verified({"-DNEEDS_WINDOWS_12"});
  EXPECT_THAT(text, ContainsRegex("scenarios: DriverEntry returned 0xc00000bb "
                                  "\\(STATUS_NOT_SUPPORTED\\); it looks at the version of Windows, "
                                  "and [0-9.]+ is played \\(--windows\\)\n"));
}

// A correct miniport that has one device only.
TEST(StartHelp, SaysWhyAFurtherDeviceDoesNotStart) {
  const std::filesystem::path habits = DRYDOCK_SOURCE_DIR "/tests/drivers/habits";
  std::string source = file_text(habits / "lookaside.c");
  const std::string starts = R"(static PDXGKDDI_START_DEVICE Start;
static LONG Devices;
static NTSTATUS APIENTRY StartOnce(IN_CONST_PVOID Context, IN_PDXGK_START_INFO Info,
                                   IN_PDXGKRNL_INTERFACE Interface, OUT_PULONG Sources,
                                   OUT_PULONG Children) {
  if (InterlockedIncrement(&Devices) > 1) return STATUS_DEVICE_BUSY;
  return Start(Context, Info, Interface, Sources, Children);
}
static NTSTATUS Initialize(PDRIVER_OBJECT driver, PUNICODE_STRING path,
                           DRIVER_INITIALIZATION_DATA* table) {
  Start = table->DxgkDdiStartDevice;
  table->DxgkDdiStartDevice = StartOnce;
  return DxgkInitialize(driver, path, table);
}
)";
  const std::string call = "DxgkInitialize(Driver";
  source.replace(source.rfind(call), call.size(), "Initialize(Driver");
  source.insert(source.rfind("NTSTATUS DriverEntry("), starts);
  const auto driver = build_driver(source, ".c", {"--kind", "miniport", "-I" + habits.string()});
  const std::string verify = "verify --faults none --miniport " + driver.string();
  const std::string busy = "DxgkDdiStartDevice returned 0x80000011 (STATUS_DEVICE_BUSY)";
  EXPECT_THAT(drydock(verify + " --scenario miniport.two-adapters").output,
              HasSubstr("skipped miniport.two-adapters: a further device does not start: " + busy));
  EXPECT_THAT(drydock(verify + " --scenario miniport.restart-idle").output,
              HasSubstr("skipped miniport.restart-idle: the device does not start again after "
                        "DxgkDdiStopDevice: " +
                        busy));
}

constexpr const char* kMinidriver = R"(#include <ntddk.h>
#include <ks.h>
#ifndef ENTERS
#define ENTERS STATUS_SUCCESS
#endif
#ifndef ADDS
#define ADDS STATUS_SUCCESS
#endif
#ifndef STARTS
#define STARTS STATUS_SUCCESS
#endif
#ifndef POST_STARTS
#define POST_STARTS STATUS_SUCCESS
#endif
static NTSTATUS Add(PKSDEVICE device) {
  UNREFERENCED_PARAMETER(device);
  DbgPrint("looks for its camera");
  return ADDS;
}
static NTSTATUS Start(PKSDEVICE device, PIRP irp, PCM_RESOURCE_LIST translated, PCM_RESOURCE_LIST raw) {
  UNREFERENCED_PARAMETER(device);
  UNREFERENCED_PARAMETER(irp);
  UNREFERENCED_PARAMETER(translated);
  UNREFERENCED_PARAMETER(raw);
  return STARTS;
}
static NTSTATUS PostStart(PKSDEVICE device) {
  UNREFERENCED_PARAMETER(device);
  return POST_STARTS;
}
static const KSDEVICE_DISPATCH dispatch = {.Add = Add, .Start = Start, .PostStart = PostStart};
static const KSFILTER_DESCRIPTOR filter = {
  .Version = KSFILTER_DESCRIPTOR_VERSION,
  .ReferenceGuid = &KSCATEGORY_CAPTURE,
};
static const KSFILTER_DESCRIPTOR* const filters[] = {&filter};
static const KSDEVICE_DESCRIPTOR descriptor = {&dispatch, 1, filters, KSDEVICE_DESCRIPTOR_VERSION, 0};
NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING path) {
  static const volatile NTSTATUS enters = ENTERS;
  if (!NT_SUCCESS(enters)) return enters;
  return KsInitializeDriver(driver, path, &descriptor);
}
)";

std::string minidriver(const std::string& macro) {
  const std::string driver =
      build_driver(kMinidriver, ".c", {"--kind", "avstream", macro}).string();
  return output_of("verify --faults none --avstream " + driver + " 2>/dev/null");
}

TEST(StartHelp, OfAMinidriverIsOneLineForOneReason) {
  const std::string text = minidriver("-DENTERS=STATUS_NOT_SUPPORTED");
  EXPECT_EQ(count(text, "STATUS_NOT_SUPPORTED"), 1U) << text;
  EXPECT_THAT(text, ContainsRegex("skipped [0-9]+ scenarios: DriverEntry returned 0xc00000bb "
                                  "\\(STATUS_NOT_SUPPORTED\\)\n"));
}

TEST(StartHelp, OfAMinidriverNamesTheCallback) {
  const std::string added = minidriver("-DADDS=STATUS_NO_SUCH_DEVICE");
  EXPECT_THAT(added, HasSubstr("scenarios: the device does not start: KSDEVICE_DISPATCH.Add "
                               "returned 0xc000000e (STATUS_NO_SUCH_DEVICE)\n"));
  EXPECT_THAT(added, HasSubstr("  before that:\n    it printed \"looks for its camera\"\n"));
  EXPECT_EQ(count(added, "the device does not start"), 1U) << added;
  EXPECT_THAT(minidriver("-DSTARTS=STATUS_NO_SUCH_DEVICE"),
              HasSubstr("the device does not start: KSDEVICE_DISPATCH.Start returned 0xc000000e"));
  EXPECT_THAT(
      minidriver("-DPOST_STARTS=STATUS_NO_SUCH_DEVICE"),
      HasSubstr("the device does not start: KSDEVICE_DISPATCH.PostStart returned 0xc000000e"));
}

// A user-mode driver that gets as far as a macro lets it.
constexpr const char* kUserMode = R"(#include <windows.h>
#include <d3d9types.h>
#include <d3dumddi.h>
#include <d3d10umddi.h>
static int Adapter, Device, Resource;
static HANDLE Runtime;
static const D3DDDI_DEVICECALLBACKS* Callbacks;
static HANDLE Context;
static HRESULT APIENTRY CreateResource(HANDLE device, D3DDDIARG_CREATERESOURCE* create) {
  UNREFERENCED_PARAMETER(device);
  UNREFERENCED_PARAMETER(create);
  return E_OUTOFMEMORY;
}
static HRESULT APIENTRY DestroyDevice(HANDLE device) {
  D3DDDICB_DESTROYCONTEXT destroy = {Context};
  UNREFERENCED_PARAMETER(device);
  return Callbacks->pfnDestroyContextCb(Runtime, &destroy);
}
static HRESULT APIENTRY CreateDevice(HANDLE adapter, D3DDDIARG_CREATEDEVICE* create) {
  D3DDDICB_CREATECONTEXT context = {0};
  UNREFERENCED_PARAMETER(adapter);
#ifdef MAKES_NO_DEVICE
  return E_FAIL;
#endif
  Runtime = create->hDevice;
  Callbacks = create->pCallbacks;
  if (FAILED(Callbacks->pfnCreateContextCb(Runtime, &context))) return E_FAIL;
  Context = context.hContext;
  create->hDevice = &Device;
  create->pDeviceFuncs->pfnDestroyDevice = DestroyDevice;
#ifdef HAS_CREATE_RESOURCE
  create->pDeviceFuncs->pfnCreateResource = CreateResource;
#endif
  (void)CreateResource;
  return S_OK;
}
static HRESULT APIENTRY GetCaps(HANDLE adapter, const D3DDDIARG_GETCAPS* caps) {
  UNREFERENCED_PARAMETER(adapter);
  UNREFERENCED_PARAMETER(caps);
  return E_INVALIDARG;
}
static HRESULT APIENTRY CloseAdapter(HANDLE adapter) {
  UNREFERENCED_PARAMETER(adapter);
  return S_OK;
}
#ifdef OF_DIRECT3D_10
static HRESULT APIENTRY GetCaps10(D3D10DDI_HADAPTER adapter, const D3D10_2DDIARG_GETCAPS* caps) {
  UNREFERENCED_PARAMETER(adapter);
  UNREFERENCED_PARAMETER(caps);
  return E_INVALIDARG;
}
static HRESULT APIENTRY CloseAdapter10(D3D10DDI_HADAPTER adapter) {
  UNREFERENCED_PARAMETER(adapter);
  return S_OK;
}
static HRESULT APIENTRY GetVersions(D3D10DDI_HADAPTER adapter, UINT32* count, UINT64* versions) {
  UNREFERENCED_PARAMETER(adapter);
  if (versions != NULL) versions[0] = D3D11_0_DDI_SUPPORTED;
  *count = 1;
  return S_OK;
}
static SIZE_T APIENTRY DeviceSize(D3D10DDI_HADAPTER adapter, const D3D10DDIARG_CALCPRIVATEDEVICESIZE* device) {
  UNREFERENCED_PARAMETER(adapter);
  UNREFERENCED_PARAMETER(device);
  return 64;
}
static HRESULT APIENTRY CreateDevice10(D3D10DDI_HADAPTER adapter, D3D10DDIARG_CREATEDEVICE* create) {
  UNREFERENCED_PARAMETER(adapter);
  UNREFERENCED_PARAMETER(create);
  return E_FAIL;
}
HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER* open) {
  open->hAdapter.pDrvPrivate = &Adapter;
  open->pAdapterFuncs_2->pfnCalcPrivateDeviceSize = DeviceSize;
  open->pAdapterFuncs_2->pfnCreateDevice = CreateDevice10;
  open->pAdapterFuncs_2->pfnCloseAdapter = CloseAdapter10;
  open->pAdapterFuncs_2->pfnGetSupportedVersions = GetVersions;
  open->pAdapterFuncs_2->pfnGetCaps = GetCaps10;
  return S_OK;
}
#else
HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER* open) {
#ifdef REFUSES
  OutputDebugStringA("this is no GPU of mine\n");
  return E_FAIL;
#endif
#ifdef ASKS_BADLY
  D3DDDICB_QUERYADAPTERINFO ask = {(VOID*)16, 16};
  const HRESULT result = open->pAdapterCallbacks->pfnQueryAdapterInfoCb(open->hAdapter, &ask);
  if (FAILED(result)) return result;
#endif
  open->hAdapter = &Adapter;
  open->DriverVersion = D3D_UMD_INTERFACE_VERSION_WIN7;
  open->pAdapterFuncs->pfnGetCaps = GetCaps;
  open->pAdapterFuncs->pfnCreateDevice = CreateDevice;
#ifndef FORGETS_TO_CLOSE
  open->pAdapterFuncs->pfnCloseAdapter = CloseAdapter;
#endif
  (void)CloseAdapter;
  return S_OK;
}
#endif
)";

std::string user_mode(const std::vector<std::string>& macros,
                      const std::string& scenario = "user-mode.*") {
  std::vector<std::string> arguments = {"--kind", "umd"};
  arguments.insert(arguments.end(), macros.begin(), macros.end());
  const std::string driver = build_driver(kUserMode, ".c", arguments).string();
  return output_of("verify --faults none --runs 1 --scenario '" + scenario + "' --umd " + driver +
                   " 2>/dev/null");
}

TEST(StartHelp, OfAUserModeDriverNamesTheCallItsArgumentsAndItsAnswer) {
  const std::string refused = user_mode({"-DREFUSES"});
  EXPECT_THAT(refused, ContainsRegex("scenarios: the driver does not open the adapter: "
                                     "OpenAdapter\\(Interface 0x9, Version 0x[0-9a-f]+\\) returned "
                                     "E_FAIL\n"));
  EXPECT_THAT(refused, HasSubstr("  before that:\n    it printed \"this is no GPU of mine\"\n"));
  EXPECT_THAT(user_mode({"-DASKS_BADLY"}),
              ContainsRegex("OpenAdapter\\(Interface 0x9, Version 0x[0-9a-f]+\\) returned "
                            "E_[A-Z]+, which pfnQueryAdapterInfoCb had returned to it"));
  EXPECT_THAT(user_mode({"-DFORGETS_TO_CLOSE"}),
              HasSubstr("the driver does not open the adapter: OpenAdapter left an entry of "
                        "D3DDDI_ADAPTERFUNCS without a function"));
}

TEST(StartHelp, OfAUserModeDriverShowsTheCapsThatItRefused) {
  EXPECT_THAT(user_mode({"-DOF_DIRECT3D_10"}),
              AllOf(HasSubstr(": CreateDevice returned E_FAIL\n"),
                    HasSubstr("  before that:\n    GetCaps(D3D11DDICAPS_THREADING, 4 bytes) "
                              "returned E_INVALIDARG\n")));
}

TEST(StartHelp, SaysThatAFunctionIsMissingOnlyWhereItIs) {
  const std::string missing = "the driver has no CreateResource: its table has no function there";
  EXPECT_THAT(user_mode({}, "user-mode.create*"), HasSubstr(missing));
  EXPECT_THAT(
      user_mode({"-DHAS_CREATE_RESOURCE"}, "user-mode.create*"),
      AllOf(Not(HasSubstr("has no")), ContainsRegex("CreateResource, for 1 of 32 by 32 in "
                                                    "format [0-9]+ with the flags "
                                                    "0x[0-9a-f]+, returned E_OUTOFMEMORY")));
}

}  // namespace
