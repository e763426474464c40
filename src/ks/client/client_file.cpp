#include "src/ks/client/client_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/nt/io/device.h"
#include "src/nt/io/file.h"
#include "src/nt/io/irp.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::avstream {
namespace {

constexpr LONGLONG kMoment = -10 * 10'000;  // ten milliseconds
constexpr int kMoments = 2000;
constexpr int kMomentsAfterCancel = 200;
constexpr std::byte kBehind{0xB5};

KPROCESSOR_MODE processor_mode(Mode mode) {
  return static_cast<KPROCESSOR_MODE>(mode == Mode::kUser ? UserMode : KernelMode);
}

}  // namespace

ClientMemory::ClientMemory(Bytes all, Mode mode, std::size_t behind) : bytes_(std::move(all)) {
  size_ = bytes_.size() - behind;
  std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(size_), bytes_.end(), kBehind);
  if (mode == Mode::kUser && size_ != 0) range_.emplace(bytes_.data(), size_);
}

bool ClientMemory::is_overrun() const {
  return std::any_of(bytes_.begin() + static_cast<std::ptrdiff_t>(size_), bytes_.end(),
                     [](std::byte one) { return one != kBehind; });
}

std::u16string name_below(std::u16string_view kind, const Bytes& parameters) {
  std::u16string name(kind);
  if (parameters.empty()) return name;
  name += u"\\";
  const std::size_t at = name.size();
  name.resize(at + (parameters.size() + 1) / 2);
  std::memcpy(name.data() + at, parameters.data(), parameters.size());
  return name;
}

Bytes connect_parameters(std::uint32_t pin_type, HANDLE sink, const Bytes& format) {
  KSPIN_MEDIUM standard{};
  standard.Set = KSMEDIUMSETID_Standard;
  return connect_parameters(pin_type, sink, format, standard);
}

Bytes connect_parameters(std::uint32_t pin_type, HANDLE sink, const Bytes& format,
                         const KSPIN_MEDIUM& medium) {
  KSPIN_CONNECT connect{};
  connect.Interface.Set = KSINTERFACESETID_Standard;
  connect.Interface.Id = KSINTERFACE_STANDARD_STREAMING;
  connect.Medium = medium;
  connect.PinId = pin_type;
  connect.PinToHandle = sink;
  connect.Priority.PriorityClass = KSPRIORITY_NORMAL;
  connect.Priority.PrioritySubClass = 1;
  Bytes out = to_bytes(connect);
  out.insert(out.end(), format.begin(), format.end());
  return out;
}

void fill_control(IRP& irp, PFILE_OBJECT file, ULONG code, const ControlBuffers& buffers,
                  KPROCESSOR_MODE mode) {
  irp.RequestorMode = mode;
  irp.UserBuffer = buffers.out;
  irp.Tail.Overlay.OriginalFileObject = file;
  irp.Tail.Overlay.Thread = PsGetCurrentThread();
  IO_STACK_LOCATION& next = *IoGetNextIrpStackLocation(&irp);
  next.MajorFunction = IRP_MJ_DEVICE_CONTROL;
  next.FileObject = file;
  next.Parameters.DeviceIoControl.IoControlCode = code;
  next.Parameters.DeviceIoControl.InputBufferLength = static_cast<ULONG>(buffers.in_size);
  next.Parameters.DeviceIoControl.OutputBufferLength = static_cast<ULONG>(buffers.out_size);
  next.Parameters.DeviceIoControl.Type3InputBuffer = buffers.in;
}

// A request that is under way. It may end at DISPATCH_LEVEL.
struct ClientRequest::Flight {
  Flight(Mode mode, Bytes in_bytes, Bytes out_bytes, std::shared_ptr<ClientMemory> frame_memory)
      : in(std::move(in_bytes), mode),
        out(std::move(out_bytes), mode),
        frame(std::move(frame_memory)) {
    KeInitializeEvent(&answered, NotificationEvent, FALSE);
  }
  ~Flight() {
    if (irp != nullptr) nt::free_irp(irp);
  }
  Flight(const Flight&) = delete;
  Flight& operator=(const Flight&) = delete;

  void fill(PFILE_OBJECT object, ULONG code, Mode mode);
  void answer(NTSTATUS status);
  static NTSTATUS complete(PDEVICE_OBJECT, PIRP irp, PVOID context);

  ClientMemory in;
  ClientMemory out;
  const std::shared_ptr<ClientMemory> frame;
  nt::Driver* driver = nullptr;
  PIRP irp = nullptr;  // stays after the answer: a cancel may come late
  KEVENT answered;
  IO_STATUS_BLOCK block{};
  std::shared_ptr<Flight> self;  // until the answer
};

void ClientRequest::Flight::fill(PFILE_OBJECT object, ULONG code, Mode mode) {
  fill_control(*irp, object, code, {in.data(), in.size(), out.data(), out.size()},
               processor_mode(mode));
  IoSetCompletionRoutine(irp, complete, this, TRUE, TRUE, TRUE);
}

NTSTATUS ClientRequest::Flight::complete(PDEVICE_OBJECT, PIRP irp, PVOID context) {
  auto& flight = *static_cast<Flight*>(context);
  nt::release_buffers(irp);
  const std::shared_ptr<Flight> self = std::move(flight.self);
  flight.block = irp->IoStatus;
  KeSetEvent(&flight.answered, IO_NO_INCREMENT, FALSE);
  return STATUS_MORE_PROCESSING_REQUIRED;
}

