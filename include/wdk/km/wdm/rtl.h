#pragma once
// Run-time library: memory, strings, bit maps, byte order, time fields, registry values, versions.

#include "base.h"

EXTERN_C_START

// Memory.
#ifndef RtlCopyMemory
#define RtlEqualMemory(Destination, Source, Length) (!memcmp((Destination), (Source), (Length)))
#define RtlMoveMemory(Destination, Source, Length) memmove((Destination), (Source), (Length))
#define RtlCopyMemory(Destination, Source, Length) memcpy((Destination), (Source), (Length))
#define RtlFillMemory(Destination, Length, Fill) memset((Destination), (Fill), (Length))
#define RtlZeroMemory(Destination, Length) memset((Destination), 0, (Length))
#endif
#ifndef RtlCopyBytes
#define RtlCopyBytes RtlCopyMemory
#define RtlZeroBytes RtlZeroMemory
#define RtlFillBytes RtlFillMemory
#endif
#define RtlCopyVolatileMemory(Destination, Source, Length) \
  memcpy((void*)(Destination), (const void*)(Source), (Length))
#define RtlCopyMemoryNonTemporal(Destination, Source, Length) \
  memcpy((Destination), (Source), (Length))
#define RtlFillMemoryNonTemporal(Destination, Length, Value) \
  memset((Destination), (Value), (Length))
#define RtlCopyDeviceMemory(Destination, Source, Length) \
  memcpy((void*)(Destination), (const void*)(Source), (Length))
#define RtlZeroDeviceMemory(Destination, Length) memset((void*)(Destination), 0, (Length))
#define RtlPrefetchMemoryNonTemporal(Source, Length) ((void)(Source), (void)(Length))
NTSYSAPI SIZE_T RtlCompareMemory(const VOID* Source1, const VOID* Source2, SIZE_T Length);
NTSYSAPI BOOLEAN RtlIsZeroMemory(PVOID Buffer, SIZE_T Length);
#ifndef RtlSecureZeroMemory
FORCEINLINE PVOID drydock_secure_zero(PVOID block, SIZE_T length) {
  volatile UCHAR* byte = (volatile UCHAR*)block;
  while (length-- > 0) *byte++ = 0;
  return block;
}
#define RtlSecureZeroMemory(Destination, Length) drydock_secure_zero((Destination), (Length))
#endif

// Strings.
NTSYSAPI VOID RtlInitString(PSTRING DestinationString, PCSZ SourceString);
NTSYSAPI VOID RtlInitAnsiString(PANSI_STRING DestinationString, PCSZ SourceString);
NTSYSAPI VOID RtlInitUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString);
NTSYSAPI VOID RtlFreeUnicodeString(PUNICODE_STRING UnicodeString);
NTSYSAPI VOID RtlFreeAnsiString(PANSI_STRING AnsiString);
NTSYSAPI VOID RtlCopyUnicodeString(PUNICODE_STRING DestinationString,
                                   PCUNICODE_STRING SourceString);
NTSYSAPI NTSTATUS RtlAppendUnicodeStringToString(PUNICODE_STRING Destination,
                                                 PCUNICODE_STRING Source);
NTSYSAPI NTSTATUS RtlAppendUnicodeToString(PUNICODE_STRING Destination, PCWSTR Source);
NTSYSAPI LONG RtlCompareUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2,
                                      BOOLEAN CaseInSensitive);
NTSYSAPI BOOLEAN RtlEqualUnicodeString(const UNICODE_STRING* String1, const UNICODE_STRING* String2,
                                       BOOLEAN CaseInSensitive);
NTSYSAPI NTSTATUS RtlAnsiStringToUnicodeString(PUNICODE_STRING DestinationString,
                                               PANSI_STRING SourceString,
                                               BOOLEAN AllocateDestinationString);
NTSYSAPI NTSTATUS RtlUnicodeStringToAnsiString(PANSI_STRING DestinationString,
                                               PCUNICODE_STRING SourceString,
                                               BOOLEAN AllocateDestinationString);
