// What a miniport can do: the capability structures of DXGKQAITYPE_DRIVERCAPS and its later kin.
#pragma once

#include "base.h"

typedef struct _DXGK_POINTERFLAGS {
  union {
    struct {
      UINT Monochrome : 1;
      UINT Color : 1;
      UINT MaskedColor : 1;
      UINT Reserved : 29;
    };
    UINT Value;
  };
} DXGK_POINTERFLAGS;

typedef struct _DXGK_GAMMARAMPCAPS {
  union {
    struct {
      UINT Gamma_Rgb256x3x16 : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_GAMMARAMPCAPS;

typedef struct _DXGK_COLORTRANSFORMCAPS {
  union {
    struct {
      UINT Gamma_Rgb256x3x16 : 1;
      UINT Gamma_Dxgi1 : 1;
      UINT Transform_3x4Matrix : 1;
      UINT Transform_3x4Matrix_WideColor : 1;
      UINT Transform_3x4Matrix_HighColor : 1;
      UINT Transform_Matrix_V2 : 1;
      UINT Reserved : 26;
    };
    UINT Value;
  };
} DXGK_COLORTRANSFORMCAPS, *PDXGK_COLORTRANSFORMCAPS;

typedef struct _DXGK_PRESENTATIONCAPS {
  union {
    struct {
      UINT NoScreenToScreenBlt : 1;
      UINT NoOverlapScreenBlt : 1;
      UINT SupportKernelModeCommandBuffer : 1;
      UINT NoSameBitmapAlphaBlend : 1;
      UINT NoSameBitmapStretchBlt : 1;
      UINT NoSameBitmapTransparentBlt : 1;
      UINT NoSameBitmapOverlappedAlphaBlend : 1;
      UINT NoSameBitmapOverlappedStretchBlt : 1;
      UINT DriverSupportsCddDwmInterop : 1;
      UINT Reserved0 : 1;
      UINT AlignmentShift : 4;
      UINT MaxTextureWidthShift : 3;
      UINT MaxTextureHeightShift : 3;
      UINT SupportAllBltRops : 1;
      UINT SupportMirrorStretchBlt : 1;
      UINT SupportMonoStretchBltModes : 1;
      UINT StagingRectStartPitchAligned : 1;
      UINT NoSameBitmapBitBlt : 1;
      UINT NoSameBitmapOverlappedBitBlt : 1;
      UINT Reserved1 : 1;
      UINT NoTempSurfaceForClearTypeBlend : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
      UINT SupportSoftwareDeviceBitmaps : 1;
      UINT NoCacheCoherentApertureMemory : 1;
      UINT SupportLinearHeap : 1;
      UINT Reserved : 1;
#else
      UINT Reserved : 4;
#endif
    };
    UINT Value;
  };
} DXGK_PRESENTATIONCAPS;

typedef struct _DXGK_FLIPCAPS {
  union {
    struct {
      UINT FlipOnVSyncWithNoWait : 1;
      UINT FlipOnVSyncMmIo : 1;
      UINT FlipInterval : 1;
      UINT FlipImmediateMmIo : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT FlipIndependent : 1;
      UINT DdiPresentForIFlip : 1;
      UINT FlipImmediateOnHSync : 1;
      UINT Reserved : 25;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
      UINT FlipIndependent : 1;
      UINT Reserved : 27;
#else
      UINT Reserved : 28;
#endif
    };
    UINT Value;
  };
} DXGK_FLIPCAPS;

typedef struct _DXGK_HWQUEUEDFLIP_CAPS {
  union {
    struct {
      UINT Reserved : 32;
    };
    UINT Value;
  };
} DXGK_HWQUEUEDFLIP_CAPS;

// GPU scheduler.
typedef struct _DXGK_VIDSCHCAPS {
  union {
    struct {
      UINT MultiEngineAware : 1;
      UINT VSyncPowerSaveAware : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
      UINT PreemptionAware : 1;
      UINT NoDmaPatching : 1;
      UINT CancelCommandAware : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT No64BitAtomics : 1;
      UINT LowIrqlPreemptCommand : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
      UINT HwQueuePacketCap : 4;
      UINT NativeGpuFence : 1;
      UINT OptimizedNativeFenceSignaledInterrupt : 1;
      UINT Reserved : 19;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
      UINT HwQueuePacketCap : 4;
      UINT Reserved : 21;
#else
      UINT Reserved : 25;
#endif
#else
      UINT Reserved : 27;
#endif
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  };
} DXGK_VIDSCHCAPS;

// Video memory manager.
typedef struct _DXGK_VIDMMCAPS {
  union {
    struct {
      UINT OutOfOrderLock : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
      UINT DedicatedPagingEngine : 1;
      UINT PagingEngineCanSwizzle : 1;
      UINT SectionBackedPrimary : 1;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
      UINT CrossAdapterResource : 1;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT VirtualAddressingSupported : 1;
      UINT GpuMmuSupported : 1;
      UINT IoMmuSupported : 1;
      UINT ReplicateGdiContent : 1;
      UINT NonCpuVisiblePrimary : 1;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
      UINT ParavirtualizationSupported : 1;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_4)
      UINT IoMmuSecureModeSupported : 1;
      UINT DisableSelfRefreshVRAMInS3 : 1;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_1)
      UINT IoMmuSecureModeRequired : 1;
      UINT MapAperture2Supported : 1;
      UINT CrossAdapterResourceTexture : 1;
      UINT CrossAdapterResourceScanout : 1;
      UINT AlwaysPoweredVRAM : 1;
      UINT Reserved : 14;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
      UINT IoMmuSecureModeRequired : 1;
      UINT MapAperture2Supported : 1;
      UINT CrossAdapterResourceTexture : 1;
      UINT CrossAdapterResourceScanout : 1;
      UINT Reserved : 15;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_7)
      UINT IoMmuSecureModeRequired : 1;
      UINT Reserved : 18;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_4)
      UINT Reserved : 19;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
      UINT Reserved : 21;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
      UINT Reserved : 22;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
      UINT Reserved : 27;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
      UINT Reserved : 28;
#else
      UINT Reserved : 31;
#endif
    };
    UINT Value;
  };
  UINT PagingNode;
} DXGK_VIDMMCAPS;

