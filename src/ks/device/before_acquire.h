// S-141: who only connects leaves the hardware alone that a running graph uses.
#pragma once

#include "src/ks/object/object.h"

namespace drydock::ks {

// While it lives this thread builds a graph on an object that has not come to ACQUIRE; a write to
// the device is a finding when a pin of it is beyond STOP. They nest.
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
