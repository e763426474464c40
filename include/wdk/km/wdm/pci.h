#pragma once
// PCI configuration space and the PCI bus interfaces.

#include "pnp.h"

EXTERN_C_START

#define PCI_TYPE0_ADDRESSES 6
#define PCI_TYPE1_ADDRESSES 2
#define PCI_TYPE2_ADDRESSES 5
#define PCI_MAX_DEVICES 32
#define PCI_MAX_FUNCTION 8
#define PCI_MAX_BRIDGE_NUMBER 0xFF
#define PCI_INVALID_VENDORID 0xFFFF
#define PCI_INVALID_ALTERNATE_VENDORID 0x0000
#define PCI_MAX_SEGMENT_NUMBER 0xFFFF
#define PCI_WHICHSPACE_CONFIG 0x0
#define PCI_WHICHSPACE_ROM 0x52696350

typedef struct _PCI_SLOT_NUMBER {
  union {
    struct {
      ULONG DeviceNumber : 5;
      ULONG FunctionNumber : 3;
      ULONG Reserved : 24;
    } bits;
    ULONG AsULONG;
  } u;
} PCI_SLOT_NUMBER, *PPCI_SLOT_NUMBER;

typedef struct _PCI_COMMON_HEADER {
  USHORT VendorID;
  USHORT DeviceID;
  USHORT Command;
  USHORT Status;
  UCHAR RevisionID;
  UCHAR ProgIf;
  UCHAR SubClass;
  UCHAR BaseClass;
  UCHAR CacheLineSize;
  UCHAR LatencyTimer;
  UCHAR HeaderType;
  UCHAR BIST;
  union {
    struct {
      ULONG BaseAddresses[PCI_TYPE0_ADDRESSES];
      ULONG CIS;
      USHORT SubVendorID;
      USHORT SubSystemID;
      ULONG ROMBaseAddress;
      UCHAR CapabilitiesPtr;
      UCHAR Reserved1[3];
      ULONG Reserved2;
      UCHAR InterruptLine;
      UCHAR InterruptPin;
      UCHAR MinimumGrant;
      UCHAR MaximumLatency;
    } type0;
    struct {
      ULONG BaseAddresses[PCI_TYPE1_ADDRESSES];
      UCHAR PrimaryBus;
      UCHAR SecondaryBus;
      UCHAR SubordinateBus;
      UCHAR SecondaryLatency;
      UCHAR IOBase;
      UCHAR IOLimit;
      USHORT SecondaryStatus;
      USHORT MemoryBase;
      USHORT MemoryLimit;
      USHORT PrefetchBase;
      USHORT PrefetchLimit;
      ULONG PrefetchBaseUpper32;
      ULONG PrefetchLimitUpper32;
      USHORT IOBaseUpper16;
      USHORT IOLimitUpper16;
      UCHAR CapabilitiesPtr;
      UCHAR Reserved1[3];
      ULONG ROMBaseAddress;
      UCHAR InterruptLine;
      UCHAR InterruptPin;
      USHORT BridgeControl;
    } type1;
    struct {
      ULONG SocketRegistersBaseAddress;
      UCHAR CapabilitiesPtr;
      UCHAR Reserved;
      USHORT SecondaryStatus;
      UCHAR PrimaryBus;
      UCHAR SecondaryBus;
      UCHAR SubordinateBus;
      UCHAR SecondaryLatency;
      struct {
        ULONG Base;
        ULONG Limit;
      } Range[PCI_TYPE2_ADDRESSES - 1];
      UCHAR InterruptLine;
      UCHAR InterruptPin;
      USHORT BridgeControl;
    } type2;
  } u;
} PCI_COMMON_HEADER, *PPCI_COMMON_HEADER;
#define PCI_COMMON_HDR_LENGTH (sizeof(PCI_COMMON_HEADER))
#define PCI_EXTENDED_CONFIG_LENGTH 0x1000

