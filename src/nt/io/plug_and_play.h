// The Plug and Play manager's side of one device: a physical device object of the host below
// whatever drivers attach, and the requests that lead it through its life.
//
// Each request goes to the top of the stack and is waited for. The bus (the host) completes what
// reaches it.
//
// Cost: an IRP through the whole stack for each request. Owner: the host owns the physical device
// object; a driver that ends early leaves the stack to remove(). Threads: one at a time.
#pragma once

#include <memory>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/driver/driver.h"
#include "src/nt/io/device.h"

namespace drydock::nt {

struct PnpResources {
  std::vector<std::uint8_t> raw = {};         // a CM_RESOURCE_LIST; empty: none
  std::vector<std::uint8_t> translated = {};  // the same, as the processor sees it
};

class PnpDevice {
 public:
  explicit PnpDevice(DeviceIdentity identity, PnpResources resources = {});
  ~PnpDevice();  // removes what is left
  PnpDevice(const PnpDevice&) = delete;
  PnpDevice& operator=(const PnpDevice&) = delete;

  PDEVICE_OBJECT physical() const { return physical_; }

  // Calls AddDevice of the driver.
  NTSTATUS add(Driver& driver);
  NTSTATUS start();
  NTSTATUS query_stop();
  NTSTATUS cancel_stop();
  NTSTATUS stop();
  NTSTATUS query_remove();
  NTSTATUS cancel_remove();
  NTSTATUS surprise_remove();
  // IRP_MN_REMOVE_DEVICE. Afterwards the stack is the physical device alone.
  NTSTATUS remove();
  NTSTATUS query_capabilities(DEVICE_CAPABILITIES& capabilities);
  NTSTATUS query_power(POWER_STATE_TYPE type, POWER_STATE state);
  NTSTATUS set_power(POWER_STATE_TYPE type, POWER_STATE state);

 private:
  NTSTATUS send(UCHAR major, UCHAR minor, const std::function<void(IO_STACK_LOCATION&)>& fill);

  PnpResources resources_;
  PDEVICE_OBJECT physical_ = nullptr;
  bool added_ = false;
};

}  // namespace drydock::nt
