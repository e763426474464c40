// S-141: a driver that only connects pins leaves the hardware alone that a running graph uses.
#pragma once

#include "src/ks/object/object.h"

namespace drydock::ks {

// While it lives, this thread is in a callback that builds a graph below ACQUIRE. A write to the
// device is a finding then when a pin of the device is beyond STOP. They nest.
class BeforeAcquire {
 public:
  explicit BeforeAcquire(Object& object);
  ~BeforeAcquire();
  BeforeAcquire(const BeforeAcquire&) = delete;
  BeforeAcquire& operator=(const BeforeAcquire&) = delete;

 private:
  Object* const outer_;
};

}  // namespace drydock::ks
