// The lock of some device, as a capability for the compiler.
//
// A device's lock guards fields of its bindings, resources and contexts. These reach their device
// through a pointer, and the compiler cannot see that it is the device whose lock a caller holds.
// So the fields name this capability, and a DeviceHold (work/device.h) takes it together with the
// lock of its device. The compiler proves that some device's lock is held; that it is the right
// device's is for the code to get right.
//
// Cost: none at run time. Owner: nobody. Threads: any.
#pragma once

#include "src/sim/thread_annotations.h"

namespace drydock::dxgk {

class DRYDOCK_ANNOTATION(capability("lock of a device")) SomeDeviceLock {
 public:
  constexpr void acquire() const DRYDOCK_ANNOTATION(acquire_capability()) {}
  constexpr void release() const DRYDOCK_ANNOTATION(release_capability()) {}
  // For a thread that has the object alone: nobody else has it yet, or any more.
  constexpr void is_not_needed() const DRYDOCK_ANNOTATION(assert_capability(this)) {}
};
inline constexpr SomeDeviceLock some_device_lock;

}  // namespace drydock::dxgk
