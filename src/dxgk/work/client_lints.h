// What a client did that the documents forbid and Windows tolerates. It is counted on the client's
// device, and raised when the device is destroyed, as one breach per rule.
//
// Cost: nothing for a client that keeps the rules.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace drydock::dxgk {

enum class ClientLint : std::uint8_t {
  kListWithResource,
  kStandardNotShared,
  kDestroyedWhileLocked,
  kHeapGoneEarly,
  kResourceLeft,
  kAllocationLeft,
  kFirstVersion,
  kClaimedAgain,
  kLostDeviceLeft,
  kRetiredBuffer,
  kGlobalShare,
  kDiscardedAgain,
  kCount,
};

class ClientLints {
 public:
  // At any place, under any lock.
  void note(ClientLint lint, std::uint32_t times = 1) {
    counts_[static_cast<std::size_t>(lint)].fetch_add(times, std::memory_order_relaxed);
  }

  // Raises one breach for each kind that was noted. `device` is the device's handle. The caller
  // holds no lock.
  void raise_all(std::uint32_t device);

 private:
  std::array<std::atomic<std::uint32_t>, static_cast<std::size_t>(ClientLint::kCount)> counts_{};
};

// While one lives, this thread shares by global handles as the Direct3D runtime must. The program
// did not choose that, so it is not noted (K-216).
class SharingOfRuntime {
 public:
  SharingOfRuntime() { ++depth; }
  ~SharingOfRuntime() { --depth; }
  SharingOfRuntime(const SharingOfRuntime&) = delete;
  SharingOfRuntime& operator=(const SharingOfRuntime&) = delete;

  static bool is_on() { return depth != 0; }

 private:
  static thread_local constinit int depth;
};

// Observes whether this thread, while one lives, broke the promise that the GPU does not use what
// is destroyed (K-220).
class IdlenessWatch {
 public:
  IdlenessWatch() : before_(broken) {}

  bool is_broken() const { return broken != before_; }
  static void note_broken() { ++broken; }

 private:
  static thread_local constinit unsigned broken;
  const unsigned before_;
};

}  // namespace drydock::dxgk
