// A minidriver with one device, as a client finds it.
#include "src/ks/client/client_file.h"
#include "src/ks/device/device.h"
#include "src/ks/device/factory.h"
#include "src/nt/io/plug_and_play.h"
#include "src/nt/life/loader.h"
#include "src/nt/ob/object_names.h"

namespace drydock::avstream {
namespace {

nt::DeviceIdentity identity(int number) {
  const auto digit = static_cast<char16_t>(u'0' + number % 10);
  nt::DeviceIdentity out;
  out.instance_path = std::u16string(u"ROOT\\CAMERA\\000") + digit;
  out.driver_key = std::u16string(u"{6bdd1fc6-810f-11d0-bec7-08002be2092f}\\000") + digit;
  return out;
}

// A driver and how many of its devices have not finished.
struct Loaded {
  explicit Loaded(const std::filesystem::path& path) : image(nt::LoadedDriver::load(path)) {
    entry = image->start();
  }

  const std::unique_ptr<nt::LoadedDriver> image;
  Status entry = STATUS_UNSUCCESSFUL;
  int users = 0;
  int made = 0;
};

}  // namespace

struct Device::Impl {
  explicit Impl(std::shared_ptr<Loaded> driver) : loaded(std::move(driver)) { ++loaded->users; }

  void make_device() {
    expect(loaded->entry, "DriverEntry failed");
    device = std::make_unique<nt::PnpDevice>(identity(loaded->made++));
    expect(device->add(loaded->image->driver()), "the device cannot be added");
  }

  void finish() {
    device.reset();
    if (std::exchange(is_finished, true) || --loaded->users != 0) return;
    if (NT_SUCCESS(loaded->entry)) loaded->image->unload();
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

  const std::shared_ptr<Loaded> loaded;
  std::unique_ptr<nt::PnpDevice> device;
  bool is_finished = false;
};

Device::Device(const std::filesystem::path& driver, bool start)
    : Device(std::make_unique<Impl>(std::make_shared<Loaded>(driver)), start) {}

std::unique_ptr<Device> Device::another(bool start) const {
  return std::unique_ptr<Device>(new Device(std::make_unique<Impl>(impl_->loaded), start));
}

Device::Device(std::unique_ptr<Impl> impl, bool start) : impl_(std::move(impl)) {
  try {
    impl_->make_device();
    if (start) expect(this->start(), "the device cannot be started");
  } catch (const std::bad_alloc&) {
    impl_->finish();
    throw Error("the device cannot be made", STATUS_INSUFFICIENT_RESOURCES);
  } catch (...) {
    impl_->finish();
    throw;
  }
}

Device::~Device() { finish(); }

void Device::finish() { impl_->finish(); }

Status Device::start() { return impl_->device->start(); }

Status Device::stop() {
  const Status status = impl_->device->query_stop();
  if (NT_SUCCESS(status)) return impl_->device->stop();
  impl_->device->cancel_stop();
  return status;
}

Status Device::offer_stop() {
  const Status status = impl_->device->query_stop();
  impl_->device->cancel_stop();
  return status;
}

Status Device::offer_removal() {
  const Status status = impl_->device->query_remove();
  impl_->device->cancel_remove();
  return status;
}

Status Device::surprise_remove() { return impl_->device->surprise_remove(); }

Status Device::remove() { return impl_->device->remove(); }

Status Device::Impl::set_power(POWER_STATE_TYPE type, POWER_STATE state, bool on) {
  if (!on) {
    const Status status = device->query_power(type, state);
    if (!NT_SUCCESS(status)) return status;
  }
  return device->set_power(type, state);
}

Status Device::set_power(bool on) {
  POWER_STATE state{};
  state.DeviceState = on ? PowerDeviceD0 : PowerDeviceD3;
  return impl_->set_power(DevicePowerState, state, on);
}

Status Device::set_system_power(bool awake) {
  POWER_STATE state{};
  state.SystemState = awake ? PowerSystemWorking : PowerSystemSleeping3;
  return impl_->set_power(SystemPowerState, state, awake);
}

std::vector<std::string> Device::filters() const {
  std::vector<std::string> out;
  for (const std::u16string& name : impl_->references()) out.push_back(nt::to_utf8(name));
  return out;
}

Status Device::try_open(std::size_t filter, Mode mode, std::optional<Filter>& out) {
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

Filter Device::open(std::size_t filter, Mode mode) {
  std::optional<Filter> out;
  expect(try_open(filter, mode, out), "the filter cannot be opened");
  return std::move(*out);
}

bool Device::alive() const { return impl_->loaded->image->driver().alive(); }

}  // namespace drydock::avstream
