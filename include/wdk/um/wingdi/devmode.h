// Display modes and display devices.
#pragma once

#define CCHDEVICENAME 32
#define CCHFORMNAME 32
#define DISPLAY_DEVICE_ACC_DRIVER 0x00000040
#define DISPLAY_DEVICE_ACTIVE 0x00000001
#define DISPLAY_DEVICE_ATTACHED 0x00000002
#define DISPLAY_DEVICE_ATTACHED_TO_DESKTOP 0x00000001
#define DISPLAY_DEVICE_DISCONNECT 0x02000000
#define DISPLAY_DEVICE_MIRRORING_DRIVER 0x00000008
#define DISPLAY_DEVICE_MODESPRUNED 0x08000000
#define DISPLAY_DEVICE_MULTI_DRIVER 0x00000002
#define DISPLAY_DEVICE_PRIMARY_DEVICE 0x00000004
#define DISPLAY_DEVICE_RDPUDD 0x01000000
#define DISPLAY_DEVICE_REMOTE 0x04000000
#define DISPLAY_DEVICE_REMOVABLE 0x00000020
#define DISPLAY_DEVICE_TS_COMPATIBLE 0x00200000
#define DISPLAY_DEVICE_UNSAFE_MODES_ON 0x00080000
#define DISPLAY_DEVICE_VGA_COMPATIBLE 0x00000010
#define DMDFO_CENTER 2
#define DMDFO_DEFAULT 0
#define DMDFO_STRETCH 1
#define DMDISPLAYFLAGS_TEXTMODE 0x00000004
#define DMDITHER_COARSE 2
#define DMDITHER_ERRORDIFFUSION 5
#define DMDITHER_FINE 3
#define DMDITHER_GRAYSCALE 10
#define DMDITHER_LINEART 4
#define DMDITHER_NONE 1
#define DMDITHER_RESERVED6 6
#define DMDITHER_RESERVED7 7
#define DMDITHER_RESERVED8 8
#define DMDITHER_RESERVED9 9
#define DMDITHER_USER 256
#define DMDO_180 2
#define DMDO_270 3
#define DMDO_90 1
#define DMDO_DEFAULT 0
#define DMICMMETHOD_DEVICE 4
#define DMICMMETHOD_DRIVER 3
#define DMICMMETHOD_NONE 1
#define DMICMMETHOD_SYSTEM 2
#define DMICMMETHOD_USER 256
#define DMICM_ABS_COLORIMETRIC 4
#define DMICM_COLORIMETRIC 3
#define DMICM_CONTRAST 2
#define DMICM_SATURATE 1
#define DMICM_USER 256
#define DM_BITSPERPEL 0x00040000
#define DM_COLLATE 0x00008000
#define DM_COLOR 0x00000800
#define DM_COPIES 0x00000100
#define DM_DEFAULTSOURCE 0x00000200
#define DM_DISPLAYFIXEDOUTPUT 0x20000000
#define DM_DISPLAYFLAGS 0x00200000
#define DM_DISPLAYFREQUENCY 0x00400000
#define DM_DISPLAYORIENTATION 0x00000080
#define DM_DITHERTYPE 0x04000000
#define DM_DUPLEX 0x00001000
#define DM_FORMNAME 0x00010000
#define DM_ICMINTENT 0x01000000
#define DM_ICMMETHOD 0x00800000
#define DM_INTERLACED 0x00000002
#define DM_LOGPIXELS 0x00020000
#define DM_MEDIATYPE 0x02000000
#define DM_NUP 0x00000040
#define DM_ORIENTATION 0x00000001
#define DM_PANNINGHEIGHT 0x10000000
#define DM_PANNINGWIDTH 0x08000000
#define DM_PAPERLENGTH 0x00000004
#define DM_PAPERSIZE 0x00000002
#define DM_PAPERWIDTH 0x00000008
#define DM_PELSHEIGHT 0x00100000
#define DM_PELSWIDTH 0x00080000
#define DM_POSITION 0x00000020
#define DM_PRINTQUALITY 0x00000400
#define DM_SCALE 0x00000010
#define DM_SPECVERSION 0x0401
#define DM_TTOPTION 0x00004000
#define DM_YRESOLUTION 0x00002000

