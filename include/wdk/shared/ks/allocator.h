// Allocators: framing, memory types, requests.
#pragma once

// Requirements and options.
#define KSALLOCATOR_FLAG_CYCLE 0x00000400
#define KSALLOCATOR_FLAG_2D_BUFFER_REQUIRED 0x00008000
#define KSALLOCATOR_FLAG_ALLOCATOR_EXISTS 0x00000800
#define KSALLOCATOR_FLAG_ATTENTION_STEPPING 0x00002000
#define KSALLOCATOR_FLAG_CAN_ALLOCATE 0x00000040
#define KSALLOCATOR_FLAG_DEVICE_SPECIFIC 0x00000020
#define KSALLOCATOR_FLAG_ENABLE_CACHED_MDL 0x00004000
#define KSALLOCATOR_FLAG_INDEPENDENT_RANGES 0x00001000
#define KSALLOCATOR_FLAG_INSIST_ON_FRAMESIZE_RATIO 0x00000080
#define KSALLOCATOR_FLAG_MULTIPLE_OUTPUT 0x00000200
#define KSALLOCATOR_FLAG_NO_FRAME_INTEGRITY 0x00000100
#define KSALLOCATOR_FLAG_PARTIAL_READ_SUPPORT 0x00000010
#define KSALLOCATOR_OPTIONF_COMPATIBLE 0x00000001
#define KSALLOCATOR_OPTIONF_VALID 0x00000003
#define KSALLOCATOR_OPTIONF_SYSTEM_MEMORY 0x00000002
#define KSALLOCATOR_REQUIREMENTF_FRAME_INTEGRITY 0x00000004
#define KSALLOCATOR_REQUIREMENTF_INPLACE_MODIFIER 0x00000001
#define KSALLOCATOR_REQUIREMENTF_MUST_ALLOCATE 0x00000008
#define KSALLOCATOR_REQUIREMENTF_PREFERENCES_ONLY 0x80000000
#define KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY 0x00000002
#define KSALLOCATOR_REQUIREMENTF_SYSTEM_MEMORY_CUSTOM_ALLOCATION 0x00000010

// Memory.
#define STATIC_KSMEMORY_TYPE_DEVICE_UNKNOWN \
  0x091BB639, 0x603F, 0x11D1, 0xB0, 0x67, 0x00, 0xA0, 0xC9, 0x06, 0x28, 0x02
DEFINE_GUIDSTRUCT("091BB639-603F-11D1-B067-00A0C9062802", KSMEMORY_TYPE_DEVICE_UNKNOWN);
#define KSMEMORY_TYPE_DEVICE_UNKNOWN DEFINE_GUIDNAMED(KSMEMORY_TYPE_DEVICE_UNKNOWN)
#define STATIC_KSMEMORY_TYPE_KERNEL_NONPAGED \
  0x4A6D5FC4, 0x7895, 0x11D1, 0xB0, 0x69, 0x00, 0xA0, 0xC9, 0x06, 0x28, 0x02
DEFINE_GUIDSTRUCT("4A6D5FC4-7895-11D1-B069-00A0C9062802", KSMEMORY_TYPE_KERNEL_NONPAGED);
#define KSMEMORY_TYPE_KERNEL_NONPAGED DEFINE_GUIDNAMED(KSMEMORY_TYPE_KERNEL_NONPAGED)
#define STATIC_KSMEMORY_TYPE_KERNEL_PAGED \
  0xD833F8F8, 0x7894, 0x11D1, 0xB0, 0x69, 0x00, 0xA0, 0xC9, 0x06, 0x28, 0x02
DEFINE_GUIDSTRUCT("D833F8F8-7894-11D1-B069-00A0C9062802", KSMEMORY_TYPE_KERNEL_PAGED);
#define KSMEMORY_TYPE_KERNEL_PAGED DEFINE_GUIDNAMED(KSMEMORY_TYPE_KERNEL_PAGED)
#define STATIC_KSMEMORY_TYPE_SYSTEM \
  0x091BB638, 0x603F, 0x11D1, 0xB0, 0x67, 0x00, 0xA0, 0xC9, 0x06, 0x28, 0x02
