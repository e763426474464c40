#pragma once
// The ground of wdm.h: linkage words, opaque kernel types, page arithmetic, device types and I/O
// control codes.

// Contracts with the host (every function without a body below is implemented by it):
//  - drydock_paged_code: PAGED_CODE() reports its place; the host checks that the IRQL is at most
//  APC_LEVEL.
//  - drydock_assertion_failed: a failed NT_ASSERT or NT_VERIFY; the host decides whether to stop.
//  - port and register access are calls, so that the host can watch and simulate devices.
//  - interlocked operations, list operations and IRP stack arithmetic run inline and are not seen
//  by the host.

#ifndef NTKERNELAPI
#define NTKERNELAPI
#endif
#ifndef NTHALAPI
#define NTHALAPI
#endif
#ifndef _DECL_HAL_KE_IMPORT
#define _DECL_HAL_KE_IMPORT
#endif
#ifndef POINTER_ALIGNMENT
#define POINTER_ALIGNMENT DECLSPEC_ALIGN(8)
#endif
#ifndef SYSTEM_CACHE_ALIGNMENT_SIZE
#define SYSTEM_CACHE_ALIGNMENT_SIZE 64
#endif
#ifndef WDM_MAJORVERSION
#define WDM_MAJORVERSION 0x06
#define WDM_MINORVERSION 0x00
#endif
#ifndef USE_DMA_MACROS
#define USE_DMA_MACROS
#endif
#ifndef NO_LEGACY_DRIVERS
#define NO_LEGACY_DRIVERS
#endif
#ifndef ALLOC_PRAGMA
#define ALLOC_PRAGMA 1
#endif
#ifndef ALLOC_DATA_PRAGMA
#define ALLOC_DATA_PRAGMA 1
#endif
#ifndef VOID
#define VOID void
#endif

#include "devioctl.h"

EXTERN_C_START

void drydock_paged_code(const char* file, int line, const char* function);
void drydock_assertion_failed(const char* expression, const char* file, int line,
                              const char* message);

EXTERN_C_END

#define PAGED_CODE() drydock_paged_code(__FILE__, __LINE__, __func__)
#define PAGED_CODE_LOCKED() ((void)0)

// Kernel objects that drivers see only through pointers.
struct _IRP;
struct _MDL;
struct _KAPC;
struct _KDPC;
struct _VPB;
struct _FILE_OBJECT;
struct _DMA_ADAPTER;
struct _DEVICE_OBJECT;
struct _DRIVER_OBJECT;
struct _IO_STATUS_BLOCK;
struct _DEVICE_DESCRIPTION;
struct _SCATTER_GATHER_LIST;
struct _COMPRESSED_DATA_INFO;
struct _IO_RESOURCE_DESCRIPTOR;
struct _SCSI_REQUEST_BLOCK;
struct _ECP_LIST;
typedef struct _OBJECT_TYPE* POBJECT_TYPE;
typedef struct _CALLBACK_OBJECT* PCALLBACK_OBJECT;
typedef struct _EPROCESS* PEPROCESS;
typedef struct _ETHREAD* PETHREAD;
typedef struct _EJOB* PEJOB;
typedef struct _ESILO* PESILO;
typedef struct _IO_TIMER* PIO_TIMER;
typedef struct _KINTERRUPT* PKINTERRUPT;
typedef struct _KPROCESS *PKPROCESS, *PRKPROCESS;
typedef struct _KTHREAD *PKTHREAD, *PRKTHREAD;
#ifndef _CONTEXT_POINTER_DEFINED_
#define _CONTEXT_POINTER_DEFINED_
typedef struct _CONTEXT* PCONTEXT;
#endif
typedef struct _DMA_ADAPTER* PADAPTER_OBJECT;
typedef struct _EX_TIMER* PEX_TIMER;
typedef struct _IO_WORKITEM* PIO_WORKITEM;

