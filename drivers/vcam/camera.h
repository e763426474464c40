// The device. It works while it is started, powered and there; its capture pins follow.
#pragma once

#include "vcam.h"

class Capture;

class Camera {
 public:
  Camera();

  static Camera& of(PKSDEVICE device) { return *static_cast<Camera*>(device->Context); }

  // IRP_MN_START_DEVICE, once or again (S-089).
  NTSTATUS start(PKSDEVICE device);
  void stop();
  void surprise_removal();
  void set_power(DEVICE_POWER_STATE state);
  // The last call: nothing is open any more.
  void remove();

  // Null before the first start. Valid until remove(), because allocators of open pins live on
  // after a surprise removal.
  PDMA_ADAPTER adapter() const { return adapter_; }
  bool is_gone() const { return gone_; }

  void add(Capture& capture);
  void remove(Capture& capture);
  // The capture wants to run, or not to run any more.
  NTSTATUS set_wanted(Capture& capture, bool wanted);

 private:
  void follow();  // under mutex_: starts or stops every capture as power and state allow

  KMUTEX mutex_;
  LIST_ENTRY captures_;
  PDMA_ADAPTER adapter_ = nullptr;
  bool started_ = false;
  bool powered_ = true;
  bool gone_ = false;
};
