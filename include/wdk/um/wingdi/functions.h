// Device capabilities and the functions that drivers call.
#pragma once

#define ALTERNATE 1
#define ASPECTX 40
#define ASPECTXY 44
#define ASPECTY 42
#define BITSPIXEL 12
#define BLTALIGNMENT 119
#define BS_HATCHED 2
#define BS_HOLLOW BS_NULL
#define BS_NULL 1
#define BS_PATTERN 3
#define BS_SOLID 0
#define CLIPCAPS 36
#define COLORRES 108
#define COMPLEXREGION 3
#define CURVECAPS 28
#define DESKTOPHORZRES 118
#define DESKTOPVERTRES 117
#define DRIVERVERSION 0
#define DT_PLOTTER 0
#define DT_RASDISPLAY 1
#define DT_RASPRINTER 2
#define HORZRES 8
#define HORZSIZE 4
#define HS_API_MAX 12
#define HS_BDIAGONAL 3
#define HS_CROSS 4
#define HS_DDI_MAX 6
#define HS_DIAGCROSS 5
#define HS_FDIAGONAL 2
#define HS_HORIZONTAL 0
#define HS_VERTICAL 1
#define LINECAPS 30
#define LOGPIXELSX 88
#define LOGPIXELSY 90
#define NULLREGION 1
#define NUMBRUSHES 16
#define NUMCOLORS 24
#define NUMFONTS 22
#define NUMMARKERS 20
#define NUMPENS 18
#define NUMRESERVED 106
#define OPAQUE 2
#define PDEVICESIZE 26
#define PLANES 14
#define POLYGONALCAPS 32
#define PS_DASH 1
#define PS_DOT 2
#define PS_NULL 5
#define PS_SOLID 0
#define PT_BEZIERTO 0x04
#define PT_CLOSEFIGURE 0x01
#define PT_LINETO 0x02
#define PT_MOVETO 0x06
#define QUERYESCSUPPORT 8
#define RASTERCAPS 38
#define RC_BITBLT 1
#define RC_DI_BITMAP 0x0080
#define RC_PALETTE 0x0100
#define RC_STRETCHBLT 0x0800
#define RGN_AND 1
#define RGN_COPY 5
#define RGN_DIFF 4
#define RGN_OR 2
#define RGN_XOR 3
#define SHADEBLENDCAPS 120
#define SIMPLEREGION 2
#define SIZEPALETTE 104
#define TECHNOLOGY 2
#define TEXTCAPS 34
#define TRANSPARENT 1
#define VERTRES 10
#define VERTSIZE 6
#define VREFRESH 116
#define WINDING 2

EXTERN_C_START

HDC WINAPI CreateCompatibleDC(HDC hdc);
HBITMAP WINAPI CreateCompatibleBitmap(HDC hdc, int cx, int cy);
HBITMAP WINAPI CreateDIBSection(HDC hdc, const BITMAPINFO* lpbmi, UINT usage, void** ppvBits,
                                HANDLE hSection, DWORD offset);
BOOL WINAPI DeleteDC(HDC hdc);
BOOL WINAPI DeleteObject(HGDIOBJ ho);
HGDIOBJ WINAPI SelectObject(HDC hdc, HGDIOBJ h);
int WINAPI GetDeviceCaps(HDC hdc, int index);
BOOL WINAPI BitBlt(HDC hdc, int x, int y, int cx, int cy, HDC hdcSrc, int x1, int y1, DWORD rop);
int WINAPI StretchDIBits(HDC hdc, int xDest, int yDest, int DestWidth, int DestHeight, int xSrc,
                         int ySrc, int SrcWidth, int SrcHeight, const void* lpBits,
                         const BITMAPINFO* lpbmi, UINT iUsage, DWORD rop);
int WINAPI SetDIBitsToDevice(HDC hdc, int xDest, int yDest, DWORD w, DWORD h, int xSrc, int ySrc,
                             UINT StartScan, UINT cLines, const void* lpvBits,
                             const BITMAPINFO* lpbmi, UINT ColorUse);
HGDIOBJ WINAPI GetStockObject(int i);
HBRUSH WINAPI CreateSolidBrush(COLORREF color);
BOOL WINAPI GdiFlush(void);
int WINAPI ExtEscape(HDC hdc, int iEscape, int cjInput, LPCSTR lpInData, int cjOutput,
                     LPSTR lpOutData);
HDC WINAPI CreateDCA(LPCSTR pwszDriver, LPCSTR pwszDevice, LPCSTR pszPort, const DEVMODEA* pdm);
HDC WINAPI CreateDCW(LPCWSTR pwszDriver, LPCWSTR pwszDevice, LPCWSTR pszPort, const DEVMODEW* pdm);

EXTERN_C_END
#ifdef UNICODE
#define CreateDC CreateDCW
#else
#define CreateDC CreateDCA
#endif
