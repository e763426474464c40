/* Interfaces that the miniport hands out for its panels: brightness, I2C and Miracast. */
#pragma once

DEFINE_GUID(GUID_DEVINTERFACE_BRIGHTNESS, 0xFDE5BBA4, 0xB3F9, 0x46FB, 0xBD, 0xAA, 0x07, 0x28, 0xCE,
            0x31, 0x00, 0xB4);
DEFINE_GUID(GUID_DEVINTERFACE_BRIGHTNESS_2, 0x148A3C98, 0x0ECD, 0x465A, 0xB6, 0x34, 0xB0, 0x5F,
            0x19, 0x5F, 0x77, 0x39);
DEFINE_GUID(GUID_DEVINTERFACE_BRIGHTNESS_3, 0x197A4A6E, 0x0391, 0x4322, 0x96, 0xEA, 0xC2, 0x76,
            0x0F, 0x88, 0x1D, 0x3A);
DEFINE_GUID(GUID_DEVINTERFACE_I2C, 0x2564AA4F, 0xDDDB, 0x4495, 0xB4, 0x97, 0x6A, 0xD4, 0xA8, 0x41,
            0x63, 0xD7);
DEFINE_GUID(GUID_DEVINTERFACE_MIRACAST_DISPLAY, 0xAF03F190, 0x22AF, 0x48CB, 0x94, 0xBB, 0xB7, 0x8E,
            0x76, 0xA2, 0x51, 0x07);

EXTERN_C_START

/* Brightness. */
#define DXGK_BRIGHTNESS_INTERFACE_VERSION_1 0x01
#define DXGK_BRIGHTNESS_INTERFACE_VERSION_2 0x02
#define DXGK_BRIGHTNESS_INTERFACE_VERSION_3 0x03
#define DXGK_BRIGHTNESS_MAXIMUM_LEVELS 103

typedef NTSTATUS (*DXGK_BRIGHTNESS_GET_POSSIBLE)(PVOID Context, ULONG BufferSize, PUCHAR LevelCount,
                                                 PUCHAR BrightnessLevels);
typedef NTSTATUS (*DXGK_BRIGHTNESS_SET)(PVOID Context, UCHAR Brightness);
typedef NTSTATUS (*DXGK_BRIGHTNESS_GET)(PVOID Context, PUCHAR Brightness);

typedef struct {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGK_BRIGHTNESS_GET_POSSIBLE GetPossibleBrightness;
  DXGK_BRIGHTNESS_SET SetBrightness;
  DXGK_BRIGHTNESS_GET GetBrightness;
} DXGK_BRIGHTNESS_INTERFACE, *PDXGK_BRIGHTNESS_INTERFACE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WIN8)
typedef NTSTATUS (*DXGK_BRIGHTNESS_GET_CAPS)(PVOID Context, DXGK_BRIGHTNESS_CAPS* BrightnessCaps);
typedef NTSTATUS (*DXGK_BRIGHTNESS_SET_STATE)(PVOID Context,
                                              DXGK_BRIGHTNESS_STATE* BrightnessState);
typedef NTSTATUS (*DXGK_BRIGHTNESS_SET_BACKLIGHT_OPTIMIZATION)(
    PVOID Context, DXGK_BACKLIGHT_OPTIMIZATION_LEVEL OptimizationLevel);
typedef NTSTATUS (*DXGK_BRIGHTNESS_GET_BACKLIGHT_REDUCTION)(PVOID Context,
                                                            DXGK_BACKLIGHT_INFO* BacklightInfo);

typedef struct {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGK_BRIGHTNESS_GET_POSSIBLE GetPossibleBrightness;
  DXGK_BRIGHTNESS_SET SetBrightness;
  DXGK_BRIGHTNESS_GET GetBrightness;
  DXGK_BRIGHTNESS_GET_CAPS GetBrightnessCaps;
  DXGK_BRIGHTNESS_SET_STATE SetBrightnessState;
  DXGK_BRIGHTNESS_SET_BACKLIGHT_OPTIMIZATION SetBacklightOptimization;
  DXGK_BRIGHTNESS_GET_BACKLIGHT_REDUCTION GetBacklightReduction;
} DXGK_BRIGHTNESS_INTERFACE_2, *PDXGK_BRIGHTNESS_INTERFACE_2;
#endif

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_4)
typedef NTSTATUS (*DXGK_BRIGHTNESS_SET_3)(PVOID Context, ULONG ChildUid,
                                          PDXGK_BRIGHTNESS_SET_IN pIn);
typedef NTSTATUS (*DXGK_BRIGHTNESS_GET_3)(PVOID Context, ULONG ChildUid,
                                          PDXGK_BRIGHTNESS_GET_OUT pOut);
typedef NTSTATUS (*DXGK_BRIGHTNESS_GET_CAPS_3)(PVOID Context, ULONG ChildUid,
                                               DXGK_BRIGHTNESS_CAPS* pBrightnessCaps);
typedef NTSTATUS (*DXGK_BRIGHTNESS_GET_NIT_RANGES)(PVOID Context, ULONG ChildUid,
                                                   PDXGK_BRIGHTNESS_GET_NIT_RANGES_OUT pOut);
typedef NTSTATUS (*DXGK_BRIGHTNESS_SET_BACKLIGHT_OPTIMIZATION_3)(
    PVOID Context, ULONG ChildUid, DXGK_BACKLIGHT_OPTIMIZATION_LEVEL OptimizationLevel);

