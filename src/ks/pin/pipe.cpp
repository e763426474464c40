#include "src/ks/pin/pipe.h"

#include <cassert>

#include "src/ks/pin/pin.h"
#include "src/nt/io/device.h"
#include "src/nt/io/irp.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::ks {

PFILE_OBJECT Connection::sink_file() const {
  if (const auto* pin = std::get_if<ToPin>(&end_)) return pin->file;
  const auto* other = std::get_if<ToOther>(&end_);
  return other == nullptr ? nullptr : other->file;
}

std::shared_ptr<Pin> Connection::peer() const {
  const auto* to = std::get_if<ToPin>(&end_);
  return to == nullptr ? nullptr : to->sink.lock();
}

std::shared_ptr<Pin> Connection::other_end() const {
  const auto* from = std::get_if<FromPin>(&end_);
  return from == nullptr ? peer() : from->source.lock();
}

// A source takes its sink's control mutex inside its own, never the other way round.
NTSTATUS Connection::connect(HANDLE sink) {
  if (!std::holds_alternative<Client>(end_)) return STATUS_INVALID_DEVICE_STATE;
  nt::HandleEntry entry;
  const NTSTATUS status = nt::pin_by_handle(sink, &nt::file_type, entry);
  if (!NT_SUCCESS(status)) return status;
  auto* file = static_cast<PFILE_OBJECT>(entry.object);
  const ObjectHeader* header = header_of(file);
  Object* object = header == nullptr ? nullptr : header->target->object();
  const bool external = object == nullptr || object->kind() != Kind::kPin;
  if (external && header != nullptr && header->target->takes_streams()) {
    end_ = ToOther{file};
    return STATUS_SUCCESS;
  }
  if (external || object == &pin_) {
    nt::unpin_object(file);
    return STATUS_INVALID_PARAMETER;
  }
  const auto peer = std::static_pointer_cast<Pin>(object->shared_from_this());
  const NTSTATUS accepted = accept(*peer);
  if (!NT_SUCCESS(accepted)) {
    nt::unpin_object(file);
    return accepted;
  }
  end_ = ToPin{file, peer};
  pin_.face().ConnectionIsExternal = FALSE;
  return STATUS_SUCCESS;
}

// S-127, on the sink's side.
NTSTATUS Connection::accept(Pin& sink) {
  const Holding control(sink.control_mutex());
  Connection& its = sink.connection();
  if (its.is_source() || its.other_end() != nullptr) return STATUS_INVALID_DEVICE_STATE;
  sink.face().ConnectionIsExternal = FALSE;
  const KSPIN_DISPATCH* dispatch = sink.face().Descriptor->Dispatch;
  NTSTATUS status = STATUS_SUCCESS;
  if (dispatch != nullptr && dispatch->Connect != nullptr) {
    status = sink.ask_now("KSPIN_DISPATCH.Connect", "S-136", dispatch->Connect, &sink.face());
  }
  if (NT_SUCCESS(status)) {
    its.end_ = FromPin{std::static_pointer_cast<Pin>(pin_.shared_from_this())};
  } else {
    sink.face().ConnectionIsExternal = TRUE;
  }
  return status;
}

void Connection::disconnect() {
  const PFILE_OBJECT file = sink_file();
  if (file == nullptr) return;
  const std::shared_ptr<Pin> sink = peer();
  end_ = Client{};
  if (sink != nullptr) {
    const Holding control(sink->control_mutex());
    assert(std::holds_alternative<FromPin>(sink->connection().end_));
    sink->connection().end_ = Client{};
    const KSPIN_DISPATCH* dispatch = sink->face().Descriptor->Dispatch;
    if (dispatch != nullptr && dispatch->Disconnect != nullptr) {
      sink->call("KSPIN_DISPATCH.Disconnect", dispatch->Disconnect, &sink->face());
    }
  }
  nt::unpin_object(file);
}