typedef struct _DXGK_GPUENGINETOPOLOGY {
  UINT NbAsymetricProcessingNodes;
  UINT Reserved[DXGK_MAX_ASYMETRICAL_PROCESSING_NODES];
} DXGK_GPUENGINETOPOLOGY;

// The Windows 7 virtual-addressing and DMA-buffer capabilities only keep their place.
typedef struct _DXGK_VIRTUALADDRESSCAPS {
  union {
    struct {
      UINT PrivilegedMemorySupported : 1;
      UINT ReadOnlyMemorySupported : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
  UINT VirtualAddressBitCount;
  UINT PageTableCoverageBitCount;
  UINT PageDirectoryEntrySize;
  UINT PageDirectorySegment;
  UINT PageTableSegment;
  UINT IdealGPUPageSize;
} DXGK_VIRTUALADDRESSCAPS, DXGK_VIRTUALADDRESSCAPS_DEPRECATED;

typedef struct _DXGK_DMABUFFERCAPS {
  struct {
    UINT Size;
    UINT PrivateDriverDataSize;
    UINT SegmentId;
    UINT AllocationGroup;
    UINT Reserved[16];
  } PresentDmaBuffer;
  struct {
    UINT Size;
    UINT PrivateDriverDataSize;
    UINT SegmentId;
    UINT AllocationGroup;
    UINT Reserved[16];
  } PagingDmaBuffer;
} DXGK_DMABUFFERCAPS, DXGK_DMABUFFERCAPS_DEPRECATED;

typedef struct _DXGK_DRIVERCAPS {
  PHYSICAL_ADDRESS HighestAcceptableAddress;
  UINT MaxAllocationListSlotId;
  SIZE_T ApertureSegmentCommitLimit;
  UINT MaxPointerWidth;
  UINT MaxPointerHeight;
  DXGK_POINTERFLAGS PointerCaps;
  UINT InterruptMessageNumber;
  UINT NumberOfSwizzlingRanges;
  UINT MaxOverlays;
  union {
    DXGK_GAMMARAMPCAPS GammaRampCaps;
    DXGK_COLORTRANSFORMCAPS ColorTransformCaps;
  };
  DXGK_PRESENTATIONCAPS PresentationCaps;
  UINT MaxQueuedFlipOnVSync;
  DXGK_FLIPCAPS FlipCaps;
  DXGK_VIDSCHCAPS SchedulingCaps;
  DXGK_VIDMMCAPS MemoryManagementCaps;
  DXGK_GPUENGINETOPOLOGY GpuEngineTopology;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN7)
  DXGK_WDDMVERSION WDDMVersion;
  DXGK_VIRTUALADDRESSCAPS_DEPRECATED Reserved;
  DXGK_DMABUFFERCAPS_DEPRECATED Reserved1;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
  D3DKMDT_PREEMPTION_CAPS PreemptionCaps;
  BOOLEAN SupportNonVGA;
  BOOLEAN SupportSmoothRotation;
  BOOLEAN SupportPerEngineTDR;
  BOOLEAN SupportDirectFlip;
  BOOLEAN SupportMultiPlaneOverlay;
  BOOLEAN SupportRuntimePowerManagement;
  BOOLEAN SupportSurpriseRemovalInHibernation;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
  BOOLEAN HybridDiscrete;
  UINT MaxOverlayPlanes;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_0)
  BOOLEAN HybridIntegrated;
  D3DGPU_VIRTUAL_ADDRESS InternalGpuVirtualAddressRangeStart;
  D3DGPU_VIRTUAL_ADDRESS InternalGpuVirtualAddressRangeEnd;
  BOOLEAN SupportSurpriseRemoval;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_1)
  BOOLEAN SupportMultiPlaneOverlayImmediateFlip;
  BOOLEAN CursorScaledWithMultiPlaneOverlayPlane0;
  BOOLEAN HybridAcpiChainingRequired;
  UINT MaxQueuedMultiPlaneOverlayFlipVSync;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_4)
  union {
    struct {
      UINT SupportContextlessPresent : 1;
      UINT Detachable : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_1)
      UINT VirtualGpuOnly : 1;
      UINT ComputeOnly : 1;
      UINT IndependentVidPnVSyncControl : 1;
      UINT NoHybridDiscreteDListDllSupport : 1;
      UINT DisplayableSupport : 1;
      UINT NoHybridDiscreteDListDllMuxSupport : 1;
      UINT CursorDoesNotSupportXorBlendWithMultiPlaneOverlay : 1;
      UINT Reserved : 23;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_0)
      UINT VirtualGpuOnly : 1;
      UINT ComputeOnly : 1;
      UINT IndependentVidPnVSyncControl : 1;
      UINT NoHybridDiscreteDListDllSupport : 1;
      UINT DisplayableSupport : 1;
      UINT Reserved : 25;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_8)
      UINT VirtualGpuOnly : 1;
      UINT ComputeOnly : 1;
      UINT IndependentVidPnVSyncControl : 1;
      UINT NoHybridDiscreteDListDllSupport : 1;
      UINT Reserved : 26;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_7)
      UINT VirtualGpuOnly : 1;
      UINT ComputeOnly : 1;
      UINT IndependentVidPnVSyncControl : 1;
      UINT Reserved : 27;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_6)
      UINT VirtualGpuOnly : 1;
      UINT ComputeOnly : 1;
      UINT Reserved : 28;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_5)
      UINT VirtualGpuOnly : 1;
      UINT Reserved : 29;
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  } MiscCaps;
#endif
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
  UINT MaxHwQueuedFlips;
  DXGK_HWQUEUEDFLIP_CAPS HwQueuedFlipCaps;
