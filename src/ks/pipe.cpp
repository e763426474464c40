#include "src/ks/pipe.h"

#include "src/ks/pin.h"
#include "src/nt/handle.h"
#include "src/nt/object.h"

namespace drydock::ks {

Connection::~Connection() = default;

// A source takes its sink's control mutex inside its own, never the other way round.
NTSTATUS Connection::connect(HANDLE sink, KPROCESSOR_MODE) {
  nt::HandleEntry entry;
  const NTSTATUS status = nt::pin_by_handle(sink, &nt::file_type, entry);
  if (!NT_SUCCESS(status)) return status;
  auto* file = static_cast<PFILE_OBJECT>(entry.object);
  const ObjectHeader* header = header_of(file);
  Object* object = header == nullptr ? nullptr : header->target->object();
  const bool external = object == nullptr || object->kind() != Kind::kPin;
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
  sink_file_ = file;
  peer_ = peer;
  pin_.face().ConnectionIsExternal = FALSE;
  return STATUS_SUCCESS;
}

// S-127, on the sink's side.
NTSTATUS Connection::accept(Pin& sink) {
  const Holding control(sink.control_mutex());
  Connection& its = sink.connection();
  if (its.is_source() || its.source_.lock() != nullptr) return STATUS_INVALID_DEVICE_STATE;
  sink.face().ConnectionIsExternal = FALSE;
  const KSPIN_DISPATCH* dispatch = sink.face().Descriptor->Dispatch;
  NTSTATUS status = STATUS_SUCCESS;
  if (dispatch != nullptr && dispatch->Connect != nullptr) {
    status = sink.ask_now("KSPIN_DISPATCH.Connect", "S-127",
                          [&] { return dispatch->Connect(&sink.face()); });
  }
  if (NT_SUCCESS(status)) {
    its.source_ = std::static_pointer_cast<Pin>(pin_.shared_from_this());
  } else {
    sink.face().ConnectionIsExternal = TRUE;
  }
  return status;
}

void Connection::disconnect() {
  const PFILE_OBJECT file = std::exchange(sink_file_, nullptr);
  if (file == nullptr) return;
  if (const std::shared_ptr<Pin> sink = peer_.lock()) {
    const Holding control(sink->control_mutex());
    sink->connection().source_.reset();
    const KSPIN_DISPATCH* dispatch = sink->face().Descriptor->Dispatch;
    if (dispatch != nullptr && dispatch->Disconnect != nullptr) {
      sink->call("KSPIN_DISPATCH.Disconnect", [&] { dispatch->Disconnect(&sink->face()); });
    }
  }
  peer_.reset();
  nt::unpin_object(file);
}

void send_on(Pin& pin, std::unique_ptr<StreamRequest> request) {
  const std::shared_ptr<Pin> sink = pin.connection().peer();
  const std::shared_ptr<Queue> queue = sink == nullptr ? nullptr : sink->queue();
  if (queue != nullptr) {
    queue->arrive(std::move(request));
    return;
  }
  Station& home = *request->home;
  home.arrive(std::move(request));
}

}  // namespace drydock::ks