#if defined(__cplusplus)
typedef struct _PCI_COMMON_CONFIG : PCI_COMMON_HEADER {
  UCHAR DeviceSpecific[192];
} PCI_COMMON_CONFIG, *PPCI_COMMON_CONFIG;
#else
typedef struct _PCI_COMMON_CONFIG {
  struct {
    USHORT VendorID;
    USHORT DeviceID;
    USHORT Command;
    USHORT Status;
    UCHAR RevisionID;
    UCHAR ProgIf;
    UCHAR SubClass;
    UCHAR BaseClass;
    UCHAR CacheLineSize;
    UCHAR LatencyTimer;
    UCHAR HeaderType;
    UCHAR BIST;
    __typeof__(((PCI_COMMON_HEADER*)0)->u) u;
  };
  UCHAR DeviceSpecific[192];
} PCI_COMMON_CONFIG, *PPCI_COMMON_CONFIG;
#endif

#define PCI_ENABLE_IO_SPACE 0x0001
#define PCI_ENABLE_MEMORY_SPACE 0x0002
#define PCI_ENABLE_BUS_MASTER 0x0004
#define PCI_ENABLE_SPECIAL_CYCLES 0x0008
#define PCI_ENABLE_WRITE_AND_INVALIDATE 0x0010
#define PCI_ENABLE_VGA_COMPATIBLE_PALETTE 0x0020
#define PCI_ENABLE_PARITY 0x0040
#define PCI_ENABLE_WAIT_CYCLE 0x0080
#define PCI_ENABLE_SERR 0x0100
#define PCI_ENABLE_FAST_BACK_TO_BACK 0x0200
#define PCI_DISABLE_LEVEL_INTERRUPT 0x0400
#define PCI_STATUS_INTERRUPT_PENDING 0x0008
#define PCI_STATUS_CAPABILITIES_LIST 0x0010
#define PCI_STATUS_66MHZ_CAPABLE 0x0020
#define PCI_STATUS_UDF_SUPPORTED 0x0040
#define PCI_STATUS_FAST_BACK_TO_BACK 0x0080
#define PCI_STATUS_DATA_PARITY_DETECTED 0x0100
#define PCI_STATUS_DEVSEL 0x0600
#define PCI_STATUS_SIGNALED_TARGET_ABORT 0x0800
#define PCI_STATUS_RECEIVED_TARGET_ABORT 0x1000
#define PCI_STATUS_RECEIVED_MASTER_ABORT 0x2000
#define PCI_STATUS_SIGNALED_SYSTEM_ERROR 0x4000
#define PCI_STATUS_DETECTED_PARITY_ERROR 0x8000
#define PCI_MULTIFUNCTION 0x80
#define PCI_DEVICE_TYPE 0x00
#define PCI_BRIDGE_TYPE 0x01
#define PCI_CARDBUS_BRIDGE_TYPE 0x02
#define PCI_CONFIGURATION_TYPE(PciData) \
  (((PPCI_COMMON_CONFIG)(PciData))->HeaderType & ~PCI_MULTIFUNCTION)
#define PCI_MULTIFUNCTION_DEVICE(PciData) \
  ((((PPCI_COMMON_CONFIG)(PciData))->HeaderType & PCI_MULTIFUNCTION) != 0)