#endif
} DXGK_DRIVERCAPS;

// Overlay planes of one target.
typedef struct _DXGK_MULTIPLANEOVERLAYCAPS {
  union {
    struct {
      UINT Rotation : 1;
      UINT RotationWithoutIndependentFlip : 1;
      UINT VerticalFlip : 1;
      UINT HorizontalFlip : 1;
      UINT StretchRGB : 1;
      UINT StretchYUV : 1;
      UINT BilinearFilter : 1;
      UINT HighFilter : 1;
      UINT Shared : 1;
      UINT Immediate : 1;
      UINT Plane0ForVirtualModeOnly : 1;
      UINT Reserved : 21;
    };
    UINT Value;
  };
} DXGK_MULTIPLANEOVERLAYCAPS;

// DXGKQAITYPE_DISPLAY_DRIVERCAPS_EXTENSION
typedef struct _DXGK_DISPLAY_DRIVERCAPS_EXTENSION {
  union {
    struct {
      UINT SecureDisplaySupport : 1;
      UINT VirtualModeSupport : 1;
      UINT NonSpecificPrimarySupport : 1;
      UINT HdrFP16ScanoutSupport : 1;
      UINT HdrARGB10ScanoutSupport : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_0)
      UINT Hdr10MetadataSupport : 1;
      UINT VirtualRefreshRateSupport : 1;
      UINT SupportUsb4Targets : 1;
      UINT Reserved : 24;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_9)
      UINT Hdr10MetadataSupport : 1;
      UINT VirtualRefreshRateSupport : 1;
      UINT Reserved : 25;
#elif (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_7)
      UINT Hdr10MetadataSupport : 1;
      UINT Reserved : 26;
#else
      UINT Reserved : 27;
#endif
    };
    UINT Value;
  };
} DXGK_DISPLAY_DRIVERCAPS_EXTENSION;

