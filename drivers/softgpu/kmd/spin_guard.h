// Holds a spin lock for as long as the object lives, at DISPATCH_LEVEL.
#pragma once

#include "softgpu_kmd.h"

class SpinGuard {
 public:
  explicit SpinGuard(KSPIN_LOCK& lock) : lock_(lock) { KeAcquireSpinLock(&lock_, &irql_); }
  ~SpinGuard() { KeReleaseSpinLock(&lock_, irql_); }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  KSPIN_LOCK& lock_;
  KIRQL irql_;
};
