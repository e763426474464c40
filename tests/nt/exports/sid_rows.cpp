// Routines of security identifiers and tokens.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kSidRows(
    "ExecutiveExports",
    {
        ROW(RtlAddAccessAllowedAce, advised_up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_SID)),
            proven_by("Acl.RefusesWhatIsNoListOrIdentifier", "Acl.TakesEntriesWhileThereIsRoom")),
        ROW(RtlConvertSidToUnicodeString, up_to(APC_LEVEL), zeros(gives(STATUS_INVALID_SID)),
            proven_by("Sid.TextNeedsRoomOrAllocatesIt")),
        ROW(RtlCopySid, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Sid.IsCopiedWhereThereIsRoom")),
        ROW(RtlCreateAcl, advised_up_to(APC_LEVEL), zeros(gives(STATUS_BUFFER_TOO_SMALL)),
            proven_by("Acl.IsMadeInItsBounds", "Acl.TakesEntriesWhileThereIsRoom")),
        ROW(RtlEqualSid, at_any_level(), zeros(crash()),
            proven_by("Sid.EqualMeansEveryPart", "Sid.IsCopiedWhereThereIsRoom")),
        ROW(RtlGetOwnerSecurityDescriptor, up_to(APC_LEVEL), zeros(crash()),
            proven_by("SecurityOwner.IsSetInAbsoluteDescriptorsAndReadInBoth")),
        ROW(RtlInitializeSid, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Sid.HasUpToFifteenSubAuthorities")),
        ROW(RtlLengthRequiredSid, advised_up_to(APC_LEVEL), zeros(gives(8)),
            proven_by("Sid.HasUpToFifteenSubAuthorities")),
        ROW(RtlLengthSid, advised_up_to(APC_LEVEL), zeros(crash()),
            proven_by("Sid.HasUpToFifteenSubAuthorities")),
        ROW(RtlSetOwnerSecurityDescriptor, up_to(APC_LEVEL), zeros(crash()),
            proven_by("SecurityOwner.IsSetInAbsoluteDescriptorsAndReadInBoth")),
        ROW(RtlSubAuthoritySid, advised_up_to(APC_LEVEL), zeros(passes()),
            proven_by("Holds.IdentifiersAndListsOfAccess")),
        ROW(RtlValidSid, advised_up_to(APC_LEVEL), zeros(gives(FALSE)),
            proven_by("Sid.HasUpToFifteenSubAuthorities")),
        ROW(SeQueryAuthenticationIdToken, advised_up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("TokenByPointer.AnswersInPool")),
        ROW(SeQueryInformationToken, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_INFO_CLASS)),
            proven_by("TokenByPointer.AnswersInPool")),
        ROW(SeQuerySessionIdToken, at_any_level(), zeros(crash()),
            proven_by("Routines.TheTokenIsTheSystems")),
        ROW(SeTokenIsRestricted, advised_up_to(PASSIVE_LEVEL), zeros(gives(FALSE)),
            proven_by("TokenByPointer.AnswersInPool")),
        ROW(SeTokenType, at_any_level(), zeros(gives(1)),
            proven_by("TokenByPointer.AnswersInPool")),
        ROW(ZwOpenProcessTokenEx, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Token.IsAskedByItsHandleAndOpenedByThatOfAProcess")),
        ROW(ZwOpenThreadTokenEx, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Token.IsAskedByItsHandleAndOpenedByThatOfAProcess")),
        ROW(ZwQueryInformationToken, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Token.IsAskedByItsHandleAndOpenedByThatOfAProcess")),
    });

}  // namespace
