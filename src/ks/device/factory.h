// A filter factory: a kind of filter that can be opened, with its names and interfaces.
//
// Owner: the device, until REMOVE or until the last create item is removed. Threads: under the
// device mutex, except for opens.
#pragma once

#include <atomic>
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
  bool late = false;  // made after PostStart had returned
};

class Factory final : public Object {
 public:
  // Checks the descriptor (src/ks/description/descriptor.h), adds the create item and registers the
  // interfaces of its categories. The device enables them when it is started.
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
  // Interfaces of all categories.
  NTSTATUS enable_interfaces(bool enabled);
  void check_enabled() const;  // S-094
  // Disables the interfaces and frees their names. The device does not wait for the last reference
  // to the factory, which a worker may have.
  void withdraw();
  // The symbolic link of the first interface, for KsFilterFactoryGetSymbolicLink; null without one.
  PUNICODE_STRING symbolic_link();

 private:
  enum class Interfaces : std::uint8_t { kNeverEnabled, kEnabled, kDisabled };

  Factory(Device& device, const KSFILTER_DESCRIPTOR* descriptor, FactoryOptions options);
  NTSTATUS register_interfaces();

  Device& device_;
  KSFILTERFACTORY face_{};
  const FactoryOptions options_;
  std::vector<UNICODE_STRING> links_;
  // Relaxed: nothing else is read because of it. Drivers change it on any thread.
  std::atomic<Interfaces> interfaces_ = Interfaces::kNeverEnabled;
};

}  // namespace drydock::ks