NTSYSAPI ULONG RtlxAnsiStringToUnicodeSize(PCANSI_STRING AnsiString);
NTSYSAPI ULONG RtlxUnicodeStringToAnsiSize(PCUNICODE_STRING UnicodeString);
NTSYSAPI NTSTATUS RtlUnicodeStringToInteger(PCUNICODE_STRING String, ULONG Base, PULONG Value);
NTSYSAPI NTSTATUS RtlIntegerToUnicodeString(ULONG Value, ULONG Base, PUNICODE_STRING String);
NTSYSAPI NTSTATUS RtlInt64ToUnicodeString(ULONGLONG Value, ULONG Base, PUNICODE_STRING String);
NTSYSAPI NTSTATUS RtlHashUnicodeString(const UNICODE_STRING* String, BOOLEAN CaseInSensitive,
                                       ULONG HashAlgorithm, PULONG HashValue);
NTSYSAPI WCHAR RtlUpcaseUnicodeChar(WCHAR SourceCharacter);
NTSYSAPI WCHAR RtlDowncaseUnicodeChar(WCHAR SourceCharacter);
NTSYSAPI NTSTATUS RtlUpcaseUnicodeString(PUNICODE_STRING DestinationString,
                                         PCUNICODE_STRING SourceString,
                                         BOOLEAN AllocateDestinationString);
NTSYSAPI BOOLEAN RtlPrefixUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2,
                                        BOOLEAN CaseInSensitive);
NTSYSAPI NTSTATUS RtlStringFromGUID(REFGUID Guid, PUNICODE_STRING GuidString);
NTSYSAPI NTSTATUS RtlGUIDFromString(PCUNICODE_STRING GuidString, GUID* Guid);
NTSYSAPI NTSTATUS RtlInitUnicodeStringEx(PUNICODE_STRING DestinationString, PCWSTR SourceString);
NTSYSAPI NTSTATUS RtlUnicodeToUTF8N(PCHAR UTF8StringDestination, ULONG UTF8StringMaxByteCount,
                                    PULONG UTF8StringActualByteCount, PCWCH UnicodeStringSource,
                                    ULONG UnicodeStringByteCount);
NTSYSAPI NTSTATUS RtlUTF8ToUnicodeN(PWSTR UnicodeStringDestination, ULONG UnicodeStringMaxByteCount,
                                    PULONG UnicodeStringActualByteCount, PCCH UTF8StringSource,
                                    ULONG UTF8StringByteCount);
NTSYSAPI NTSTATUS RtlMultiByteToUnicodeN(PWCH UnicodeString, ULONG MaxBytesInUnicodeString,
                                         PULONG BytesInUnicodeString, const CHAR* MultiByteString,
                                         ULONG BytesInMultiByteString);
NTSYSAPI NTSTATUS RtlUnicodeToMultiByteN(PCHAR MultiByteString, ULONG MaxBytesInMultiByteString,
                                         PULONG BytesInMultiByteString, PCWCH UnicodeString,
                                         ULONG BytesInUnicodeString);
NTSYSAPI VOID RtlCopyString(PSTRING DestinationString, const STRING* SourceString);
NTSYSAPI BOOLEAN RtlEqualString(const STRING* String1, const STRING* String2,
                                BOOLEAN CaseInSensitive);
NTSYSAPI LONG RtlCompareString(const STRING* String1, const STRING* String2,
                               BOOLEAN CaseInSensitive);
NTSYSAPI CHAR RtlUpperChar(CHAR Character);
NTSYSAPI VOID RtlUpperString(PSTRING DestinationString, const STRING* SourceString);
NTSYSAPI NTSTATUS RtlCharToInteger(PCSZ String, ULONG Base, PULONG Value);
#define HASH_STRING_ALGORITHM_DEFAULT 0
#define HASH_STRING_ALGORITHM_X65599 1
#define HASH_STRING_ALGORITHM_INVALID 0xffffffff
#define RtlUnicodeStringToAnsiSize(String) \
  ((ULONG)(((String)->Length + sizeof(UNICODE_NULL)) / sizeof(WCHAR)))
#define RtlAnsiStringToUnicodeSize(String) \
  ((ULONG)(((String)->Length + sizeof(ANSI_NULL)) * sizeof(WCHAR)))
#define RtlIntPtrToUnicodeString(Value, Base, String) \
  RtlInt64ToUnicodeString((ULONGLONG)(Value), Base, String)
