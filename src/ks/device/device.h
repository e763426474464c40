// A device: the top of the tree, and its Plug and Play and power requests.
//
// IRP_MN_START_DEVICE goes down first. Then Start is called, under the device mutex, as the public
// samples expect, and then PostStart from a worker. The device is started when both have succeeded,
// and the interfaces of its factories are enabled. Creates that come before PostStart has returned
// wait for it. Surprise removal refuses new requests, fails those that are queued and raises
// KSEVENT_DEVICE_LOST; REMOVE frees the tree.
//
// Cost: nothing on the way of a frame. Owner: the functional device object, until REMOVE. Threads:
// any; Plug and Play and power requests come one at a time.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "src/ks/base/mutex.h"
#include "src/ks/device/device_functions.h"
#include "src/ks/object/header.h"
#include "src/ks/object/object.h"
#include "src/ks/queue/mapping.h"

namespace drydock::ks {

class Factory;

// Serves an IRP_MJ_CREATE that names a factory. Filters are a room above this one, so the caller
// that makes a device says how its filters are opened.
using OpenFilter = NTSTATUS (*)(Factory& factory, PIRP irp);

enum class PnpState : std::uint8_t { kAdded, kStarted, kStopped, kSurpriseRemoved, kRemoved };

class Device final : public Object, public DeviceFront {
 public:
  // KsInitializeDevice: the device object exists and is attached to the one below it.
  static NTSTATUS make(PDEVICE_OBJECT functional, PDEVICE_OBJECT physical, PDEVICE_OBJECT next,
                       const KSDEVICE_DESCRIPTOR* descriptor, OpenFilter open_filter);
  ~Device() override;

  KSDEVICE& face() { return face_; }
  DeviceHeader& header() { return header_; }
  Device& device() override { return *this; }
  Mutex& control_mutex() override { return mutex_; }
  Mutex& mutex() { return mutex_; }
  std::string describe() const override;
  const std::shared_ptr<BagItems>& bag_items() const { return bag_items_; }
  DmaMapper& mapper() { return mapper_; }
  // KsDeviceRegisterAdapterObject and its interface: S-274.
  NTSTATUS register_adapter(PADAPTER_OBJECT adapter, ULONG most_bytes, ULONG stride);
  PUNKNOWN find_interface(const GUID& id) override;
  NTSTATUS open_filter(Factory& factory, PIRP irp) { return open_filter_(factory, irp); }

  NTSTATUS pnp(PIRP irp);    // completes or forwards
  NTSTATUS power(PIRP irp);  // completes or forwards

  // STATUS_DEVICE_NOT_READY when the device is not started (S-090) or PostStart failed,
  // STATUS_DEVICE_REMOVED after a surprise removal. Waits for PostStart.
  NTSTATUS may_open() override;
  // False after a surprise removal: requests other than close and clean-up are refused (S-255).
  bool accepts_requests() const override;

  // Started, and PostStart has returned: the class driver does not enable interfaces that come now.
  bool is_up() const;

  // What PostStart returned; success while it runs and where there is none.
  NTSTATUS post_start_status() const;

  // A pin has left STOP, or has come back to it.
  void note_use(bool begins) { users_ += begins ? 1 : -1; }
  bool is_in_use() const { return users_ > 0; }

  // The bus driver's access to configuration space; false when it offers none.
  bool query_bus(BUS_INTERFACE_STANDARD& bus);

  // KsTerminateDevice: takes the tree down; the device object stays.
  void terminate();
  void remove_factory(const void* face) override;

 private:
  Device(PDEVICE_OBJECT functional, nt::Driver& driver, std::shared_ptr<BagItems> items,
         OpenFilter open_filter);

  const KSDEVICE_DISPATCH* dispatch() const;
  NTSTATUS add();
  void enter(PnpState state);
  void enable_interfaces(bool enabled);
  // device_pnp.cpp
  NTSTATUS start(PIRP irp);
  void begin_post_start();
  void post_start();
  NTSTATUS query(PIRP irp, PFNKSDEVICEIRP callback, const char* where);
  void notify_driver(PIRP irp, PFNKSDEVICEIRPVOID callback, const char* where);
  void stop(PIRP irp);
  void surprise_removal(PIRP irp);
  NTSTATUS remove(PIRP irp);
  NTSTATUS query_capabilities(PIRP irp);
  NTSTATUS query_interface(PIRP irp);
  // device_power.cpp
  NTSTATUS query_power(PIRP irp);
  NTSTATUS set_device_power(PIRP irp);
  NTSTATUS set_system_power(PIRP irp);

  KSDEVICE face_{};
  DeviceHeader header_;
  const std::shared_ptr<BagItems> bag_items_;
  const OpenFilter open_filter_;
  Mutex mutex_;
  DmaMapper mapper_;
  DeviceFunctions functions_{*this};
  std::atomic<int> users_ = 0;  // pins beyond STOP; only counted, so sequential order is enough
  mutable sim::Lock lock_{sim::LockRank::kStreamDevice};
  PnpState state_ DRYDOCK_GUARDED_BY(lock_) = PnpState::kAdded;
  NTSTATUS post_start_status_ DRYDOCK_GUARDED_BY(lock_) = STATUS_SUCCESS;
  KEVENT post_started_;
};

// The AVStream device of a functional device object; null when there is none.
std::shared_ptr<Device> device_of(PDEVICE_OBJECT functional);

// The dispatch routines of Plug and Play and power that KsInitializeDriver installs.
NTSTATUS dispatch_pnp(PDEVICE_OBJECT functional, PIRP irp);
NTSTATUS dispatch_power(PDEVICE_OBJECT functional, PIRP irp);

// A driver died: a worker answers the requests that clients of its devices wait for.
void abandon_devices_of(const nt::Driver& driver);

}  // namespace drydock::ks
