// Routines of objects and handles.
#include "tests/nt/exports/row_scene.h"

// No header declares it; drivers bring their own declaration.
extern "C" NTSTATUS ObReferenceObjectByName(PUNICODE_STRING ObjectName, ULONG Attributes,
                                            PACCESS_STATE AccessState, ACCESS_MASK DesiredAccess,
                                            POBJECT_TYPE ObjectType, KPROCESSOR_MODE AccessMode,
                                            PVOID ParseContext, PVOID* Object);

namespace {

using namespace drydock::testing;

void references_an_object() {
  OwnDevice own;
  const LONG_PTR more = ObfReferenceObject(own.device);
  EXPECT_EQ(ObfDereferenceObject(own.device), more - 1);
}

void references_with_a_tag() {
  OwnDevice own;
  const LONG_PTR more = ObfReferenceObjectWithTag(own.device, 'wor1');
  EXPECT_EQ(ObfDereferenceObjectWithTag(own.device, 'wor1'), more - 1);
}

const ExportRows kObjectRows(
    "ExecutiveExports",
    {
        ROW(ObCloseHandle, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("HandleRules.N073ClosedOnceAndForClientsIsSilent")),
        ROW(ObDereferenceObjectDeferDelete, up_to(DISPATCH_LEVEL), zeros(ends_by("N-046")),
            proven_by("ObjectCalls.AnObjectIsReferencedByItsName")),
        ROW(ObDereferenceObjectDeferDeleteWithTag, up_to(DISPATCH_LEVEL), zeros(ends_by("N-046")),
            works([] {
              OwnDevice own;
              ObfReferenceObject(own.device);
              ObDereferenceObjectDeferDeleteWithTag(own.device, 'wor1');
            })),
        ROW(ObGetObjectSecurity, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              PSECURITY_DESCRIPTOR descriptor = &own;
              BOOLEAN allocated = TRUE;
              EXPECT_EQ(ObGetObjectSecurity(own.device, &descriptor, &allocated), STATUS_SUCCESS);
              EXPECT_EQ(descriptor, nullptr);
              EXPECT_FALSE(allocated);
              ObReleaseObjectSecurity(descriptor, allocated);
            })),
        ROW(ObGetObjectType, at_any_level(), zeros(gives(nullptr)),
            proven_by("Object.ByPointerChecksTheType")),
        ROW(ObOpenObjectByPointer, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Handle.OpenedByPointerAndDuplicated")),
        ROW(ObQueryNameString, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Object.NamedEventIsMadeSignalledAndShared")),
        ROW(ObReferenceObjectByHandle, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ObjectCalls.ADuplicateHasItsOwnAccessUnlessTheSameIsAskedFor")),
        ROW(ObReferenceObjectByHandleWithTag, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              PVOID object = &object;
              EXPECT_EQ(
                  ObReferenceObjectByHandleWithTag(reinterpret_cast<HANDLE>(0x7770), 0, nullptr,
                                                   KernelMode, 'wor1', &object, nullptr),
                  STATUS_INVALID_HANDLE);
              EXPECT_EQ(object, nullptr);
            })),
        ROW(ObReferenceObjectByName, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Holds.DevicesByNameAndAtTheBaseOfTheirStack")),
        ROW(ObReferenceObjectByPointer, up_to(DISPATCH_LEVEL), zeros(crash()),
            proven_by("Object.ByPointerChecksTheType")),
        ROW(ObReferenceObjectByPointerWithTag, up_to(DISPATCH_LEVEL), zeros(crash()), works([] {
              OwnDevice own;
              EXPECT_EQ(ObReferenceObjectByPointerWithTag(own.device, 0, *IoFileObjectType,
                                                          KernelMode, 'wor1'),
                        STATUS_OBJECT_TYPE_MISMATCH);
              EXPECT_EQ(
                  ObReferenceObjectByPointerWithTag(own.device, 0, nullptr, KernelMode, 'wor1'),
                  STATUS_SUCCESS);
              ObDereferenceObject(own.device);
            })),
        ROW(ObReferenceObjectSafe, up_to(DISPATCH_LEVEL), zeros(gives(FALSE)),
            proven_by("ObjectCalls.AnObjectIsReferencedByItsName")),
        ROW(ObReleaseObjectSecurity, up_to(APC_LEVEL), zeros(passes()),
            works([] { ObReleaseObjectSecurity(nullptr, FALSE); })),
        ROW(ObfDereferenceObject, up_to(DISPATCH_LEVEL), zeros(ends_by("N-046")),
            works(references_an_object)),
        ROW(ObfDereferenceObjectWithTag, up_to(DISPATCH_LEVEL), zeros(ends_by("N-046")),
            works(references_with_a_tag)),
        ROW(ObfReferenceObject, up_to(DISPATCH_LEVEL), zeros(crash()), works(references_an_object)),
        ROW(ObfReferenceObjectWithTag, up_to(DISPATCH_LEVEL), zeros(crash()),
            works(references_with_a_tag)),
        ROW(ZwClose, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectCalls.ADirectoryLastsAsLongAsItsHandle")),
        ROW(ZwCreateDirectoryObject, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ObjectCalls.ADirectoryLastsAsLongAsItsHandle")),
        ROW(ZwDuplicateObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectCalls.ADuplicateHasItsOwnAccessUnlessTheSameIsAskedFor")),
        ROW(ZwMakeTemporaryObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectCalls.ADirectoryLastsAsLongAsItsHandle")),
        ROW(ZwOpenDirectoryObject, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ObjectCalls.ADirectoryLastsAsLongAsItsHandle",
                      "ObjectCalls.WhatCannotBeHadIsALackOfResources")),
        ROW(ZwOpenSymbolicLinkObject, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("ObjectCalls.ALinkSaysItsTargetWhereThereIsRoom")),
        ROW(ZwQueryObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectQueryOfNothing.IsRefused")),
        ROW(ZwQuerySecurityObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectQuery.SecurityIsOpenToEverybody", "ObjectQueryOfNothing.IsRefused")),
        ROW(ZwQuerySymbolicLinkObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectCalls.ALinkSaysItsTargetWhereThereIsRoom")),
        ROW(ZwSetSecurityObject, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("ObjectQuery.SecurityIsOpenToEverybody", "ObjectQueryOfNothing.IsRefused")),
    });

}  // namespace