DEFINE_GUIDSTRUCT("091BB638-603F-11D1-B067-00A0C9062802", KSMEMORY_TYPE_SYSTEM);
#define KSMEMORY_TYPE_SYSTEM DEFINE_GUIDNAMED(KSMEMORY_TYPE_SYSTEM)
#define STATIC_KSMEMORY_TYPE_USER \
  0x8CB0FC28, 0x7893, 0x11D1, 0xB0, 0x69, 0x00, 0xA0, 0xC9, 0x06, 0x28, 0x02
DEFINE_GUIDSTRUCT("8CB0FC28-7893-11D1-B069-00A0C9062802", KSMEMORY_TYPE_USER);
#define KSMEMORY_TYPE_USER DEFINE_GUIDNAMED(KSMEMORY_TYPE_USER)
#define STATIC_KSMEMORY_TYPE_WILDCARD STATIC_GUID_NULL
#define KSMEMORY_TYPE_WILDCARD GUID_NULL
#define STATIC_KSMEMORY_TYPE_DONT_CARE STATIC_GUID_NULL
#define KSMEMORY_TYPE_DONT_CARE GUID_NULL
#define STATIC_KS_TYPE_DONT_CARE STATIC_GUID_NULL
#define KS_TYPE_DONT_CARE GUID_NULL
#define STATIC_KSPROPSETID_MemoryTransport \
  0x0A3D1C5D, 0x5243, 0x4819, 0x9E, 0xD0, 0xAE, 0xE8, 0x04, 0x4C, 0xEE, 0x2B
DEFINE_GUIDSTRUCT("0A3D1C5D-5243-4819-9ED0-AEE8044CEE2B", KSPROPSETID_MemoryTransport);
#define KSPROPSETID_MemoryTransport DEFINE_GUIDNAMED(KSPROPSETID_MemoryTransport)

#define KSPROPERTY_MEMORY_TRANSPORT 0x00000001

// What a pin asks of an allocator, in the form that the allocator object takes.
typedef struct {
  union {
    ULONG OptionsFlags;
    ULONG RequirementsFlags;
  };
#if defined(KS_KERNEL_MODE_)
  POOL_TYPE PoolType;
#else
  ULONG PoolType;
#endif
  ULONG Frames;
  ULONG FrameSize;
  union {
    ULONG FileAlignment;
    LONG FramePitch;
  };
  ULONG Reserved;
} KSALLOCATOR_FRAMING, *PKSALLOCATOR_FRAMING;

// Framing with ranges.
typedef struct {
  ULONG MinFrameSize;
  ULONG MaxFrameSize;
  ULONG Stepping;
} KS_FRAMING_RANGE, *PKS_FRAMING_RANGE;

typedef struct {
  KS_FRAMING_RANGE Range;
  ULONG InPlaceWeight;
  ULONG NotInPlaceWeight;
} KS_FRAMING_RANGE_WEIGHTED, *PKS_FRAMING_RANGE_WEIGHTED;

typedef struct {
  GUID MemoryType;
  GUID BusType;
  ULONG MemoryFlags;
  ULONG BusFlags;
  ULONG Flags;
  ULONG Frames;
  union {
    ULONG FileAlignment;
    LONG FramePitch;
  };
  ULONG MemoryTypeWeight;
  KS_FRAMING_RANGE PhysicalRange;
  KS_FRAMING_RANGE_WEIGHTED FramingRange;
} KS_FRAMING_ITEM, *PKS_FRAMING_ITEM;

typedef struct {
  ULONG RatioNumerator;
  ULONG RatioDenominator;
  ULONG RatioConstantMargin;
} KS_COMPRESSION, *PKS_COMPRESSION;

typedef struct {
  ULONG CountItems;
  ULONG PinFlags;
  KS_COMPRESSION OutputCompression;
  ULONG PinWeight;
  KS_FRAMING_ITEM FramingItem[1];
} KSALLOCATOR_FRAMING_EX, *PKSALLOCATOR_FRAMING_EX;

