#pragma once
// DMA adapters, scatter/gather lists and the operations behind them.

#include "io.h"

EXTERN_C_START

typedef struct _SCATTER_GATHER_ELEMENT {
  PHYSICAL_ADDRESS Address;
  ULONG Length;
  ULONG_PTR Reserved;
} SCATTER_GATHER_ELEMENT, *PSCATTER_GATHER_ELEMENT;

typedef struct _SCATTER_GATHER_LIST {
  ULONG NumberOfElements;
  ULONG_PTR Reserved;
  SCATTER_GATHER_ELEMENT Elements[];
} SCATTER_GATHER_LIST, *PSCATTER_GATHER_LIST;

#define DEVICE_DESCRIPTION_VERSION 0x0000
#define DEVICE_DESCRIPTION_VERSION1 0x0001
#define DEVICE_DESCRIPTION_VERSION2 0x0002
#define DEVICE_DESCRIPTION_VERSION3 0x0003
typedef struct _DEVICE_DESCRIPTION {
  ULONG Version;
  BOOLEAN Master;
  BOOLEAN ScatterGather;
  BOOLEAN DemandMode;
  BOOLEAN AutoInitialize;
  BOOLEAN Dma32BitAddresses;
  BOOLEAN IgnoreCount;
  BOOLEAN Reserved1;
  BOOLEAN Dma64BitAddresses;
  ULONG BusNumber;
  ULONG DmaChannel;
  INTERFACE_TYPE InterfaceType;
  DMA_WIDTH DmaWidth;
  DMA_SPEED DmaSpeed;
  ULONG MaximumLength;
  ULONG DmaPort;
#if (NTDDI_VERSION >= NTDDI_WIN8)
  ULONG DmaAddressWidth;
  ULONG DmaControllerInstance;
  ULONG DmaRequestLine;
  PHYSICAL_ADDRESS DeviceAddress;
#endif
} DEVICE_DESCRIPTION, *PDEVICE_DESCRIPTION;

typedef struct _DMA_ADAPTER {
  USHORT Version;
  USHORT Size;
  struct _DMA_OPERATIONS* DmaOperations;
} DMA_ADAPTER, *PDMA_ADAPTER;

#define DMA_ADAPTER_INFO_VERSION1 1
#define ADAPTER_INFO_SYNCHRONOUS_CALLBACK 0x0001
#define ADAPTER_INFO_API_BYPASS 0x0002
#define DMA_SYNCHRONOUS_CALLBACK 0x01
#define DMA_ZERO_BUFFERS 0x02
#define DMA_FAIL_ON_BOUNCE 0x04
#define DMA_TRANSFER_CONTEXT_VERSION1 1
#define DMA_TRANSFER_CONTEXT_SIZE_V1 128
#define DMA_TRANSFER_INFO_VERSION1 1
#define DMA_TRANSFER_INFO_VERSION2 2
typedef struct _DMA_ADAPTER_INFO_V1 {
  ULONG ReadDmaCounterAvailable;
  ULONG ScatterGatherLimit;
  ULONG DmaAddressWidth;
  ULONG Flags;
  ULONG MinimumTransferUnit;
} DMA_ADAPTER_INFO_V1, *PDMA_ADAPTER_INFO_V1;

typedef struct _DMA_ADAPTER_INFO {
  ULONG Version;
  union {
    DMA_ADAPTER_INFO_V1 V1;
  };
} DMA_ADAPTER_INFO, *PDMA_ADAPTER_INFO;

typedef enum { DmaComplete, DmaAborted, DmaError, DmaCancelled } DMA_COMPLETION_STATUS;

typedef VOID DMA_COMPLETION_ROUTINE(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject,
                                    PVOID CompletionContext, DMA_COMPLETION_STATUS Status);

typedef struct _DMA_TRANSFER_INFO_V1 {
  ULONG MapRegisterCount;
  ULONG ScatterGatherElementCount;
  ULONG ScatterGatherListSize;
} DMA_TRANSFER_INFO_V1, *PDMA_TRANSFER_INFO_V1;

typedef struct _DMA_TRANSFER_INFO_V2 {
  ULONG MapRegisterCount;
  ULONG ScatterGatherElementCount;
  ULONG ScatterGatherListSize;
  ULONG LogicalPageCount;
} DMA_TRANSFER_INFO_V2, *PDMA_TRANSFER_INFO_V2;