#define PCI_ADDRESS_IO_SPACE 0x00000001
#define PCI_ADDRESS_MEMORY_TYPE_MASK 0x00000006
#define PCI_ADDRESS_MEMORY_PREFETCHABLE 0x00000008
#define PCI_ADDRESS_IO_ADDRESS_MASK 0xfffffffc
#define PCI_ADDRESS_MEMORY_ADDRESS_MASK 0xfffffff0
#define PCI_ADDRESS_ROM_ADDRESS_MASK 0xfffff800
#define PCI_TYPE_32BIT 0
#define PCI_TYPE_20BIT 2
#define PCI_TYPE_64BIT 4
#define PCI_ROMADDRESS_ENABLED 0x00000001
#define PCI_CLASS_PRE_20 0x00
#define PCI_CLASS_MASS_STORAGE_CTLR 0x01
#define PCI_CLASS_NETWORK_CTLR 0x02
#define PCI_CLASS_DISPLAY_CTLR 0x03
#define PCI_CLASS_MULTIMEDIA_DEV 0x04
#define PCI_CLASS_MEMORY_CTLR 0x05
#define PCI_CLASS_BRIDGE_DEV 0x06
#define PCI_CLASS_SIMPLE_COMMS_CTLR 0x07
#define PCI_CLASS_BASE_SYSTEM_DEV 0x08
#define PCI_CLASS_INPUT_DEV 0x09
#define PCI_CLASS_DOCKING_STATION 0x0a
#define PCI_CLASS_PROCESSOR 0x0b
#define PCI_CLASS_SERIAL_BUS_CTLR 0x0c
#define PCI_CLASS_WIRELESS_CTLR 0x0d
#define PCI_CLASS_INTELLIGENT_IO_CTLR 0x0e
#define PCI_CLASS_SATELLITE_COMMS_CTLR 0x0f
#define PCI_CLASS_ENCRYPTION_DECRYPTION 0x10
#define PCI_CLASS_DATA_ACQ_SIGNAL_PROC 0x11
#define PCI_CLASS_NOT_DEFINED 0xff
#define PCI_SUBCLASS_VID_VGA_CTLR 0x00
#define PCI_SUBCLASS_VID_XGA_CTLR 0x01
#define PCI_SUBCLASS_VID_3D_CTLR 0x02
#define PCI_SUBCLASS_VID_OTHER 0x80
#define PCI_SUBCLASS_MM_VIDEO_DEV 0x00
#define PCI_SUBCLASS_MM_AUDIO_DEV 0x01
#define PCI_SUBCLASS_MM_TELEPHONY_DEV 0x02
#define PCI_SUBCLASS_MM_OTHER 0x80
#define PCI_SUBCLASS_BR_HOST 0x00
#define PCI_SUBCLASS_BR_ISA 0x01
#define PCI_SUBCLASS_BR_EISA 0x02
#define PCI_SUBCLASS_BR_MCA 0x03
#define PCI_SUBCLASS_BR_PCI_TO_PCI 0x04
#define PCI_SUBCLASS_BR_PCMCIA 0x05
#define PCI_SUBCLASS_BR_NUBUS 0x06
#define PCI_SUBCLASS_BR_CARDBUS 0x07
#define PCI_SUBCLASS_BR_RACEWAY 0x08
#define PCI_SUBCLASS_BR_OTHER 0x80
#define PCI_SUBCLASS_PRE_20_NON_VGA 0x00
#define PCI_SUBCLASS_PRE_20_VGA 0x01
#define PCI_CAPABILITY_ID_POWER_MANAGEMENT 0x01
#define PCI_CAPABILITY_ID_AGP 0x02
#define PCI_CAPABILITY_ID_VPD 0x03
#define PCI_CAPABILITY_ID_SLOT_ID 0x04
#define PCI_CAPABILITY_ID_MSI 0x05
#define PCI_CAPABILITY_ID_CPCI_HOTSWAP 0x06
#define PCI_CAPABILITY_ID_PCIX 0x07
#define PCI_CAPABILITY_ID_HYPERTRANSPORT 0x08
#define PCI_CAPABILITY_ID_VENDOR_SPECIFIC 0x09
#define PCI_CAPABILITY_ID_DEBUG_PORT 0x0A
#define PCI_CAPABILITY_ID_CPCI_RES_CTRL 0x0B
#define PCI_CAPABILITY_ID_SHPC 0x0C
#define PCI_CAPABILITY_ID_P2P_SSID 0x0D
#define PCI_CAPABILITY_ID_AGP_TARGET 0x0E
#define PCI_CAPABILITY_ID_SECURE 0x0F
#define PCI_CAPABILITY_ID_PCI_EXPRESS 0x10
#define PCI_CAPABILITY_ID_MSIX 0x11
#define PCI_EXPRESS_ADVANCED_ERROR_REPORTING_CAP_ID 0x0001
#define PCI_EXPRESS_VIRTUAL_CHANNEL_CAP_ID 0x0002
#define PCI_EXPRESS_DEVICE_SERIAL_NUMBER_CAP_ID 0x0003
#define PCI_EXPRESS_POWER_BUDGETING_CAP_ID 0x0004
#define PCI_EXPRESS_RC_LINK_DECLARATION_CAP_ID 0x0005
#define PCI_EXPRESS_RC_INTERNAL_LINK_CONTROL_CAP_ID 0x0006
#define PCI_EXPRESS_RC_EVENT_COLLECTOR_ENDPOINT_ASSOCIATION_CAP_ID 0x0007
#define PCI_EXPRESS_MFVC_CAP_ID 0x0008
#define PCI_EXPRESS_VC_AND_MFVC_CAP_ID 0x0009
#define PCI_EXPRESS_RCRB_HEADER_CAP_ID 0x000A
#define PCI_EXPRESS_SINGLE_ROOT_IO_VIRTUALIZATION_CAP_ID 0x0010

