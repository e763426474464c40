// A minidriver with one device, as a client finds it.
#include "src/ks/client_file.h"
#include "src/ks/device.h"
#include "src/ks/factory.h"
#include "src/nt/loader.h"
#include "src/nt/object_names.h"
#include "src/nt/plug_and_play.h"

namespace drydock::avstream {
namespace {

nt::DeviceIdentity identity() {
  nt::DeviceIdentity out;
  out.instance_path = u"ROOT\\CAMERA\\0000";
  out.driver_key = u"{6bdd1fc6-810f-11d0-bec7-08002be2092f}\\0000";
  return out;
}

}  // namespace

struct Camera::Impl {
  explicit Impl(const std::filesystem::path& path) : loaded(nt::LoadedDriver::load(path)) {
    entry = loaded->start();
  }

  void finish() {
    device.reset();
    if (NT_SUCCESS(std::exchange(entry, STATUS_UNSUCCESSFUL))) loaded->unload();
  }

  Status set_power(POWER_STATE_TYPE type, POWER_STATE state, bool on);

  std::vector<std::u16string> references() const {
    std::vector<std::u16string> out;
    if (device == nullptr) return out;
    const std::shared_ptr<ks::Device> found = ks::device_of(nt::top_of_stack(device->physical()));
    if (found == nullptr) return out;
    for (const std::shared_ptr<ks::Object>& child : found->children()) {
      out.push_back(static_cast<ks::Factory&>(*child).reference());
    }
    return out;
  }

  std::unique_ptr<nt::LoadedDriver> loaded;
  std::unique_ptr<nt::PnpDevice> device;
  Status entry = STATUS_UNSUCCESSFUL;
};

Camera::Camera(const std::filesystem::path& driver, bool start)
    : impl_(std::make_unique<Impl>(driver)) {
  try {
    expect(impl_->entry, "DriverEntry failed");
    impl_->device = std::make_unique<nt::PnpDevice>(identity());
    expect(impl_->device->add(impl_->loaded->driver()), "the device cannot be added");
    if (start) expect(this->start(), "the device cannot be started");
  } catch (const std::bad_alloc&) {
    impl_->finish();
    throw Error("the device cannot be made", STATUS_INSUFFICIENT_RESOURCES);
  } catch (...) {
    impl_->finish();
    throw;
  }
}

Camera::~Camera() { finish(); }

void Camera::finish() { impl_->finish(); }

Status Camera::start() { return impl_->device->start(); }

Status Camera::stop() {
  const Status status = impl_->device->query_stop();
  if (NT_SUCCESS(status)) return impl_->device->stop();
  impl_->device->cancel_stop();
  return status;
}

Status Camera::surprise_remove() { return impl_->device->surprise_remove(); }

Status Camera::remove() { return impl_->device->remove(); }

Status Camera::Impl::set_power(POWER_STATE_TYPE type, POWER_STATE state, bool on) {
  if (!on) {
    const Status status = device->query_power(type, state);
    if (!NT_SUCCESS(status)) return status;
  }
  return device->set_power(type, state);
}

Status Camera::set_power(bool on) {
  POWER_STATE state{};
  state.DeviceState = on ? PowerDeviceD0 : PowerDeviceD3;
  return impl_->set_power(DevicePowerState, state, on);
}

Status Camera::set_system_power(bool awake) {
  POWER_STATE state{};
  state.SystemState = awake ? PowerSystemWorking : PowerSystemSleeping3;
  return impl_->set_power(SystemPowerState, state, awake);
}

std::vector<std::string> Camera::filters() const {
  std::vector<std::string> out;
  for (const std::u16string& name : impl_->references()) out.push_back(nt::to_utf8(name));
  return out;
}

Status Camera::try_open(std::size_t filter, Mode mode, std::optional<Filter>& out) {
  const std::vector<std::u16string> names = impl_->references();
  if (filter >= names.size()) return STATUS_OBJECT_NAME_NOT_FOUND;
  ClientFile file;
  const Status status =
      ClientFile::open(impl_->device->physical(), u"\\" + names[filter], mode, file);
  if (!NT_SUCCESS(status)) return status;
  auto made = std::make_unique<Filter::Impl>();
  made->file = std::move(file);
  out.emplace(std::move(made));
  return status;
}

Filter Camera::open(std::size_t filter, Mode mode) {
  std::optional<Filter> out;
  expect(try_open(filter, mode, out), "the filter cannot be opened");
  return std::move(*out);
}

bool Camera::alive() const { return impl_->loaded->driver().alive(); }

}  // namespace drydock::avstream