typedef struct _DMA_TRANSFER_INFO {
  ULONG Version;
  union {
    DMA_TRANSFER_INFO_V1 V1;
    DMA_TRANSFER_INFO_V2 V2;
  };
} DMA_TRANSFER_INFO, *PDMA_TRANSFER_INFO;

NTKERNELAPI PDMA_ADAPTER IoGetDmaAdapter(PDEVICE_OBJECT PhysicalDeviceObject,
                                         PDEVICE_DESCRIPTION DeviceDescription,
                                         PULONG NumberOfMapRegisters);

typedef NTSTATUS (*PALLOCATE_ADAPTER_CHANNEL)(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject,
                                              ULONG NumberOfMapRegisters,
                                              PDRIVER_CONTROL ExecutionRoutine, PVOID Context);
typedef NTSTATUS (*PALLOCATE_ADAPTER_CHANNEL_EX)(PDMA_ADAPTER DmaAdapter,
                                                 PDEVICE_OBJECT DeviceObject,
                                                 PVOID DmaTransferContext,
                                                 ULONG NumberOfMapRegisters, ULONG Flags,
                                                 PDRIVER_CONTROL ExecutionRoutine,
                                                 PVOID ExecutionContext, PVOID* MapRegisterBase);
typedef PVOID (*PALLOCATE_COMMON_BUFFER)(PDMA_ADAPTER DmaAdapter, ULONG Length,
                                         PPHYSICAL_ADDRESS LogicalAddress, BOOLEAN CacheEnabled);
typedef PVOID (*PALLOCATE_COMMON_BUFFER_EX)(PDMA_ADAPTER DmaAdapter,
                                            PPHYSICAL_ADDRESS MaximumAddress, ULONG Length,
                                            PPHYSICAL_ADDRESS LogicalAddress, BOOLEAN CacheEnabled,
                                            NODE_REQUIREMENT PreferredNode);
typedef PVOID (*PALLOCATE_COMMON_BUFFER_WITH_BOUNDS)(PDMA_ADAPTER DmaAdapter,
                                                     PPHYSICAL_ADDRESS MinimumAddress,
                                                     PPHYSICAL_ADDRESS MaximumAddress, ULONG Length,
                                                     ULONG Flags, MEMORY_CACHING_TYPE* CacheType,
                                                     NODE_REQUIREMENT PreferredNode,
                                                     PPHYSICAL_ADDRESS LogicalAddress);
typedef NTSTATUS (*PALLOCATE_DOMAIN_COMMON_BUFFER)(PDMA_ADAPTER DmaAdapter, HANDLE DomainHandle,
                                                   PPHYSICAL_ADDRESS MaximumAddress, ULONG Length,
                                                   ULONG Flags, MEMORY_CACHING_TYPE* CacheType,
                                                   NODE_REQUIREMENT PreferredNode,
                                                   PPHYSICAL_ADDRESS LogicalAddress,
                                                   PVOID* VirtualAddress);
typedef NTSTATUS (*PBUILD_MDL_FROM_SCATTER_GATHER_LIST)(PDMA_ADAPTER DmaAdapter,
                                                        PSCATTER_GATHER_LIST ScatterGather,
                                                        PMDL OriginalMdl, PMDL* TargetMdl);
typedef NTSTATUS (*PBUILD_SCATTER_GATHER_LIST)(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject,
                                               PMDL Mdl, PVOID CurrentVa, ULONG Length,
                                               PDRIVER_LIST_CONTROL ExecutionRoutine, PVOID Context,
                                               BOOLEAN WriteToDevice, PVOID ScatterGatherBuffer,
                                               ULONG ScatterGatherLength);
typedef NTSTATUS (*PCALCULATE_SCATTER_GATHER_LIST_SIZE)(PDMA_ADAPTER DmaAdapter, PMDL Mdl,
                                                        PVOID CurrentVa, ULONG Length,
                                                        PULONG ScatterGatherListSize,
                                                        PULONG pNumberOfMapRegisters);
typedef BOOLEAN (*PCANCEL_ADAPTER_CHANNEL)(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject,
                                           PVOID DmaTransferContext);