#ifndef RtlInitEmptyUnicodeString
#define RtlInitEmptyUnicodeString(Destination, BufferAddress, Size)                        \
  ((Destination)->Buffer = (BufferAddress), (Destination)->MaximumLength = (USHORT)(Size), \
   (void)((Destination)->Length = 0))
#define RtlInitEmptyAnsiString(Destination, BufferAddress, Size)                           \
  ((Destination)->Buffer = (BufferAddress), (Destination)->MaximumLength = (USHORT)(Size), \
   (void)((Destination)->Length = 0))
#endif

// Bit maps.

typedef struct _RTL_BITMAP {
  ULONG SizeOfBitMap;
  PULONG Buffer;
} RTL_BITMAP, *PRTL_BITMAP;

typedef struct _RTL_BITMAP_RUN {
  ULONG StartingIndex;
  ULONG NumberOfBits;
} RTL_BITMAP_RUN, *PRTL_BITMAP_RUN;
NTSYSAPI VOID RtlInitializeBitMap(PRTL_BITMAP BitMapHeader, PULONG BitMapBuffer,
                                  ULONG SizeOfBitMap);
NTSYSAPI VOID RtlClearBit(PRTL_BITMAP BitMapHeader, ULONG BitNumber);
NTSYSAPI VOID RtlSetBit(PRTL_BITMAP BitMapHeader, ULONG BitNumber);
NTSYSAPI BOOLEAN RtlTestBit(PRTL_BITMAP BitMapHeader, ULONG BitNumber);
NTSYSAPI VOID RtlClearAllBits(PRTL_BITMAP BitMapHeader);
NTSYSAPI VOID RtlSetAllBits(PRTL_BITMAP BitMapHeader);
NTSYSAPI ULONG RtlFindClearBits(PRTL_BITMAP BitMapHeader, ULONG NumberToFind, ULONG HintIndex);
NTSYSAPI ULONG RtlFindSetBits(PRTL_BITMAP BitMapHeader, ULONG NumberToFind, ULONG HintIndex);
NTSYSAPI ULONG RtlFindClearBitsAndSet(PRTL_BITMAP BitMapHeader, ULONG NumberToFind,
                                      ULONG HintIndex);
NTSYSAPI ULONG RtlFindSetBitsAndClear(PRTL_BITMAP BitMapHeader, ULONG NumberToFind,
                                      ULONG HintIndex);
NTSYSAPI VOID RtlClearBits(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG NumberToClear);
NTSYSAPI VOID RtlSetBits(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG NumberToSet);
NTSYSAPI ULONG RtlFindClearRuns(PRTL_BITMAP BitMapHeader, PRTL_BITMAP_RUN RunArray,
                                ULONG SizeOfRunArray, BOOLEAN LocateLongestRuns);
NTSYSAPI ULONG RtlFindLongestRunClear(PRTL_BITMAP BitMapHeader, PULONG StartingIndex);
NTSYSAPI ULONG RtlFindFirstRunClear(PRTL_BITMAP BitMapHeader, PULONG StartingIndex);
NTSYSAPI ULONG RtlNumberOfClearBits(PRTL_BITMAP BitMapHeader);
NTSYSAPI ULONG RtlNumberOfSetBits(PRTL_BITMAP BitMapHeader);
NTSYSAPI BOOLEAN RtlAreBitsClear(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG Length);
NTSYSAPI BOOLEAN RtlAreBitsSet(PRTL_BITMAP BitMapHeader, ULONG StartingIndex, ULONG Length);
NTSYSAPI ULONG RtlFindNextForwardRunClear(PRTL_BITMAP BitMapHeader, ULONG FromIndex,
                                          PULONG StartingRunIndex);
NTSYSAPI ULONG RtlFindLastBackwardRunClear(PRTL_BITMAP BitMapHeader, ULONG FromIndex,
                                           PULONG StartingRunIndex);
NTSYSAPI CCHAR RtlFindLeastSignificantBit(ULONGLONG Set);
NTSYSAPI CCHAR RtlFindMostSignificantBit(ULONGLONG Set);
NTSYSAPI ULONG RtlNumberOfSetBitsUlongPtr(ULONG_PTR Target);
FORCEINLINE BOOLEAN RtlCheckBit(PRTL_BITMAP BitMapHeader, ULONG BitPosition) {
  return (BOOLEAN)((BitMapHeader->Buffer[BitPosition >> 5] >> (BitPosition & 31)) & 1);
}

