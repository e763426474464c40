// Security: one token, of the system, whose rights a test may take away; descriptors are not
// evaluated.
#include "src/nt/base/thread.h"
#include "src/nt/ob/handle.h"
#include "src/nt/ob/object.h"

namespace drydock::nt {
namespace {

std::atomic<bool> admin = true;  // relaxed: set by a test between calls

struct Token {
  char name[16];
};

void* reference_token() {
  void* token = system_token();
  reference_object(token);
  return token;
}

}  // namespace

void* system_token() {
  static Token token{"system token"};
  static const bool known = (add_object(&token, &token_type, "token of the system"), true);
  static_cast<void>(known);
  return &token;
}

void set_caller_is_admin(bool is_admin) { admin.store(is_admin, std::memory_order_relaxed); }

}  // namespace drydock::nt

using namespace drydock::nt;

// "If PreviousMode is KernelMode, the privilege check always succeeds"
// (ntddk/nf-ntddk-sesingleprivilegecheck.md).
extern "C" BOOLEAN SeSinglePrivilegeCheck(LUID, KPROCESSOR_MODE PreviousMode) {
  require_irql_at_most(PASSIVE_LEVEL, "SeSinglePrivilegeCheck");
  return PreviousMode == KernelMode || admin.load(std::memory_order_relaxed);
}

extern "C" BOOLEAN SePrivilegeCheck(PPRIVILEGE_SET, PSECURITY_SUBJECT_CONTEXT,
                                    KPROCESSOR_MODE AccessMode) {
  require_irql_at_most(PASSIVE_LEVEL, "SePrivilegeCheck");
  return AccessMode == KernelMode || admin.load(std::memory_order_relaxed);
}

extern "C" BOOLEAN SeTokenIsAdmin(PACCESS_TOKEN) {
  require_irql_at_most(PASSIVE_LEVEL, "SeTokenIsAdmin");
  return admin.load(std::memory_order_relaxed);
}

extern "C" PACCESS_TOKEN PsReferencePrimaryToken(PEPROCESS) {
  require_irql_at_most(PASSIVE_LEVEL, "PsReferencePrimaryToken");
  return reference_token();
}

extern "C" VOID PsDereferencePrimaryToken(PACCESS_TOKEN PrimaryToken) {
  require_irql_at_most(APC_LEVEL, "PsDereferencePrimaryToken");
  dereference_object(PrimaryToken, "PsDereferencePrimaryToken");
}

// No thread impersonates anybody: "returns NULL if the thread is not currently impersonating".
extern "C" PACCESS_TOKEN PsReferenceImpersonationToken(PETHREAD, PBOOLEAN, PBOOLEAN,
                                                       PSECURITY_IMPERSONATION_LEVEL) {
  require_irql_at_most(PASSIVE_LEVEL, "PsReferenceImpersonationToken");
  return nullptr;
}

extern "C" VOID PsDereferenceImpersonationToken(PACCESS_TOKEN ImpersonationToken) {
  require_irql_at_most(APC_LEVEL, "PsDereferenceImpersonationToken");
  if (ImpersonationToken != nullptr) {
    dereference_object(ImpersonationToken, "PsDereferenceImpersonationToken");
  }
}

extern "C" VOID SeCaptureSubjectContext(PSECURITY_SUBJECT_CONTEXT SubjectContext) {
  require_irql_at_most(PASSIVE_LEVEL, "SeCaptureSubjectContext");
  *SubjectContext = {};
  SubjectContext->PrimaryToken = reference_token();
}

extern "C" VOID SeReleaseSubjectContext(PSECURITY_SUBJECT_CONTEXT SubjectContext) {
  require_irql_at_most(PASSIVE_LEVEL, "SeReleaseSubjectContext");
  dereference_object(std::exchange(SubjectContext->PrimaryToken, nullptr),
                     "SeReleaseSubjectContext");
}

extern "C" VOID SeLockSubjectContext(PSECURITY_SUBJECT_CONTEXT) {
  require_irql_at_most(PASSIVE_LEVEL, "SeLockSubjectContext");
}
extern "C" VOID SeUnlockSubjectContext(PSECURITY_SUBJECT_CONTEXT) {
  require_irql_at_most(PASSIVE_LEVEL, "SeUnlockSubjectContext");
}

extern "C" BOOLEAN SeAccessCheck(PSECURITY_DESCRIPTOR, PSECURITY_SUBJECT_CONTEXT, BOOLEAN,
                                 ACCESS_MASK DesiredAccess, ACCESS_MASK PreviouslyGrantedAccess,
                                 PPRIVILEGE_SET*, PGENERIC_MAPPING GenericMapping,
                                 KPROCESSOR_MODE AccessMode, PACCESS_MASK GrantedAccess,
                                 PNTSTATUS AccessStatus) {
  require_irql_at_most(PASSIVE_LEVEL, "SeAccessCheck");
  const bool allowed = AccessMode == KernelMode || admin.load(std::memory_order_relaxed);
  const bool maximum = (DesiredAccess & MAXIMUM_ALLOWED) != 0;
  const ACCESS_MASK granted = maximum ? GenericMapping->GenericAll : DesiredAccess;
  *GrantedAccess = PreviouslyGrantedAccess | (allowed ? granted : 0);
  *AccessStatus = allowed ? STATUS_SUCCESS : STATUS_ACCESS_DENIED;
  return allowed;
}
