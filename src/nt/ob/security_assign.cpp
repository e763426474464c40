// Descriptors for new objects.
#include "ntifs.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

using namespace drydock::nt;

namespace {

constexpr ULONG kDescriptorTag = 0x64536553;  // "SeSd"
constexpr USHORT kInOnePiece = 0x8000;

// A copy in pool, in one piece; null when there is no memory.
PSECURITY_DESCRIPTOR descriptor_copy(PSECURITY_DESCRIPTOR from, POOL_TYPE pool) {
  SECURITY_DESCRIPTOR empty;
  RtlCreateSecurityDescriptor(&empty, SECURITY_DESCRIPTOR_REVISION);
  auto* const source = from == nullptr ? &empty : static_cast<PISECURITY_DESCRIPTOR>(from);
  const bool is_relative = (source->Control & kInOnePiece) != 0;
  ULONG length = 0;
  if (is_relative) {
    length = RtlLengthSecurityDescriptor(source);
  } else {
    RtlAbsoluteToSelfRelativeSD(source, nullptr, &length);
  }
  void* const copy = ExAllocatePoolWithTag(pool, length, kDescriptorTag);
  if (copy == nullptr) return nullptr;
  if (is_relative) {
    RtlCopyMemory(copy, source, length);
  } else {
    RtlAbsoluteToSelfRelativeSD(source, copy, &length);
  }
  return copy;
}

}  // namespace

extern "C" {

// The explicit descriptor, else that of the parent. Nothing is inherited entry by entry, because
// descriptors are not evaluated.
NTSTATUS SeAssignSecurityEx(PSECURITY_DESCRIPTOR ParentDescriptor,
                            PSECURITY_DESCRIPTOR ExplicitDescriptor,
                            PSECURITY_DESCRIPTOR* NewDescriptor, GUID*, BOOLEAN, ULONG,
                            PSECURITY_SUBJECT_CONTEXT, PGENERIC_MAPPING, POOL_TYPE PoolType) {
  require_irql_at_most(PASSIVE_LEVEL, "SeAssignSecurityEx");
  *NewDescriptor = descriptor_copy(
      ExplicitDescriptor != nullptr ? ExplicitDescriptor : ParentDescriptor, PoolType);
  return *NewDescriptor == nullptr ? STATUS_INSUFFICIENT_RESOURCES : STATUS_SUCCESS;
}

NTSTATUS SeAssignSecurity(PSECURITY_DESCRIPTOR ParentDescriptor,
                          PSECURITY_DESCRIPTOR ExplicitDescriptor,
                          PSECURITY_DESCRIPTOR* NewDescriptor, BOOLEAN IsDirectoryObject,
                          PSECURITY_SUBJECT_CONTEXT SubjectContext, PGENERIC_MAPPING GenericMapping,
                          POOL_TYPE PoolType) {
  return SeAssignSecurityEx(ParentDescriptor, ExplicitDescriptor, NewDescriptor, nullptr,
                            IsDirectoryObject, 0, SubjectContext, GenericMapping, PoolType);
}

NTSTATUS SeDeassignSecurity(PSECURITY_DESCRIPTOR* SecurityDescriptor) {
  require_irql_at_most(PASSIVE_LEVEL, "SeDeassignSecurity");
  if (*SecurityDescriptor != nullptr) ExFreePoolWithTag(*SecurityDescriptor, kDescriptorTag);
  *SecurityDescriptor = nullptr;
  return STATUS_SUCCESS;
}

}  // extern "C"