// One framing with one item, constant; and the same for a framing at run time.
#define DECLARE_SIMPLE_FRAMING_EX(FramingExName, MemoryType, Flags, Frames, Alignment, \
                                  MinFrameSize, MaxFrameSize)                          \
  const KSALLOCATOR_FRAMING_EX FramingExName = {1,                                     \
                                                0,                                     \
                                                {1, 1, 0},                             \
                                                0,                                     \
                                                {{MemoryType,                          \
                                                  STATIC_KS_TYPE_DONT_CARE,            \
                                                  0,                                   \
                                                  0,                                   \
                                                  Flags,                               \
                                                  Frames,                              \
                                                  Alignment,                           \
                                                  0,                                   \
                                                  {0, (ULONG)0xFFFFFFFF, 1},           \
                                                  {{MinFrameSize, MaxFrameSize, 1}, 0, 0}}}}

#define SetDefaultKsCompression(Compression)                             \
  {                                                                      \
    (Compression)->RatioConstantMargin = 0;                              \
    (Compression)->RatioNumerator = (Compression)->RatioDenominator = 1; \
  }
#define SetKsFramingRange(FramingRange, Smallest, Largest) \
  {                                                        \
    (FramingRange)->Stepping = 1;                          \
    (FramingRange)->MinFrameSize = (Smallest);             \
    (FramingRange)->MaxFrameSize = (Largest);              \
  }
#define SetDontCareKsFramingRange(FramingRange) SetKsFramingRange(FramingRange, 0, MAXULONG)
#define SetKsFramingRangeWeighted(Weighted, Smallest, Largest)    \
  {                                                               \
    (Weighted)->InPlaceWeight = (Weighted)->NotInPlaceWeight = 0; \
    SetKsFramingRange(&(Weighted)->Range, Smallest, Largest);     \
  }
#define INITIALIZE_SIMPLE_FRAMING_EX(Framing, Memory, ItemFlags, ItemFrames, ItemAlignment, \
                                     Smallest, Largest)                                     \
  {                                                                                         \
    const KS_FRAMING_ITEM ks_item_ = {Memory,                                               \
                                      KS_TYPE_DONT_CARE,                                    \
                                      0,                                                    \
                                      0,                                                    \
                                      (ULONG)(ItemFlags),                                   \
                                      (ULONG)(ItemFrames),                                  \
                                      {(ULONG)(ItemAlignment)},                             \
                                      0,                                                    \
                                      {0, MAXULONG, 1},                                     \
                                      {{(ULONG)(Smallest), (ULONG)(Largest), 1}, 0, 0}};    \
    (Framing)->FramingItem[0] = ks_item_;                                                   \
    (Framing)->CountItems = 1;                                                              \
    (Framing)->PinFlags = (Framing)->PinWeight = 0;                                         \
    SetDefaultKsCompression(&(Framing)->OutputCompression);                                 \
  }

// The allocator object.
#define STATIC_KSEVENTSETID_StreamAllocator \
  0x75D95571, 0x073C, 0x11D0, 0xA1, 0x61, 0x00, 0x20, 0xAF, 0xD1, 0x56, 0xE4
DEFINE_GUIDSTRUCT("75D95571-073C-11D0-A161-0020AFD156E4", KSEVENTSETID_StreamAllocator);
#define KSEVENTSETID_StreamAllocator DEFINE_GUIDNAMED(KSEVENTSETID_StreamAllocator)
#define STATIC_KSMETHODSETID_StreamAllocator \
  0xCF6E4341, 0xEC87, 0x11CF, 0xA1, 0x30, 0x00, 0x20, 0xAF, 0xD1, 0x56, 0xE4
DEFINE_GUIDSTRUCT("CF6E4341-EC87-11CF-A130-0020AFD156E4", KSMETHODSETID_StreamAllocator);
#define KSMETHODSETID_StreamAllocator DEFINE_GUIDNAMED(KSMETHODSETID_StreamAllocator)
#define STATIC_KSPROPSETID_StreamAllocator \
  0xCF6E4342, 0xEC87, 0x11CF, 0xA1, 0x30, 0x00, 0x20, 0xAF, 0xD1, 0x56, 0xE4
DEFINE_GUIDSTRUCT("CF6E4342-EC87-11CF-A130-0020AFD156E4", KSPROPSETID_StreamAllocator);
#define KSPROPSETID_StreamAllocator DEFINE_GUIDNAMED(KSPROPSETID_StreamAllocator)

typedef enum {
  KSEVENT_STREAMALLOCATOR_INTERNAL_FREEFRAME,
  KSEVENT_STREAMALLOCATOR_FREEFRAME
} KSEVENT_STREAMALLOCATOR;

