// File-system kit: here only the names that other kinds of drivers take from it.
#ifndef _NTIFS_
#define _NTIFS_
#define _NTIFS_INCLUDED_

#include "ntddk.h"

EXTERN_C_START

// Identifiers and access-control entries.
typedef struct _SID_IDENTIFIER_AUTHORITY {
  UCHAR Value[6];
} SID_IDENTIFIER_AUTHORITY, *PSID_IDENTIFIER_AUTHORITY;
typedef struct _SID {
  UCHAR Revision;
  UCHAR SubAuthorityCount;
  SID_IDENTIFIER_AUTHORITY IdentifierAuthority;
  ULONG SubAuthority[ANYSIZE_ARRAY];
} SID, *PISID;
#define SID_REVISION 1
#define SID_MAX_SUB_AUTHORITIES 15
#define SECURITY_MAX_SID_SIZE \
  (sizeof(SID) - sizeof(ULONG) + (SID_MAX_SUB_AUTHORITIES * sizeof(ULONG)))

typedef struct _ACE_HEADER {
  UCHAR AceType;
  UCHAR AceFlags;
  USHORT AceSize;
} ACE_HEADER, *PACE_HEADER;

typedef struct _ACCESS_ALLOWED_ACE {
  ACE_HEADER Header;
  ACCESS_MASK Mask;
  ULONG SidStart;
} ACCESS_ALLOWED_ACE, *PACCESS_ALLOWED_ACE;

typedef struct _ACCESS_DENIED_ACE {
  ACE_HEADER Header;
  ACCESS_MASK Mask;
  ULONG SidStart;
} ACCESS_DENIED_ACE, *PACCESS_DENIED_ACE;
#define ACCESS_ALLOWED_ACE_TYPE (0x0)
#define ACCESS_DENIED_ACE_TYPE (0x1)
#define TOKEN_QUERY (0x0008)
#define TOKEN_DUPLICATE (0x0002)
#define TOKEN_IMPERSONATE (0x0004)
#define TOKEN_ADJUST_PRIVILEGES (0x0020)

typedef enum _TOKEN_INFORMATION_CLASS {
  TokenUser = 1,
  TokenGroups,
  TokenPrivileges,
  TokenOwner,
  TokenPrimaryGroup,
  TokenDefaultDacl,
  TokenSource,
  TokenType,
  TokenImpersonationLevel,
  TokenStatistics,
  TokenRestrictedSids,
  TokenSessionId,
  TokenGroupsAndPrivileges,
  TokenSessionReference,
  TokenSandBoxInert,
  TokenAuditPolicy,
  TokenOrigin,
  TokenElevationType,
  TokenLinkedToken,
  TokenElevation,
  TokenHasRestrictions,
  TokenAccessInformation,
  TokenVirtualizationAllowed,
  TokenVirtualizationEnabled,
  TokenIntegrityLevel,
  TokenUIAccess,
  TokenMandatoryPolicy,
  TokenLogonSid,
  TokenIsAppContainer,
  TokenCapabilities,
  TokenAppContainerSid,
  TokenAppContainerNumber,
  TokenUserClaimAttributes,
  TokenDeviceClaimAttributes,
  TokenRestrictedUserClaimAttributes,
  TokenRestrictedDeviceClaimAttributes,
  TokenDeviceGroups,
  TokenRestrictedDeviceGroups,
  TokenSecurityAttributes,
  TokenIsRestricted,
  TokenProcessTrustLevel,
  TokenPrivateNameSpace,
  TokenSingletonAttributes,
  TokenBnoIsolation,
  TokenChildProcessFlags,
  TokenIsLessPrivilegedAppContainer,
  TokenIsSandboxed,
  TokenIsAppSilo,
  MaxTokenInfoClass
} TOKEN_INFORMATION_CLASS,
    *PTOKEN_INFORMATION_CLASS;

typedef struct _SID_AND_ATTRIBUTES {
  PSID Sid;
  ULONG Attributes;
} SID_AND_ATTRIBUTES, *PSID_AND_ATTRIBUTES;

typedef struct _TOKEN_USER {
  SID_AND_ATTRIBUTES User;
} TOKEN_USER, *PTOKEN_USER;

typedef enum _TOKEN_TYPE { TokenPrimary = 1, TokenImpersonation } TOKEN_TYPE, *PTOKEN_TYPE;

typedef struct _TOKEN_SOURCE {
  CHAR SourceName[8];
  LUID SourceIdentifier;
} TOKEN_SOURCE, *PTOKEN_SOURCE;