typedef struct {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGK_BRIGHTNESS_SET_3 SetBrightness;
  DXGK_BRIGHTNESS_GET_3 GetBrightness;
  DXGK_BRIGHTNESS_GET_CAPS_3 GetBrightnessCaps;
  DXGK_BRIGHTNESS_GET_NIT_RANGES GetNitRanges;
  DXGK_BRIGHTNESS_SET_BACKLIGHT_OPTIMIZATION_3 SetBacklightOptimization;
} DXGK_BRIGHTNESS_INTERFACE_3, *PDXGK_BRIGHTNESS_INTERFACE_3;
#endif

/* I2C bus of a monitor. */
#define DXGK_I2C_INTERFACE_VERSION_1 0x01
#define I2C_NO_FLAGS 0
#define I2C_DEVICE_TRANSMITS_DATA_LENGTH 1

typedef NTSTATUS (*DXGKDDI_I2C_TRANSMIT_DATA_TO_DISPLAY)(
    PVOID MiniportDeviceContext, D3DDDI_VIDEO_PRESENT_TARGET_ID VidPnTargetId,
    ULONG SevenBitI2CAddress, ULONG DataLength, CONST VOID* Data);
typedef NTSTATUS (*DXGKDDI_I2C_RECEIVE_DATA_FROM_DISPLAY)(
    PVOID MiniportDeviceContext, D3DDDI_VIDEO_PRESENT_TARGET_ID VidPnTargetId,
    ULONG SevenBitI2CAddress, ULONG Flags, ULONG DataLength, PVOID Data);

typedef struct _DXGK_I2C_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGKDDI_I2C_TRANSMIT_DATA_TO_DISPLAY DxgkDdiI2CTransmitDataToDisplay;
  DXGKDDI_I2C_RECEIVE_DATA_FROM_DISPLAY DxgkDdiI2CReceiveDataFromDisplay;
} DXGK_I2C_INTERFACE, *PDXGK_I2C_INTERFACE;

#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM1_3)
/* Miracast. */
#define DXGK_MIRACAST_DISPLAY_INTERFACE_VERSION_1 0x01

typedef struct _DXGK_MIRACAST_CAPS {
  ULONG MaxChunkPrivateDriverDataSize;
  union {
    struct {
      UINT HdcpSupport : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  } Flags;
} DXGK_MIRACAST_CAPS, *PDXGK_MIRACAST_CAPS;

typedef VOID (*DXGKCB_MIRACAST_SEND_MESSAGE_CALLBACK)(PVOID CallbackContext,
                                                      PIO_STATUS_BLOCK pIoStatusBlock);
typedef NTSTATUS (*DXGKCB_MIRACAST_SEND_MESSAGE)(HANDLE MiracastHandle, ULONG InputBufferSize,
                                                 VOID* pInputBuffer, ULONG OutputBufferSize,
                                                 VOID* pOutputBuffer,
                                                 DXGKCB_MIRACAST_SEND_MESSAGE_CALLBACK pCallback,
                                                 PVOID pCallbackContext);
typedef NTSTATUS (*DXGKCB_MIRACAST_REPORT_CHUNK_INFO)(HANDLE MiracastHandle,
                                                      DXGK_MIRACAST_CHUNK_INFO* pChunkInfo,
                                                      PVOID pPrivateDriverData,
                                                      UINT PrivateDataDriverSize);

typedef struct _DXGK_MIRACAST_DISPLAY_CALLBACKS {
  HANDLE MiracastHandle;
  DXGKCB_MIRACAST_SEND_MESSAGE DxgkCbMiracastSendMessage;
  DXGKCB_MIRACAST_REPORT_CHUNK_INFO DxgkCbReportChunkInfo;
} DXGK_MIRACAST_DISPLAY_CALLBACKS, *PDXGK_MIRACAST_DISPLAY_CALLBACKS;

typedef NTSTATUS (*DXGKDDI_MIRACAST_QUERY_CAPS)(PVOID DriverContext, ULONG MiracastCapsSize,
                                                DXGK_MIRACAST_CAPS* MiracastCaps);
typedef NTSTATUS (*DXGKDDI_MIRACAST_CREATE_CONTEXT)(
    PVOID DriverContext, DXGK_MIRACAST_DISPLAY_CALLBACKS* MiracastCallbacks, PVOID* MiracastContext,
    ULONG* TargetId);
typedef NTSTATUS (*DXGKDDI_MIRACAST_HANDLE_IO_CONTROL)(PVOID DriverContext, PVOID MiracastContext,
                                                       ULONG InputBufferSize, VOID* pInputBuffer,
                                                       ULONG OutputBufferSize, VOID* pOutputBuffer,
                                                       ULONG* BytesReturned);
typedef VOID (*DXGKDDI_MIRACAST_DESTROY_CONTEXT)(PVOID DriverContext, PVOID MiracastContext);

typedef struct _DXGK_MIRACAST_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  DXGKDDI_MIRACAST_QUERY_CAPS DxgkDdiMiracastQueryCaps;
  DXGKDDI_MIRACAST_CREATE_CONTEXT DxgkDdiMiracastCreateContext;
  DXGKDDI_MIRACAST_HANDLE_IO_CONTROL DxgkDdiMiracastIoControl;
  DXGKDDI_MIRACAST_DESTROY_CONTEXT DxgkDdiMiracastDestroyContext;
} DXGK_MIRACAST_DISPLAY_INTERFACE, *PDXGK_MIRACAST_DISPLAY_INTERFACE;
#endif

EXTERN_C_END
