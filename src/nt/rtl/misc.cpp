// Memory, checks, masks and resource descriptors.
#include <algorithm>
#include <cstring>

#include "ntifs.h"
#include "src/nt/base/thread.h"
#include "src/nt/base/wdk.h"

namespace drydock::nt {
namespace {

// The form of a memory range beyond four gigabytes: its length is in units of 2^shift bytes.
struct LargeForm {
  USHORT flag;
  unsigned shift;
  ULONGLONG most;
};

constexpr LargeForm kLargeForms[] = {
    {CM_RESOURCE_MEMORY_LARGE_40, 8, CM_RESOURCE_MEMORY_LARGE_40_MAXLEN},
    {CM_RESOURCE_MEMORY_LARGE_48, 16, CM_RESOURCE_MEMORY_LARGE_48_MAXLEN},
    {CM_RESOURCE_MEMORY_LARGE_64, 32, CM_RESOURCE_MEMORY_LARGE_64_MAXLEN},
};

unsigned shift_of(UCHAR type, USHORT flags) {
  if (type != CmResourceTypeMemoryLarge) return 0;
  for (const LargeForm& form : kLargeForms) {
    if ((flags & CM_RESOURCE_MEMORY_LARGE) == form.flag) return form.shift;
  }
  return 0;
}

bool is_range(UCHAR type) {
  return type == CmResourceTypePort || type == CmResourceTypeMemory ||
         type == CmResourceTypeMemoryLarge;
}

// The type, flag and shift for a length of a range; false when there is no form that holds it
// exactly.
bool encode(UCHAR& type, USHORT& flags, ULONGLONG length, ULONGLONG alignment, unsigned& shift) {
  shift = 0;
  if (length <= MAXULONG && alignment <= MAXULONG) {
    if (type == CmResourceTypeMemoryLarge) type = CmResourceTypeMemory;
    return true;
  }
  if (type == CmResourceTypePort) return false;
  for (const LargeForm& form : kLargeForms) {
    const ULONGLONG low = (1ULL << form.shift) - 1;
    if (length > form.most || alignment > form.most || ((length | alignment) & low) != 0) continue;
    type = CmResourceTypeMemoryLarge;
    flags = static_cast<USHORT>((flags & ~CM_RESOURCE_MEMORY_LARGE) | form.flag);
    shift = form.shift;
    return true;
  }
  return false;
}

}  // namespace
}  // namespace drydock::nt

using namespace drydock::nt;

extern "C" {

// How many bytes from the beginning are whole copies of the pattern.
SIZE_T RtlCompareMemoryUlong(PVOID Source, SIZE_T Length, ULONG Pattern) {
  const auto* words = static_cast<const ULONG*>(Source);
  SIZE_T same = 0;
  while (same < Length / sizeof(ULONG) && words[same] == Pattern) ++same;
  return same * sizeof(ULONG);
}

VOID RtlFillMemoryUlong(PVOID Destination, SIZE_T Length, ULONG Pattern) {
  std::fill_n(static_cast<PULONG>(Destination), Length / sizeof(ULONG), Pattern);
}

VOID RtlFillMemoryUlonglong(PVOID Destination, SIZE_T Length, ULONGLONG Pattern) {
  std::fill_n(static_cast<PULONGLONG>(Destination), Length / sizeof(ULONGLONG), Pattern);
}

SIZE_T RtlCompareMemory(const VOID* Source1, const VOID* Source2, SIZE_T Length) {
  const auto* a = static_cast<const UCHAR*>(Source1);
  const auto* b = static_cast<const UCHAR*>(Source2);
  SIZE_T same = 0;
  while (same < Length && a[same] == b[same]) ++same;
  return same;
}

BOOLEAN RtlIsZeroMemory(PVOID Buffer, SIZE_T Length) {
  const auto* bytes = static_cast<const UCHAR*>(Buffer);
  for (SIZE_T i = 0; i < Length; ++i) {
    if (bytes[i] != 0) return FALSE;
  }
  return TRUE;
}

ULONG RtlComputeCrc32(ULONG PartialCrc, const VOID* Buffer, ULONG Length) {
  const auto* bytes = static_cast<const UCHAR*>(Buffer);
  ULONG crc = ~PartialCrc;
  for (ULONG i = 0; i < Length; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320U : 0);
  }
  return ~crc;
}

VOID RtlMapGenericMask(PACCESS_MASK AccessMask, const GENERIC_MAPPING* GenericMapping) {
  require_irql_at_most(APC_LEVEL, "RtlMapGenericMask");
  ACCESS_MASK mask = *AccessMask;
  if ((mask & GENERIC_READ) != 0) mask |= GenericMapping->GenericRead;
  if ((mask & GENERIC_WRITE) != 0) mask |= GenericMapping->GenericWrite;
  if ((mask & GENERIC_EXECUTE) != 0) mask |= GenericMapping->GenericExecute;
  if ((mask & GENERIC_ALL) != 0) mask |= GenericMapping->GenericAll;
  *AccessMask = mask & ~static_cast<ACCESS_MASK>(GENERIC_READ | GENERIC_WRITE | GENERIC_EXECUTE |
                                                 GENERIC_ALL);
}

