// A filter factory: a kind of filter that can be opened, and the names and interfaces it has.
#pragma once

#include <string>
#include <vector>

#include "src/ks/device/device.h"

namespace drydock::ks {

struct FactoryOptions {
  std::u16string reference;  // empty: the text of the descriptor's ReferenceGuid (S-095)
  PSECURITY_DESCRIPTOR security = nullptr;
  ULONG item_flags = 0;
  PFNKSFILTERFACTORYPOWER sleep = nullptr;
  PFNKSFILTERFACTORYPOWER wake = nullptr;
  bool late = false;  // made when the device was up already
};

class Factory final : public Object {
 public:
  // Checks the descriptor (descriptor.h), adds the create item, registers the interfaces of its
  // categories. They are enabled when the device is started, or at once when it is and PostStart
  // runs.
  static NTSTATUS make(Device& device, const KSFILTER_DESCRIPTOR* descriptor,
                       const FactoryOptions& options, std::shared_ptr<Factory>& made);
  ~Factory() override;

  KSFILTERFACTORY& face() { return face_; }
  const KSFILTER_DESCRIPTOR* descriptor() const { return face_.FilterDescriptor; }
  Device& device() override { return device_; }
  Mutex& control_mutex() override { return device_.mutex(); }
  std::string describe() const override;
  const std::u16string& reference() const { return options_.reference; }
  void notify_power(DEVICE_POWER_STATE to, bool sleeps) override;

  NTSTATUS add_item(const FactoryOptions& options);
  // S-094. Interfaces of all categories.
  NTSTATUS enable_interfaces(bool enabled);
  void check_enabled() const;
  // Gives back what it has of the system: the device does not wait for the last reference to it,
  // which may be a worker's.
  void withdraw();
  // The symbolic link of the first interface, as KsFilterFactoryGetSymbolicLink shows it.
  PUNICODE_STRING symbolic_link();

 private:
  enum class Interfaces : std::uint8_t { kNeverEnabled, kEnabled, kDisabled };

  Factory(Device& device, const KSFILTER_DESCRIPTOR* descriptor, FactoryOptions options);
  NTSTATUS register_interfaces();

  Device& device_;
  KSFILTERFACTORY face_{};
  const FactoryOptions options_;
  std::vector<UNICODE_STRING> links_;
  Interfaces interfaces_ = Interfaces::kNeverEnabled;  // under the device mutex
};

}  // namespace drydock::ks