typedef NTSTATUS (*PCANCEL_MAPPED_TRANSFER)(PDMA_ADAPTER DmaAdapter, PVOID DmaTransferContext);
typedef NTSTATUS (*PCONFIGURE_ADAPTER_CHANNEL)(PDMA_ADAPTER DmaAdapter, ULONG FunctionNumber,
                                               PVOID Context);
typedef NTSTATUS (*PCREATE_COMMON_BUFFER_FROM_MDL)(PDMA_ADAPTER DmaAdapter, PMDL Mdl,
                                                   PVOID ExtendedConfigs,
                                                   ULONG ExtendedConfigsCount,
                                                   PPHYSICAL_ADDRESS LogicalAddress);
typedef struct _DMA_COMMON_BUFFER_VECTOR* PDMA_COMMON_BUFFER_VECTOR;
typedef NTSTATUS (*PALLOCATE_COMMON_BUFFER_VECTOR)(
    PDMA_ADAPTER DmaAdapter, PHYSICAL_ADDRESS LowAddress, PHYSICAL_ADDRESS HighAddress,
    MEMORY_CACHING_TYPE CacheType, ULONG IdealNode, ULONG Flags, ULONG NumberOfElements,
    ULONGLONG SizeOfElements, PDMA_COMMON_BUFFER_VECTOR* VectorOut);
typedef DMA_COMPLETION_ROUTINE* PDMA_COMPLETION_ROUTINE;
typedef NTSTATUS (*PBUILD_SCATTER_GATHER_LIST_EX)(
    PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject, PVOID DmaTransferContext, PMDL Mdl,
    ULONGLONG Offset, ULONG Length, ULONG Flags, PDRIVER_LIST_CONTROL ExecutionRoutine,
    PVOID Context, BOOLEAN WriteToDevice, PVOID ScatterGatherBuffer, ULONG ScatterGatherLength,
    PDMA_COMPLETION_ROUTINE DmaCompletionRoutine, PVOID CompletionContext, PVOID ScatterGatherList);
typedef BOOLEAN (*PFLUSH_ADAPTER_BUFFERS)(PDMA_ADAPTER DmaAdapter, PMDL Mdl, PVOID MapRegisterBase,
                                          PVOID CurrentVa, ULONG Length, BOOLEAN WriteToDevice);
typedef NTSTATUS (*PFLUSH_ADAPTER_BUFFERS_EX)(PDMA_ADAPTER DmaAdapter, PMDL Mdl,
                                              PVOID MapRegisterBase, ULONGLONG Offset, ULONG Length,
                                              BOOLEAN WriteToDevice);
typedef NTSTATUS (*PFLUSH_DMA_BUFFER)(PDMA_ADAPTER DmaAdapter, PMDL Mdl, BOOLEAN ReadOperation);
typedef void (*PFREE_ADAPTER_CHANNEL)(PDMA_ADAPTER DmaAdapter);
typedef VOID (*PFREE_ADAPTER_OBJECT)(PDMA_ADAPTER DmaAdapter,
                                     IO_ALLOCATION_ACTION AllocationAction);
typedef void (*PFREE_COMMON_BUFFER)(PDMA_ADAPTER DmaAdapter, ULONG Length,
                                    PHYSICAL_ADDRESS LogicalAddress, PVOID VirtualAddress,
                                    BOOLEAN CacheEnabled);
typedef VOID (*PFREE_COMMON_BUFFER_FROM_VECTOR)(PDMA_ADAPTER DmaAdapter,
                                                PDMA_COMMON_BUFFER_VECTOR Vector, ULONG Index);
typedef VOID (*PFREE_COMMON_BUFFER_VECTOR)(PDMA_ADAPTER DmaAdapter,
                                           PDMA_COMMON_BUFFER_VECTOR Vector);
typedef void (*PFREE_MAP_REGISTERS)(PDMA_ADAPTER DmaAdapter, PVOID MapRegisterBase,
                                    ULONG NumberOfMapRegisters);
typedef VOID (*PGET_COMMON_BUFFER_FROM_VECTOR_BY_INDEX)(PDMA_ADAPTER DmaAdapter,
                                                        PDMA_COMMON_BUFFER_VECTOR Vector,
                                                        ULONG Index, PVOID* VirtualAddressOut,
                                                        PPHYSICAL_ADDRESS LogicalAddressOut);
