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

// The last callback of a minidriver that failed while this lives.
class LastRefusal {
 public:
  // The callback that returned this status, or else the request in which it failed.
  std::string call_of(Status status, const char* request) const {
    const sim::Hold hold(last_->lock);
    return last_->status == status ? last_->call : request;
  }

 private:
  struct Last {
    sim::Lock lock;
    std::string call DRYDOCK_GUARDED_BY(lock);
    Status status DRYDOCK_GUARDED_BY(lock) = STATUS_SUCCESS;
  };

  const std::shared_ptr<Last> last_ = std::make_shared<Last>();
  const ks::RefusalListeners::Listener listener_{
      ks::refusal_listeners(), [last = last_](std::string_view call, Status status) {
        const sim::Hold hold(last->lock);
        last->call = call;
        last->status = status;
      }};
};

}  // namespace

struct Device::Impl {
  explicit Impl(std::shared_ptr<Loaded> driver) : loaded(std::move(driver)) { ++loaded->users; }

  void make_device() {
    if (!NT_SUCCESS(loaded->entry)) throw StartError("DriverEntry", loaded->entry);
    device = std::make_unique<nt::PnpDevice>(identity(loaded->made++));
    const LastRefusal refusal;
    const Status status = device->add(loaded->image->driver());
    if (!NT_SUCCESS(status)) throw StartError(refusal.call_of(status, "AddDevice"), status);
  }

  void start_device() {
    const LastRefusal refusal;
    const Status status = device->start();
    if (!NT_SUCCESS(status))
      throw StartError(refusal.call_of(status, "IRP_MN_START_DEVICE"), status);
  }

  // Of a device that is started; clients find out when they open it.
  void expect_post_started() const {
    const std::shared_ptr<ks::Device> found = ks::device_of(nt::top_of_stack(device->physical()));
    const Status status = found == nullptr ? STATUS_SUCCESS : found->post_start_status();
    if (!NT_SUCCESS(status)) throw StartError("KSDEVICE_DISPATCH.PostStart", status);
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
    if (start) impl_->start_device();
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
  const Status status = try_open(filter, mode, out);
  if (status == STATUS_DEVICE_NOT_READY) impl_->expect_post_started();
  expect(status, "the filter cannot be opened");
  return std::move(*out);
}

bool Device::alive() const { return impl_->loaded->image->driver().alive(); }

}  // namespace drydock::avstream
