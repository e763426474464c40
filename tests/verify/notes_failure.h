// A driver that makes a note of a failure, and forgets what it has when there is no room for that:
// two faults show it, and neither alone.
#pragma once

namespace drydock::testing {

// In DriverEntry, before what it does when all is well.
inline constexpr const char* kNotesFailure = R"(
  PVOID first = ExAllocatePoolWithTag(NonPagedPool, 64, 'tsrf');
  PVOID second = NULL;
  PVOID note = NULL;
  if (first == NULL) return STATUS_INSUFFICIENT_RESOURCES;
  second = ExAllocatePoolWithTag(NonPagedPool, 64, 'dnoc');
  if (second == NULL) {
    note = ExAllocatePoolWithTag(NonPagedPool, 16, 'eton');
    if (note == NULL) return STATUS_INSUFFICIENT_RESOURCES; /* forgets */
    ExFreePoolWithTag(note, 'eton');
    ExFreePoolWithTag(first, 'tsrf');
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  ExFreePoolWithTag(second, 'dnoc');
  ExFreePoolWithTag(first, 'tsrf');
)";

}  // namespace drydock::testing
