// A client that locks with Discard, and gets other instances.
#pragma once

#include <cstring>
#include <utility>

#include "tests/sched/gpu_fixture.h"

namespace drydock::testing {

inline constexpr UINT kDiscard = 1U << 7, kUnreferenced = 1U << 8;
inline constexpr ULONG kOlder = DXGKDDI_INTERFACE_VERSION_WDDM1_3;

class Renaming : public Gpu {
 protected:
  // Locked and unlocked, and filled meanwhile; `name` is what it is called afterwards.
  NTSTATUS discard(D3DKMT_HANDLE& name, int value, UINT flags = kDiscard) {
    D3DKMT_LOCK data{};
    data.hDevice = world->device;
    data.hAllocation = name;
    data.Flags.Value = flags;
    data.Flags.LockEntire = 1;
    const NTSTATUS status = D3DKMTLock(&data);
    if (status != STATUS_SUCCESS) {
      EXPECT_EQ(data.hAllocation, name);
      return status;
    }
    std::memset(data.pData, value, kBytes);
    unlock(world->device, data.hAllocation);
    name = data.hAllocation;
    return status;
  }
  // Copies what one names to another allocation, when the test lets the GPU.
  NTSTATUS copy(D3DKMT_HANDLE from, D3DKMT_HANDLE to) {
    return render(world->context, {to, from}, {{Op::kCopy, 0, 1}});
  }
  // Ends all submitted work. Before the first call no work ends.
  void finish() {
    if (!std::exchange(is_running_, true)) world->run();
    wait_for_idle(world->device);
  }
  int content(D3DKMT_HANDLE allocation) { return world->content(allocation, kBytes); }
  std::size_t count_at_end(std::string_view rule) {
    world->end();
    return world->count(rule);
  }

  static constexpr std::size_t kBytes = 16 << 10;

 private:
  bool is_running_ = false;
};

// Settings with allocations in an aperture, where the CPU can always see them.
inline EngineMiniport::Settings in_aperture() {
  EngineMiniport::Settings settings;
  settings.segments = 2;
  settings.preferred = 2;
  return settings;
}
inline EngineMiniport::Settings with_list_of(UINT length) {
  EngineMiniport::Settings settings = in_aperture();
  settings.version = kOlder;
  settings.renaming_list = length;
  return settings;
}

}  // namespace drydock::testing