// Byte order, unaligned access, large integers.
#define RtlUshortByteSwap(Source) __builtin_bswap16(Source)
#define RtlUlongByteSwap(Source) __builtin_bswap32(Source)
#define RtlUlonglongByteSwap(Source) __builtin_bswap64(Source)
#define RtlStoreUshort(Address, Value) (*(USHORT UNALIGNED*)(Address) = (USHORT)(Value))
#define RtlStoreUlong(Address, Value) (*(ULONG UNALIGNED*)(Address) = (ULONG)(Value))
#define RtlStoreUlonglong(Address, Value) (*(ULONGLONG UNALIGNED*)(Address) = (ULONGLONG)(Value))
#define RtlStoreUlongPtr(Address, Value) RtlStoreUlonglong(Address, Value)
#define RtlRetrieveUshort(Destination, Source) memcpy((Destination), (Source), sizeof(USHORT))
#define RtlRetrieveUlong(Destination, Source) memcpy((Destination), (Source), sizeof(ULONG))
FORCEINLINE LARGE_INTEGER RtlConvertLongToLargeInteger(LONG SignedInteger) {
  LARGE_INTEGER result;
  result.QuadPart = SignedInteger;
  return result;
}
FORCEINLINE LARGE_INTEGER RtlConvertUlongToLargeInteger(ULONG UnsignedInteger) {
  LARGE_INTEGER result;
  result.QuadPart = UnsignedInteger;
  return result;
}
#define RtlLargeIntegerGreaterThan(X, Y) ((X).QuadPart > (Y).QuadPart)
#define RtlLargeIntegerGreaterThanOrEqualTo(X, Y) ((X).QuadPart >= (Y).QuadPart)
#define RtlLargeIntegerEqualTo(X, Y) ((X).QuadPart == (Y).QuadPart)
#define RtlLargeIntegerLessThan(X, Y) ((X).QuadPart < (Y).QuadPart)

// Time fields.

typedef struct _TIME_FIELDS {
  CSHORT Year;
  CSHORT Month;
  CSHORT Day;
  CSHORT Hour;
  CSHORT Minute;
  CSHORT Second;
  CSHORT Milliseconds;
  CSHORT Weekday;
} TIME_FIELDS, *PTIME_FIELDS;
NTSYSAPI VOID RtlTimeToTimeFields(PLARGE_INTEGER Time, PTIME_FIELDS TimeFields);
NTSYSAPI BOOLEAN RtlTimeFieldsToTime(PTIME_FIELDS TimeFields, PLARGE_INTEGER Time);

// Registry by path.
#define RTL_REGISTRY_ABSOLUTE 0
#define RTL_REGISTRY_SERVICES 1
#define RTL_REGISTRY_CONTROL 2
#define RTL_REGISTRY_WINDOWS_NT 3
#define RTL_REGISTRY_DEVICEMAP 4
#define RTL_REGISTRY_USER 5
#define RTL_REGISTRY_MAXIMUM 6
#define RTL_REGISTRY_HANDLE 0x40000000
#define RTL_REGISTRY_OPTIONAL 0x80000000
#define RTL_QUERY_REGISTRY_SUBKEY 0x00000001
#define RTL_QUERY_REGISTRY_TOPKEY 0x00000002
#define RTL_QUERY_REGISTRY_REQUIRED 0x00000004
#define RTL_QUERY_REGISTRY_NOVALUE 0x00000008
#define RTL_QUERY_REGISTRY_NOEXPAND 0x00000010
#define RTL_QUERY_REGISTRY_DIRECT 0x00000020
#define RTL_QUERY_REGISTRY_DELETE 0x00000040
#define RTL_QUERY_REGISTRY_NOSTRING 0x00000080
#define RTL_QUERY_REGISTRY_TYPECHECK 0x00000100
#define RTL_QUERY_REGISTRY_TYPECHECK_SHIFT 24
#define RTL_QUERY_REGISTRY_TYPECHECK_MASK (0xff << RTL_QUERY_REGISTRY_TYPECHECK_SHIFT)
typedef NTSTATUS RTL_QUERY_REGISTRY_ROUTINE(PWSTR ValueName, ULONG ValueType, PVOID ValueData,
                                            ULONG ValueLength, PVOID Context, PVOID EntryContext);
