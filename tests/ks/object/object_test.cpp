// Requests that a driver leaves pending, and completes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

constexpr const char* kPendingCreate = R"(
static KEVENT Done;
static VOID Complete(PVOID Context) {
  PIRP Irp = (PIRP)Context;
  KsCompletePendingRequest(Irp);
  KeSetEvent(&Done, IO_NO_INCREMENT, FALSE);
}
static WORK_QUEUE_ITEM Item;
static NTSTATUS Pend(PIRP Irp) {
  KeInitializeEvent(&Done, NotificationEvent, FALSE);
  Irp->IoStatus.Status = STATUS_SUCCESS;
  MARK
  ExInitializeWorkItem(&Item, Complete, Irp);
  ExQueueWorkItem(&Item, DelayedWorkQueue);
  return STATUS_PENDING;
}
)";

TEST(KsObjectRules, S106PendingWithoutMarkIsFound) {
  expect_found("S-106", {"ON_FILTER_CREATE=return Pend(Irp);", "MARK="}, kPendingCreate);
}

TEST(KsObjectRules, S106MarkedAndCompletedIsSilent) {
  // The driver waits for its work item before its code may go.
  expect_silent({"ON_FILTER_CREATE=return Pend(Irp);", "MARK=IoMarkIrpPending(Irp);",
                 "ON_PIN_CLOSE=KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);"},
                kPendingCreate);
}

TEST(KsObjectRules, N063PendingRequestCompletedTwiceIsFound) {
  expect_found("N-063",
               {"ON_FILTER_CREATE=return Pend(Irp);",
                "MARK=IoMarkIrpPending(Irp); KsCompletePendingRequest(Irp);",
                "ON_PIN_CLOSE=KeWaitForSingleObject(&Done, Executive, KernelMode, FALSE, NULL);"},
               kPendingCreate);
}

}  // namespace
