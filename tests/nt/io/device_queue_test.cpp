// Device queues: who is queued, and in which order.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/sim/schedule.h"
#include "tests/nt/io/start_io_scene.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

// wdm/nf-wdm-keinsertdevicequeue.md: FALSE for the first entry, which is to be served at once; the
// queue is busy then.
TEST(DeviceQueue, FirstComerIsNotQueued) {
  KDEVICE_QUEUE queue;
  KDEVICE_QUEUE_ENTRY entries[3]{};
  KeInitializeDeviceQueue(&queue);
  const AtDispatch raised;
  EXPECT_FALSE(KeInsertDeviceQueue(&queue, &entries[0]));
  EXPECT_TRUE(KeInsertDeviceQueue(&queue, &entries[1]));
  EXPECT_TRUE(KeInsertDeviceQueue(&queue, &entries[2]));
  EXPECT_EQ(KeRemoveDeviceQueue(&queue), &entries[1]);
  EXPECT_TRUE(KeRemoveEntryDeviceQueue(&queue, &entries[2]));
  EXPECT_FALSE(KeRemoveEntryDeviceQueue(&queue, &entries[2]));
  // wdm/nf-wdm-keremovedevicequeue.md: busy but empty gives NULL and becomes not busy.
  EXPECT_TRUE(queue.Busy);
  EXPECT_EQ(KeRemoveDeviceQueue(&queue), nullptr);
  EXPECT_FALSE(queue.Busy);
}

// wdm/nf-wdm-keinsertbykeydevicequeue.md and wdm/nf-wdm-keremovebykeydevicequeue.md
TEST(DeviceQueue, KeysOrderTheEntries) {
  KDEVICE_QUEUE queue;
  KDEVICE_QUEUE_ENTRY entries[5]{};
  KeInitializeDeviceQueue(&queue);
  const AtDispatch raised;
  EXPECT_EQ(KeRemoveByKeyDeviceQueueIfBusy(&queue, 1), nullptr);
  KeInsertByKeyDeviceQueue(&queue, &entries[0], 9);
  KeInsertByKeyDeviceQueue(&queue, &entries[1], 5);
  KeInsertByKeyDeviceQueue(&queue, &entries[2], 3);
  KeInsertByKeyDeviceQueue(&queue, &entries[3], 5);
  KeInsertByKeyDeviceQueue(&queue, &entries[4], 8);
  EXPECT_EQ(KeRemoveByKeyDeviceQueue(&queue, 5), &entries[1]);
  EXPECT_EQ(KeRemoveByKeyDeviceQueue(&queue, 6), &entries[4]);
  EXPECT_EQ(KeRemoveByKeyDeviceQueue(&queue, 100), &entries[2]);
  EXPECT_EQ(KeRemoveByKeyDeviceQueueIfBusy(&queue, 0), &entries[3]);
  EXPECT_EQ(KeRemoveDeviceQueue(&queue), nullptr);
}

}  // namespace
