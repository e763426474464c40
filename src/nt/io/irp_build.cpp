// IRPs made to measure: reads, writes, device controls, Plug and Play.
#include "src/nt/base/thread.h"
#include "src/nt/io/irp.h"

using namespace drydock::nt;

namespace {

constexpr ULONG kBufferTag = 0x42536F49;  // "IoSB"

PVOID allocate_buffer(std::size_t size) {
  return ExAllocatePoolWithTag(NonPagedPool, size, kBufferTag);
}

PMDL describe(PVOID buffer, ULONG length) {
  const PMDL mdl = IoAllocateMdl(buffer, length, FALSE, FALSE, nullptr);
  if (mdl != nullptr) MmBuildMdlForNonPagedPool(mdl);
  return mdl;
}

PIRP give_up(PIRP irp) {
  free_irp(irp);
  return nullptr;
}

// The transfer method of the device, as its flags say (wdm/nf-wdm-iobuildsynchronousfsdrequest.md).
bool add_transfer(PIRP irp, PDEVICE_OBJECT device, PVOID buffer, ULONG length, bool read) {
  if ((device->Flags & DO_BUFFERED_IO) != 0) {
    irp->AssociatedIrp.SystemBuffer = allocate_buffer(length);
    if (irp->AssociatedIrp.SystemBuffer == nullptr) return false;
    irp->Flags = IRP_BUFFERED_IO | IRP_DEALLOCATE_BUFFER;
    if (read) {
      irp->Flags |= IRP_INPUT_OPERATION;
      irp->UserBuffer = buffer;
    } else {
      std::memcpy(irp->AssociatedIrp.SystemBuffer, buffer, length);
    }
  } else if ((device->Flags & DO_DIRECT_IO) != 0) {
    irp->MdlAddress = describe(buffer, length);
    return irp->MdlAddress != nullptr;
  } else {
    irp->UserBuffer = buffer;
  }
  return true;
}

PIRP build(ULONG major, PDEVICE_OBJECT device, PVOID buffer, ULONG length, PLARGE_INTEGER offset,
           PIO_STATUS_BLOCK status, IrpOwner owner) {
  const PIRP irp = make_irp(device->StackSize, owner);
  if (irp == nullptr) return nullptr;
  const PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(irp);
  next->MajorFunction = static_cast<UCHAR>(major);
  irp->UserIosb = status;
  irp->Tail.Overlay.Thread = PsGetCurrentThread();
  if (major != IRP_MJ_READ && major != IRP_MJ_WRITE) return irp;
  if (length != 0 && !add_transfer(irp, device, buffer, length, major == IRP_MJ_READ)) {
    return give_up(irp);
  }
  // Read and Write are laid out alike.
  next->Parameters.Read.Length = length;
  if (offset != nullptr) next->Parameters.Read.ByteOffset = *offset;
  return irp;
}

struct Control {
  ULONG code;
  PVOID input;
  ULONG input_length;
  PVOID output;
  ULONG output_length;
};

bool add_buffered(PIRP irp, const Control& control) {
  const ULONG size = std::max(control.input_length, control.output_length);
  if (size == 0) return true;
  irp->AssociatedIrp.SystemBuffer = allocate_buffer(size);
  if (irp->AssociatedIrp.SystemBuffer == nullptr) return false;
  irp->Flags = IRP_BUFFERED_IO | IRP_DEALLOCATE_BUFFER;
  if (control.input != nullptr) {
    std::memcpy(irp->AssociatedIrp.SystemBuffer, control.input, control.input_length);
  }
  if (control.output != nullptr) {
    irp->UserBuffer = control.output;
    irp->Flags |= IRP_INPUT_OPERATION;
  }
  return true;
}

bool add_direct(PIRP irp, const Control& control) {
  if (control.input != nullptr && control.input_length != 0) {
    if (!add_buffered(irp, {control.code, control.input, control.input_length, nullptr, 0})) {
      return false;
    }
  }
  if (control.output == nullptr || control.output_length == 0) return true;
  irp->MdlAddress = describe(control.output, control.output_length);
  return irp->MdlAddress != nullptr;
}

bool add_control(PIRP irp, PIO_STACK_LOCATION next, const Control& control) {
  constexpr ULONG kMethodMask = 3;
  switch (control.code & kMethodMask) {
    case METHOD_BUFFERED:
      return add_buffered(irp, control);
    case METHOD_NEITHER:
      irp->UserBuffer = control.output;
      next->Parameters.DeviceIoControl.Type3InputBuffer = control.input;
      return true;
    default:
      return add_direct(irp, control);
  }
}

}  // namespace

extern "C" PIRP IoBuildAsynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject,
                                              PVOID Buffer, ULONG Length,
                                              PLARGE_INTEGER StartingOffset,
                                              PIO_STATUS_BLOCK IoStatusBlock) {
  require_irql_at_most(APC_LEVEL, "IoBuildAsynchronousFsdRequest");
  return build(MajorFunction, DeviceObject, Buffer, Length, StartingOffset, IoStatusBlock,
               IrpOwner::kMaker);
}

extern "C" PIRP IoBuildSynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject,
                                             PVOID Buffer, ULONG Length,
                                             PLARGE_INTEGER StartingOffset, PKEVENT Event,
                                             PIO_STATUS_BLOCK IoStatusBlock) {
  require_irql_at_most(APC_LEVEL, "IoBuildSynchronousFsdRequest");
  const PIRP irp = build(MajorFunction, DeviceObject, Buffer, Length, StartingOffset, IoStatusBlock,
                         IrpOwner::kManager);
  if (irp != nullptr) irp->UserEvent = Event;
  return irp;
}

extern "C" PIRP IoBuildDeviceIoControlRequest(ULONG IoControlCode, PDEVICE_OBJECT DeviceObject,
                                              PVOID InputBuffer, ULONG InputBufferLength,
                                              PVOID OutputBuffer, ULONG OutputBufferLength,
                                              BOOLEAN InternalDeviceIoControl, PKEVENT Event,
                                              PIO_STATUS_BLOCK IoStatusBlock) {
  require_irql_at_most(APC_LEVEL, "IoBuildDeviceIoControlRequest");
  const PIRP irp = make_irp(DeviceObject->StackSize, IrpOwner::kManager);
  if (irp == nullptr) return nullptr;
  const PIO_STACK_LOCATION next = IoGetNextIrpStackLocation(irp);
  next->MajorFunction =
      InternalDeviceIoControl ? IRP_MJ_INTERNAL_DEVICE_CONTROL : IRP_MJ_DEVICE_CONTROL;
  next->Parameters.DeviceIoControl.IoControlCode = IoControlCode;
  next->Parameters.DeviceIoControl.InputBufferLength = InputBufferLength;
  next->Parameters.DeviceIoControl.OutputBufferLength = OutputBufferLength;
  const Control control{IoControlCode, InputBuffer, InputBufferLength, OutputBuffer,
                        OutputBufferLength};
  if (!add_control(irp, next, control)) {
    if (irp->AssociatedIrp.SystemBuffer != nullptr) ExFreePool(irp->AssociatedIrp.SystemBuffer);
    return give_up(irp);
  }
  irp->UserIosb = IoStatusBlock;
  irp->UserEvent = Event;
  irp->Tail.Overlay.Thread = PsGetCurrentThread();
  return irp;
}
