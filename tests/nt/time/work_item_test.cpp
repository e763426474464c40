// Work items: their level, and who frees them.
#include <gtest/gtest.h>

#include "src/nt/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/nt/time/noted.h"

namespace {

using namespace drydock::testing;

namespace sim = drydock::sim;
using drydock::rules::FindingLog;

// wdm/nf-wdm-ioqueueworkitem.md: the routine runs at PASSIVE_LEVEL in a system thread.
TEST_F(WorkItem, RunsAtPassiveLevel) {
  struct Seen {
    KEVENT done;
    KIRQL irql;
  } seen;
  KeInitializeEvent(&seen.done, NotificationEvent, FALSE);
  DEVICE_OBJECT device{};
  PIO_WORKITEM item = IoAllocateWorkItem(&device);
  ASSERT_NE(item, nullptr);
  IoQueueWorkItem(
      item,
      [](PDEVICE_OBJECT, PVOID context) {
        auto& both = *static_cast<Seen*>(context);
        both.irql = KeGetCurrentIrql();
        KeSetEvent(&both.done, 0, FALSE);
      },
      DelayedWorkQueue, &seen);
  EXPECT_EQ(KeWaitForSingleObject(&seen.done, Executive, KernelMode, FALSE, nullptr),
            STATUS_SUCCESS);
  EXPECT_EQ(seen.irql, PASSIVE_LEVEL);
  IoFreeWorkItem(item);
  EXPECT_TRUE(log_.findings().empty());
}

// wdm/nf-wdm-ioqueueworkitem.md: an item may be queued again once its routine has begun;
// wdm/nf-wdm-iofreeworkitem.md: and freed then.
TEST_F(WorkItem, QueuedAgainAndFreedInItsRoutine) {
  struct Seen {
    KEVENT done;
    int runs = 0;
  } seen;
  KeInitializeEvent(&seen.done, NotificationEvent, FALSE);
  DEVICE_OBJECT device{};
  PIO_WORKITEM item = IoAllocateWorkItem(&device);
  IoQueueWorkItemEx(
      item,
      [](PVOID, PVOID context, PIO_WORKITEM self) {
        auto& it = *static_cast<Seen*>(context);
        if (++it.runs < 3) {
          IoQueueWorkItemEx(
              self,
              [](PVOID, PVOID again, PIO_WORKITEM same) {
                auto& inner = *static_cast<Seen*>(again);
                ++inner.runs;
                IoFreeWorkItem(same);
                KeSetEvent(&inner.done, 0, FALSE);
              },
              DelayedWorkQueue, &it);
        }
      },
      DelayedWorkQueue, &seen);
  KeWaitForSingleObject(&seen.done, Executive, KernelMode, FALSE, nullptr);
  EXPECT_EQ(seen.runs, 2);
  EXPECT_TRUE(log_.findings().empty());
}

}  // namespace
