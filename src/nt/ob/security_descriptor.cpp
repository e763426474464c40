// Security descriptors as drivers build and check them: absolute ones with pointers, and
// self-relative ones in one piece. What they say is not evaluated.
#include <cstring>
#include <utility>

#include "ntifs.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

namespace {

using drydock::nt::require_irql_at_most;

// A self-relative descriptor: offsets from its beginning, 0 for a part that is not there.
struct Relative {
  UCHAR Revision;
  UCHAR Sbz1;
  SECURITY_DESCRIPTOR_CONTROL Control;
  ULONG Owner, Group, Sacl, Dacl;
};
static_assert(sizeof(Relative) == 20);

// Bits of the control field, as ntifs/security-descriptor-control names them.
constexpr USHORT kDaclPresent = 0x0004;
constexpr USHORT kDaclDefaulted = 0x0008;
constexpr USHORT kSaclPresent = 0x0010;
constexpr USHORT kSelfRelative = 0x8000;

constexpr std::size_t kSidHeader = 8;
constexpr UCHAR kMostSubAuthorities = 15;

const UCHAR* bytes_of(const void* at) { return static_cast<const UCHAR*>(at); }

bool is_relative(const SECURITY_DESCRIPTOR& descriptor) {
  return (descriptor.Control & kSelfRelative) != 0;
}

// The length of a security identifier whose header can be read.
std::size_t sid_length(const void* sid) { return kSidHeader + 4U * bytes_of(sid)[1]; }
bool is_sid(const void* sid) {
  return bytes_of(sid)[0] == 1 && bytes_of(sid)[1] <= kMostSubAuthorities;
}
bool is_acl(const void* acl) {
  const auto* header = static_cast<const ACL*>(acl);
  return header->AclRevision >= ACL_REVISION && header->AclRevision <= ACL_REVISION_DS &&
         header->AclSize >= sizeof(ACL) && header->AclSize % 4 == 0;
}

struct Parts {
  const void* owner;
  const void* group;
  const void* sacl;
  const void* dacl;
};

Parts parts_of(const SECURITY_DESCRIPTOR& descriptor) {
  const bool has_sacl = (descriptor.Control & kSaclPresent) != 0;
  const bool has_dacl = (descriptor.Control & kDaclPresent) != 0;
  if (!is_relative(descriptor)) {
    return {descriptor.Owner, descriptor.Group, has_sacl ? descriptor.Sacl : nullptr,
            has_dacl ? descriptor.Dacl : nullptr};
  }
  const auto* relative = reinterpret_cast<const Relative*>(&descriptor);
  const auto at = [relative](ULONG offset) -> const void* {
    return offset == 0 ? nullptr : bytes_of(relative) + offset;
  };
  return {at(relative->Owner), at(relative->Group), has_sacl ? at(relative->Sacl) : nullptr,
          has_dacl ? at(relative->Dacl) : nullptr};
}

bool is_valid(const SECURITY_DESCRIPTOR& descriptor) {
  if (descriptor.Revision != SECURITY_DESCRIPTOR_REVISION) return false;
  const Parts parts = parts_of(descriptor);
  for (const void* sid : {parts.owner, parts.group}) {
    if (sid != nullptr && !is_sid(sid)) return false;
  }
  for (const void* acl : {parts.sacl, parts.dacl}) {
    if (acl != nullptr && !is_acl(acl)) return false;
  }
  return true;
}

// Checks a part of a descriptor that came with its length, so that every later read stays inside.
bool sid_fits(const UCHAR* base, std::size_t length, ULONG offset) {
  if (offset == 0) return true;
  if (offset > length || length - offset < kSidHeader) return false;
  return is_sid(base + offset) && sid_length(base + offset) <= length - offset;
}
bool acl_fits(const UCHAR* base, std::size_t length, ULONG offset, bool present) {
  if (!present || offset == 0) return true;
  if (offset % 4 != 0 || offset > length || length - offset < sizeof(ACL)) return false;
  const void* acl = base + offset;
  return is_acl(acl) && static_cast<const ACL*>(acl)->AclSize <= length - offset;
}

bool is_valid_relative(const void* at, std::size_t length) {
  if (length < sizeof(Relative)) return false;
  Relative header;
  std::memcpy(&header, at, sizeof header);
  if (header.Revision != SECURITY_DESCRIPTOR_REVISION) return false;
  if ((header.Control & kSelfRelative) == 0) return false;
  const UCHAR* const base = bytes_of(at);
  return sid_fits(base, length, header.Owner) && sid_fits(base, length, header.Group) &&
         acl_fits(base, length, header.Sacl, (header.Control & kSaclPresent) != 0) &&
         acl_fits(base, length, header.Dacl, (header.Control & kDaclPresent) != 0);
}

std::size_t rounded(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

std::size_t length_of_parts(const Parts& parts) {
  std::size_t length = 0;
  for (const void* sid : {parts.owner, parts.group}) {
    if (sid != nullptr) length += rounded(sid_length(sid));
  }
  for (const void* acl : {parts.sacl, parts.dacl}) {
    if (acl != nullptr) length += rounded(static_cast<const ACL*>(acl)->AclSize);
  }
  return length;
}

}  // namespace

extern "C" {

NTSTATUS RtlCreateSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, ULONG Revision) {
  require_irql_at_most(APC_LEVEL, "RtlCreateSecurityDescriptor");
  if (Revision != SECURITY_DESCRIPTOR_REVISION) return STATUS_UNKNOWN_REVISION;
  auto* descriptor = static_cast<PISECURITY_DESCRIPTOR>(SecurityDescriptor);
  *descriptor = {};
  descriptor->Revision = SECURITY_DESCRIPTOR_REVISION;
  return STATUS_SUCCESS;
}

NTSTATUS RtlSetDaclSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, BOOLEAN DaclPresent,
                                      PACL Dacl, BOOLEAN DaclDefaulted) {
  require_irql_at_most(APC_LEVEL, "RtlSetDaclSecurityDescriptor");
  auto* descriptor = static_cast<PISECURITY_DESCRIPTOR>(SecurityDescriptor);
  if (descriptor->Revision != SECURITY_DESCRIPTOR_REVISION) return STATUS_UNKNOWN_REVISION;
  if (is_relative(*descriptor)) return STATUS_INVALID_SECURITY_DESCR;
  descriptor->Control &= static_cast<USHORT>(~(kDaclPresent | kDaclDefaulted));
  if (!DaclPresent) return STATUS_SUCCESS;
  descriptor->Control |= static_cast<USHORT>(kDaclPresent | (DaclDefaulted ? kDaclDefaulted : 0));
  descriptor->Dacl = Dacl;
  return STATUS_SUCCESS;
}

