// A driver whose device control routine is handed pointers, as METHOD_NEITHER does.
#pragma once

#include <string>

namespace drydock::testing {

// The body sees `Buffer` (the IRP's UserBuffer) and `Other` (the place of the device object), and
// sets `Status`.
inline std::string touching_driver(const std::string& body) {
  return R"(#include <ntddk.h>
DRIVER_DISPATCH Touch;
DRIVER_UNLOAD Unload;
VOID Unload(PDRIVER_OBJECT Driver) { UNREFERENCED_PARAMETER(Driver); }
NTSTATUS DriverEntry(PDRIVER_OBJECT Driver, PUNICODE_STRING Path) {
    UNREFERENCED_PARAMETER(Path);
    Driver->DriverUnload = Unload;
    Driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = Touch;
    return STATUS_SUCCESS;
}
NTSTATUS Touch(PDEVICE_OBJECT Device, PIRP Irp) {
    volatile ULONG* Buffer = (volatile ULONG*)Irp->UserBuffer;
    volatile ULONG* Other = (volatile ULONG*)Device;
    volatile NTSTATUS Status = STATUS_SUCCESS;
    UNREFERENCED_PARAMETER(Buffer);
    UNREFERENCED_PARAMETER(Other);
)" + body +
         "\n    return Status;\n}\n";
}

}  // namespace drydock::testing