void ClientRequest::Flight::answer(NTSTATUS status) {
  block.Status = status;
  KeSetEvent(&answered, IO_NO_INCREMENT, FALSE);
}

ClientRequest::ClientRequest(const ClientFile& file, ULONG code, Bytes in, Bytes out,
                             std::shared_ptr<ClientMemory> frame)
    : file_(file.object(), [](PFILE_OBJECT object) { nt::unpin_object(object); }),
      flight_(
          std::make_shared<Flight>(file.mode(), std::move(in), std::move(out), std::move(frame))) {
  // The pin holds the file, because another thread of the client may close the handle from now on.
  nt::pin_object(file_.get());
  Flight& flight = *flight_;
  const PDEVICE_OBJECT top = nt::top_of_stack(file_->DeviceObject);
  flight.driver = nt::driver_of(top);
  flight.irp = nt::make_irp(top->StackSize, nt::IrpOwner::kMaker);
  if (flight.irp == nullptr) {
    flight.answer(STATUS_INSUFFICIENT_RESOURCES);
    return;
  }
  flight.fill(file_.get(), code, file.mode());
  flight.self = flight_;
  IofCallDriver(top, flight.irp);
}

ClientRequest::~ClientRequest() { end(); }

void ClientRequest::end() {
  if (KeReadStateEvent(&flight_->answered) != 0) return;
  cancel();
  wait(kMomentsAfterCancel);
}

Status ClientRequest::wait() { return wait(kMoments); }

Status ClientRequest::wait(int moments) {
  LARGE_INTEGER moment{.QuadPart = kMoment};
  for (int i = 0; i < moments; ++i) {
    if (KeWaitForSingleObject(&flight_->answered, Executive, KernelMode, FALSE, &moment) !=
        STATUS_TIMEOUT) {
      return flight_->block.Status;
    }
    if (flight_->driver != nullptr && !flight_->driver->alive()) return STATUS_DEVICE_REMOVED;
  }
  return STATUS_IO_TIMEOUT;
}

void ClientRequest::cancel() {
  if (flight_->irp != nullptr) IoCancelIrp(flight_->irp);
}

std::size_t ClientRequest::returned() const { return flight_->block.Information; }

nt::Driver* ClientRequest::driver() const { return flight_->driver; }

const Bytes& ClientRequest::out() const { return flight_->out.bytes(); }

ClientFile::ClientFile(PFILE_OBJECT object, Mode mode) : object_(object), mode_(mode) {
  handle_ = nt::make_file_handle(object, GENERIC_READ | GENERIC_WRITE,
                                 mode == Mode::kUser ? 0 : OBJ_KERNEL_HANDLE);
  nt::release_object(object);
}

ClientFile::ClientFile(ClientFile&& other) noexcept
    : object_(std::exchange(other.object_, nullptr)),
      handle_(std::exchange(other.handle_, nullptr)),
      mode_(other.mode_) {}

ClientFile& ClientFile::operator=(ClientFile&& other) noexcept {
  close();
  object_ = std::exchange(other.object_, nullptr);
  handle_ = std::exchange(other.handle_, nullptr);
  mode_ = other.mode_;
  return *this;
}

void ClientFile::close() {
  object_ = nullptr;
  if (const HANDLE handle = std::exchange(handle_, nullptr)) nt::close_handle(handle);
}

Status ClientFile::open(PDEVICE_OBJECT device, std::u16string name, Mode mode, ClientFile& out) {
  nt::OpenRequest request;
  request.access = GENERIC_READ | GENERIC_WRITE;
  request.mode = processor_mode(mode);
  PFILE_OBJECT object = nullptr;
  const NTSTATUS status = nt::open_device(device, std::move(name), request, object);
  if (NT_SUCCESS(status)) out = ClientFile(object, mode);
  return status;
}

Status ClientFile::open_below(const ClientFile& parent, std::u16string_view kind,
                              const Bytes& parameters, ClientFile& out) {
  if (!parent) return STATUS_INVALID_HANDLE;
  nt::OpenRequest request;
  request.access = GENERIC_READ | GENERIC_WRITE;
  request.related = parent.object();
  request.mode = processor_mode(parent.mode());
  PFILE_OBJECT object = nullptr;
  const NTSTATUS status =
      nt::open_device(parent.object()->DeviceObject, name_below(kind, parameters), request, object);
  if (NT_SUCCESS(status)) out = ClientFile(object, parent.mode());
  return status;
}

Status ClientFile::request(ULONG code, Bytes in, Bytes& out, std::size_t& returned) const {
  returned = 0;
  if (object_ == nullptr) return STATUS_INVALID_HANDLE;
  ClientRequest sent(*this, code, std::move(in), std::move(out));
  const Status status = sent.wait();
  returned = sent.returned();
  out = sent.out();
  return status;
}

Status ClientFile::get(const Bytes& identifier, Bytes& out) const {
  std::size_t returned = 0;
  out.clear();
  const Status asked = request(IOCTL_KS_PROPERTY, identifier, out, returned);
  if (asked != STATUS_BUFFER_OVERFLOW && asked != STATUS_MORE_ENTRIES) return asked;
  out.resize(returned);
  const Status status = request(IOCTL_KS_PROPERTY, identifier, out, returned);
  out.resize(std::min(returned, out.size()));
  return status;
}

void expect(Status status, const char* what) {
  if (!NT_SUCCESS(status)) throw Error(what, status);
}

}  // namespace drydock::avstream
