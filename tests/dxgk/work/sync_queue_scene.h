// Contexts of the software GPU that wait for synchronization objects and signal them.
#pragma once

#include <array>
#include <cstring>
#include <span>

#include "tests/support/fences.h"
#include "tests/support/gpu_client.h"

namespace drydock::testing {

inline constexpr std::size_t kPage = PAGE_SIZE;

inline D3DKMT_HANDLE create_sync(D3DKMT_HANDLE device,
                                 const D3DDDI_SYNCHRONIZATIONOBJECTINFO2& info) {
  D3DKMT_CREATESYNCHRONIZATIONOBJECT2 data{};
  data.hDevice = device;
  data.Info = info;
  EXPECT_EQ(D3DKMTCreateSynchronizationObject2(&data), STATUS_SUCCESS);
  return data.hSyncObject;
}

inline D3DKMT_HANDLE create_fence(D3DKMT_HANDLE device, UINT64 value = 0) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info{};
  info.Type = D3DDDI_FENCE;
  info.Fence.FenceValue = value;
  return create_sync(device, info);
}

inline D3DKMT_HANDLE create_mutex(D3DKMT_HANDLE device, bool owned = false) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info{};
  info.Type = D3DDDI_SYNCHRONIZATION_MUTEX;
  info.SynchronizationMutex.InitialState = owned ? TRUE : FALSE;
  return create_sync(device, info);
}

inline D3DKMT_HANDLE create_semaphore(D3DKMT_HANDLE device, UINT count, UINT most) {
  D3DDDI_SYNCHRONIZATIONOBJECTINFO2 info{};
  info.Type = D3DDDI_SEMAPHORE;
  info.Semaphore.InitialCount = count;
  info.Semaphore.MaxCount = most;
  return create_sync(device, info);
}

inline NTSTATUS wait(const GpuContext& context, std::span<const D3DKMT_HANDLE> objects,
                     UINT64 value = 0) {
  D3DKMT_WAITFORSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = context.handle();
  data.ObjectCount = static_cast<UINT>(objects.size());
  std::ranges::copy(objects, data.ObjectHandleArray);
  data.Fence.FenceValue = value;
  return D3DKMTWaitForSynchronizationObject2(&data);
}
inline NTSTATUS wait(const GpuContext& context, D3DKMT_HANDLE object, UINT64 value = 0) {
  return wait(context, std::array{object}, value);
}

inline NTSTATUS signal(const GpuContext& context, D3DKMT_HANDLE object, UINT64 value = 0) {
  D3DKMT_SIGNALSYNCHRONIZATIONOBJECT2 data{};
  data.hContext = context.handle();
  data.ObjectCount = 1;
  data.ObjectHandleArray[0] = object;
  data.Fence.FenceValue = value;
  return D3DKMTSignalSynchronizationObject2(&data);
}

// An event of the client's.
struct Event {
  Event() {
    EXPECT_EQ(ZwCreateEvent(&handle, EVENT_ALL_ACCESS, nullptr, NotificationEvent, FALSE),
              STATUS_SUCCESS);
  }
  ~Event() { ZwClose(handle); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  bool is_set() const {
    LARGE_INTEGER now{};
    return ZwWaitForSingleObject(handle, FALSE, &now) == STATUS_SUCCESS;
  }

  HANDLE handle = nullptr;
};

class SyncQueue : public ::testing::Test {
 protected:
  void TearDown() override {
    world_.end();
    for (const rules::Finding& finding : log_.findings())
      EXPECT_EQ(finding.rule->party, rules::Party::kClient) << to_text(finding);
  }

  D3DKMT_HANDLE device() const { return world_.device(); }
  // The first word of an allocation that only this test writes.
  UINT64 word(D3DKMT_HANDLE allocation) {
    UINT64 out = 0;
    std::memcpy(&out, read_back(device(), allocation, sizeof out).data(), sizeof out);
    return out;
  }
  NTSTATUS put(GpuContext& context, D3DKMT_HANDLE allocation, UINT64 value) {
    return context.render(std::array{write(0, 0, value)}, std::array{allocation});
  }

  rules::FindingLog log_;
  SoftGpuWorld world_;
};

}  // namespace drydock::testing
