// Cancel-safe queues: who has an IRP when it is removed, cancelled, or both.
#include <gtest/gtest.h>

#include <deque>

#include "src/nt/base/wdk.h"

namespace {

struct CsqScene {
  IO_CSQ csq{};
  std::deque<PIRP> queued;
  std::vector<PIRP> cancelled;
  NTSTATUS refusal = STATUS_SUCCESS;
  PVOID insert_context = nullptr;
  int locked = 0;
};
CsqScene* csq_scene = nullptr;

VOID insert_irp(PIO_CSQ, PIRP irp) { csq_scene->queued.push_back(irp); }
NTSTATUS insert_irp_ex(PIO_CSQ, PIRP irp, PVOID context) {
  csq_scene->insert_context = context;
  if (NT_SUCCESS(csq_scene->refusal)) csq_scene->queued.push_back(irp);
  return csq_scene->refusal;
}
VOID remove_irp(PIO_CSQ, PIRP irp) { std::erase(csq_scene->queued, irp); }
PIRP peek_irp(PIO_CSQ, PIRP after, PVOID) {
  auto& all = csq_scene->queued;
  auto at = after == nullptr ? all.begin() : std::find(all.begin(), all.end(), after) + 1;
  return at == all.end() ? nullptr : *at;
}
VOID acquire_csq(PIO_CSQ, PKIRQL) { ++csq_scene->locked; }
VOID release_csq(PIO_CSQ, KIRQL) { --csq_scene->locked; }
VOID complete_cancelled(PIO_CSQ, PIRP irp) {
  EXPECT_EQ(csq_scene->locked, 0);  // called without the lock
  csq_scene->cancelled.push_back(irp);
}

class IrpQueue : public ::testing::Test {
 protected:
  void SetUp() override {
    csq_scene = &scene_;
    ASSERT_EQ(IoCsqInitialize(&scene_.csq, insert_irp, remove_irp, peek_irp, acquire_csq,
                              release_csq, complete_cancelled),
              STATUS_SUCCESS);
    for (PIRP& irp : irps_) {
      irp = IoAllocateIrp(1, FALSE);
      IoSetNextIrpStackLocation(irp);
    }
  }
  void TearDown() override {
    EXPECT_EQ(scene_.locked, 0);
    for (const PIRP irp : irps_) IoFreeIrp(irp);
  }

  CsqScene scene_;
  PIRP irps_[3] = {};
};

TEST_F(IrpQueue, RemovesInTheOrderOfTheDriver) {
  for (const PIRP irp : irps_) IoCsqInsertIrp(&scene_.csq, irp, nullptr);
  EXPECT_NE(IoGetCurrentIrpStackLocation(irps_[0])->Control & SL_PENDING_RETURNED, 0);
  for (const PIRP irp : irps_) {
    EXPECT_EQ(IoCsqRemoveNextIrp(&scene_.csq, nullptr), irp);
    EXPECT_EQ(irp->CancelRoutine, nullptr);  // the driver has it now
  }
  EXPECT_EQ(IoCsqRemoveNextIrp(&scene_.csq, nullptr), nullptr);
}

TEST_F(IrpQueue, ACancelledOneLeavesTheQueueAndIsCompleted) {
  for (const PIRP irp : irps_) IoCsqInsertIrp(&scene_.csq, irp, nullptr);
  EXPECT_TRUE(IoCancelIrp(irps_[1]));
  EXPECT_EQ(scene_.cancelled, std::vector<PIRP>{irps_[1]});
  EXPECT_EQ(scene_.queued, (std::deque<PIRP>{irps_[0], irps_[2]}));
  EXPECT_FALSE(IoCancelIrp(irps_[1]));  // nobody is asked again
  while (IoCsqRemoveNextIrp(&scene_.csq, nullptr) != nullptr) {
  }
}

TEST_F(IrpQueue, OneThatWasCancelledBeforeIsCompletedAtOnce) {
  EXPECT_FALSE(IoCancelIrp(irps_[0]));
  IoCsqInsertIrp(&scene_.csq, irps_[0], nullptr);
  EXPECT_EQ(scene_.cancelled, std::vector<PIRP>{irps_[0]});
  EXPECT_TRUE(scene_.queued.empty());
}

// An IRP whose cancel routine was taken by a canceller is not the driver's.
TEST_F(IrpQueue, RemovingPassesOverThoseThatAreBeingCancelled) {
  IO_CSQ_IRP_CONTEXT context{};
  IoCsqInsertIrp(&scene_.csq, irps_[0], &context);
  IoCsqInsertIrp(&scene_.csq, irps_[1], nullptr);
  const PDRIVER_CANCEL taken = IoSetCancelRoutine(irps_[0], nullptr);
  EXPECT_EQ(IoCsqRemoveNextIrp(&scene_.csq, nullptr), irps_[1]);
  EXPECT_EQ(IoCsqRemoveNextIrp(&scene_.csq, nullptr), nullptr);
  EXPECT_EQ(IoCsqRemoveIrp(&scene_.csq, &context), nullptr);
  IoSetCancelRoutine(irps_[0], taken);
  EXPECT_TRUE(IoCancelIrp(irps_[0]));
  EXPECT_EQ(scene_.cancelled, std::vector<PIRP>{irps_[0]});
}

TEST_F(IrpQueue, AContextNamesItsIrpUntilItIsGone) {
  IO_CSQ_IRP_CONTEXT contexts[2] = {};
  IoCsqInsertIrp(&scene_.csq, irps_[0], &contexts[0]);
  IoCsqInsertIrp(&scene_.csq, irps_[1], &contexts[1]);
  EXPECT_EQ(IoCsqRemoveIrp(&scene_.csq, &contexts[1]), irps_[1]);
  EXPECT_EQ(IoCsqRemoveIrp(&scene_.csq, &contexts[1]), nullptr);
  EXPECT_TRUE(IoCancelIrp(irps_[0]));
  EXPECT_EQ(contexts[0].Irp, nullptr);
  EXPECT_EQ(IoCsqRemoveIrp(&scene_.csq, &contexts[0]), nullptr);
  IoCsqInsertIrp(&scene_.csq, irps_[2], &contexts[0]);
  EXPECT_EQ(IoCsqRemoveNextIrp(&scene_.csq, nullptr), irps_[2]);
  EXPECT_EQ(contexts[0].Irp, nullptr);
}

TEST_F(IrpQueue, TheExtendedInsertMayRefuse) {
  ASSERT_EQ(IoCsqInitializeEx(&scene_.csq, insert_irp_ex, remove_irp, peek_irp, acquire_csq,
                              release_csq, complete_cancelled),
            STATUS_SUCCESS);
  scene_.refusal = STATUS_DEVICE_BUSY;
  EXPECT_EQ(IoCsqInsertIrpEx(&scene_.csq, irps_[0], nullptr, &scene_), STATUS_DEVICE_BUSY);
  EXPECT_EQ(scene_.insert_context, &scene_);
  EXPECT_EQ(irps_[0]->CancelRoutine, nullptr);
  EXPECT_EQ(IoGetCurrentIrpStackLocation(irps_[0])->Control & SL_PENDING_RETURNED, 0);
  scene_.refusal = STATUS_SUCCESS;
  EXPECT_EQ(IoCsqInsertIrpEx(&scene_.csq, irps_[0], nullptr, nullptr), STATUS_SUCCESS);
  EXPECT_EQ(scene_.insert_context, nullptr);
  EXPECT_EQ(IoCsqRemoveNextIrp(&scene_.csq, nullptr), irps_[0]);
}

}  // namespace
