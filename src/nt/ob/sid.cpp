// Security identifiers and access control lists, as drivers build and compare them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ntifs.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/object_names.h"

using namespace drydock::nt;

namespace {

constexpr ULONG kSidFixed = FIELD_OFFSET(SID, SubAuthority);
constexpr ULONG kAceFixed = FIELD_OFFSET(ACCESS_ALLOWED_ACE, SidStart);
constexpr ULONG kNullTerminated = 1;  // RTL_DUPLICATE_UNICODE_STRING_NULL_TERMINATE
constexpr USHORT kOwnerDefaulted = 0x0001;
constexpr USHORT kOfSelfRelative = 0x8000;

ULONG length_of(ULONG sub_authorities) { return kSidFixed + sub_authorities * sizeof(ULONG); }

SID& as_sid(PSID sid) { return *static_cast<SID*>(sid); }

// ntifs/nf-ntifs-rtlconvertsidtounicodestring.md: S-1-5-32-544. An authority that does not fit in
// 32 bits is written in hexadecimal digits.
std::u16string text_of(const SID& sid) {
  ULONGLONG authority = 0;
  for (const UCHAR byte : sid.IdentifierAuthority.Value) authority = authority << 8 | byte;
  std::string text = authority > MAXULONG ? fmt::format("S-{}-{:#014x}", sid.Revision, authority)
                                          : fmt::format("S-{}-{}", sid.Revision, authority);
  for (UCHAR i = 0; i < sid.SubAuthorityCount; ++i) text += fmt::format("-{}", sid.SubAuthority[i]);
  return from_utf8(text);
}

bool is_list(const ACL& acl) {
  return acl.AclRevision >= ACL_REVISION && acl.AclRevision <= ACL_REVISION_DS &&
         acl.AclSize >= sizeof(ACL);
}

// Returns the place of the next entry; null when the entries reach beyond the list.
UCHAR* end_of_entries(ACL& acl) {
  auto* const begin = reinterpret_cast<UCHAR*>(&acl);
  std::size_t at = sizeof(ACL);
  for (USHORT i = 0; i < acl.AceCount; ++i) {
    if (at + sizeof(ACE_HEADER) > acl.AclSize) return nullptr;
    at += reinterpret_cast<const ACE_HEADER*>(begin + at)->AceSize;
  }
  return at > acl.AclSize ? nullptr : begin + at;
}

}  // namespace