// wdm/nf-wdm-rtllengthsecuritydescriptor.md: the descriptor and all its parts.
ULONG RtlLengthSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor) {
  require_irql_at_most(APC_LEVEL, "RtlLengthSecurityDescriptor");
  const auto& descriptor = *static_cast<PISECURITY_DESCRIPTOR>(SecurityDescriptor);
  const std::size_t header =
      is_relative(descriptor) ? sizeof(Relative) : sizeof(SECURITY_DESCRIPTOR);
  return static_cast<ULONG>(header + length_of_parts(parts_of(descriptor)));
}

// ntifs/nf-ntifs-rtlabsolutetoselfrelativesd.md: the parts follow the header.
NTSTATUS RtlAbsoluteToSelfRelativeSD(PSECURITY_DESCRIPTOR AbsoluteSecurityDescriptor,
                                     PSECURITY_DESCRIPTOR SelfRelativeSecurityDescriptor,
                                     PULONG BufferLength) {
  require_irql_at_most(APC_LEVEL, "RtlAbsoluteToSelfRelativeSD");
  const auto& from = *static_cast<PISECURITY_DESCRIPTOR>(AbsoluteSecurityDescriptor);
  if (is_relative(from)) return STATUS_BAD_DESCRIPTOR_FORMAT;
  const Parts parts = parts_of(from);
  const std::size_t all = sizeof(Relative) + length_of_parts(parts);
  if (*BufferLength < all) {
    *BufferLength = static_cast<ULONG>(all);
    return STATUS_BUFFER_TOO_SMALL;
  }
  auto* const base = static_cast<UCHAR*>(SelfRelativeSecurityDescriptor);
  std::memset(base, 0, all);
  Relative header{
      from.Revision, from.Sbz1, static_cast<USHORT>(from.Control | kSelfRelative), 0, 0, 0, 0};
  std::size_t at = sizeof header;
  const auto append = [&](const void* part, std::size_t bytes) -> ULONG {
    if (part == nullptr) return 0;
    std::memcpy(base + at, part, bytes);
    return static_cast<ULONG>(std::exchange(at, at + rounded(bytes)));
  };
  const auto acl_bytes = [](const void* acl) -> std::size_t {
    return acl == nullptr ? 0 : static_cast<const ACL*>(acl)->AclSize;
  };
  header.Owner = append(parts.owner, parts.owner == nullptr ? 0 : sid_length(parts.owner));
  header.Group = append(parts.group, parts.group == nullptr ? 0 : sid_length(parts.group));
  header.Sacl = append(parts.sacl, acl_bytes(parts.sacl));
  header.Dacl = append(parts.dacl, acl_bytes(parts.dacl));
  std::memcpy(base, &header, sizeof header);
  return STATUS_SUCCESS;
}

BOOLEAN RtlValidSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor) {
  require_irql_at_most(APC_LEVEL, "RtlValidSecurityDescriptor");
  return is_valid(*static_cast<PISECURITY_DESCRIPTOR>(SecurityDescriptor));
}

BOOLEAN RtlValidRelativeSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptorInput,
                                           ULONG SecurityDescriptorLength,
                                           SECURITY_INFORMATION RequiredInformation) {
  require_irql_at_most(APC_LEVEL, "RtlValidRelativeSecurityDescriptor");
  if (!is_valid_relative(SecurityDescriptorInput, SecurityDescriptorLength)) return FALSE;
  Relative header;
  std::memcpy(&header, SecurityDescriptorInput, sizeof header);
  const auto lacks = [&](SECURITY_INFORMATION what, bool there) {
    return (RequiredInformation & what) != 0 && !there;
  };
  return !lacks(OWNER_SECURITY_INFORMATION, header.Owner != 0) &&
         !lacks(GROUP_SECURITY_INFORMATION, header.Group != 0) &&
         !lacks(DACL_SECURITY_INFORMATION, (header.Control & kDaclPresent) != 0) &&
         !lacks(SACL_SECURITY_INFORMATION, (header.Control & kSaclPresent) != 0);
}

BOOLEAN SeValidSecurityDescriptor(ULONG Length, PSECURITY_DESCRIPTOR SecurityDescriptor) {
  require_irql_at_most(PASSIVE_LEVEL, "SeValidSecurityDescriptor");
  return is_valid_relative(SecurityDescriptor, Length);
}

}  // extern "C"
