// What a handler of a request may set and return.
#include "src/ks/automation/automation.h"

#include <gtest/gtest.h>

#include "tests/ks/minidriver.h"
#include "tests/support/test_driver.h"

using namespace drydock::testing;

namespace {

constexpr const char* kPendingCreate = R"(
static KEVENT Done;
static VOID Complete(PVOID Context) {
  PIRP Irp = (PIRP)Context;
  Irp->IoStatus.Status = STATUS_SUCCESS;
  KsCompletePendingRequest(Irp);
  KeSetEvent(&Done, IO_NO_INCREMENT, FALSE);
}
static WORK_QUEUE_ITEM Item;
static NTSTATUS Pend(PIRP Irp) {
  KeInitializeEvent(&Done, NotificationEvent, FALSE);
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

TEST(KsObjectRules, S240StatusSetByAHandlerIsFound) {
  expect_found("S-240", {"ON_NOTES=Irp->IoStatus.Status = STATUS_UNSUCCESSFUL;"});
}
TEST(KsObjectRules, S240InformationBeyondTheBufferIsFound) {
  expect_found("S-240", {"ON_NOTES=Irp->IoStatus.Information = 1 << 20; return STATUS_SUCCESS;"});
}
// The host puts both right and goes on: the second handler's mistake is seen too.
TEST(KsObjectRules, S240ALifeGoesOnAfterIt) {
  OpenMinidriver driver(minidriver({"ON_NOTES=Irp->IoStatus.Status = STATUS_UNSUCCESSFUL;"}));
  driver.open();
  driver.notes();
  driver.notes();
  const auto findings = driver.end();
  EXPECT_EQ(count(findings, "S-240"), 2U) << text_of(findings);
}
TEST(KsObjectRules, S240InformationAloneIsSilent) { expect_silent(); }

}  // namespace