typedef struct _PCI_CAPABILITIES_HEADER {
  UCHAR CapabilityID;
  UCHAR Next;
} PCI_CAPABILITIES_HEADER, *PPCI_CAPABILITIES_HEADER;

typedef union _PCI_EXPRESS_CAPABILITIES_REGISTER {
  struct {
    USHORT CapabilityVersion : 4;
    USHORT DeviceType : 4;
    USHORT SlotImplemented : 1;
    USHORT InterruptMessageNumber : 5;
    USHORT Rsvd : 2;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_CAPABILITIES_REGISTER, *PPCI_EXPRESS_CAPABILITIES_REGISTER;

typedef union _PCI_EXPRESS_DEVICE_CAPABILITIES_2_REGISTER {
  struct {
    ULONG CompletionTimeoutRangesSupported : 4;
    ULONG CompletionTimeoutDisableSupported : 1;
    ULONG AriForwardingSupported : 1;
    ULONG AtomicOpRoutingSupported : 1;
    ULONG AtomicOpCompleterSupported32Bit : 1;
    ULONG AtomicOpCompleterSupported64Bit : 1;
    ULONG CASCompleterSupported128Bit : 1;
    ULONG NoROEnabledPRPRPassing : 1;
    ULONG LTRMechanismSupported : 1;
    ULONG TPHCompleterSupported : 2;
    ULONG Rsvd : 4;
    ULONG OBFFSupported : 2;
    ULONG ExtendedFmtFieldSuported : 1;
    ULONG EndEndTLPPrefixSupported : 1;
    ULONG MaxEndEndTLPPrefixes : 2;
    ULONG Rsvd2 : 8;
  };
  ULONG AsULONG;
} PCI_EXPRESS_DEVICE_CAPABILITIES_2_REGISTER, *PPCI_EXPRESS_DEVICE_CAPABILITIES_2_REGISTER;

typedef union _PCI_EXPRESS_DEVICE_CAPABILITIES_REGISTER {
  struct {
    ULONG MaxPayloadSizeSupported : 3;
    ULONG PhantomFunctionsSupported : 2;
    ULONG ExtendedTagSupported : 1;
    ULONG L0sAcceptableLatency : 3;
    ULONG L1AcceptableLatency : 3;
    ULONG Undefined : 3;
    ULONG RoleBasedErrorReporting : 1;
    ULONG Rsvd1 : 2;
    ULONG CapturedSlotPowerLimit : 8;
    ULONG CapturedSlotPowerLimitScale : 2;
    ULONG FunctionLevelResetCapability : 1;
    ULONG Rsvd2 : 3;
  };
  ULONG AsULONG;
} PCI_EXPRESS_DEVICE_CAPABILITIES_REGISTER, *PPCI_EXPRESS_DEVICE_CAPABILITIES_REGISTER;

typedef union _PCI_EXPRESS_DEVICE_CONTROL_2_REGISTER {
  struct {
    USHORT CompletionTimeoutValue : 4;
    USHORT CompletionTimeoutDisable : 1;
    USHORT AriForwardingEnable : 1;
    USHORT AtomicOpRequesterEnable : 1;
    USHORT AtomicOpEgresBlocking : 1;
    USHORT IDORequestEnable : 1;
    USHORT IDOCompletionEnable : 1;
    USHORT LTRMechanismEnable : 1;
    USHORT Rsvd : 2;
    USHORT OBFFEnable : 2;
    USHORT EndEndTLPPrefixBlocking : 1;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_DEVICE_CONTROL_2_REGISTER, *PPCI_EXPRESS_DEVICE_CONTROL_2_REGISTER;

typedef union _PCI_EXPRESS_DEVICE_CONTROL_REGISTER {
  struct {
    USHORT CorrectableErrorEnable : 1;
    USHORT NonFatalErrorEnable : 1;
    USHORT FatalErrorEnable : 1;
    USHORT UnsupportedRequestErrorEnable : 1;
    USHORT EnableRelaxedOrder : 1;
    USHORT MaxPayloadSize : 3;
    USHORT ExtendedTagEnable : 1;
    USHORT PhantomFunctionsEnable : 1;
    USHORT AuxPowerEnable : 1;
    USHORT NoSnoopEnable : 1;
    USHORT MaxReadRequestSize : 3;
    USHORT BridgeConfigRetryEnable : 1;
  };
  struct {
    USHORT : 15;
    USHORT InitiateFunctionLevelReset : 1;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_DEVICE_CONTROL_REGISTER, *PPCI_EXPRESS_DEVICE_CONTROL_REGISTER;

typedef union _PCI_EXPRESS_DEVICE_STATUS_2_REGISTER {
  struct {
    USHORT Rsvd : 16;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_DEVICE_STATUS_2_REGISTER, *PPCI_EXPRESS_DEVICE_STATUS_2_REGISTER;

typedef union _PCI_EXPRESS_DEVICE_STATUS_REGISTER {
  struct {
    USHORT CorrectableErrorDetected : 1;
    USHORT NonFatalErrorDetected : 1;
    USHORT FatalErrorDetected : 1;
    USHORT UnsupportedRequestDetected : 1;
    USHORT AuxPowerDetected : 1;
    USHORT TransactionsPending : 1;
    USHORT Rsvd : 10;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_DEVICE_STATUS_REGISTER, *PPCI_EXPRESS_DEVICE_STATUS_REGISTER;

typedef struct _PCI_EXPRESS_ENHANCED_CAPABILITY_HEADER {
  USHORT CapabilityID;
  USHORT Version : 4;
  USHORT Next : 12;
} PCI_EXPRESS_ENHANCED_CAPABILITY_HEADER, *PPCI_EXPRESS_ENHANCED_CAPABILITY_HEADER;

typedef union _PCI_EXPRESS_LINK_CAPABILITIES_2_REGISTER {
  struct {
    ULONG Rsvd0 : 1;
    ULONG SupportedLinkSpeedsVector : 7;
    ULONG Rsvd8_31 : 24;
  };
  ULONG AsULONG;
} PCI_EXPRESS_LINK_CAPABILITIES_2_REGISTER, *PPCI_EXPRESS_LINK_CAPABILITIES_2_REGISTER;

typedef union _PCI_EXPRESS_LINK_CAPABILITIES_REGISTER {
  struct {
    ULONG MaximumLinkSpeed : 4;
    ULONG MaximumLinkWidth : 6;
    ULONG ActiveStatePMSupport : 2;
    ULONG L0sExitLatency : 3;
    ULONG L1ExitLatency : 3;
    ULONG ClockPowerManagement : 1;
    ULONG SurpriseDownErrorReportingCapable : 1;
    ULONG DataLinkLayerActiveReportingCapable : 1;
    ULONG LinkBandwidthNotificationCapability : 1;
    ULONG AspmOptionalityCompliance : 1;
    ULONG Rsvd : 1;
    ULONG PortNumber : 8;
  };
  ULONG AsULONG;
} PCI_EXPRESS_LINK_CAPABILITIES_REGISTER, *PPCI_EXPRESS_LINK_CAPABILITIES_REGISTER;

typedef union _PCI_EXPRESS_LINK_CONTROL_2_REGISTER {
  struct {
    USHORT TargetLinkSpeed : 4;
    USHORT Rsvd4_15 : 12;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_LINK_CONTROL_2_REGISTER, *PPCI_EXPRESS_LINK_CONTROL_2_REGISTER;

typedef union _PCI_EXPRESS_LINK_CONTROL_REGISTER {
  struct {
    USHORT ActiveStatePMControl : 2;
    USHORT Rsvd1 : 1;
    USHORT ReadCompletionBoundary : 1;
    USHORT LinkDisable : 1;
    USHORT RetrainLink : 1;
    USHORT CommonClockConfig : 1;
    USHORT ExtendedSynch : 1;
    USHORT EnableClockPowerManagement : 1;
    USHORT Rsvd2 : 7;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_LINK_CONTROL_REGISTER, *PPCI_EXPRESS_LINK_CONTROL_REGISTER;

typedef union _PCI_EXPRESS_LINK_STATUS_2_REGISTER {
  struct {
    USHORT Rsvd0_15 : 16;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_LINK_STATUS_2_REGISTER, *PPCI_EXPRESS_LINK_STATUS_2_REGISTER;

typedef union _PCI_EXPRESS_LINK_STATUS_REGISTER {
  struct {
    USHORT LinkSpeed : 4;
    USHORT LinkWidth : 6;
    USHORT Undefined : 1;
    USHORT LinkTraining : 1;
    USHORT SlotClockConfig : 1;
    USHORT DataLinkLayerActive : 1;
    USHORT Rsvd : 2;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_LINK_STATUS_REGISTER, *PPCI_EXPRESS_LINK_STATUS_REGISTER;

typedef union _PCI_EXPRESS_ROOT_CAPABILITIES_REGISTER {
  struct {
    USHORT CRSSoftwareVisibility : 1;
    USHORT Rsvd : 15;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_ROOT_CAPABILITIES_REGISTER, *PPCI_EXPRESS_ROOT_CAPABILITIES_REGISTER;

typedef union _PCI_EXPRESS_ROOT_CONTROL_REGISTER {
  struct {
    USHORT CorrectableSerrEnable : 1;
    USHORT NonFatalSerrEnable : 1;
    USHORT FatalSerrEnable : 1;
    USHORT PMEInterruptEnable : 1;
    USHORT CRSSoftwareVisibilityEnable : 1;
    USHORT Rsvd : 11;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_ROOT_CONTROL_REGISTER, *PPCI_EXPRESS_ROOT_CONTROL_REGISTER;

typedef union _PCI_EXPRESS_ROOT_STATUS_REGISTER {
  struct {
    ULONG PMERequestorId : 16;
    ULONG PMEStatus : 1;
    ULONG PMEPending : 1;
    ULONG Rsvd : 14;
  };
  ULONG AsULONG;
} PCI_EXPRESS_ROOT_STATUS_REGISTER, *PPCI_EXPRESS_ROOT_STATUS_REGISTER;

typedef struct _PCI_EXPRESS_SERIAL_NUMBER_CAPABILITY {
  PCI_EXPRESS_ENHANCED_CAPABILITY_HEADER Header;
  ULONG LowSerialNumber;
  ULONG HighSerialNumber;
} PCI_EXPRESS_SERIAL_NUMBER_CAPABILITY, *PPCI_EXPRESS_SERIAL_NUMBER_CAPABILITY;

typedef union _PCI_EXPRESS_SLOT_CAPABILITIES_REGISTER {
  struct {
    ULONG AttentionButtonPresent : 1;
    ULONG PowerControllerPresent : 1;
    ULONG MRLSensorPresent : 1;
    ULONG AttentionIndicatorPresent : 1;
    ULONG PowerIndicatorPresent : 1;
    ULONG HotPlugSurprise : 1;
    ULONG HotPlugCapable : 1;
    ULONG SlotPowerLimit : 8;
    ULONG SlotPowerLimitScale : 2;
    ULONG ElectromechanicalLockPresent : 1;
    ULONG NoCommandCompletedSupport : 1;
    ULONG PhysicalSlotNumber : 13;
  };
  ULONG AsULONG;
} PCI_EXPRESS_SLOT_CAPABILITIES_REGISTER, *PPCI_EXPRESS_SLOT_CAPABILITIES_REGISTER;

typedef union _PCI_EXPRESS_SLOT_CONTROL_REGISTER {
  struct {
    USHORT AttentionButtonEnable : 1;
    USHORT PowerFaultDetectEnable : 1;
    USHORT MRLSensorEnable : 1;
    USHORT PresenceDetectEnable : 1;
    USHORT CommandCompletedEnable : 1;
    USHORT HotPlugInterruptEnable : 1;
    USHORT AttentionIndicatorControl : 2;
    USHORT PowerIndicatorControl : 2;
    USHORT PowerControllerControl : 1;
    USHORT ElectromechanicalLockControl : 1;
    USHORT DataLinkStateChangeEnable : 1;
    USHORT Rsvd : 3;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_SLOT_CONTROL_REGISTER, *PPCI_EXPRESS_SLOT_CONTROL_REGISTER;

typedef union _PCI_EXPRESS_SLOT_STATUS_REGISTER {
  struct {
    USHORT AttentionButtonPressed : 1;
    USHORT PowerFaultDetected : 1;
    USHORT MRLSensorChanged : 1;
    USHORT PresenceDetectChanged : 1;
    USHORT CommandCompleted : 1;
    USHORT MRLSensorState : 1;
    USHORT PresenceDetectState : 1;
    USHORT ElectromechanicalLockEngaged : 1;
    USHORT DataLinkStateChanged : 1;
    USHORT Rsvd : 7;
  };
  USHORT AsUSHORT;
} PCI_EXPRESS_SLOT_STATUS_REGISTER, *PPCI_EXPRESS_SLOT_STATUS_REGISTER;

typedef struct _PCI_EXPRESS_CAPABILITY {
  PCI_CAPABILITIES_HEADER Header;
  PCI_EXPRESS_CAPABILITIES_REGISTER ExpressCapabilities;
  PCI_EXPRESS_DEVICE_CAPABILITIES_REGISTER DeviceCapabilities;
  PCI_EXPRESS_DEVICE_CONTROL_REGISTER DeviceControl;
  PCI_EXPRESS_DEVICE_STATUS_REGISTER DeviceStatus;
  PCI_EXPRESS_LINK_CAPABILITIES_REGISTER LinkCapabilities;
  PCI_EXPRESS_LINK_CONTROL_REGISTER LinkControl;
  PCI_EXPRESS_LINK_STATUS_REGISTER LinkStatus;
  PCI_EXPRESS_SLOT_CAPABILITIES_REGISTER SlotCapabilities;
  PCI_EXPRESS_SLOT_CONTROL_REGISTER SlotControl;
  PCI_EXPRESS_SLOT_STATUS_REGISTER SlotStatus;
  PCI_EXPRESS_ROOT_CONTROL_REGISTER RootControl;
  PCI_EXPRESS_ROOT_CAPABILITIES_REGISTER RootCapabilities;
  PCI_EXPRESS_ROOT_STATUS_REGISTER RootStatus;
  PCI_EXPRESS_DEVICE_CAPABILITIES_2_REGISTER DeviceCapabilities2;
  PCI_EXPRESS_DEVICE_CONTROL_2_REGISTER DeviceControl2;
  PCI_EXPRESS_DEVICE_STATUS_2_REGISTER DeviceStatus2;
  PCI_EXPRESS_LINK_CAPABILITIES_2_REGISTER LinkCapabilities2;
  PCI_EXPRESS_LINK_CONTROL_2_REGISTER LinkControl2;
  PCI_EXPRESS_LINK_STATUS_2_REGISTER LinkStatus2;
} PCI_EXPRESS_CAPABILITY, *PPCI_EXPRESS_CAPABILITY;

typedef struct _PCI_PMC {
  UCHAR Version : 3;
  UCHAR PMEClock : 1;
  UCHAR Rsvd1 : 1;
  UCHAR DeviceSpecificInitialization : 1;
  UCHAR Rsvd2 : 2;
  struct _PM_SUPPORT {
    UCHAR Rsvd2 : 1;
    UCHAR D1 : 1;
    UCHAR D2 : 1;
    UCHAR PMED0 : 1;
    UCHAR PMED1 : 1;
    UCHAR PMED2 : 1;
    UCHAR PMED3Hot : 1;
    UCHAR PMED3Cold : 1;
  } Support;
} PCI_PMC, *PPCI_PMC;

typedef struct _PCI_PMCSR {
  USHORT PowerState : 2;
  USHORT Rsvd1 : 1;
  USHORT NoSoftReset : 1;
  USHORT Rsvd2 : 4;
  USHORT PMEEnable : 1;
  USHORT DataSelect : 4;
  USHORT DataScale : 2;
  USHORT PMEStatus : 1;
} PCI_PMCSR, *PPCI_PMCSR;

typedef struct _PCI_PMCSR_BSE {
  UCHAR Rsvd1 : 6;
  UCHAR D3HotSupportsStopClock : 1;
  UCHAR BusPowerClockControlEnabled : 1;
} PCI_PMCSR_BSE, *PPCI_PMCSR_BSE;

typedef struct _PCI_PM_CAPABILITY {
  PCI_CAPABILITIES_HEADER Header;
  union {
    PCI_PMC Capabilities;
    USHORT AsUSHORT;
  } PMC;
  union {
    PCI_PMCSR ControlStatus;
    USHORT AsUSHORT;
  } PMCSR;
  union {
    PCI_PMCSR_BSE BridgeSupport;
    UCHAR AsUCHAR;
  } PMCSR_BSE;
  UCHAR Data;
} PCI_PM_CAPABILITY, *PPCI_PM_CAPABILITY;

// Interfaces that a PCI function can query.
#define PCI_USE_SUBSYSTEM_IDS 0x00000001
#define PCI_USE_REVISION 0x00000002
#define PCI_USE_VENDEV_IDS 0x00000004
#define PCI_USE_CLASS_SUBCLASS 0x00000008
#define PCI_USE_PROGIF 0x00000010
#define PCI_USE_LOCAL_BUS 0x00000020
#define PCI_USE_LOCAL_DEVICE 0x00000040

typedef struct _PCI_DEVICE_PRESENCE_PARAMETERS {
  ULONG Size;
  ULONG Flags;
  USHORT VendorID;
  USHORT DeviceID;
  UCHAR RevisionID;
  USHORT SubVendorID;
  USHORT SubSystemID;
  UCHAR BaseClass;
  UCHAR SubClass;
  UCHAR ProgIf;
} PCI_DEVICE_PRESENCE_PARAMETERS, *PPCI_DEVICE_PRESENCE_PARAMETERS;

typedef BOOLEAN PCI_IS_DEVICE_PRESENT(USHORT VendorID, USHORT DeviceID, UCHAR RevisionID,
                                      USHORT SubVendorID, USHORT SubSystemID, ULONG Flags);
typedef BOOLEAN PCI_IS_DEVICE_PRESENT_EX(PVOID Context, PPCI_DEVICE_PRESENCE_PARAMETERS Parameters);
typedef PCI_IS_DEVICE_PRESENT* PPCI_IS_DEVICE_PRESENT;
typedef PCI_IS_DEVICE_PRESENT_EX* PPCI_IS_DEVICE_PRESENT_EX;
#define PCI_DEVICE_PRESENT_INTERFACE_VERSION 1
typedef struct _PCI_DEVICE_PRESENT_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PPCI_IS_DEVICE_PRESENT IsDevicePresent;
  PPCI_IS_DEVICE_PRESENT_EX IsDevicePresentEx;
} PCI_DEVICE_PRESENT_INTERFACE, *PPCI_DEVICE_PRESENT_INTERFACE;

typedef NTSTATUS PCI_MSIX_GET_ENTRY(PVOID Context, ULONG TableEntry, PULONG MessageNumber,
                                    PBOOLEAN Masked);
typedef NTSTATUS PCI_MSIX_GET_TABLE_SIZE(PVOID Context, PULONG TableSize);
typedef NTSTATUS PCI_MSIX_MASKUNMASK_ENTRY(PVOID Context, ULONG TableEntry);
typedef NTSTATUS PCI_MSIX_SET_ENTRY(PVOID Context, ULONG TableEntry, ULONG MessageNumber);
typedef PCI_MSIX_GET_ENTRY* PPCI_MSIX_GET_ENTRY;
typedef PCI_MSIX_GET_TABLE_SIZE* PPCI_MSIX_GET_TABLE_SIZE;
typedef PCI_MSIX_MASKUNMASK_ENTRY* PPCI_MSIX_MASKUNMASK_ENTRY;
typedef PCI_MSIX_SET_ENTRY* PPCI_MSIX_SET_ENTRY;

typedef struct _PCI_MSIX_TABLE_CONFIG_INTERFACE {
  USHORT Size;
  USHORT Version;
  PVOID Context;
  PINTERFACE_REFERENCE InterfaceReference;
  PINTERFACE_DEREFERENCE InterfaceDereference;
  PPCI_MSIX_SET_ENTRY SetTableEntry;
  PPCI_MSIX_MASKUNMASK_ENTRY MaskTableEntry;
  PPCI_MSIX_MASKUNMASK_ENTRY UnmaskTableEntry;
  PPCI_MSIX_GET_ENTRY GetTableEntry;
  PPCI_MSIX_GET_TABLE_SIZE GetTableSize;
} PCI_MSIX_TABLE_CONFIG_INTERFACE, *PPCI_MSIX_TABLE_CONFIG_INTERFACE;
#define PCI_MSIX_TABLE_CONFIG_INTERFACE_VERSION 1

EXTERN_C_END
