// Routines of the registry.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kRegistryRows(
    "ExecutiveExports",
    {
        ROW(CmGetCallbackVersion, advised_up_to(APC_LEVEL), zeros(passes()), works([] {
              ULONG major = 0, minor = 9;
              CmGetCallbackVersion(&major, &minor);
              EXPECT_EQ(major, 1u);
              EXPECT_EQ(minor, 0u);
            })),
        ROW(CmRegisterCallback, up_to(APC_LEVEL), zeros(crash()),
            proven_by("RegistryCallbacks.AltitudesAreGivenOnceAndCookiesBack")),
        ROW(CmRegisterCallbackEx, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("Routines.RegistryCallbacksSeeAndRefuseOperations")),
        ROW(CmUnRegisterCallback, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RegistryCallbacks.AltitudesAreGivenOnceAndCookiesBack")),
        ROW(RtlCheckRegistryKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)),
            proven_by("RegistryTest.ByPath")),
        ROW(RtlCreateRegistryKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)),
            proven_by("RegistryTest.ByPath")),
        ROW(RtlDeleteRegistryValue, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)), proven_by("RegistryTest.ByPath")),
        ROW(RtlQueryRegistryValues, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)),
            proven_by("RegistryTest.TableDirect", "RegistryTest.TableRoutines")),
        ROW(RtlWriteRegistryValue, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)), proven_by("RegistryTest.ByPath")),
        ROW(ZwCreateKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RegistryTest.CreateMakesOneLevel")),
        ROW(ZwDeleteKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.DeleteKey")),
        ROW(ZwDeleteValueKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.SetAndDeleteValue")),
        ROW(ZwEnumerateKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.Enumerate")),
        ROW(ZwEnumerateValueKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.Enumerate")),
        ROW(ZwFlushKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.CreateMakesOneLevel")),
        ROW(ZwOpenKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RegistryTest.FailsWhenAFaultIsPlanned",
                      "RegistryTest.OpenFindsWithoutRegardToCase")),
        ROW(ZwOpenKeyEx, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("RegistryTest.OpenFindsWithoutRegardToCase")),
        ROW(ZwQueryKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.Enumerate")),
        ROW(ZwQueryValueKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("DeviceTest.RegistryKeys")),
        ROW(ZwSetValueKey, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("RegistryTest.SetAndDeleteValue")),
    });

}  // namespace
