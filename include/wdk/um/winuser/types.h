// Windows, monitors, messages and displays.
#pragma once

#define CCHDEVICENAME 32
#define CDS_DISABLE_UNSAFE_MODES 0x00000200
#define CDS_ENABLE_UNSAFE_MODES 0x00000100
#define CDS_FULLSCREEN 0x00000004
#define CDS_GLOBAL 0x00000008
#define CDS_NORESET 0x10000000
#define CDS_RESET 0x40000000
#define CDS_RESET_EX 0x20000000
#define CDS_SET_PRIMARY 0x00000010
#define CDS_TEST 0x00000002
#define CDS_UPDATEREGISTRY 0x00000001
#define CDS_VIDEOPARAMETERS 0x00000020
#define DISP_CHANGE_BADDUALVIEW -6
#define DISP_CHANGE_BADFLAGS -4
#define DISP_CHANGE_BADMODE -2
#define DISP_CHANGE_BADPARAM -5
#define DISP_CHANGE_FAILED -1
#define DISP_CHANGE_NOTUPDATED -3
#define DISP_CHANGE_RESTART 1
#define DISP_CHANGE_SUCCESSFUL 0
#define EDD_GET_DEVICE_INTERFACE_NAME 0x00000001
#define ENUM_CURRENT_SETTINGS ((DWORD) - 1)
#define ENUM_REGISTRY_SETTINGS ((DWORD) - 2)
#define IDCANCEL 2
#define IDNO 7
#define IDOK 1
#define IDYES 6
#define MB_ICONASTERISK 0x00000040
#define MB_ICONERROR MB_ICONHAND
#define MB_ICONEXCLAMATION 0x00000030
#define MB_ICONHAND 0x00000010
#define MB_ICONINFORMATION MB_ICONASTERISK
#define MB_ICONMASK 0x000000F0
#define MB_ICONQUESTION 0x00000020
#define MB_ICONSTOP MB_ICONHAND
#define MB_ICONWARNING MB_ICONEXCLAMATION
#define MB_OK 0x00000000
#define MB_OKCANCEL 0x00000001
#define MB_YESNO 0x00000004
#define MONITORINFOF_PRIMARY 0x00000001
#define MONITOR_DEFAULTTONEAREST 0x00000002
#define MONITOR_DEFAULTTONULL 0x00000000
#define MONITOR_DEFAULTTOPRIMARY 0x00000001
#define QDC_ALL_PATHS 0x00000001
#define QDC_DATABASE_CURRENT 0x00000004
#define QDC_INCLUDE_HMD 0x00000020
#define QDC_ONLY_ACTIVE_PATHS 0x00000002
#define QDC_VIRTUAL_MODE_AWARE 0x00000010
#define SDC_ALLOW_CHANGES 0x00000400
#define SDC_ALLOW_PATH_ORDER_CHANGES 0x00002000
#define SDC_APPLY 0x00000080
#define SDC_FORCE_MODE_ENUMERATION 0x00001000
#define SDC_NO_OPTIMIZATION 0x00000100
#define SDC_PATH_PERSIST_IF_REQUIRED 0x00000800
#define SDC_SAVE_TO_DATABASE 0x00000200
#define SDC_TOPOLOGY_CLONE 0x00000002
#define SDC_TOPOLOGY_EXTEND 0x00000004
#define SDC_TOPOLOGY_EXTERNAL 0x00000008
#define SDC_TOPOLOGY_INTERNAL 0x00000001
#define SDC_TOPOLOGY_SUPPLIED 0x00000010
#define SDC_USE_DATABASE_CURRENT \
  (SDC_TOPOLOGY_INTERNAL | SDC_TOPOLOGY_CLONE | SDC_TOPOLOGY_EXTEND | SDC_TOPOLOGY_EXTERNAL)
#define SDC_USE_SUPPLIED_DISPLAY_CONFIG 0x00000020
#define SDC_VALIDATE 0x00000040
#define SDC_VIRTUAL_MODE_AWARE 0x00008000
#define SM_CMONITORS 80
#define SM_CXSCREEN 0
#define SM_CYSCREEN 1
#define WM_CLOSE 0x0010
#define WM_CREATE 0x0001
#define WM_DESTROY 0x0002
#define WM_DISPLAYCHANGE 0x007E
#define WM_MOVE 0x0003
#define WM_NULL 0x0000
#define WM_PAINT 0x000F
#define WM_QUIT 0x0012
#define WM_SIZE 0x0005
#define WM_USER 0x0400

typedef LRESULT(CALLBACK* WNDPROC)(HWND, UINT, WPARAM, LPARAM);
typedef BOOL(CALLBACK* MONITORENUMPROC)(HMONITOR, HDC, LPRECT, LPARAM);
typedef struct tagMSG {
  HWND hwnd;
  UINT message;
  WPARAM wParam;
  LPARAM lParam;
  DWORD time;
  POINT pt;
} MSG, *PMSG, *NPMSG, *LPMSG;

typedef struct tagMONITORINFO {
  DWORD cbSize;
  RECT rcMonitor;
  RECT rcWork;
  DWORD dwFlags;
} MONITORINFO, *LPMONITORINFO;

typedef struct tagMONITORINFOEXA {
  struct {
    DWORD cbSize;
    RECT rcMonitor;
    RECT rcWork;
    DWORD dwFlags;
  };
  CHAR szDevice[32];
} MONITORINFOEXA, *LPMONITORINFOEXA;