typedef struct _devicemodeA {
  BYTE dmDeviceName[32];
  WORD dmSpecVersion;
  WORD dmDriverVersion;
  WORD dmSize;
  WORD dmDriverExtra;
  DWORD dmFields;
  union {
    struct {
      short dmOrientation;
      short dmPaperSize;
      short dmPaperLength;
      short dmPaperWidth;
      short dmScale;
      short dmCopies;
      short dmDefaultSource;
      short dmPrintQuality;
    };
    struct {
      POINTL dmPosition;
      DWORD dmDisplayOrientation;
      DWORD dmDisplayFixedOutput;
    };
  };
  short dmColor;
  short dmDuplex;
  short dmYResolution;
  short dmTTOption;
  short dmCollate;
  BYTE dmFormName[32];
  WORD dmLogPixels;
  DWORD dmBitsPerPel;
  DWORD dmPelsWidth;
  DWORD dmPelsHeight;
  union {
    DWORD dmDisplayFlags;
    DWORD dmNup;
  };
  DWORD dmDisplayFrequency;
  DWORD dmICMMethod;
  DWORD dmICMIntent;
  DWORD dmMediaType;
  DWORD dmDitherType;
  DWORD dmReserved1;
  DWORD dmReserved2;
  DWORD dmPanningWidth;
  DWORD dmPanningHeight;
} DEVMODEA, *PDEVMODEA, *NPDEVMODEA, *LPDEVMODEA;

typedef struct _devicemodeW {
  WCHAR dmDeviceName[32];
  WORD dmSpecVersion;
  WORD dmDriverVersion;
  WORD dmSize;
  WORD dmDriverExtra;
  DWORD dmFields;
  union {
    struct {
      short dmOrientation;
      short dmPaperSize;
      short dmPaperLength;
      short dmPaperWidth;
      short dmScale;
      short dmCopies;
      short dmDefaultSource;
      short dmPrintQuality;
    };
    struct {
      POINTL dmPosition;
      DWORD dmDisplayOrientation;
      DWORD dmDisplayFixedOutput;
    };
  };
  short dmColor;
  short dmDuplex;
  short dmYResolution;
  short dmTTOption;
  short dmCollate;
  WCHAR dmFormName[32];
  WORD dmLogPixels;
  DWORD dmBitsPerPel;
  DWORD dmPelsWidth;
  DWORD dmPelsHeight;
  union {
    DWORD dmDisplayFlags;
    DWORD dmNup;
  };
  DWORD dmDisplayFrequency;
  DWORD dmICMMethod;
  DWORD dmICMIntent;
  DWORD dmMediaType;
  DWORD dmDitherType;
  DWORD dmReserved1;
  DWORD dmReserved2;
  DWORD dmPanningWidth;
  DWORD dmPanningHeight;
} DEVMODEW, *PDEVMODEW, *NPDEVMODEW, *LPDEVMODEW;

typedef struct _DISPLAY_DEVICEA {
  DWORD cb;
  CHAR DeviceName[32];
  CHAR DeviceString[128];
  DWORD StateFlags;
  CHAR DeviceID[128];
  CHAR DeviceKey[128];
} DISPLAY_DEVICEA, *PDISPLAY_DEVICEA, *LPDISPLAY_DEVICEA;

typedef struct _DISPLAY_DEVICEW {
  DWORD cb;
  WCHAR DeviceName[32];
  WCHAR DeviceString[128];
  DWORD StateFlags;
  WCHAR DeviceID[128];
  WCHAR DeviceKey[128];
} DISPLAY_DEVICEW, *PDISPLAY_DEVICEW, *LPDISPLAY_DEVICEW;

#ifdef UNICODE
typedef DEVMODEW DEVMODE, *PDEVMODE, *LPDEVMODE;
typedef DISPLAY_DEVICEW DISPLAY_DEVICE, *PDISPLAY_DEVICE;
#else
typedef DEVMODEA DEVMODE, *PDEVMODE, *LPDEVMODE;
typedef DISPLAY_DEVICEA DISPLAY_DEVICE, *PDISPLAY_DEVICE;
#endif