typedef struct _TOKEN_STATISTICS {
  LUID TokenId;
  LUID AuthenticationId;
  LARGE_INTEGER ExpirationTime;
  TOKEN_TYPE TokenType;
  SECURITY_IMPERSONATION_LEVEL ImpersonationLevel;
  ULONG DynamicCharged;
  ULONG DynamicAvailable;
  ULONG GroupCount;
  ULONG PrivilegeCount;
  LUID ModifiedId;
} TOKEN_STATISTICS, *PTOKEN_STATISTICS;
NTSYSAPI ULONG RtlLengthSid(PSID Sid);
NTSYSAPI BOOLEAN RtlEqualSid(PSID Sid1, PSID Sid2);
NTSYSAPI NTSTATUS RtlCopySid(ULONG Length, PSID Destination, PSID Source);
NTSYSAPI BOOLEAN RtlValidSid(PSID Sid);
NTSYSAPI NTSTATUS RtlConvertSidToUnicodeString(PUNICODE_STRING UnicodeString, PSID Sid,
                                               BOOLEAN AllocateDestinationString);
NTSYSAPI NTSTATUS RtlInitializeSid(PSID Sid, PSID_IDENTIFIER_AUTHORITY IdentifierAuthority,
                                   UCHAR SubAuthorityCount);
NTSYSAPI PULONG RtlSubAuthoritySid(PSID Sid, ULONG SubAuthority);
NTSYSAPI ULONG RtlLengthRequiredSid(ULONG SubAuthorityCount);
NTSYSAPI NTSTATUS RtlCreateAcl(PACL Acl, ULONG AclLength, ULONG AclRevision);
NTSYSAPI NTSTATUS RtlAddAccessAllowedAce(PACL Acl, ULONG AceRevision, ACCESS_MASK AccessMask,
                                         PSID Sid);
NTSYSAPI NTSTATUS RtlGetOwnerSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor,
                                                PSID* Owner, PBOOLEAN OwnerDefaulted);
NTSYSAPI NTSTATUS RtlSetOwnerSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, PSID Owner,
                                                BOOLEAN OwnerDefaulted);
NTSYSAPI NTSTATUS RtlAbsoluteToSelfRelativeSD(PSECURITY_DESCRIPTOR AbsoluteSecurityDescriptor,
                                              PSECURITY_DESCRIPTOR SelfRelativeSecurityDescriptor,
                                              PULONG BufferLength);
NTKERNELAPI NTSTATUS SeQueryInformationToken(PACCESS_TOKEN Token,
                                             TOKEN_INFORMATION_CLASS TokenInformationClass,
                                             PVOID* TokenInformation);
NTKERNELAPI BOOLEAN SeTokenIsRestricted(PACCESS_TOKEN Token);
NTKERNELAPI TOKEN_TYPE SeTokenType(PACCESS_TOKEN Token);
NTKERNELAPI NTSTATUS SeQueryAuthenticationIdToken(PACCESS_TOKEN Token, PLUID AuthenticationId);
NTKERNELAPI NTSTATUS SeQuerySessionIdToken(PACCESS_TOKEN Token, PULONG SessionId);
NTKERNELAPI NTSTATUS SeLocateProcessImageName(PEPROCESS Process, PUNICODE_STRING* ImageFileName);

// Processes and sessions.
NTKERNELAPI LARGE_INTEGER PsGetProcessExitTime(VOID);
NTKERNELAPI NTSTATUS PsImpersonateClient(PETHREAD Thread, PACCESS_TOKEN Token, BOOLEAN CopyOnOpen,
                                         BOOLEAN EffectiveOnly,
                                         SECURITY_IMPERSONATION_LEVEL ImpersonationLevel);
NTKERNELAPI VOID PsRevertToSelf(VOID);
NTKERNELAPI NTSTATUS IoGetRequestorSessionId(PIRP Irp, PULONG pSessionId);
NTKERNELAPI ULONG PsGetCurrentProcessSessionId(VOID);
NTKERNELAPI ULONG PsGetProcessSessionId(PEPROCESS Process);
NTKERNELAPI PVOID PsGetProcessSectionBaseAddress(PEPROCESS Process);
NTKERNELAPI BOOLEAN PsIsProtectedProcess(PEPROCESS Process);

// Queues of the dispatcher.

typedef struct _KQUEUE {
  DISPATCHER_HEADER Header;
  LIST_ENTRY EntryListHead;
  volatile ULONG CurrentCount;
  ULONG MaximumCount;
  LIST_ENTRY ThreadListHead;
} KQUEUE, *PKQUEUE, *PRKQUEUE;
NTKERNELAPI VOID KeInitializeQueue(PRKQUEUE Queue, ULONG Count);
NTKERNELAPI LONG KeInsertQueue(PRKQUEUE Queue, PLIST_ENTRY Entry);
NTKERNELAPI LONG KeInsertHeadQueue(PRKQUEUE Queue, PLIST_ENTRY Entry);
NTKERNELAPI PLIST_ENTRY KeRemoveQueue(PRKQUEUE Queue, KPROCESSOR_MODE WaitMode,
                                      PLARGE_INTEGER Timeout);
