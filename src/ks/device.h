// A device: the top of the tree, and what Plug and Play and power tell it.
//
// IRP_MN_START_DEVICE goes down first, then Start is called under the device mutex, then
// PostStart from a worker; the device is started when both agreed, and its factories' interfaces
// are enabled. Creates that come before PostStart has ended wait for it. Surprise removal refuses
// new requests, fails those that are queued and raises KSEVENT_DEVICE_LOST; REMOVE frees the tree.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "src/ks/header.h"
#include "src/ks/mapping.h"
#include "src/ks/mutex.h"
#include "src/ks/object.h"

namespace drydock::ks {

class Factory;

enum class PnpState : std::uint8_t { kAdded, kStarted, kStopped, kSurpriseRemoved, kRemoved };

class Device final : public Object {
 public:
  // KsInitializeDevice: the device object is there, its lower one attached. Null without memory.
  static NTSTATUS make(PDEVICE_OBJECT functional, PDEVICE_OBJECT physical, PDEVICE_OBJECT next,
                       const KSDEVICE_DESCRIPTOR* descriptor);
  ~Device() override;

  KSDEVICE& face() { return face_; }
  DeviceHeader& header() { return header_; }
  Device& device() override { return *this; }
  Mutex& control_mutex() override { return mutex_; }
  Mutex& mutex() { return mutex_; }
  std::string describe() const override;
  const std::shared_ptr<BagItems>& bag_items() const { return bag_items_; }
  DmaMapper& mapper() { return mapper_; }

  NTSTATUS pnp(PIRP irp);    // completes or forwards
  NTSTATUS power(PIRP irp);  // completes or forwards

  // STATUS_DEVICE_NOT_READY when the device is not started (S-090) or PostStart failed,
  // STATUS_DEVICE_REMOVED after a surprise removal. Waits for PostStart.
  NTSTATUS may_open();
  // False after a surprise removal: requests other than close and clean-up are refused (S-255).
  bool accepts_requests() const;

  // Started, and PostStart is over: interfaces that come now are not enabled by the class driver.
  bool is_up() const;

  // A pin has left STOP, or come back to it.
  void note_use(bool begins) { users_ += begins ? 1 : -1; }
  bool is_in_use() const { return users_ > 0; }

  // The bus driver's access to configuration space; false when it offers none.
  bool query_bus(BUS_INTERFACE_STANDARD& bus);

  // KsTerminateDevice: the tree goes, the device object stays.
  void terminate();
  // A create item of this factory went.
  void forget_factory(const void* face);

 private:
  Device(PDEVICE_OBJECT functional, nt::Driver& driver, std::shared_ptr<BagItems> items);

  const KSDEVICE_DISPATCH* dispatch() const;
  NTSTATUS add();
  void enter(PnpState state);
  void enable_interfaces(bool enabled);
  // device_pnp.cpp
  NTSTATUS start(PIRP irp);
  void begin_post_start();
  void post_start();
  NTSTATUS query(PIRP irp, PFNKSDEVICEIRP callback, const char* where);
  void tell(PIRP irp, PFNKSDEVICEIRPVOID callback, const char* where);
  void stop(PIRP irp);
  void surprise_removal(PIRP irp);
  NTSTATUS remove(PIRP irp);
  NTSTATUS query_capabilities(PIRP irp);
  NTSTATUS query_interface(PIRP irp);
  // device_power.cpp
  NTSTATUS query_power(PIRP irp);
  NTSTATUS set_device_power(PIRP irp);
  NTSTATUS set_system_power(PIRP irp);
  void tell_power(DEVICE_POWER_STATE to, bool sleeping);
  void check_paused();

  KSDEVICE face_{};
  DeviceHeader header_;
  const std::shared_ptr<BagItems> bag_items_;
  Mutex mutex_;
  DmaMapper mapper_;
  std::atomic<int> users_ = 0;  // pins beyond STOP; a count that guards nothing
  mutable sim::Lock lock_;
  PnpState state_ DRYDOCK_GUARDED_BY(lock_) = PnpState::kAdded;
  NTSTATUS post_start_status_ DRYDOCK_GUARDED_BY(lock_) = STATUS_SUCCESS;
  KEVENT post_started_;
};

// The AVStream device of a functional device object; null when there is none.
std::shared_ptr<Device> device_of(PDEVICE_OBJECT functional);

// A driver died: what clients wait for from its devices is answered, from a worker.
void abandon_devices_of(const nt::Driver& driver);

}  // namespace drydock::ks
