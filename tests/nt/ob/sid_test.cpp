// Security identifiers and access control lists.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "ntifs.h"
#include "src/nt/base/wdk.h"

namespace {

constexpr UCHAR kMost = SID_MAX_SUB_AUTHORITIES;

// One with all the room that there can be.
struct RoomySid {
  alignas(4) UCHAR bytes[8 + 4 * (kMost + 1)] = {};
  PSID sid() { return bytes; }
};

RoomySid sid_of(UCHAR authority, std::initializer_list<ULONG> parts) {
  RoomySid out;
  SID_IDENTIFIER_AUTHORITY whole{{0, 0, 0, 0, 0, authority}};
  EXPECT_EQ(RtlInitializeSid(out.sid(), &whole, static_cast<UCHAR>(parts.size())), STATUS_SUCCESS);
  ULONG at = 0;
  for (const ULONG part : parts) *RtlSubAuthoritySid(out.sid(), at++) = part;
  return out;
}

TEST(Sid, HasUpToFifteenSubAuthorities) {
  RoomySid sid;
  SID_IDENTIFIER_AUTHORITY authority{{0, 0, 0, 0, 0, 5}};
  EXPECT_EQ(RtlInitializeSid(sid.sid(), &authority, kMost), STATUS_SUCCESS);
  EXPECT_TRUE(RtlValidSid(sid.sid()));
  EXPECT_EQ(RtlLengthSid(sid.sid()), 8U + 4 * kMost);
  EXPECT_EQ(RtlInitializeSid(sid.sid(), &authority, kMost + 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(RtlLengthRequiredSid(0), 8U);
  EXPECT_EQ(RtlLengthRequiredSid(2), 16U);
  sid.bytes[1] = kMost + 1;
  EXPECT_FALSE(RtlValidSid(sid.sid()));
  sid.bytes[1] = 1;
  sid.bytes[0] = 2;
  EXPECT_FALSE(RtlValidSid(sid.sid()));
  EXPECT_FALSE(RtlValidSid(nullptr));
}

TEST(Sid, EqualMeansEveryPart) {
  RoomySid one = sid_of(5, {32, 544});
  RoomySid same = sid_of(5, {32, 544});
  EXPECT_TRUE(RtlEqualSid(one.sid(), same.sid()));
  for (RoomySid other : {sid_of(5, {32, 545}), sid_of(5, {33, 544}), sid_of(4, {32, 544}),
                         sid_of(5, {32}), sid_of(5, {32, 544, 0})})
    EXPECT_FALSE(RtlEqualSid(one.sid(), other.sid()));
}

TEST(Sid, IsCopiedWhereThereIsRoom) {
  RoomySid from = sid_of(5, {32, 544});
  RoomySid to;
  EXPECT_EQ(RtlCopySid(15, to.sid(), from.sid()), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(to.bytes[0], 0);
  EXPECT_EQ(RtlCopySid(16, to.sid(), from.sid()), STATUS_SUCCESS);
  EXPECT_TRUE(RtlEqualSid(to.sid(), from.sid()));
  EXPECT_EQ(to.bytes[16], 0);
}

std::u16string text_of_sid(PSID sid) {
  char16_t room[80];
  UNICODE_STRING text{0, sizeof room, reinterpret_cast<PWCH>(room)};
  EXPECT_EQ(RtlConvertSidToUnicodeString(&text, sid, FALSE), STATUS_SUCCESS);
  return {room, text.Length / sizeof(char16_t)};
}

TEST(Sid, TextNamesRevisionAuthorityAndParts) {
  RoomySid sid = sid_of(5, {32, 4294967295});
  EXPECT_EQ(text_of_sid(sid.sid()), u"S-1-5-32-4294967295");
  RoomySid bare = sid_of(0, {});
  EXPECT_EQ(text_of_sid(bare.sid()), u"S-1-0");
  const UCHAR largest_decimal[] = {0, 0, 0xFF, 0xFF, 0xFF, 0xFF};
  std::memcpy(bare.bytes + 2, largest_decimal, 6);
  EXPECT_EQ(text_of_sid(bare.sid()), u"S-1-4294967295");
  bare.bytes[3] = 1;
  EXPECT_EQ(text_of_sid(bare.sid()), u"S-1-0x0001ffffffff");
}

TEST(Sid, TextNeedsRoomOrAllocatesIt) {
  RoomySid sid = sid_of(5, {18});
  char16_t room[8];
  UNICODE_STRING text{0, 15, reinterpret_cast<PWCH>(room)};  // S-1-5-18 has sixteen bytes
  EXPECT_EQ(RtlConvertSidToUnicodeString(&text, sid.sid(), FALSE), STATUS_BUFFER_OVERFLOW);
  text.MaximumLength = 16;
  EXPECT_EQ(RtlConvertSidToUnicodeString(&text, sid.sid(), FALSE), STATUS_SUCCESS);
  EXPECT_EQ(text.Length, 16);
  UNICODE_STRING made{};
  ASSERT_EQ(RtlConvertSidToUnicodeString(&made, sid.sid(), TRUE), STATUS_SUCCESS);
  EXPECT_EQ(made.Length, 16);
  EXPECT_EQ(std::memcmp(made.Buffer, room, 16), 0);
  RtlFreeUnicodeString(&made);
  sid.bytes[0] = 0;
  EXPECT_EQ(RtlConvertSidToUnicodeString(&text, sid.sid(), FALSE), STATUS_INVALID_SID);
}

TEST(Acl, IsMadeInItsBounds) {
  alignas(4) UCHAR bytes[64];
  const auto acl = reinterpret_cast<PACL>(bytes);
  EXPECT_EQ(RtlCreateAcl(acl, sizeof(ACL) - 1, ACL_REVISION), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(RtlCreateAcl(acl, 64, ACL_REVISION - 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(RtlCreateAcl(acl, 64, ACL_REVISION_DS + 1), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(RtlCreateAcl(acl, MAXUSHORT + 1, ACL_REVISION), STATUS_INVALID_PARAMETER);
  EXPECT_EQ(RtlCreateAcl(acl, 63, ACL_REVISION), STATUS_SUCCESS);
  EXPECT_EQ(acl->AclSize, 60);  // whole double words
  EXPECT_EQ(acl->AceCount, 0);
  EXPECT_EQ(RtlCreateAcl(acl, sizeof(ACL), ACL_REVISION_DS), STATUS_SUCCESS);
}

TEST(Acl, TakesEntriesWhileThereIsRoom) {
  RoomySid sid = sid_of(5, {32, 544});
  constexpr ULONG kEntry = 8 + 16;
  alignas(4) UCHAR bytes[sizeof(ACL) + 2 * kEntry];
  const auto acl = reinterpret_cast<PACL>(bytes);
  ASSERT_EQ(RtlCreateAcl(acl, sizeof bytes, ACL_REVISION), STATUS_SUCCESS);
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION, 0x11, sid.sid()), STATUS_SUCCESS);
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION_DS, 0x22, sid.sid()), STATUS_SUCCESS);
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION, 0x33, sid.sid()),
            STATUS_ALLOTTED_SPACE_EXCEEDED);
  EXPECT_EQ(acl->AceCount, 2);
  EXPECT_EQ(acl->AclRevision, ACL_REVISION_DS);  // the higher of the two
  const auto second = reinterpret_cast<PACCESS_ALLOWED_ACE>(bytes + sizeof(ACL) + kEntry);
  EXPECT_EQ(second->Mask, 0x22U);
  EXPECT_EQ(second->Header.AceSize, kEntry);
  EXPECT_TRUE(RtlEqualSid(&second->SidStart, sid.sid()));
}

TEST(Acl, RefusesWhatIsNoListOrIdentifier) {
  RoomySid sid = sid_of(5, {18});
  alignas(4) UCHAR bytes[64];
  const auto acl = reinterpret_cast<PACL>(bytes);
  ASSERT_EQ(RtlCreateAcl(acl, sizeof bytes, ACL_REVISION), STATUS_SUCCESS);
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION_DS + 1, 1, sid.sid()),
            STATUS_REVISION_MISMATCH);
  RoomySid broken = sid;
  broken.bytes[1] = kMost + 1;
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION, 1, broken.sid()), STATUS_INVALID_SID);
  acl->AceCount = 1;  // its one entry would reach beyond the list
  reinterpret_cast<PACE_HEADER>(bytes + sizeof(ACL))->AceSize = 60;
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION, 1, sid.sid()), STATUS_INVALID_ACL);
  acl->AceCount = 0;
  acl->AclSize = sizeof(ACL) - 1;
  EXPECT_EQ(RtlAddAccessAllowedAce(acl, ACL_REVISION, 1, sid.sid()), STATUS_INVALID_ACL);
}