typedef UCHAR KIRQL, *PKIRQL;
typedef CCHAR KPROCESSOR_MODE;
typedef LONG KPRIORITY;
typedef ULONG_PTR KSPIN_LOCK, *PKSPIN_LOCK;
#ifndef _PFN_NUMBER_DEFINED_
#define _PFN_NUMBER_DEFINED_
typedef ULONG_PTR PFN_NUMBER, *PPFN_NUMBER;
typedef LONG_PTR SPFN_NUMBER, *PSPFN_NUMBER;
#endif
#ifndef _PGUID_DEFINED_
#define _PGUID_DEFINED_
typedef GUID* PGUID;
#endif
typedef enum _MODE { KernelMode, UserMode, MaximumMode } MODE;

// Interrupt request levels of x64.
#define PASSIVE_LEVEL 0
#define LOW_LEVEL 0
#define APC_LEVEL 1
#define DISPATCH_LEVEL 2
#define CMCI_LEVEL 5
#define CLOCK_LEVEL 13
#define IPI_LEVEL 14
#define DRS_LEVEL 14
#define POWER_LEVEL 14
#define PROFILE_LEVEL 15
#define HIGH_LEVEL 15

// Pages.
#define PAGE_SIZE 0x1000
#define PAGE_SHIFT 12
#define MM_ALLOCATION_GRANULARITY 0x10000
#define PAGE_ALIGN(Va) ((PVOID)((ULONG_PTR)(Va) & ~((ULONG_PTR)PAGE_SIZE - 1)))
#define BYTE_OFFSET(Va) ((ULONG)((LONG_PTR)(Va) & (PAGE_SIZE - 1)))
#define ROUND_TO_PAGES(Size) (((ULONG_PTR)(Size) + PAGE_SIZE - 1) & ~((ULONG_PTR)PAGE_SIZE - 1))
#define BYTES_TO_PAGES(Size) ((Size) / PAGE_SIZE + ((Size) % PAGE_SIZE != 0))
#define ADDRESS_AND_SIZE_TO_SPAN_PAGES(Va, Size) \
  ((ULONG)(((ULONG_PTR)(Va) % PAGE_SIZE + (SIZE_T)(Size) + PAGE_SIZE - 1) / PAGE_SIZE))
#define COMPUTE_PAGES_SPANNED(Va, Size) ADDRESS_AND_SIZE_TO_SPAN_PAGES(Va, Size)
#define IS_PAGE_ALIGNED(Va) (((ULONG_PTR)(Va) & (PAGE_SIZE - 1)) == 0)

// Alignment by type and by power of two.
#ifndef ALIGN_DOWN_BY
#define ALIGN_DOWN_BY(length, alignment) ((ULONG_PTR)(length) & ~((ULONG_PTR)(alignment) - 1))
#define ALIGN_UP_BY(length, alignment) \
  ALIGN_DOWN_BY((ULONG_PTR)(length) + (alignment) - 1, alignment)
#define ALIGN_DOWN_POINTER_BY(address, alignment) ((PVOID)ALIGN_DOWN_BY(address, alignment))
#define ALIGN_UP_POINTER_BY(address, alignment) ((PVOID)ALIGN_UP_BY(address, alignment))
#define ALIGN_DOWN(length, type) ALIGN_DOWN_BY(length, sizeof(type))
#define ALIGN_UP(length, type) ALIGN_UP_BY(length, sizeof(type))
#define ALIGN_DOWN_POINTER(address, type) ALIGN_DOWN_POINTER_BY(address, sizeof(type))
#define ALIGN_UP_POINTER(address, type) ALIGN_UP_POINTER_BY(address, sizeof(type))
#endif

#define MAXIMUM_WAIT_OBJECTS 64
#define THREAD_WAIT_OBJECTS 3
#define MAXIMUM_SUSPEND_COUNT MAXCHAR

#ifndef STATICGUIDOF
#define STATICGUIDOF(guid) STATIC_##guid
#endif
#ifndef DEFINE_GUIDEX
#define DEFINE_GUIDEX(name) EXTERN_C const GUID name
#endif
