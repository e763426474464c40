#include "tests/ks/rig.h"

#include <cstring>
#include <utility>

#include "src/ks/client/client_file.h"
#include "src/ks/object/header.h"
#include "src/nt/io/file.h"
#include "src/nt/io/irp.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::testing {
namespace {

nt::DeviceIdentity identity() {
  nt::DeviceIdentity out;
  out.instance_path = u"ROOT\\CAMERA\\0000";
  out.driver_key = u"{6bdd1fc6-810f-11d0-bec7-08002be2092f}\\0000";
  return out;
}

}  // namespace

Sent::Sent(PFILE_OBJECT file, ULONG code, Bytes in, Bytes out, KPROCESSOR_MODE mode)
    : in_(std::move(in)), out_(std::move(out)) {
  const PDEVICE_OBJECT top = nt::top_of_stack(file->DeviceObject);
  driver_ = nt::driver_of(top);
  irp_ = nt::make_irp(top->StackSize, nt::IrpOwner::kManager);
  if (irp_ == nullptr) {
    immediate_ = STATUS_INSUFFICIENT_RESOURCES;
    return;
  }
  KeInitializeEvent(&event_, NotificationEvent, FALSE);
  irp_->UserIosb = &block_;
  irp_->UserEvent = &event_;
  avstream::fill_control(*irp_, file, code,
                         {in_.empty() ? nullptr : in_.data(), in_.size(),
                          out_.empty() ? nullptr : out_.data(), out_.size()},
                         mode);
  immediate_ = IofCallDriver(top, irp_);
}

Sent::~Sent() { status(); }