BOOLEAN RtlIsStateSeparationEnabled(VOID) {
  require_irql_at_most(PASSIVE_LEVEL, "RtlIsStateSeparationEnabled");
  return FALSE;
}

// No volume exists here.
NTSTATUS RtlVolumeDeviceToDosName(PVOID, PUNICODE_STRING DosName) {
  *DosName = {};
  return STATUS_INVALID_DEVICE_REQUEST;
}

ULONGLONG RtlCmDecodeMemIoResource(PCM_PARTIAL_RESOURCE_DESCRIPTOR Descriptor, PULONGLONG Start) {
  if (Start != nullptr) *Start = static_cast<ULONGLONG>(Descriptor->u.Memory.Start.QuadPart);
  return static_cast<ULONGLONG>(Descriptor->u.Memory.Length)
         << shift_of(Descriptor->Type, Descriptor->Flags);
}

NTSTATUS RtlCmEncodeMemIoResource(PCM_PARTIAL_RESOURCE_DESCRIPTOR Descriptor, UCHAR Type,
                                  ULONGLONG Length, ULONGLONG Start) {
  if (!is_range(Type)) return STATUS_UNSUCCESSFUL;
  unsigned shift = 0;
  USHORT flags = Descriptor->Flags;
  if (!encode(Type, flags, Length, 0, shift)) return STATUS_UNSUCCESSFUL;
  Descriptor->Type = Type;
  Descriptor->Flags = flags;
  Descriptor->u.Memory.Start.QuadPart = static_cast<LONGLONG>(Start);
  Descriptor->u.Memory.Length = static_cast<ULONG>(Length >> shift);
  return STATUS_SUCCESS;
}

ULONGLONG RtlIoDecodeMemIoResource(struct _IO_RESOURCE_DESCRIPTOR* Descriptor, PULONGLONG Alignment,
                                   PULONGLONG MinimumAddress, PULONGLONG MaximumAddress) {
  const unsigned shift = shift_of(Descriptor->Type, Descriptor->Flags);
  const auto& memory = Descriptor->u.Memory;
  if (Alignment != nullptr) *Alignment = static_cast<ULONGLONG>(memory.Alignment) << shift;
  if (MinimumAddress != nullptr)
    *MinimumAddress = static_cast<ULONGLONG>(memory.MinimumAddress.QuadPart);
  if (MaximumAddress != nullptr)
    *MaximumAddress = static_cast<ULONGLONG>(memory.MaximumAddress.QuadPart);
  return static_cast<ULONGLONG>(memory.Length) << shift;
}

NTSTATUS RtlIoEncodeMemIoResource(struct _IO_RESOURCE_DESCRIPTOR* Descriptor, UCHAR Type,
                                  ULONGLONG Length, ULONGLONG Alignment, ULONGLONG MinimumAddress,
                                  ULONGLONG MaximumAddress) {
  if (!is_range(Type)) return STATUS_UNSUCCESSFUL;
  unsigned shift = 0;
  USHORT flags = Descriptor->Flags;
  if (!encode(Type, flags, Length, Alignment, shift)) return STATUS_UNSUCCESSFUL;
  Descriptor->Type = Type;
  Descriptor->Flags = flags;
  auto& memory = Descriptor->u.Memory;
  memory.Length = static_cast<ULONG>(Length >> shift);
  memory.Alignment = static_cast<ULONG>(Alignment >> shift);
  memory.MinimumAddress.QuadPart = static_cast<LONGLONG>(MinimumAddress);
  memory.MaximumAddress.QuadPart = static_cast<LONGLONG>(MaximumAddress);
  return STATUS_SUCCESS;
}

ULONGLONG RtlFindClosestEncodableLength(ULONGLONG SourceLength, PULONGLONG TargetLength) {
  ULONGLONG target = SourceLength;
  if (SourceLength > MAXULONG) {
    for (const LargeForm& form : kLargeForms) {
      if (SourceLength > form.most) continue;
      const ULONGLONG unit = 1ULL << form.shift;
      target = (SourceLength + unit - 1) & ~(unit - 1);
      break;
    }
  }
  if (SourceLength > CM_RESOURCE_MEMORY_LARGE_64_MAXLEN)
    return static_cast<ULONGLONG>(STATUS_UNSUCCESSFUL);
  *TargetLength = target;
  return STATUS_SUCCESS;
}

}  // extern "C"
