// The one token, and whose rights drivers ask about.
#include <gtest/gtest.h>

#include "ntifs.h"
#include "src/nt/ob/object.h"
#include "src/rules/finding.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

TEST(Object, TokensAreReferenced) {
  const PACCESS_TOKEN token = PsReferencePrimaryToken(PsGetCurrentProcess());
  EXPECT_EQ(type_of_object(token), *SeTokenObjectType);
  EXPECT_TRUE(SeTokenIsAdmin(token));
  set_caller_is_admin(false);
  EXPECT_FALSE(SeTokenIsAdmin(token));
  EXPECT_FALSE(SeSinglePrivilegeCheck({SE_TCB_PRIVILEGE, 0}, UserMode));
  EXPECT_TRUE(SeSinglePrivilegeCheck({SE_TCB_PRIVILEGE, 0}, KernelMode));
  set_caller_is_admin(true);
  PsDereferencePrimaryToken(token);
}

// ntddk/nf-ntddk-sesingleprivilegecheck.md, wdm/nf-wdm-seaccesscheck.md
TEST(Security, WhatACallerMayIsAskedInUserModeOnly) {
  SECURITY_SUBJECT_CONTEXT subject;
  SeCaptureSubjectContext(&subject);
  ASSERT_EQ(subject.PrimaryToken, system_token());
  GENERIC_MAPPING mapping{FILE_GENERIC_READ, FILE_GENERIC_WRITE, FILE_GENERIC_EXECUTE,
                          FILE_ALL_ACCESS};
  const auto check = [&](ACCESS_MASK wanted, KPROCESSOR_MODE mode, ACCESS_MASK& granted) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    granted = 0;
    const bool allowed = SeAccessCheck(nullptr, &subject, FALSE, wanted, FILE_READ_DATA, nullptr,
                                       &mapping, mode, &granted, &status) != FALSE;
    EXPECT_EQ(allowed, NT_SUCCESS(status));
    return status;
  };
  ACCESS_MASK granted = 0;
  EXPECT_EQ(check(FILE_WRITE_DATA, UserMode, granted), STATUS_SUCCESS);
  EXPECT_EQ(granted, static_cast<ACCESS_MASK>(FILE_WRITE_DATA | FILE_READ_DATA));
  EXPECT_EQ(check(MAXIMUM_ALLOWED, UserMode, granted), STATUS_SUCCESS);
  EXPECT_EQ(granted, static_cast<ACCESS_MASK>(FILE_ALL_ACCESS));
  set_caller_is_admin(false);
  EXPECT_EQ(check(FILE_WRITE_DATA, UserMode, granted), STATUS_ACCESS_DENIED);
  EXPECT_EQ(granted, static_cast<ACCESS_MASK>(FILE_READ_DATA));
  EXPECT_EQ(check(FILE_WRITE_DATA, KernelMode, granted), STATUS_SUCCESS);
  EXPECT_FALSE(SePrivilegeCheck(nullptr, &subject, UserMode));
  EXPECT_TRUE(SePrivilegeCheck(nullptr, &subject, KernelMode));
  set_caller_is_admin(true);
  EXPECT_TRUE(SePrivilegeCheck(nullptr, &subject, UserMode));
  SeReleaseSubjectContext(&subject);
  EXPECT_EQ(subject.PrimaryToken, nullptr);
}

TEST(SecurityRules, N045ReferencesOnTheTokenAreGivenBack) {
  expect_found("N-045", driver_with("  SECURITY_SUBJECT_CONTEXT subject;\n"
                                    "  SeCaptureSubjectContext(&subject);  // here\n"));
  expect_silent(
      driver_with("  SECURITY_SUBJECT_CONTEXT subject;\n"
                  "  SeCaptureSubjectContext(&subject);\n"
                  "  SeLockSubjectContext(&subject);\n"
                  "  SeUnlockSubjectContext(&subject);\n"
                  "  SeReleaseSubjectContext(&subject);\n"));
}

}  // namespace
