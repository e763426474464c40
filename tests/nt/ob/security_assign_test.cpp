// Descriptors for new objects.
#include <gtest/gtest.h>

#include <string>

#include "tests/nt/life/holds.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;

constexpr const char* kMakeDescriptor = R"(
static UCHAR Sids[2][SECURITY_MAX_SID_SIZE];
static SECURITY_DESCRIPTOR Descriptors[2];
// A descriptor whose owner is S-1-5-18 plus its number.
static PSECURITY_DESCRIPTOR Make(ULONG number) {
  SID_IDENTIFIER_AUTHORITY nt = {{0, 0, 0, 0, 0, 5}};
  RtlInitializeSid(Sids[number], &nt, 1);
  *RtlSubAuthoritySid(Sids[number], 0) = 18 + number;
  RtlCreateSecurityDescriptor(&Descriptors[number], SECURITY_DESCRIPTOR_REVISION);
  RtlSetOwnerSecurityDescriptor(&Descriptors[number], Sids[number], FALSE);
  return &Descriptors[number];
}
static BOOLEAN IsOf(PSECURITY_DESCRIPTOR descriptor, ULONG number) {
  PSID owner; BOOLEAN defaulted;
  return RtlGetOwnerSecurityDescriptor(descriptor, &owner, &defaulted) == STATUS_SUCCESS && owner != Sids[number] &&
         RtlEqualSid(owner, Sids[number]);
})";

// wdm/nf-wdm-seassignsecurity.md, wdm/nf-wdm-sedeassignsecurity.md
TEST(SecurityAssign, TheExplicitDescriptorComesBeforeTheParents) {
  expect_holds(kMakeDescriptor, R"(
  PSECURITY_DESCRIPTOR parent = Make(0), own = Make(1), assigned;
  HOLDS(SeAssignSecurity(parent, own, &assigned, FALSE, NULL, NULL, PagedPool) == STATUS_SUCCESS && IsOf(assigned, 1));
  HOLDS(SeDeassignSecurity(&assigned) == STATUS_SUCCESS && assigned == NULL);
  HOLDS(SeAssignSecurityEx(parent, NULL, &assigned, NULL, FALSE, 0, NULL, NULL, PagedPool) == STATUS_SUCCESS && IsOf(assigned, 0));
  HOLDS(SeDeassignSecurity(&assigned) == STATUS_SUCCESS && SeDeassignSecurity(&assigned) == STATUS_SUCCESS);)");
}

TEST(SecurityAssign, WhatIsAssignedIsInOnePieceAndCanBeCopiedAgain) {
  expect_holds(kMakeDescriptor, R"(
  PSECURITY_DESCRIPTOR first, second, empty; PSID owner; BOOLEAN defaulted;
  HOLDS(SeAssignSecurity(NULL, Make(0), &first, FALSE, NULL, NULL, PagedPool) == STATUS_SUCCESS);
  HOLDS(RtlValidRelativeSecurityDescriptor(first, RtlLengthSecurityDescriptor(first), OWNER_SECURITY_INFORMATION));
  HOLDS(SeAssignSecurity(first, NULL, &second, FALSE, NULL, NULL, NonPagedPoolNx) == STATUS_SUCCESS);
  HOLDS(second != first && RtlLengthSecurityDescriptor(second) == RtlLengthSecurityDescriptor(first));
  SeDeassignSecurity(&first);
  HOLDS(IsOf(second, 0));
  SeDeassignSecurity(&second);
  HOLDS(SeAssignSecurity(NULL, NULL, &empty, FALSE, NULL, NULL, PagedPool) == STATUS_SUCCESS && empty != NULL);
  HOLDS(RtlGetOwnerSecurityDescriptor(empty, &owner, &defaulted) == STATUS_SUCCESS && owner == NULL);
  SeDeassignSecurity(&empty);)");
}

TEST(SecurityAssign, ADescriptorThatIsLeftIsALeakAndALackOfMemoryIsReturned) {
  const Life left = life_of(kHolds + driver_of(kMakeDescriptor, R"(
  PSECURITY_DESCRIPTOR assigned;
  return SeAssignSecurity(NULL, Make(0), &assigned, FALSE, NULL, NULL, PagedPool);)"),
                            ".c", {.seed = 1});
  EXPECT_TRUE(has(left.findings, "N-008")) << text_of(left.findings);
  expect_holds(kMakeDescriptor, R"(
  PSECURITY_DESCRIPTOR assigned = Make(0);
  HOLDS(SeAssignSecurity(NULL, assigned, &assigned, FALSE, NULL, NULL, PagedPool) == STATUS_INSUFFICIENT_RESOURCES);
  HOLDS(assigned == NULL);)",
               {.seed = 1, .fault = 0});
}

}  // namespace
