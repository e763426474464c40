// Routines of drivers and devices.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsDeviceRows(
    "KsExportRows",
    {
        ROW(KsAddDevice, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              OwnDevice physical;
              EXPECT_EQ(KsAddDevice(&this_driver(), physical.device), STATUS_SUCCESS);
              const PDEVICE_OBJECT made = physical.device->AttachedDevice;
              ASSERT_NE(made, nullptr);
              EXPECT_NE(KsGetDeviceForDeviceObject(made), nullptr);
              KsTerminateDevice(made);
              IoDetachDevice(physical.device);
              IoDeleteDevice(made);
            })),
        ROW(KsCreateDevice, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("KsDescriptorRules.S084DeviceCreatedBySelfIsFound")),
        ROW(KsDeviceGetBusData, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by_driver("KsExports.ADeviceWithoutABusHasNoBusData")),
        ROW(KsDeviceRegisterAdapterObject, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S274StrideOfAMappingIsSilent")),
        ROW(KsDeviceSetBusData, up_to(DISPATCH_LEVEL), zeros(ends_by("N-005")),
            proven_by_driver("KsExports.ADeviceWithoutABusHasNoBusData")),
        ROW(KsGetDeviceForDeviceObject, at_any_level(), zeros(gives(nullptr)),
            proven_by("KsWalk.ObjectsAreFoundFromEachOther")),
        ROW(KsInitializeDevice, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            works([] {
              EXPECT_EQ(KsInitializeDevice(nullptr, nullptr, nullptr, nullptr),
                        STATUS_INVALID_PARAMETER);
            })),
        ROW(KsInitializeDriver, zeros(gives(STATUS_INVALID_PARAMETER, "S-082")),
            up_to(PASSIVE_LEVEL), proven_by("Kind.WhatIsMissingIsNamed")),
        ROW(KsNullDriverUnload, at_any_level(), zeros(passes()),
            works([] { KsNullDriverUnload(&this_driver()); })),
        ROW(KsSetMajorFunctionHandler, at_any_level(), zeros(crash()), works([] {
              EXPECT_EQ(KsSetMajorFunctionHandler(&this_driver(), IRP_MJ_CREATE), STATUS_SUCCESS);
              EXPECT_NE(this_driver().MajorFunction[IRP_MJ_CREATE], nullptr);
              EXPECT_EQ(KsSetMajorFunctionHandler(&this_driver(), IRP_MJ_SCSI),
                        STATUS_INVALID_PARAMETER);
            })),
        ROW(KsTerminateDevice, up_to(PASSIVE_LEVEL), zeros(passes()), works([] {
              OwnDevice own;
              KsTerminateDevice(own.device);
            })),
        ROW(KsCacheMedium, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.TheRegistryKnowsMediaAndModules")),
        ROW(KsGetImageNameAndResourceId, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING name = words(u"none");
              ULONG_PTR id = 0;
              ULONG type = 0;
              EXPECT_FALSE(NT_SUCCESS(KsGetImageNameAndResourceId(nullptr, &name, &id, &type)));
              EXPECT_EQ(name.Buffer, nullptr);
            })),
        ROW(KsLoadResource, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by_driver("KsExports.TheRegistryKnowsMediaAndModules")),
        ROW(KsMapModuleName, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by_driver("KsExports.TheRegistryKnowsMediaAndModules")),
        ROW(KsRegisterFilterWithNoKSPins, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_DEVICE_REQUEST)),
            proven_by_driver("KsExports.TheRegistryKnowsMediaAndModules")),
    });

}  // namespace
