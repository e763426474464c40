// What a driver asks about a token.
#include <gtest/gtest.h>

#include <cstring>

#include "ntifs.h"
#include "src/nt/base/wdk.h"

namespace {

PACCESS_TOKEN system_token_of_process() { return PsReferencePrimaryToken(PsGetCurrentProcess()); }

class Token : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ZwOpenProcessTokenEx(NtCurrentProcess(), TOKEN_QUERY, OBJ_KERNEL_HANDLE, &handle_),
              STATUS_SUCCESS);
  }
  void TearDown() override { EXPECT_EQ(ZwClose(handle_), STATUS_SUCCESS); }

  NTSTATUS query(TOKEN_INFORMATION_CLASS what, ULONG length) {
    return ZwQueryInformationToken(handle_, what, buffer_, length, &needed_);
  }
  ULONG number() const {
    ULONG out = 0;
    std::memcpy(&out, buffer_, sizeof out);
    return out;
  }

  HANDLE handle_ = nullptr;
  alignas(8) UCHAR buffer_[256] = {};
  ULONG needed_ = 0;
};

TEST_F(Token, IsThatOfTheSystem) {
  ASSERT_EQ(query(TokenUser, sizeof buffer_), STATUS_SUCCESS);
  const PSID user = reinterpret_cast<PTOKEN_USER>(buffer_)->User.Sid;
  EXPECT_EQ(user, buffer_ + sizeof(TOKEN_USER));  // it follows
  const UCHAR local_system[] = {1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0};
  EXPECT_EQ(std::memcmp(user, local_system, sizeof local_system), 0);
  EXPECT_EQ(needed_, sizeof(TOKEN_USER) + sizeof local_system);
}

TEST_F(Token, NeedsRoomForAllOfItsAnswer) {
  const ULONG whole = sizeof(TOKEN_USER) + 12;
  EXPECT_EQ(query(TokenUser, whole - 1), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(needed_, whole);
  EXPECT_EQ(number(), 0U);
  EXPECT_EQ(query(TokenUser, whole), STATUS_SUCCESS);
  EXPECT_EQ(query(TokenType, 3), STATUS_BUFFER_TOO_SMALL);
  EXPECT_EQ(needed_, 4U);
}

TEST_F(Token, AnswersOneQuestionEach) {
  EXPECT_EQ(query(TokenType, 4), STATUS_SUCCESS);
  EXPECT_EQ(number(), static_cast<ULONG>(TokenPrimary));
  EXPECT_EQ(query(TokenElevation, 4), STATUS_SUCCESS);
  EXPECT_EQ(number(), 1U);
  for (const TOKEN_INFORMATION_CLASS none :
       {TokenSessionId, TokenIsRestricted, TokenIsAppContainer}) {
    buffer_[0] = 9;
    EXPECT_EQ(query(none, 4), STATUS_SUCCESS);
    EXPECT_EQ(number(), 0U) << none;
  }
  ASSERT_EQ(query(TokenStatistics, sizeof buffer_), STATUS_SUCCESS);
  EXPECT_EQ(reinterpret_cast<PTOKEN_STATISTICS>(buffer_)->AuthenticationId.LowPart, 0x3E7U);
  EXPECT_EQ(query(static_cast<TOKEN_INFORMATION_CLASS>(99), sizeof buffer_),
            STATUS_INVALID_INFO_CLASS);
}

TEST_F(Token, IsAskedByItsHandleAndOpenedByThatOfAProcess) {
  EXPECT_EQ(ZwQueryInformationToken(NtCurrentProcess(), TokenType, buffer_, 4, &needed_),
            STATUS_OBJECT_TYPE_MISMATCH);
  HANDLE none = nullptr;
  EXPECT_EQ(ZwOpenProcessTokenEx(handle_, TOKEN_QUERY, OBJ_KERNEL_HANDLE, &none),
            STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(ZwOpenThreadTokenEx(NtCurrentThread(), TOKEN_QUERY, TRUE, OBJ_KERNEL_HANDLE, &none),
            STATUS_NO_TOKEN);
  EXPECT_EQ(ZwOpenThreadTokenEx(NtCurrentProcess(), TOKEN_QUERY, TRUE, OBJ_KERNEL_HANDLE, &none),
            STATUS_OBJECT_TYPE_MISMATCH);
  EXPECT_EQ(none, nullptr);
}

// ntifs/nf-ntifs-sequeryinformationtoken.md: in pool, but for the number of the session.
TEST(TokenByPointer, AnswersInPool) {
  const PACCESS_TOKEN token = system_token_of_process();
  void* answer = nullptr;
  ASSERT_EQ(SeQueryInformationToken(token, TokenUser, &answer), STATUS_SUCCESS);
  EXPECT_EQ(static_cast<PTOKEN_USER>(answer)->User.Sid,
            static_cast<UCHAR*>(answer) + sizeof(TOKEN_USER));
  ExFreePool(answer);
  ULONG64 session = ~ULONG64{0};
  EXPECT_EQ(SeQueryInformationToken(token, TokenSessionId, reinterpret_cast<PVOID*>(&session)),
            STATUS_SUCCESS);
  EXPECT_EQ(session, 0xFFFFFFFF00000000);  // four bytes
  EXPECT_EQ(SeQueryInformationToken(token, static_cast<TOKEN_INFORMATION_CLASS>(99), &answer),
            STATUS_INVALID_INFO_CLASS);
  EXPECT_FALSE(SeTokenIsRestricted(token));
  EXPECT_EQ(SeTokenType(token), TokenPrimary);
  LUID id{};
  EXPECT_EQ(SeQueryAuthenticationIdToken(token, &id), STATUS_SUCCESS);
  EXPECT_EQ(id.LowPart, 0x3E7U);
  PsDereferencePrimaryToken(token);
}

}  // namespace