NTKERNELAPI LONG KeReadStateQueue(PRKQUEUE Queue);
NTKERNELAPI PLIST_ENTRY KeRundownQueue(PRKQUEUE Queue);

// Names and system calls.

typedef enum _OBJECT_INFORMATION_CLASS {
  ObjectBasicInformation = 0,
  ObjectNameInformation = 1,
  ObjectTypeInformation = 2,
  ObjectTypesInformation = 3,
  ObjectHandleFlagInformation = 4,
  ObjectSessionInformation = 5,
  MaxObjectInfoClass
} OBJECT_INFORMATION_CLASS;

typedef struct _PUBLIC_OBJECT_BASIC_INFORMATION {
  ULONG Attributes;
  ACCESS_MASK GrantedAccess;
  ULONG HandleCount;
  ULONG PointerCount;
  ULONG Reserved[10];
} PUBLIC_OBJECT_BASIC_INFORMATION, *PPUBLIC_OBJECT_BASIC_INFORMATION;

typedef struct _PUBLIC_OBJECT_TYPE_INFORMATION {
  UNICODE_STRING TypeName;
  ULONG Reserved[22];
} PUBLIC_OBJECT_TYPE_INFORMATION, *PPUBLIC_OBJECT_TYPE_INFORMATION;

typedef struct _MEMORY_BASIC_INFORMATION {
  PVOID BaseAddress;
  PVOID AllocationBase;
  ULONG AllocationProtect;
  USHORT PartitionId;
  SIZE_T RegionSize;
  ULONG State;
  ULONG Protect;
  ULONG Type;
} MEMORY_BASIC_INFORMATION, *PMEMORY_BASIC_INFORMATION;

typedef enum _MEMORY_INFORMATION_CLASS { MemoryBasicInformation } MEMORY_INFORMATION_CLASS;
NTSYSAPI NTSTATUS ZwQueryObject(HANDLE Handle, OBJECT_INFORMATION_CLASS ObjectInformationClass,
                                PVOID ObjectInformation, ULONG ObjectInformationLength,
                                PULONG ReturnLength);
NTSYSAPI NTSTATUS ZwQueryDirectoryFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE ApcRoutine,
                                       PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock,
                                       PVOID FileInformation, ULONG Length,
                                       FILE_INFORMATION_CLASS FileInformationClass,
                                       BOOLEAN ReturnSingleEntry, PUNICODE_STRING FileName,
                                       BOOLEAN RestartScan);
NTSYSAPI NTSTATUS ZwFsControlFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE ApcRoutine,
                                  PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock,
                                  ULONG FsControlCode, PVOID InputBuffer, ULONG InputBufferLength,
                                  PVOID OutputBuffer, ULONG OutputBufferLength);
NTSYSAPI NTSTATUS ZwOpenProcessTokenEx(HANDLE ProcessHandle, ACCESS_MASK DesiredAccess,
                                       ULONG HandleAttributes, PHANDLE TokenHandle);
NTSYSAPI NTSTATUS ZwOpenThreadTokenEx(HANDLE ThreadHandle, ACCESS_MASK DesiredAccess,
                                      BOOLEAN OpenAsSelf, ULONG HandleAttributes,
                                      PHANDLE TokenHandle);
NTSYSAPI NTSTATUS ZwQueryInformationToken(HANDLE TokenHandle,
                                          TOKEN_INFORMATION_CLASS TokenInformationClass,
                                          PVOID TokenInformation, ULONG Length,
                                          PULONG ResultLength);
NTSYSAPI NTSTATUS ZwSetSecurityObject(HANDLE Handle, SECURITY_INFORMATION SecurityInformation,
                                      PSECURITY_DESCRIPTOR SecurityDescriptor);
NTSYSAPI NTSTATUS ZwQuerySecurityObject(HANDLE FileHandle, SECURITY_INFORMATION SecurityInformation,
                                        PSECURITY_DESCRIPTOR SecurityDescriptor, ULONG Length,
                                        PULONG ResultLength);
NTSYSAPI NTSTATUS ZwFlushVirtualMemory(HANDLE ProcessHandle, PVOID* BaseAddress, PSIZE_T RegionSize,
                                       PIO_STATUS_BLOCK IoStatusBlock);
NTSYSAPI NTSTATUS ZwQueryVirtualMemory(HANDLE ProcessHandle, PVOID BaseAddress,
                                       MEMORY_INFORMATION_CLASS MemoryInformationClass,
                                       PVOID MemoryInformation, SIZE_T MemoryInformationLength,
                                       PSIZE_T ReturnLength);