extern "C" {

BOOLEAN RtlValidSid(PSID Sid) {
  advise_irql_at_most(APC_LEVEL, "RtlValidSid");
  return Sid != nullptr && (as_sid(Sid).Revision & 0xF) == SID_REVISION &&
         as_sid(Sid).SubAuthorityCount <= SID_MAX_SUB_AUTHORITIES;
}

ULONG RtlLengthRequiredSid(ULONG SubAuthorityCount) {
  advise_irql_at_most(APC_LEVEL, "RtlLengthRequiredSid");
  return length_of(SubAuthorityCount);
}

ULONG RtlLengthSid(PSID Sid) {
  advise_irql_at_most(APC_LEVEL, "RtlLengthSid");
  return length_of(as_sid(Sid).SubAuthorityCount);
}

NTSTATUS RtlInitializeSid(PSID Sid, PSID_IDENTIFIER_AUTHORITY IdentifierAuthority,
                          UCHAR SubAuthorityCount) {
  advise_irql_at_most(APC_LEVEL, "RtlInitializeSid");
  if (SubAuthorityCount > SID_MAX_SUB_AUTHORITIES) return STATUS_INVALID_PARAMETER;
  as_sid(Sid).Revision = SID_REVISION;
  as_sid(Sid).SubAuthorityCount = SubAuthorityCount;
  as_sid(Sid).IdentifierAuthority = *IdentifierAuthority;
  return STATUS_SUCCESS;
}

PULONG RtlSubAuthoritySid(PSID Sid, ULONG SubAuthority) {
  advise_irql_at_most(APC_LEVEL, "RtlSubAuthoritySid");
  return as_sid(Sid).SubAuthority + SubAuthority;
}

BOOLEAN RtlEqualSid(PSID Sid1, PSID Sid2) {
  return as_sid(Sid1).Revision == as_sid(Sid2).Revision &&
         as_sid(Sid1).SubAuthorityCount == as_sid(Sid2).SubAuthorityCount &&
         std::memcmp(Sid1, Sid2, RtlLengthSid(Sid1)) == 0;
}

NTSTATUS RtlCopySid(ULONG Length, PSID Destination, PSID Source) {
  advise_irql_at_most(APC_LEVEL, "RtlCopySid");
  if (RtlLengthSid(Source) > Length) return STATUS_BUFFER_TOO_SMALL;
  std::memmove(Destination, Source, RtlLengthSid(Source));
  return STATUS_SUCCESS;
}

NTSTATUS RtlConvertSidToUnicodeString(PUNICODE_STRING UnicodeString, PSID Sid,
                                      BOOLEAN AllocateDestinationString) {
  require_irql_at_most(APC_LEVEL, "RtlConvertSidToUnicodeString");
  if (!RtlValidSid(Sid)) return STATUS_INVALID_SID;
  std::u16string text = text_of(as_sid(Sid));
  UNICODE_STRING source;
  RtlInitUnicodeString(&source, text.c_str());
  if (AllocateDestinationString)
    return RtlDuplicateUnicodeString(kNullTerminated, &source, UnicodeString);
  if (source.Length > UnicodeString->MaximumLength) return STATUS_BUFFER_OVERFLOW;
  RtlCopyUnicodeString(UnicodeString, &source);
  return STATUS_SUCCESS;
}

NTSTATUS RtlCreateAcl(PACL Acl, ULONG AclLength, ULONG AclRevision) {
  advise_irql_at_most(APC_LEVEL, "RtlCreateAcl");
  if (AclLength < sizeof(ACL)) return STATUS_BUFFER_TOO_SMALL;
  if (AclRevision < ACL_REVISION || AclRevision > ACL_REVISION_DS || AclLength > MAXUSHORT)
    return STATUS_INVALID_PARAMETER;
  *Acl = {};
  Acl->AclRevision = static_cast<UCHAR>(AclRevision);
  Acl->AclSize = static_cast<USHORT>(AclLength & ~3U);
  return STATUS_SUCCESS;
}

NTSTATUS RtlAddAccessAllowedAce(PACL Acl, ULONG AceRevision, ACCESS_MASK AccessMask, PSID Sid) {
  advise_irql_at_most(APC_LEVEL, "RtlAddAccessAllowedAce");
  if (!RtlValidSid(Sid)) return STATUS_INVALID_SID;
  if (Acl->AclRevision > ACL_REVISION_DS || AceRevision > ACL_REVISION_DS)
    return STATUS_REVISION_MISMATCH;
  UCHAR* const end = is_list(*Acl) ? end_of_entries(*Acl) : nullptr;
  if (end == nullptr) return STATUS_INVALID_ACL;
  const ULONG size = kAceFixed + RtlLengthSid(Sid);
  if (size > static_cast<std::size_t>(reinterpret_cast<UCHAR*>(Acl) + Acl->AclSize - end))
    return STATUS_ALLOTTED_SPACE_EXCEEDED;
  auto* const entry = reinterpret_cast<PACCESS_ALLOWED_ACE>(end);
  entry->Header = {ACCESS_ALLOWED_ACE_TYPE, 0, static_cast<USHORT>(size)};
  entry->Mask = AccessMask;
  RtlCopySid(RtlLengthSid(Sid), &entry->SidStart, Sid);
  ++Acl->AceCount;
  Acl->AclRevision = std::max(Acl->AclRevision, static_cast<UCHAR>(AceRevision));
  return STATUS_SUCCESS;
}

NTSTATUS RtlGetOwnerSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, PSID* Owner,
                                       PBOOLEAN OwnerDefaulted) {
  require_irql_at_most(APC_LEVEL, "RtlGetOwnerSecurityDescriptor");
  auto& descriptor = *static_cast<SECURITY_DESCRIPTOR*>(SecurityDescriptor);
  if (descriptor.Revision != SECURITY_DESCRIPTOR_REVISION) return STATUS_UNKNOWN_REVISION;
  if ((descriptor.Control & kOfSelfRelative) != 0) {
    ULONG offset = 0;
    std::memcpy(&offset, reinterpret_cast<const UCHAR*>(&descriptor) + 4, sizeof offset);
    *Owner = offset == 0 ? nullptr : reinterpret_cast<UCHAR*>(&descriptor) + offset;
  } else {
    *Owner = descriptor.Owner;
  }
  *OwnerDefaulted = (descriptor.Control & kOwnerDefaulted) != 0;
  return STATUS_SUCCESS;
}

NTSTATUS RtlSetOwnerSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, PSID Owner,
                                       BOOLEAN OwnerDefaulted) {
  require_irql_at_most(APC_LEVEL, "RtlSetOwnerSecurityDescriptor");
  auto& descriptor = *static_cast<SECURITY_DESCRIPTOR*>(SecurityDescriptor);
  if (descriptor.Revision != SECURITY_DESCRIPTOR_REVISION) return STATUS_UNKNOWN_REVISION;
  if ((descriptor.Control & kOfSelfRelative) != 0) return STATUS_INVALID_SECURITY_DESCR;
  descriptor.Owner = Owner;
  descriptor.Control = static_cast<USHORT>((descriptor.Control & ~kOwnerDefaulted) |
                                           (OwnerDefaulted ? kOwnerDefaulted : 0));
  return STATUS_SUCCESS;
}

}  // extern "C"