typedef struct tagMONITORINFOEXW {
  struct {
    DWORD cbSize;
    RECT rcMonitor;
    RECT rcWork;
    DWORD dwFlags;
  };
  WCHAR szDevice[32];
} MONITORINFOEXW, *LPMONITORINFOEXW;

EXTERN_C_START

HDC WINAPI GetDC(HWND hWnd);
int WINAPI ReleaseDC(HWND hWnd, HDC hDC);
BOOL WINAPI GetWindowRect(HWND hWnd, LPRECT lpRect);
BOOL WINAPI GetClientRect(HWND hWnd, LPRECT lpRect);
HWND WINAPI GetDesktopWindow(void);
BOOL WINAPI IsWindow(HWND hWnd);
int WINAPI GetSystemMetrics(int nIndex);
HMONITOR WINAPI MonitorFromWindow(HWND hwnd, DWORD dwFlags);
HMONITOR WINAPI MonitorFromRect(LPCRECT lprc, DWORD dwFlags);
BOOL WINAPI EnumDisplayMonitors(HDC hdc, LPCRECT lprcClip, MONITORENUMPROC lpfnEnum, LPARAM dwData);
BOOL WINAPI SetRect(LPRECT lprc, int xLeft, int yTop, int xRight, int yBottom);
BOOL WINAPI SetRectEmpty(LPRECT lprc);
BOOL WINAPI CopyRect(LPRECT lprcDst, const RECT* lprcSrc);
BOOL WINAPI IntersectRect(LPRECT lprcDst, const RECT* lprcSrc1, const RECT* lprcSrc2);
BOOL WINAPI UnionRect(LPRECT lprcDst, const RECT* lprcSrc1, const RECT* lprcSrc2);
BOOL WINAPI OffsetRect(LPRECT lprc, int dx, int dy);
BOOL WINAPI InflateRect(LPRECT lprc, int dx, int dy);
BOOL WINAPI IsRectEmpty(const RECT* lprc);
BOOL WINAPI EqualRect(const RECT* lprc1, const RECT* lprc2);
BOOL WINAPI PtInRect(const RECT* lprc, POINT pt);
LONG WINAPI QueryDisplayConfig(UINT32 flags, UINT32* numPathArrayElements,
                               DISPLAYCONFIG_PATH_INFO* pathArray, UINT32* numModeInfoArrayElements,
                               DISPLAYCONFIG_MODE_INFO* modeInfoArray,
                               DISPLAYCONFIG_TOPOLOGY_ID* currentTopologyId);
LONG WINAPI GetDisplayConfigBufferSizes(UINT32 flags, UINT32* numPathArrayElements,
                                        UINT32* numModeInfoArrayElements);
LONG WINAPI DisplayConfigGetDeviceInfo(DISPLAYCONFIG_DEVICE_INFO_HEADER* requestPacket);
DWORD WINAPI GetWindowThreadProcessId(HWND hWnd, LPDWORD lpdwProcessId);
BOOL WINAPI ClientToScreen(HWND hWnd, LPPOINT lpPoint);
int WINAPI MessageBoxA(HWND hWnd, LPCSTR lpText, LPCSTR lpCaption, UINT uType);
int WINAPI MessageBoxW(HWND hWnd, LPCWSTR lpText, LPCWSTR lpCaption, UINT uType);
BOOL WINAPI GetMonitorInfoA(HMONITOR hMonitor, LPMONITORINFO lpmi);
BOOL WINAPI GetMonitorInfoW(HMONITOR hMonitor, LPMONITORINFO lpmi);
BOOL WINAPI EnumDisplayDevicesA(LPCSTR lpDevice, DWORD iDevNum, PDISPLAY_DEVICEA lpDisplayDevice,
                                DWORD dwFlags);
BOOL WINAPI EnumDisplayDevicesW(LPCWSTR lpDevice, DWORD iDevNum, PDISPLAY_DEVICEW lpDisplayDevice,
                                DWORD dwFlags);
BOOL WINAPI EnumDisplaySettingsA(LPCSTR lpszDeviceName, DWORD iModeNum, LPDEVMODEA lpDevMode);
BOOL WINAPI EnumDisplaySettingsW(LPCWSTR lpszDeviceName, DWORD iModeNum, LPDEVMODEW lpDevMode);
LONG WINAPI ChangeDisplaySettingsA(LPDEVMODEA lpDevMode, DWORD dwFlags);
LONG WINAPI ChangeDisplaySettingsW(LPDEVMODEW lpDevMode, DWORD dwFlags);
int wsprintfA(LPSTR, LPCSTR, ...);
int wsprintfW(LPWSTR, LPCWSTR, ...);

EXTERN_C_END
#ifdef UNICODE
typedef MONITORINFOEXW MONITORINFOEX;
#define MessageBox MessageBoxW
#define GetMonitorInfo GetMonitorInfoW
#define EnumDisplayDevices EnumDisplayDevicesW
#define EnumDisplaySettings EnumDisplaySettingsW
#define ChangeDisplaySettings ChangeDisplaySettingsW
#define wsprintf wsprintfW
#else
typedef MONITORINFOEXA MONITORINFOEX;
#define MessageBox MessageBoxA
#define GetMonitorInfo GetMonitorInfoA
#define EnumDisplayDevices EnumDisplayDevicesA
#define EnumDisplaySettings EnumDisplaySettingsA
#define ChangeDisplaySettings ChangeDisplaySettingsA
#define wsprintf wsprintfA
#endif
