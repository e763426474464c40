// Security descriptors, absolute and relative.
#include <gtest/gtest.h>

#include <cstring>

#include "src/nt/base/wdk.h"

namespace {

constexpr USHORT kDaclPresent = 0x0004;
constexpr USHORT kDaclDefaulted = 0x0008;
constexpr USHORT kSelfRelative = 0x8000;

// wdm/nf-wdm-rtlcreatesecuritydescriptor.md and -rtlsetdaclsecuritydescriptor.md
TEST(SecurityDescriptor, AbsoluteOneIsBuiltAndMeasured) {
  SECURITY_DESCRIPTOR descriptor;
  EXPECT_EQ(RtlCreateSecurityDescriptor(&descriptor, 2), STATUS_UNKNOWN_REVISION);
  ASSERT_EQ(RtlCreateSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION), STATUS_SUCCESS);
  EXPECT_TRUE(RtlValidSecurityDescriptor(&descriptor));
  EXPECT_EQ(RtlLengthSecurityDescriptor(&descriptor), sizeof descriptor);
  // No list at all lets everybody in.
  EXPECT_EQ(RtlSetDaclSecurityDescriptor(&descriptor, TRUE, nullptr, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(descriptor.Control, kDaclPresent);
  ACL acl{ACL_REVISION, 0, sizeof(ACL), 0, 0};
  EXPECT_EQ(RtlSetDaclSecurityDescriptor(&descriptor, TRUE, &acl, TRUE), STATUS_SUCCESS);
  EXPECT_EQ(descriptor.Control, kDaclPresent | kDaclDefaulted);
  EXPECT_EQ(RtlLengthSecurityDescriptor(&descriptor), sizeof descriptor + sizeof acl);
  EXPECT_EQ(RtlSetDaclSecurityDescriptor(&descriptor, FALSE, nullptr, FALSE), STATUS_SUCCESS);
  EXPECT_EQ(descriptor.Control, 0);
  descriptor.Revision = 9;
  EXPECT_FALSE(RtlValidSecurityDescriptor(&descriptor));
}

// wdm/nf-wdm-sevalidsecuritydescriptor.md: one that a client handed in, with its length.
TEST(SecurityDescriptor, RelativeOneIsCheckedToItsLastByte) {
  alignas(4) UCHAR bytes[20 + 12 + 8] = {1, 0};
  auto* words = reinterpret_cast<ULONG*>(bytes);
  reinterpret_cast<USHORT*>(bytes)[1] = kSelfRelative | kDaclPresent;
  words[1] = 20;  // owner, with one sub-authority
  words[4] = 32;  // list
  bytes[20] = 1;
  bytes[21] = 1;
  const ACL acl{ACL_REVISION, 0, sizeof(ACL), 0, 0};
  std::memcpy(bytes + 32, &acl, sizeof acl);
  EXPECT_TRUE(SeValidSecurityDescriptor(sizeof bytes, bytes));
  EXPECT_TRUE(RtlValidRelativeSecurityDescriptor(
      bytes, sizeof bytes, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION));
  EXPECT_FALSE(RtlValidRelativeSecurityDescriptor(bytes, sizeof bytes, GROUP_SECURITY_INFORMATION));
  for (ULONG length = 0; length < sizeof bytes; ++length)
    EXPECT_FALSE(SeValidSecurityDescriptor(length, bytes)) << length;
  for (const ULONG offset : {0xFFFFFFFCU, ULONG{sizeof bytes}, 36U}) {
    words[4] = offset;
    EXPECT_FALSE(SeValidSecurityDescriptor(sizeof bytes, bytes)) << offset;
  }
  words[4] = 32;
  bytes[21] = 200;
  EXPECT_FALSE(SeValidSecurityDescriptor(sizeof bytes, bytes));
}

}  // namespace