TEST(SecurityOwner, IsSetInAbsoluteDescriptorsAndReadInBoth) {
  SECURITY_DESCRIPTOR descriptor;
  ASSERT_EQ(RtlCreateSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION), STATUS_SUCCESS);
  RoomySid sid = sid_of(5, {18});
  PSID owner = &descriptor;
  BOOLEAN defaulted = TRUE;
  EXPECT_EQ(RtlGetOwnerSecurityDescriptor(&descriptor, &owner, &defaulted), STATUS_SUCCESS);
  EXPECT_EQ(owner, nullptr);
  EXPECT_FALSE(defaulted);
  EXPECT_EQ(RtlSetOwnerSecurityDescriptor(&descriptor, sid.sid(), TRUE), STATUS_SUCCESS);
  EXPECT_EQ(RtlGetOwnerSecurityDescriptor(&descriptor, &owner, &defaulted), STATUS_SUCCESS);
  EXPECT_EQ(owner, sid.sid());
  EXPECT_TRUE(defaulted);
  EXPECT_EQ(RtlSetOwnerSecurityDescriptor(&descriptor, sid.sid(), FALSE), STATUS_SUCCESS);
  EXPECT_EQ(RtlGetOwnerSecurityDescriptor(&descriptor, &owner, &defaulted), STATUS_SUCCESS);
  EXPECT_FALSE(defaulted);

  alignas(4) UCHAR relative[32] = {1, 0, 0, 0x80, 20};
  EXPECT_EQ(RtlGetOwnerSecurityDescriptor(relative, &owner, &defaulted), STATUS_SUCCESS);
  EXPECT_EQ(owner, relative + 20);
  EXPECT_EQ(RtlSetOwnerSecurityDescriptor(relative, sid.sid(), TRUE),
            STATUS_INVALID_SECURITY_DESCR);
  relative[4] = 0;
  EXPECT_EQ(RtlGetOwnerSecurityDescriptor(relative, &owner, &defaulted), STATUS_SUCCESS);
  EXPECT_EQ(owner, nullptr);
  relative[0] = 2;
  EXPECT_EQ(RtlGetOwnerSecurityDescriptor(relative, &owner, &defaulted), STATUS_UNKNOWN_REVISION);
  EXPECT_EQ(RtlSetOwnerSecurityDescriptor(relative, nullptr, TRUE), STATUS_UNKNOWN_REVISION);
}

}  // namespace