namespace {

// An IRP to a filter of another kind, and the frame it carries.
struct Travelling {
  PIRP irp;
  std::unique_ptr<StreamRequest> request;
};

NTSTATUS came_back(PDEVICE_OBJECT, PIRP irp, PVOID context) {
  const std::unique_ptr<Travelling> trip(static_cast<Travelling*>(context));
  trip->request->status = irp->IoStatus.Status;
  // The manager frees only what belongs to IRPs of its own.
  while (irp->MdlAddress != nullptr) {
    const PMDL mdl = irp->MdlAddress;
    irp->MdlAddress = mdl->Next;
    if ((mdl->MdlFlags & MDL_PAGES_LOCKED) != 0) MmUnlockPages(mdl);
    IoFreeMdl(mdl);
  }
  if ((irp->Flags & IRP_DEALLOCATE_BUFFER) != 0) ExFreePool(irp->AssociatedIrp.SystemBuffer);
  nt::free_irp(irp);
  Station& home = *trip->request->home;
  home.arrive(std::move(trip->request));
  return STATUS_MORE_PROCESSING_REQUIRED;
}

void write_to(PFILE_OBJECT file, std::unique_ptr<StreamRequest> request) {
  const PDEVICE_OBJECT top = nt::top_of_stack(file->DeviceObject);
  const PIRP irp = nt::make_irp(static_cast<CCHAR>(top->StackSize + 1), nt::IrpOwner::kMaker);
  Station& home = *request->home;
  if (irp == nullptr) {
    request->status = STATUS_INSUFFICIENT_RESOURCES;
    home.arrive(std::move(request));
    return;
  }
  IoSetNextIrpStackLocation(irp);
  irp->UserBuffer = request->frames.front().header;
  irp->RequestorMode = KernelMode;
  IO_STACK_LOCATION& next = *IoGetNextIrpStackLocation(irp);
  next.MajorFunction = IRP_MJ_DEVICE_CONTROL;
  next.FileObject = file;
  next.Parameters.DeviceIoControl.IoControlCode = IOCTL_KS_WRITE_STREAM;
  next.Parameters.DeviceIoControl.OutputBufferLength = request->header_size;
  auto trip = std::make_unique<Travelling>(Travelling{irp, std::move(request)});
  IoSetCompletionRoutine(irp, came_back, trip.release(), TRUE, TRUE, TRUE);
  IofCallDriver(top, irp);
}

// S-215: later instances of a splitter's type get the data of the first.
void copy_to_branches(Pin& pin, const StreamRequest& request) {
  if ((pin.face().Descriptor->Flags & KSPIN_FLAG_SPLITTER) == 0) return;
  if (pin.copy_source() != nullptr) return;
  for (const std::shared_ptr<Pin>& other : pins_of_type(pin.filter(), pin.face().Id)) {
    const std::shared_ptr<Queue> queue = other.get() == &pin ? nullptr : other->queue();
    if (queue == nullptr) continue;
    for (const Frame& frame : request.frames) queue->fill_from(frame);
  }
}

bool asks_integrity(const KSPIN& source) {
  const KSALLOCATOR_FRAMING_EX* framing = source.Descriptor->AllocatorFraming;
  return framing != nullptr && framing->CountItems != 0 &&
         (framing->FramingItem[0].Flags & KSALLOCATOR_REQUIREMENTF_FRAME_INTEGRITY) != 0;
}

}  // namespace

// Sends the request to the peer's queue, to the other filter, or back to its client. Pins that are
// copies of this one get theirs first (S-215).
void Pin::send_on(std::unique_ptr<StreamRequest> request) {
  copy_to_branches(*this, *request);
  if (connection_.is_external()) {
    write_to(connection_.sink_file(), std::move(request));
    return;
  }
  const std::shared_ptr<Pin> sink = connection_.peer();
  const std::shared_ptr<Queue> queue = sink == nullptr ? nullptr : sink->queue();
  if (queue != nullptr) {
    if (asks_integrity(face_)) {
      for (Frame& frame : request->frames) frame.digest = digest_of(frame);
    }
    queue->arrive(std::move(request));
    return;
  }
  Station& home = *request->home;
  home.arrive(std::move(request));
}

}  // namespace drydock::ks
