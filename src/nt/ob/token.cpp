// Answers a driver's questions about a token. There is one, the system's, and no thread
// impersonates another user.
#include <cstring>
#include <optional>
#include <vector>

#include "ntifs.h"
#include "src/nt/base/fault_point.h"
#include "src/nt/base/irql_advice.h"
#include "src/nt/base/thread.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {
namespace {

constexpr ULONG kTokenTag = 0x6B546553;                                  // "SeTk"
constexpr LUID kSystemLuid = {0x3E7, 0};                                 // SYSTEM_LUID
constexpr UCHAR kLocalSystem[] = {1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0};  // S-1-5-18

TOKEN_STATISTICS statistics() {
  TOKEN_STATISTICS out{};
  out.AuthenticationId = kSystemLuid;
  out.ExpirationTime.QuadPart = MAXLONGLONG;
  out.TokenType = TokenPrimary;
  return out;
}

template <typename Information>
std::vector<UCHAR> token_bytes(const Information& information) {
  const auto* from = reinterpret_cast<const UCHAR*>(&information);
  return {from, from + sizeof information};
}

// Returns nothing for an unknown class. The identifier follows TOKEN_USER.
std::optional<std::vector<UCHAR>> information_of_token(TOKEN_INFORMATION_CLASS what) {
  switch (what) {
    case TokenUser: {
      std::vector<UCHAR> out(sizeof(TOKEN_USER));
      out.insert(out.end(), std::begin(kLocalSystem), std::end(kLocalSystem));
      return out;
    }
    case TokenStatistics:
      return token_bytes(statistics());
    case TokenType:
      return token_bytes(TokenPrimary);
    case TokenSessionId:
      return token_bytes(ULONG{0});
    case TokenElevation:
    case TokenIsRestricted:
    case TokenIsAppContainer:
      return token_bytes(ULONG{what == TokenElevation});
    default:
      return std::nullopt;
  }
}

void copy_information(TOKEN_INFORMATION_CLASS what, const std::vector<UCHAR>& from, void* to) {
  std::memcpy(to, from.data(), from.size());
  if (what == TokenUser)
    static_cast<PTOKEN_USER>(to)->User.Sid = static_cast<UCHAR*>(to) + sizeof(TOKEN_USER);
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock;
using namespace drydock::nt;

extern "C" {

// The number of the session is stored where the caller says. All else is in pool, which the caller
// frees.
NTSTATUS SeQueryInformationToken(PACCESS_TOKEN, TOKEN_INFORMATION_CLASS TokenInformationClass,
                                 PVOID* TokenInformation) {
  require_irql_at_most(PASSIVE_LEVEL, "SeQueryInformationToken");
  const auto information = information_of_token(TokenInformationClass);
  if (!information) return STATUS_INVALID_INFO_CLASS;
  if (TokenInformationClass == TokenSessionId) {
    std::memcpy(TokenInformation, information->data(), information->size());
    return STATUS_SUCCESS;
  }
  void* const block = ExAllocatePoolWithTag(PagedPool, information->size(), kTokenTag);
  if (block == nullptr) return STATUS_INSUFFICIENT_RESOURCES;
  copy_information(TokenInformationClass, *information, block);
  *TokenInformation = block;
  return STATUS_SUCCESS;
}

NTSTATUS ZwQueryInformationToken(HANDLE TokenHandle, TOKEN_INFORMATION_CLASS TokenInformationClass,
                                 PVOID TokenInformation, ULONG Length, PULONG ResultLength) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwQueryInformationToken");
  const NTSTATUS status = check_handle(TokenHandle, &token_type);
  if (!NT_SUCCESS(status)) return status;
  const auto information = information_of_token(TokenInformationClass);
  if (!information) return STATUS_INVALID_INFO_CLASS;
  *ResultLength = static_cast<ULONG>(information->size());
  if (Length < information->size()) return STATUS_BUFFER_TOO_SMALL;
  copy_information(TokenInformationClass, *information, TokenInformation);
  return STATUS_SUCCESS;
}

BOOLEAN SeTokenIsRestricted(PACCESS_TOKEN) {
  advise_irql_at_most(PASSIVE_LEVEL, "SeTokenIsRestricted");
  return FALSE;
}
TOKEN_TYPE SeTokenType(PACCESS_TOKEN) { return TokenPrimary; }

NTSTATUS SeQueryAuthenticationIdToken(PACCESS_TOKEN, PLUID AuthenticationId) {
  advise_irql_at_most(PASSIVE_LEVEL, "SeQueryAuthenticationIdToken");
  *AuthenticationId = kSystemLuid;
  return STATUS_SUCCESS;
}

NTSTATUS SeQuerySessionIdToken(PACCESS_TOKEN, PULONG SessionId) {
  *SessionId = 0;
  return STATUS_SUCCESS;
}

NTSTATUS ZwOpenProcessTokenEx(HANDLE ProcessHandle, ACCESS_MASK DesiredAccess,
                              ULONG HandleAttributes, PHANDLE TokenHandle) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenProcessTokenEx");
  const NTSTATUS status = check_handle(ProcessHandle, &process_type);
  if (!NT_SUCCESS(status)) return status;
  if (fails_here(sim::FaultKind::kObject)) return STATUS_INSUFFICIENT_RESOURCES;
  *TokenHandle = make_handle(system_token(), &token_type, DesiredAccess, HandleAttributes);
  return STATUS_SUCCESS;
}

// A thread that impersonates nobody has no token of its own.
NTSTATUS ZwOpenThreadTokenEx(HANDLE ThreadHandle, ACCESS_MASK, BOOLEAN, ULONG, PHANDLE) {
  require_irql_at_most(PASSIVE_LEVEL, "ZwOpenThreadTokenEx");
  const NTSTATUS status = check_handle(ThreadHandle, &thread_type);
  return NT_SUCCESS(status) ? STATUS_NO_TOKEN : status;
}

}  // extern "C"