typedef NTSTATUS (*PGET_DMA_ADAPTER_INFO)(PDMA_ADAPTER DmaAdapter, PDMA_ADAPTER_INFO AdapterInfo);
typedef ULONG (*PGET_DMA_ALIGNMENT)(PDMA_ADAPTER DmaAdapter);
typedef HANDLE (*PGET_DMA_DOMAIN)(PDMA_ADAPTER DmaAdapter);
typedef NTSTATUS (*PGET_DMA_TRANSFER_INFO)(PDMA_ADAPTER DmaAdapter, PMDL Mdl, ULONGLONG Offset,
                                           ULONG Length, BOOLEAN WriteOnly,
                                           PDMA_TRANSFER_INFO TransferInfo);
typedef NTSTATUS (*PGET_SCATTER_GATHER_LIST)(PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject,
                                             PMDL Mdl, PVOID CurrentVa, ULONG Length,
                                             PDRIVER_LIST_CONTROL ExecutionRoutine, PVOID Context,
                                             BOOLEAN WriteToDevice);
typedef NTSTATUS (*PGET_SCATTER_GATHER_LIST_EX)(
    PDMA_ADAPTER DmaAdapter, PDEVICE_OBJECT DeviceObject, PVOID DmaTransferContext, PMDL Mdl,
    ULONGLONG Offset, ULONG Length, ULONG Flags, PDRIVER_LIST_CONTROL ExecutionRoutine,
    PVOID Context, BOOLEAN WriteToDevice, PDMA_COMPLETION_ROUTINE DmaCompletionRoutine,
    PVOID CompletionContext, PSCATTER_GATHER_LIST* ScatterGatherList);
typedef NTSTATUS (*PINITIALIZE_DMA_TRANSFER_CONTEXT)(PDMA_ADAPTER DmaAdapter,
                                                     PVOID DmaTransferContext);
typedef NTSTATUS (*PJOIN_DMA_DOMAIN)(PDMA_ADAPTER DmaAdapter, HANDLE DomainHandle);
typedef NTSTATUS (*PLEAVE_DMA_DOMAIN)(PDMA_ADAPTER DmaAdapter);
typedef PHYSICAL_ADDRESS (*PMAP_TRANSFER)(PDMA_ADAPTER DmaAdapter, PMDL Mdl, PVOID MapRegisterBase,
                                          PVOID CurrentVa, PULONG Length, BOOLEAN WriteToDevice);
typedef NTSTATUS (*PMAP_TRANSFER_EX)(PDMA_ADAPTER DmaAdapter, PMDL Mdl, PVOID MapRegisterBase,
                                     ULONGLONG Offset, ULONG DeviceOffset, PULONG Length,
                                     BOOLEAN WriteToDevice,
                                     PSCATTER_GATHER_LIST ScatterGatherBuffer,
                                     ULONG ScatterGatherBufferLength,
                                     PDMA_COMPLETION_ROUTINE DmaCompletionRoutine,
                                     PVOID CompletionContext);
typedef void (*PPUT_DMA_ADAPTER)(PDMA_ADAPTER DmaAdapter);
typedef void (*PPUT_SCATTER_GATHER_LIST)(PDMA_ADAPTER DmaAdapter,
                                         PSCATTER_GATHER_LIST ScatterGather, BOOLEAN WriteToDevice);
typedef ULONG (*PREAD_DMA_COUNTER)(PDMA_ADAPTER DmaAdapter);