typedef enum {
  KSMETHOD_STREAMALLOCATOR_ALLOC,
  KSMETHOD_STREAMALLOCATOR_FREE
} KSMETHOD_STREAMALLOCATOR;

typedef struct {
  KSALLOCATOR_FRAMING Framing;
  ULONG AllocatedFrames;
  ULONG Reserved;
} KSSTREAMALLOCATOR_STATUS, *PKSSTREAMALLOCATOR_STATUS;

typedef struct {
  KSALLOCATOR_FRAMING_EX Framing;
  ULONG AllocatedFrames;
  ULONG Reserved;
} KSSTREAMALLOCATOR_STATUS_EX, *PKSSTREAMALLOCATOR_STATUS_EX;

#if defined(KS_KERNEL_MODE_)
EXTERN_C_START
// Callbacks of an allocator, and the table through which frames are taken without an IRP.
typedef PVOID (*PFNKSDEFAULTALLOCATE)(PVOID Context);
typedef VOID (*PFNKSDEFAULTFREE)(PVOID Context, PVOID Buffer);
typedef NTSTATUS (*PFNKSINITIALIZEALLOCATOR)(PVOID InitialContext,
                                             PKSALLOCATOR_FRAMING AllocatorFraming, PVOID* Context);
typedef VOID (*PFNKSDELETEALLOCATOR)(PVOID Context);
typedef NTSTATUS (*PFNALLOCATOR_ALLOCATEFRAME)(PFILE_OBJECT FileObject, PVOID* Frame);
typedef VOID (*PFNALLOCATOR_FREEFRAME)(PFILE_OBJECT FileObject, PVOID Frame);

typedef enum {
  KSPROPERTY_STREAMALLOCATOR_FUNCTIONTABLE,
  KSPROPERTY_STREAMALLOCATOR_STATUS
} KSPROPERTY_STREAMALLOCATOR;

typedef struct {
  PFNALLOCATOR_ALLOCATEFRAME AllocateFrame;
  PFNALLOCATOR_FREEFRAME FreeFrame;
} KSSTREAMALLOCATOR_FUNCTIONTABLE, *PKSSTREAMALLOCATOR_FUNCTIONTABLE;
EXTERN_C_END
#endif

// Cached MDLs.
#define STATIC_KSPROPSETID_PinMDLCacheClearProp \
  0xBD718A7B, 0x97FC, 0x40C7, 0x88, 0xCE, 0xD3, 0xFF, 0x06, 0xF5, 0x5B, 0x16
DEFINE_GUIDSTRUCT("BD718A7B-97FC-40C7-88CE-D3FF06F55B16", KSPROPSETID_PinMDLCacheClearProp);
#define KSPROPSETID_PinMDLCacheClearProp DEFINE_GUIDNAMED(KSPROPSETID_PinMDLCacheClearProp)

typedef enum { KSPROPERTY_ALLOCATOR_CLEANUP_CACHEDMDLPAGES = 1 } KSPPROPERTY_ALLOCATOR_MDLCACHING;

typedef enum {
  KSPIN_MDL_CACHING_NOTIFY_CLEANUP,
  KSPIN_MDL_CACHING_NOTIFY_CLEANALL_WAIT,
  KSPIN_MDL_CACHING_NOTIFY_CLEANALL_NOWAIT,
  KSPIN_MDL_CACHING_NOTIFY_ADDSAMPLE
} KSPIN_MDL_CACHING_EVENT;

typedef struct {
  KSPIN_MDL_CACHING_EVENT Event;
  PVOID Buffer;
} KSPIN_MDL_CACHING_NOTIFICATION, *PKSPIN_MDL_CACHING_NOTIFICATION;

typedef struct {
  KSPIN_MDL_CACHING_EVENT Event;
  ULONG Buffer;
} KSPIN_MDL_CACHING_NOTIFICATION32, *PKSPIN_MDL_CACHING_NOTIFICATION32;

typedef union _MF_MDL_SHARED_PAYLOAD_KEY {
  struct {
    ULONG pHandle;
    ULONG fHandle;
    ULONGLONG uPayload;
  } combined;
  GUID GMDLHandle;
} MF_MDL_SHARED_PAYLOAD_KEY, *PMF_MDL_SHARED_PAYLOAD_KEY;
