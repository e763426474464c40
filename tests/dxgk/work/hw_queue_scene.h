// Hardware queues of a client, and their doorbells.
#pragma once

#include "src/sim/faults.h"
#include "tests/dxgk/work/queue_client.h"
#include "tests/dxgk/work/queue_miniport.h"
#include "tests/support/residency_client.h"

namespace drydock::testing {

inline constexpr sim::Time kNever = sim::Time{1} << 60;
inline constexpr UINT64 kLost = ~UINT64{0};

class HwQueue : public Gpu {
 protected:
  GpuWorld& make_queues() {
    GpuWorld& gpu = make(driver.settings());
    gpu.adapter->scheduler()->set_timeout(kNever);
    gpu.run();
    EXPECT_EQ(destroy_context(gpu.context.handle), STATUS_SUCCESS);  // only theirs is of interest
    EXPECT_EQ(create_queue_context(gpu.device, context), STATUS_SUCCESS);
    driver.take_calls();
    return gpu;
  }
  ClientHwQueue make_queue(bool is_for_user_mode = false) {
    const ClientHwQueue out = create_queue(context, is_for_user_mode);
    EXPECT_EQ(out.status, STATUS_SUCCESS);
    return out;
  }
  // A queue for user-mode submission whose doorbell is connected.
  void make_doorbell(GpuWorld& gpu) {
    queue = make_queue(/*is_for_user_mode=*/true);
    ring = gpu.one();
    control = gpu.one();
    bell = create_doorbell(queue.handle, ring, control);
    EXPECT_EQ(bell.status, STATUS_SUCCESS);
    EXPECT_EQ(testing::connect(queue.handle), STATUS_SUCCESS);
  }
  void TearDown() override {
    dxgk::finish_jobs();  // a doorbell's allocations may be on their way
    Gpu::TearDown();
    EXPECT_THAT(driver.faults(), ::testing::IsEmpty());
    EXPECT_TRUE(driver.is_empty());
  }
  static NTSTATUS connect(D3DKMT_HANDLE handle) { return testing::connect(handle); }

  QueueMiniport driver;
  D3DKMT_HANDLE context = 0;
  ClientHwQueue queue;
  D3DKMT_HANDLE ring = 0, control = 0;
  ClientDoorbell bell;
};

}  // namespace drydock::testing