// DXGKQAITYPE_DEVICE_TYPE_CAPS
typedef struct _DXGK_DEVICE_TYPE_CAPS {
  union {
    struct {
      UINT Discrete : 1;
      UINT Detachable : 1;
      UINT Reserved : 30;
    };
    UINT Value;
  };
} DXGK_DEVICE_TYPE_CAPS;

// DXGKQAITYPE_WDDMDEVICECAPS
typedef struct _DXGK_WDDMDEVICECAPSIN {
  ULONG DxgkrnlInterfaceVersion;
} DXGK_WDDMDEVICECAPSIN;

typedef struct _DXGK_WDDMDEVICECAPS {
  DXGK_WDDMVERSION WDDMVersion;
} DXGK_WDDMDEVICECAPS;

// DXGKQAITYPE_GPUPCAPS: partitioning of the adapter among virtual machines.
typedef struct _DXGK_GPUPCAPS {
  union {
    struct {
      UINT VirtualMachineHibernation : 1;
      UINT HotDriverUpdate : 1;
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM3_2)
      UINT LiveMigration : 1;
      UINT ScatterMapReserve : 1;
      UINT Reserved : 28;
#else
      UINT Reserved : 30;
#endif
    };
    UINT Value;
  } Caps;
} DXGK_GPUPCAPS;

// DXGKQAITYPE_PHYSICAL_MEMORY_CAPS and DXGKQAITYPE_IOMMU_CAPS
typedef struct _DXGK_PHYSICAL_MEMORY_CAPS {
  PHYSICAL_ADDRESS HighestVisibleAddress;
} DXGK_PHYSICAL_MEMORY_CAPS;

typedef struct _DXGK_IOMMU_CAPS {
  union {
    struct {
      UINT IommuIsolationSupported : 1;
      UINT IommuIsolationRequired : 1;
      UINT DmaRemappingSupported : 1;
      UINT GpuVaIommuRequired : 1;
      UINT GpuVaIommuGlobalRequired : 1;
      UINT Reserved : 27;
    };
    UINT Value;
  };
} DXGK_IOMMU_CAPS;

// DXGKQAITYPE_NATIVE_FENCE_CAPS
typedef struct _DXGK_NATIVE_FENCE_CAPS {
  UINT MonitoredValueStride;
  BOOLEAN MapToGpuSystemProcess;
  D3DGPU_VIRTUAL_ADDRESS MinimumAddress;
  D3DGPU_VIRTUAL_ADDRESS MaximumAddress;
  BYTE Reserved[28];
} DXGK_NATIVE_FENCE_CAPS;

// DXGKQAITYPE_USERMODESUBMISSION_CAPS
typedef struct _DXGK_USERMODESUBMISSION_CAPS {
  union {
    struct {
      UINT SecondaryDoorbellSupported : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  } Flags;
  UINT DoorbellSizeInBytes;
  UINT SecondaryDoorbellSizeInBytes;
  UCHAR Reserved[16];
} DXGK_USERMODESUBMISSION_CAPS;