typedef RTL_QUERY_REGISTRY_ROUTINE* PRTL_QUERY_REGISTRY_ROUTINE;
typedef struct _RTL_QUERY_REGISTRY_TABLE {
  PRTL_QUERY_REGISTRY_ROUTINE QueryRoutine;
  ULONG Flags;
  PWSTR Name;
  PVOID EntryContext;
  ULONG DefaultType;
  PVOID DefaultData;
  ULONG DefaultLength;
} RTL_QUERY_REGISTRY_TABLE, *PRTL_QUERY_REGISTRY_TABLE;
NTSYSAPI NTSTATUS RtlQueryRegistryValues(ULONG RelativeTo, PCWSTR Path,
                                         PRTL_QUERY_REGISTRY_TABLE QueryTable, PVOID Context,
                                         PVOID Environment);
NTSYSAPI NTSTATUS RtlWriteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName,
                                        ULONG ValueType, PVOID ValueData, ULONG ValueLength);
NTSYSAPI NTSTATUS RtlDeleteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName);
NTSYSAPI NTSTATUS RtlCreateRegistryKey(ULONG RelativeTo, PWSTR Path);
NTSYSAPI NTSTATUS RtlCheckRegistryKey(ULONG RelativeTo, PWSTR Path);

// Versions.
#ifndef _OSVERSIONINFO_DEFINED_
#define _OSVERSIONINFO_DEFINED_

typedef struct _OSVERSIONINFOW {
  ULONG dwOSVersionInfoSize;
  ULONG dwMajorVersion;
  ULONG dwMinorVersion;
  ULONG dwBuildNumber;
  ULONG dwPlatformId;
  WCHAR szCSDVersion[128];
} OSVERSIONINFOW, *POSVERSIONINFOW, *LPOSVERSIONINFOW, RTL_OSVERSIONINFOW, *PRTL_OSVERSIONINFOW;

typedef struct _OSVERSIONINFOEXW {
  ULONG dwOSVersionInfoSize;
  ULONG dwMajorVersion;
  ULONG dwMinorVersion;
  ULONG dwBuildNumber;
  ULONG dwPlatformId;
  WCHAR szCSDVersion[128];
  USHORT wServicePackMajor;
  USHORT wServicePackMinor;
  USHORT wSuiteMask;
  UCHAR wProductType;
  UCHAR wReserved;
} OSVERSIONINFOEXW, *POSVERSIONINFOEXW, *LPOSVERSIONINFOEXW, RTL_OSVERSIONINFOEXW,
    *PRTL_OSVERSIONINFOEXW;
#endif
#define VER_MINORVERSION 0x0000001
#define VER_MAJORVERSION 0x0000002
#define VER_BUILDNUMBER 0x0000004
#define VER_PLATFORMID 0x0000008
#define VER_SERVICEPACKMINOR 0x0000010
#define VER_SERVICEPACKMAJOR 0x0000020
#define VER_SUITENAME 0x0000040
#define VER_PRODUCT_TYPE 0x0000080
#define VER_NT_WORKSTATION 0x0000001
#define VER_NT_DOMAIN_CONTROLLER 0x0000002
#define VER_NT_SERVER 0x0000003
#define VER_EQUAL 1
#define VER_GREATER 2
#define VER_GREATER_EQUAL 3
#define VER_LESS 4
#define VER_LESS_EQUAL 5
#define VER_PLATFORM_WIN32_NT 2
NTSYSAPI NTSTATUS RtlGetVersion(PRTL_OSVERSIONINFOW VersionInformation);
NTSYSAPI NTSTATUS RtlVerifyVersionInfo(PRTL_OSVERSIONINFOEXW VersionInfo, ULONG TypeMask,
                                       ULONGLONG ConditionMask);
NTSYSAPI ULONGLONG VerSetConditionMask(ULONGLONG ConditionMask, ULONG TypeMask, UCHAR Condition);
NTSYSAPI BOOLEAN RtlIsNtDdiVersionAvailable(ULONG Version);
NTSYSAPI BOOLEAN RtlIsServicePackVersionInstalled(ULONG Version);

EXTERN_C_END