NTSYSAPI NTSTATUS RtlDowncaseUnicodeString(PUNICODE_STRING UniDest, PCUNICODE_STRING UniSource,
                                           BOOLEAN AllocateDestinationString);
NTSYSAPI NTSTATUS RtlUpcaseUnicodeToMultiByteN(PCHAR MultiByteString,
                                               ULONG MaxBytesInMultiByteString,
                                               PULONG BytesInMultiByteString, PCWCH UnicodeString,
                                               ULONG BytesInUnicodeString);
NTSYSAPI NTSTATUS RtlOemStringToUnicodeString(PUNICODE_STRING DestinationString,
                                              PCOEM_STRING SourceString,
                                              BOOLEAN AllocateDestinationString);
NTSYSAPI NTSTATUS RtlUnicodeStringToOemString(POEM_STRING DestinationString,
                                              PCUNICODE_STRING SourceString,
                                              BOOLEAN AllocateDestinationString);
NTSYSAPI BOOLEAN RtlCreateUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString);
NTSYSAPI NTSTATUS RtlDuplicateUnicodeString(ULONG Flags, PCUNICODE_STRING SourceString,
                                            PUNICODE_STRING DestinationString);
NTSYSAPI VOID RtlFreeOemString(POEM_STRING OemString);
NTSYSAPI BOOLEAN RtlPrefixString(const STRING* String1, const STRING* String2,
                                 BOOLEAN CaseInSensitive);
NTSYSAPI NTSTATUS RtlAppendStringToString(PSTRING Destination, const STRING* Source);
NTSYSAPI SIZE_T RtlCompareMemoryUlong(PVOID Source, SIZE_T Length, ULONG Pattern);
NTSYSAPI VOID RtlFillMemoryUlong(PVOID Destination, SIZE_T Length, ULONG Pattern);
NTSYSAPI VOID RtlFillMemoryUlonglong(PVOID Destination, SIZE_T Length, ULONGLONG Pattern);
NTSYSAPI BOOLEAN RtlTimeToSecondsSince1970(PLARGE_INTEGER Time, PULONG ElapsedSeconds);
NTSYSAPI VOID RtlSecondsSince1970ToTime(ULONG ElapsedSeconds, PLARGE_INTEGER Time);
NTSYSAPI BOOLEAN RtlTimeToSecondsSince1980(PLARGE_INTEGER Time, PULONG ElapsedSeconds);
NTSYSAPI VOID RtlSecondsSince1980ToTime(ULONG ElapsedSeconds, PLARGE_INTEGER Time);
NTKERNELAPI PDEVICE_OBJECT IoGetDeviceAttachmentBaseRef(PDEVICE_OBJECT DeviceObject);
NTSYSAPI NTSTATUS ZwOpenDirectoryObject(PHANDLE DirectoryHandle, ACCESS_MASK DesiredAccess,
                                        POBJECT_ATTRIBUTES ObjectAttributes);
NTSYSAPI ULONG RtlNtStatusToDosError(NTSTATUS Status);
NTSYSAPI ULONG RtlNtStatusToDosErrorNoTeb(NTSTATUS Status);

// The process heap.
typedef NTSTATUS (*PRTL_HEAP_COMMIT_ROUTINE)(PVOID Base, PVOID* CommitAddress, PSIZE_T CommitSize);

typedef struct _RTL_HEAP_PARAMETERS {
  ULONG Length;
  SIZE_T SegmentReserve;
  SIZE_T SegmentCommit;
  SIZE_T DeCommitFreeBlockThreshold;
  SIZE_T DeCommitTotalFreeThreshold;
  SIZE_T MaximumAllocationSize;
  SIZE_T VirtualMemoryThreshold;
  SIZE_T InitialCommit;
  SIZE_T InitialReserve;
  PRTL_HEAP_COMMIT_ROUTINE CommitRoutine;
  SIZE_T Reserved[2];
} RTL_HEAP_PARAMETERS, *PRTL_HEAP_PARAMETERS;
NTSYSAPI PVOID RtlCreateHeap(ULONG Flags, PVOID HeapBase, SIZE_T ReserveSize, SIZE_T CommitSize,
                             PVOID Lock, PRTL_HEAP_PARAMETERS Parameters);
NTSYSAPI PVOID RtlDestroyHeap(PVOID HeapHandle);
NTSYSAPI PVOID RtlAllocateHeap(HANDLE HeapHandle, ULONG Flags, SIZE_T Size);
NTSYSAPI BOOLEAN RtlFreeHeap(PVOID HeapHandle, ULONG Flags, PVOID BaseAddress);

EXTERN_C_END

#endif