NTSTATUS Sent::status() {
  if (immediate_ != STATUS_PENDING) return immediate_;
  // A driver that has ended does not answer.
  LARGE_INTEGER moment{.QuadPart = -100'000};
  while (KeWaitForSingleObject(&event_, Executive, KernelMode, FALSE, &moment) == STATUS_TIMEOUT) {
    if (driver_ != nullptr && !driver_->alive()) return STATUS_DEVICE_REMOVED;
  }
  return block_.Status;
}

bool Sent::is_done() const {
  return immediate_ != STATUS_PENDING || KeReadStateEvent(const_cast<PKEVENT>(&event_)) != 0;
}

void Sent::cancel() {
  if (!is_done()) IoCancelIrp(irp_);
}

File::File(PFILE_OBJECT object, KPROCESSOR_MODE mode) : object_(object), mode_(mode) {
  handle_ = nt::make_file_handle(object, GENERIC_READ | GENERIC_WRITE, OBJ_KERNEL_HANDLE);
  nt::release_object(object);
}

File::File(File&& other) noexcept
    : object_(std::exchange(other.object_, nullptr)),
      handle_(std::exchange(other.handle_, nullptr)),
      mode_(other.mode_) {}

File& File::operator=(File&& other) noexcept {
  close();
  object_ = std::exchange(other.object_, nullptr);
  handle_ = std::exchange(other.handle_, nullptr);
  mode_ = other.mode_;
  return *this;
}

File::~File() { close(); }

void File::close() {
  object_ = nullptr;
  if (const HANDLE handle = std::exchange(handle_, nullptr)) nt::close_handle(handle);
}

std::unique_ptr<Sent> File::send(ULONG code, Bytes in, Bytes out) const {
  return std::make_unique<Sent>(object_, code, std::move(in), std::move(out), mode_);
}

NTSTATUS File::request(ULONG code, Bytes in, Bytes& out, std::size_t* returned) const {
  const auto sent = send(code, std::move(in), out);
  const NTSTATUS status = sent->status();
  if (returned != nullptr) *returned = sent->returned();
  out = sent->out();
  return status;
}

NTSTATUS File::get(const GUID& set, ULONG id, Bytes& out, std::size_t* returned) const {
  return request(IOCTL_KS_PROPERTY, avstream::property_bytes(set, id, KSPROPERTY_TYPE_GET), out,
                 returned);
}

NTSTATUS File::set(const GUID& set, ULONG id, Bytes value) const {
  return request(IOCTL_KS_PROPERTY, avstream::property_bytes(set, id, KSPROPERTY_TYPE_SET), value);
}

NTSTATUS File::set_state(KSSTATE state) const {
  return set(KSPROPSETID_Connection, KSPROPERTY_CONNECTION_STATE, bytes_of(state));
}

KSSTREAM_HEADER File::Stream::header(std::size_t index) const {
  KSSTREAM_HEADER first;
  std::memcpy(&first, sent->out().data(), sizeof first);
  KSSTREAM_HEADER out;
  std::memcpy(&out, sent->out().data() + index * first.Size, sizeof out);
  return out;
}

File::Stream File::read(std::size_t frames, std::size_t bytes, ULONG header_size) const {
  const std::size_t size = header_size == 0 ? sizeof(KSSTREAM_HEADER) : header_size;
  Stream out;
  out.data.resize(frames, Bytes(bytes));
  Bytes headers(frames * size);
  for (std::size_t i = 0; i < frames; ++i) {
    KSSTREAM_HEADER header{};
    header.Size = static_cast<ULONG>(size);
    header.FrameExtent = static_cast<ULONG>(bytes);
    header.Data = bytes == 0 ? nullptr : out.data[i].data();
    std::memcpy(headers.data() + i * size, &header, sizeof header);
  }
  out.sent = send(IOCTL_KS_READ_STREAM, {}, std::move(headers));
  return out;
}

File::Stream File::write(std::vector<Bytes> data) const {
  Stream out;
  out.data = std::move(data);
  Bytes headers(out.data.size() * sizeof(KSSTREAM_HEADER));
  for (std::size_t i = 0; i < out.data.size(); ++i) {
    KSSTREAM_HEADER header{};
    header.Size = sizeof header;
    header.PresentationTime.Numerator = header.PresentationTime.Denominator = 1;
    header.FrameExtent = header.DataUsed = static_cast<ULONG>(out.data[i].size());
    header.Data = out.data[i].empty() ? nullptr : out.data[i].data();
    std::memcpy(headers.data() + i * sizeof header, &header, sizeof header);
  }
  out.sent = send(IOCTL_KS_WRITE_STREAM, {}, std::move(headers));
  return out;
}

Rig::Rig(const std::filesystem::path& driver, nt::PnpResources resources)
    : loaded_(nt::LoadedDriver::load(driver)) {
  started_ = loaded_->start();
  device_ = std::make_unique<nt::PnpDevice>(identity(), std::move(resources));
  added_ = NT_SUCCESS(started_) ? device_->add(loaded_->driver()) : started_;
}

Rig::~Rig() { finish(); }

void Rig::finish() {
  device_.reset();
  if (loaded_ != nullptr && NT_SUCCESS(started_)) loaded_->unload();
  started_ = STATUS_UNSUCCESSFUL;
}

NTSTATUS Rig::open(std::u16string_view name, File& file, KPROCESSOR_MODE mode) {
  nt::OpenRequest request;
  request.access = GENERIC_READ | GENERIC_WRITE;
  request.mode = mode;
  PFILE_OBJECT object = nullptr;
  const NTSTATUS status =
      nt::open_device(device_->physical(), u"\\" + std::u16string(name), request, object);
  if (NT_SUCCESS(status)) file = File(object, mode);
  return status;
}

NTSTATUS Rig::open_below(const File& parent, std::u16string_view kind, const Bytes& parameters,
                         File& out, KPROCESSOR_MODE mode) {
  nt::OpenRequest request;
  request.access = GENERIC_READ | GENERIC_WRITE;
  request.related = parent.object();
  request.mode = mode;
  PFILE_OBJECT object = nullptr;
  const NTSTATUS status = nt::open_device(parent.object()->DeviceObject,
                                          avstream::name_below(kind, parameters), request, object);
  if (NT_SUCCESS(status)) out = File(object, mode);
  return status;
}

NTSTATUS Rig::connect(const File& filter, ULONG pin, const Bytes& format, File& out,
                      const File* sink, KPROCESSOR_MODE mode) {
  return open_below(
      filter, ks::kPinClass,
      avstream::connect_parameters(pin, sink == nullptr ? nullptr : sink->handle(), format), out,
      mode);
}

}  // namespace drydock::testing
