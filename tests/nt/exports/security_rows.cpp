// Routines of tokens and security descriptors.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kSecurityRows(
    "ExecutiveExports",
    {
        ROW(PsDereferenceImpersonationToken, up_to(APC_LEVEL), zeros(passes()),
            works([] { PsDereferenceImpersonationToken(nullptr); })),
        ROW(PsDereferencePrimaryToken, up_to(APC_LEVEL), zeros(ends_by("N-046")),
            proven_by("Object.TokensAreReferenced")),
        ROW(PsReferenceImpersonationToken, up_to(PASSIVE_LEVEL), zeros(gives(nullptr)), works([] {
              BOOLEAN copy = FALSE, effective = FALSE;
              SECURITY_IMPERSONATION_LEVEL level{};
              EXPECT_EQ(
                  PsReferenceImpersonationToken(PsGetCurrentThread(), &copy, &effective, &level),
                  nullptr);
            })),
        ROW(PsReferencePrimaryToken, up_to(PASSIVE_LEVEL), zeros(passes()),
            proven_by("Object.TokensAreReferenced")),
        ROW(RtlAbsoluteToSelfRelativeSD, up_to(APC_LEVEL), zeros(crash()),
            proven_by("Routines.DescriptorsBecomeSelfRelative")),
        ROW(RtlCreateSecurityDescriptor, up_to(APC_LEVEL), zeros(gives(STATUS_UNKNOWN_REVISION)),
            proven_by("SecurityDescriptor.AbsoluteOneIsBuiltAndMeasured")),
        ROW(RtlLengthSecurityDescriptor, up_to(APC_LEVEL), zeros(crash()),
            proven_by("SecurityDescriptor.AbsoluteOneIsBuiltAndMeasured")),
        ROW(RtlSetDaclSecurityDescriptor, up_to(APC_LEVEL), zeros(crash()),
            proven_by("SecurityDescriptor.AbsoluteOneIsBuiltAndMeasured")),
        ROW(RtlValidRelativeSecurityDescriptor, up_to(APC_LEVEL), zeros(gives(FALSE)),
            proven_by("SecurityDescriptor.RelativeOneIsCheckedToItsLastByte")),
        ROW(RtlValidSecurityDescriptor, up_to(APC_LEVEL), zeros(crash()),
            proven_by("SecurityDescriptor.AbsoluteOneIsBuiltAndMeasured")),
        ROW(SeAccessCheck, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Security.WhatACallerMayIsAskedInUserModeOnly")),
        ROW(SeAssignSecurity, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("SecurityAssign.WhatIsAssignedIsInOnePieceAndCanBeCopiedAgain",
                      "SecurityAssign.ADescriptorThatIsLeftIsALeakAndALackOfMemoryIsReturned")),
        ROW(SeAssignSecurityEx, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("SecurityAssign.TheExplicitDescriptorComesBeforeTheParents")),
        ROW(SeCaptureSubjectContext, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("SecurityRules.N045ReferencesOnTheTokenAreGivenBack")),
        ROW(SeDeassignSecurity, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("SecurityAssign.TheExplicitDescriptorComesBeforeTheParents")),
        ROW(SeLockSubjectContext, up_to(PASSIVE_LEVEL), zeros(passes()),
            proven_by("SecurityRules.N045ReferencesOnTheTokenAreGivenBack")),
        ROW(SePrivilegeCheck, up_to(PASSIVE_LEVEL), zeros(gives(TRUE)),
            proven_by("Security.WhatACallerMayIsAskedInUserModeOnly")),
        ROW(SeReleaseSubjectContext, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("Security.WhatACallerMayIsAskedInUserModeOnly")),
        ROW(SeSinglePrivilegeCheck, up_to(PASSIVE_LEVEL), zeros(gives(TRUE)),
            proven_by("Object.TokensAreReferenced")),
        ROW(SeTokenIsAdmin, up_to(PASSIVE_LEVEL), zeros(gives(TRUE)),
            proven_by("Object.TokensAreReferenced")),
        ROW(SeUnlockSubjectContext, up_to(PASSIVE_LEVEL), zeros(passes()),
            proven_by("SecurityRules.N045ReferencesOnTheTokenAreGivenBack")),
        ROW(SeValidSecurityDescriptor, up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            proven_by("SecurityDescriptor.RelativeOneIsCheckedToItsLastByte")),
    });

}  // namespace