typedef struct _DMA_OPERATIONS {
  ULONG Size;
  PPUT_DMA_ADAPTER PutDmaAdapter;
  PALLOCATE_COMMON_BUFFER AllocateCommonBuffer;
  PFREE_COMMON_BUFFER FreeCommonBuffer;
  PALLOCATE_ADAPTER_CHANNEL AllocateAdapterChannel;
  PFLUSH_ADAPTER_BUFFERS FlushAdapterBuffers;
  PFREE_ADAPTER_CHANNEL FreeAdapterChannel;
  PFREE_MAP_REGISTERS FreeMapRegisters;
  PMAP_TRANSFER MapTransfer;
  PGET_DMA_ALIGNMENT GetDmaAlignment;
  PREAD_DMA_COUNTER ReadDmaCounter;
  PGET_SCATTER_GATHER_LIST GetScatterGatherList;
  PPUT_SCATTER_GATHER_LIST PutScatterGatherList;
  PCALCULATE_SCATTER_GATHER_LIST_SIZE CalculateScatterGatherList;
  PBUILD_SCATTER_GATHER_LIST BuildScatterGatherList;
  PBUILD_MDL_FROM_SCATTER_GATHER_LIST BuildMdlFromScatterGatherList;
  PGET_DMA_ADAPTER_INFO GetDmaAdapterInfo;
  PGET_DMA_TRANSFER_INFO GetDmaTransferInfo;
  PINITIALIZE_DMA_TRANSFER_CONTEXT InitializeDmaTransferContext;
  PALLOCATE_COMMON_BUFFER_EX AllocateCommonBufferEx;
  PALLOCATE_ADAPTER_CHANNEL_EX AllocateAdapterChannelEx;
  PCONFIGURE_ADAPTER_CHANNEL ConfigureAdapterChannel;
  PCANCEL_ADAPTER_CHANNEL CancelAdapterChannel;
  PMAP_TRANSFER_EX MapTransferEx;
  PGET_SCATTER_GATHER_LIST_EX GetScatterGatherListEx;
  PBUILD_SCATTER_GATHER_LIST_EX BuildScatterGatherListEx;
  PFLUSH_ADAPTER_BUFFERS_EX FlushAdapterBuffersEx;
  PFREE_ADAPTER_OBJECT FreeAdapterObject;
  PCANCEL_MAPPED_TRANSFER CancelMappedTransfer;
  PALLOCATE_DOMAIN_COMMON_BUFFER AllocateDomainCommonBuffer;
  PFLUSH_DMA_BUFFER FlushDmaBuffer;
  PJOIN_DMA_DOMAIN JoinDmaDomain;
  PLEAVE_DMA_DOMAIN LeaveDmaDomain;
  PGET_DMA_DOMAIN GetDmaDomain;
  PALLOCATE_COMMON_BUFFER_WITH_BOUNDS AllocateCommonBufferWithBounds;
  PALLOCATE_COMMON_BUFFER_VECTOR AllocateCommonBufferVector;
  PGET_COMMON_BUFFER_FROM_VECTOR_BY_INDEX GetCommonBufferFromVectorByIndex;
  PFREE_COMMON_BUFFER_FROM_VECTOR FreeCommonBufferFromVector;
  PFREE_COMMON_BUFFER_VECTOR FreeCommonBufferVector;
  PCREATE_COMMON_BUFFER_FROM_MDL CreateCommonBufferFromMdl;
} DMA_OPERATIONS, *PDMA_OPERATIONS;

// Old names that forward to the table.
#define HalAllocateCommonBuffer(Adapter, Length, Logical, Cached) \
  ((Adapter)->DmaOperations->AllocateCommonBuffer((Adapter), (Length), (Logical), (Cached)))
#define HalFreeCommonBuffer(Adapter, Length, Logical, Virtual, Cached) \
  ((Adapter)->DmaOperations->FreeCommonBuffer((Adapter), (Length), (Logical), (Virtual), (Cached)))
#define IoFreeAdapterChannel(Adapter) ((Adapter)->DmaOperations->FreeAdapterChannel(Adapter))
#define IoFlushAdapterBuffers(Adapter, Mdl, Base, Va, Length, Write) \
  ((Adapter)->DmaOperations->FlushAdapterBuffers((Adapter), (Mdl), (Base), (Va), (Length), (Write)))
#define IoFreeMapRegisters(Adapter, Base, Count) \
  ((Adapter)->DmaOperations->FreeMapRegisters((Adapter), (Base), (Count)))
#define IoMapTransfer(Adapter, Mdl, Base, Va, Length, Write) \
  ((Adapter)->DmaOperations->MapTransfer((Adapter), (Mdl), (Base), (Va), (Length), (Write)))
#define IoAllocateAdapterChannel(Adapter, Device, Count, Routine, Context)                   \
  ((Adapter)->DmaOperations->AllocateAdapterChannel((Adapter), (Device), (Count), (Routine), \
                                                    (Context)))

EXTERN_C_END
