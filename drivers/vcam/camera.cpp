#include "camera.h"

#include "capture.h"

namespace {

class MutexHold {
 public:
  explicit MutexHold(KMUTEX& mutex) : mutex_(mutex) {
    KeWaitForSingleObject(&mutex_, Executive, KernelMode, FALSE, nullptr);
  }
  ~MutexHold() { KeReleaseMutex(&mutex_, FALSE); }
  MutexHold(const MutexHold&) = delete;
  MutexHold& operator=(const MutexHold&) = delete;

 private:
  KMUTEX& mutex_;
};

PDMA_ADAPTER find_adapter(PDEVICE_OBJECT physical) {
  DEVICE_DESCRIPTION description = {};
  description.Version = DEVICE_DESCRIPTION_VERSION;
  description.Master = TRUE;
  description.ScatterGather = FALSE;
  description.Dma32BitAddresses = TRUE;
  description.InterfaceType = PCIBus;
  description.MaximumLength = 1 << 20;
  ULONG registers = 0;
  return IoGetDmaAdapter(physical, &description, &registers);
}

}  // namespace

Camera::Camera() {
  KeInitializeMutex(&mutex_, 0);
  InitializeListHead(&captures_);
}

NTSTATUS Camera::start(PKSDEVICE device) {
  const MutexHold hold(mutex_);
  if (adapter_ == nullptr) adapter_ = find_adapter(device->PhysicalDeviceObject);
  if (adapter_ == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  started_ = true;
  follow();
  return STATUS_SUCCESS;
}

void Camera::stop() {
  const MutexHold hold(mutex_);
  started_ = false;
  follow();
}

void Camera::surprise_removal() {
  const MutexHold hold(mutex_);
  gone_ = true;
  follow();
}

void Camera::set_power(DEVICE_POWER_STATE state) {
  const MutexHold hold(mutex_);
  powered_ = state == PowerDeviceD0;
  follow();
}

void Camera::remove() {
  const MutexHold hold(mutex_);
  gone_ = true;
  follow();
  if (adapter_ != nullptr) adapter_->DmaOperations->PutDmaAdapter(adapter_);
  adapter_ = nullptr;
}

void Camera::add(Capture& capture) {
  const MutexHold hold(mutex_);
  InsertTailList(&captures_, &capture.link);
}

void Camera::remove(Capture& capture) {
  const MutexHold hold(mutex_);
  RemoveEntryList(&capture.link);
}

NTSTATUS Camera::set_wanted(Capture& capture, bool wanted) {
  const MutexHold hold(mutex_);
  if (wanted && gone_) return STATUS_DEVICE_REMOVED;
  capture.wanted = wanted;
  follow();
  return STATUS_SUCCESS;
}

void Camera::follow() {
  const bool works = started_ && powered_ && !gone_;
  for (PLIST_ENTRY at = captures_.Flink; at != &captures_; at = at->Flink) {
    Capture& capture = *CONTAINING_RECORD(at, Capture, link);
    if (works && capture.wanted) {
      capture.begin();
    } else {
      capture.end();
    }
  }
}
