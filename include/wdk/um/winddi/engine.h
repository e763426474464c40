// Functions of the graphics engine.
#pragma once

EXTERN_C_START

typedef void (*WNDOBJCHANGEPROC)(WNDOBJ*, FLONG);
typedef int (*SORTCOMP)(const void*, const void*);
HANDLE APIENTRY BRUSHOBJ_hGetColorTransform(BRUSHOBJ* pbo);
PVOID APIENTRY BRUSHOBJ_pvAllocRbrush(BRUSHOBJ* pbo, ULONG cj);
PVOID APIENTRY BRUSHOBJ_pvGetRbrush(BRUSHOBJ* pbo);
ULONG APIENTRY BRUSHOBJ_ulGetBrushColor(BRUSHOBJ* pbo);
BOOL APIENTRY CLIPOBJ_bEnum(CLIPOBJ* pco, ULONG cj, ULONG* pv);
ULONG APIENTRY CLIPOBJ_cEnumStart(CLIPOBJ* pco, BOOL bAll, ULONG iType, ULONG iDirection,
                                  ULONG cLimit);
PATHOBJ* APIENTRY CLIPOBJ_ppoGetPath(CLIPOBJ* pco);
void APIENTRY EngAcquireSemaphore(HSEMAPHORE hsem);
PVOID APIENTRY EngAllocMem(ULONG Flags, ULONG MemSize, ULONG Tag);
PVOID APIENTRY EngAllocPrivateUserMem(PDD_SURFACE_LOCAL psl, SIZE_T cj, ULONG tag);
PVOID APIENTRY EngAllocUserMem(SIZE_T cj, ULONG tag);
BOOL APIENTRY EngAlphaBlend(SURFOBJ* psoDest, SURFOBJ* psoSrc, CLIPOBJ* pco, XLATEOBJ* pxlo,
                            RECTL* prclDest, RECTL* prclSrc, BLENDOBJ* pBlendObj);
BOOL APIENTRY EngAssociateSurface(HSURF hsurf, HDEV hdev, FLONG flHooks);
BOOL APIENTRY EngBitBlt(SURFOBJ* psoTrg, SURFOBJ* psoSrc, SURFOBJ* psoMask, CLIPOBJ* pco,
                        XLATEOBJ* pxlo, RECTL* prclTrg, POINTL* pptlSrc, POINTL* pptlMask,
                        BRUSHOBJ* pbo, POINTL* pptlBrush, ROP4 rop4);
BOOL APIENTRY EngCheckAbort(SURFOBJ* pso);
void APIENTRY EngClearEvent(PEVENT pEvent);
FD_GLYPHSET* APIENTRY EngComputeGlyphSet(INT nCodePage, INT nFirstChar, INT cChars);
BOOL APIENTRY EngControlSprites(WNDOBJ* pwo, FLONG fl);
BOOL APIENTRY EngCopyBits(SURFOBJ* psoDest, SURFOBJ* psoSrc, CLIPOBJ* pco, XLATEOBJ* pxlo,
                          RECTL* prclDest, POINTL* pptlSrc);
HBITMAP APIENTRY EngCreateBitmap(SIZEL sizl, LONG lWidth, ULONG iFormat, FLONG fl, PVOID pvBits);
CLIPOBJ* APIENTRY EngCreateClip(void);
HBITMAP APIENTRY EngCreateDeviceBitmap(DHSURF dhsurf, SIZEL sizl, ULONG iFormatCompat);
HSURF APIENTRY EngCreateDeviceSurface(DHSURF dhsurf, SIZEL sizl, ULONG iFormatCompat);
BOOL APIENTRY EngCreateEvent(PEVENT* ppEvent);
HPALETTE APIENTRY EngCreatePalette(ULONG iMode, ULONG cColors, ULONG* pulColors, FLONG flRed,
                                   FLONG flGreen, FLONG flBlue);
PATHOBJ* APIENTRY EngCreatePath(void);
HSEMAPHORE APIENTRY EngCreateSemaphore(void);
WNDOBJ* APIENTRY EngCreateWnd(SURFOBJ* pso, HWND hwnd, WNDOBJCHANGEPROC pfn, FLONG fl,
                              int iPixelFormat);
void APIENTRY EngDebugBreak(void);
void APIENTRY EngDebugPrint(PCHAR StandardPrefix, PCHAR DebugMessage, va_list ap);
void APIENTRY EngDeleteClip(CLIPOBJ* pco);
BOOL APIENTRY EngDeleteDriverObj(HDRVOBJ hdo, BOOL bCallBack, BOOL bLocked);
BOOL APIENTRY EngDeleteEvent(PEVENT pEvent);
BOOL APIENTRY EngDeleteFile(LPWSTR pwszFileName);
BOOL APIENTRY EngDeletePalette(HPALETTE hpal);
void APIENTRY EngDeletePath(PATHOBJ* ppo);
void APIENTRY EngDeleteSafeSemaphore(ENGSAFESEMAPHORE* pssem);
void APIENTRY EngDeleteSemaphore(HSEMAPHORE hsem);
BOOL APIENTRY EngDeleteSurface(HSURF hsurf);
void APIENTRY EngDeleteWnd(WNDOBJ* pwo);
DWORD APIENTRY EngDeviceIoControl(HANDLE hDevice, DWORD dwIoControlCode, LPVOID lpInBuffer,
                                  DWORD nInBufferSize, LPVOID lpOutBuffer, DWORD nOutBufferSize,
                                  LPDWORD lpBytesReturned);
ULONG APIENTRY EngDitherColor(HDEV hdev, ULONG iMode, ULONG rgb, ULONG* pul);
BOOL APIENTRY EngEnumForms(HANDLE hPrinter, DWORD Level, LPBYTE pForm, DWORD cbBuf,
                           LPDWORD pcbNeeded, LPDWORD pcReturned);
BOOL APIENTRY EngEraseSurface(SURFOBJ* pso, RECTL* prcl, ULONG iColor);
BOOL APIENTRY EngFillPath(SURFOBJ* pso, PATHOBJ* ppo, CLIPOBJ* pco, BRUSHOBJ* pbo,
                          POINTL* pptlBrushOrg, MIX mix, FLONG flOptions);
PVOID APIENTRY EngFindImageProcAddress(HANDLE hModule, LPSTR lpProcName);
PVOID APIENTRY EngFindResource(HANDLE h, int iName, int iType, PULONG pulSize);
PVOID APIENTRY EngFntCacheAlloc(ULONG FastCheckSum, ULONG ulSize);
void APIENTRY EngFntCacheFault(ULONG ulFastCheckSum, ULONG iFaultMode);
PVOID APIENTRY EngFntCacheLookUp(ULONG FastCheckSum, ULONG* pulSize);
void APIENTRY EngFreeMem(PVOID Mem);
void APIENTRY EngFreeModule(HANDLE h);
void APIENTRY EngFreePrivateUserMem(PDD_SURFACE_LOCAL psl, PVOID pv);
void APIENTRY EngFreeUserMem(PVOID pv);
void APIENTRY EngGetCurrentCodePage(PUSHORT OemCodePage, PUSHORT AnsiCodePage);
HANDLE APIENTRY EngGetCurrentProcessId(void);
HANDLE APIENTRY EngGetCurrentThreadId(void);
LPWSTR APIENTRY EngGetDriverName(HDEV hdev);
BOOL APIENTRY EngGetFileChangeTime(HANDLE h, LARGE_INTEGER* pChangeTime);
BOOL APIENTRY EngGetFilePath(HANDLE h, WCHAR (*pDest)[261]);
BOOL APIENTRY EngGetForm(HANDLE hPrinter, LPWSTR pFormName, DWORD Level, LPBYTE pForm, DWORD cbBuf,
                         LPDWORD pcbNeeded);
ULONG APIENTRY EngGetLastError(void);
BOOL APIENTRY EngGetPrinter(HANDLE hPrinter, DWORD dwLevel, LPBYTE pPrinter, DWORD cbBuf,
                            LPDWORD pcbNeeded);
DWORD APIENTRY EngGetPrinterData(HANDLE hPrinter, LPWSTR pValueName, LPDWORD pType, LPBYTE pData,
                                 DWORD nSize, LPDWORD pcbNeeded);
LPWSTR APIENTRY EngGetPrinterDataFileName(HDEV hdev);
BOOL APIENTRY EngGetPrinterDriver(HANDLE hPrinter, LPWSTR pEnvironment, DWORD dwLevel,
                                  BYTE* lpbDrvInfo, DWORD cbBuf, DWORD* pcbNeeded);
HANDLE APIENTRY EngGetProcessHandle(void);
BOOL APIENTRY EngGetType1FontList(HDEV hdev, TYPE1_FONT* pType1Buffer, ULONG cjType1Buffer,
                                  PULONG pulLocalFonts, PULONG pulRemoteFonts,
                                  LARGE_INTEGER* pLastModified);
BOOL APIENTRY EngGradientFill(SURFOBJ* psoDest, CLIPOBJ* pco, XLATEOBJ* pxlo, TRIVERTEX* pVertex,
                              ULONG nVertex, PVOID pMesh, ULONG nMesh, RECTL* prclExtents,
                              POINTL* pptlDitherOrg, ULONG ulMode);
ULONG APIENTRY EngHangNotification(HDEV hDev, PVOID Reserved);
BOOL APIENTRY EngInitializeSafeSemaphore(ENGSAFESEMAPHORE* pssem);
BOOL APIENTRY EngIsSemaphoreOwned(HSEMAPHORE hsem);
BOOL APIENTRY EngIsSemaphoreOwnedByCurrentThread(HSEMAPHORE hsem);
BOOL APIENTRY EngLineTo(SURFOBJ* pso, CLIPOBJ* pco, BRUSHOBJ* pbo, LONG x1, LONG y1, LONG x2,
                        LONG y2, RECTL* prclBounds, MIX mix);
HANDLE APIENTRY EngLoadImage(LPWSTR pwszDriver);
HANDLE APIENTRY EngLoadModule(LPWSTR pwsz);
HANDLE APIENTRY EngLoadModuleForWrite(LPWSTR pwsz, ULONG cjSizeOfModule);
PDD_SURFACE_LOCAL APIENTRY EngLockDirectDrawSurface(HANDLE hSurface);
DRIVEROBJ* APIENTRY EngLockDriverObj(HDRVOBJ hdo);
SURFOBJ* APIENTRY EngLockSurface(HSURF hsurf);
BOOL APIENTRY EngLpkInstalled(void);
PEVENT APIENTRY EngMapEvent(HDEV hDev, HANDLE hUserObject, PVOID Reserved1, PVOID Reserved2,
                            PVOID Reserved3);
PVOID APIENTRY EngMapFile(LPWSTR pwsz, ULONG cjSize, ULONG_PTR* piFile);
BOOL APIENTRY EngMapFontFile(ULONG_PTR iFile, PULONG* ppjBuf, ULONG* pcjBuf);
BOOL APIENTRY EngMapFontFileFD(ULONG_PTR iFile, PULONG* ppjBuf, ULONG* pcjBuf);
PVOID APIENTRY EngMapModule(HANDLE h, PULONG pSize);
BOOL APIENTRY EngMarkBandingSurface(HSURF hsurf);
BOOL APIENTRY EngModifySurface(HSURF hsurf, HDEV hdev, FLONG flHooks, FLONG flSurface,
                               DHSURF dhsurf, void* pvScan0, LONG lDelta, void* pvReserved);
void APIENTRY EngMovePointer(SURFOBJ* pso, LONG x, LONG y, RECTL* prcl);
int APIENTRY EngMulDiv(int a, int b, int c);
void APIENTRY EngMultiByteToUnicodeN(LPWSTR UnicodeString, ULONG MaxBytesInUnicodeString,
                                     PULONG BytesInUnicodeString, PCHAR MultiByteString,
                                     ULONG BytesInMultiByteString);
INT APIENTRY EngMultiByteToWideChar(UINT CodePage, LPWSTR WideCharString, INT BytesInWideCharString,
                                    LPSTR MultiByteString, INT BytesInMultiByteString);
BOOL APIENTRY EngPaint(SURFOBJ* pso, CLIPOBJ* pco, BRUSHOBJ* pbo, POINTL* pptlBrushOrg, MIX mix);
BOOL APIENTRY EngPlgBlt(SURFOBJ* psoTrg, SURFOBJ* psoSrc, SURFOBJ* psoMsk, CLIPOBJ* pco,
                        XLATEOBJ* pxlo, COLORADJUSTMENT* pca, POINTL* pptlBrushOrg, POINTFIX* pptfx,
                        RECTL* prcl, POINTL* pptl, ULONG iMode);
void APIENTRY EngProbeForRead(PVOID Address, ULONG Length, ULONG Alignment);
void APIENTRY EngProbeForReadAndWrite(PVOID Address, ULONG Length, ULONG Alignment);
BOOL APIENTRY EngQueryDeviceAttribute(HDEV hdev, ENG_DEVICE_ATTRIBUTE devAttr, void* pvIn,
                                      ULONG ulInSize, void* pvOut, ULONG ulOutSize);
LARGE_INTEGER APIENTRY EngQueryFileTimeStamp(LPWSTR pwsz);
void APIENTRY EngQueryLocalTime(PENG_TIME_FIELDS ptf);
ULONG APIENTRY EngQueryPalette(HPALETTE hPal, ULONG* piMode, ULONG cColors, ULONG* pulColors);
void APIENTRY EngQueryPerformanceCounter(LONGLONG* pPerformanceCount);
void APIENTRY EngQueryPerformanceFrequency(LONGLONG* pFrequency);
BOOL APIENTRY EngQuerySystemAttribute(ENG_SYSTEM_ATTRIBUTE CapNum, PDWORD pCapability);
LONG APIENTRY EngReadStateEvent(PEVENT pEvent);
void APIENTRY EngReleaseSemaphore(HSEMAPHORE hsem);
BOOL APIENTRY EngRestoreFloatingPointState(void* pBuffer);
ULONG APIENTRY EngSaveFloatingPointState(void* pBuffer, ULONG cjBufferSize);
HANDLE APIENTRY EngSecureMem(PVOID Address, ULONG Length);
LONG APIENTRY EngSetEvent(PEVENT pEvent);
void APIENTRY EngSetLastError(ULONG iError);
ULONG APIENTRY EngSetPointerShape(SURFOBJ* pso, SURFOBJ* psoMask, SURFOBJ* psoColor, XLATEOBJ* pxlo,
                                  LONG xHot, LONG yHot, LONG x, LONG y, RECTL* prcl, FLONG fl);
BOOL APIENTRY EngSetPointerTag(HDEV hdev, SURFOBJ* psoMask, SURFOBJ* psoColor, XLATEOBJ* pxlo,
                               FLONG fl);
DWORD APIENTRY EngSetPrinterData(HANDLE hPrinter, LPWSTR pType, DWORD dwType, LPBYTE lpbPrinterData,
                                 DWORD cjPrinterData);
void APIENTRY EngSort(PBYTE pjBuf, ULONG c, ULONG cjElem, SORTCOMP pfnComp);
BOOL APIENTRY EngStretchBlt(SURFOBJ* psoDest, SURFOBJ* psoSrc, SURFOBJ* psoMask, CLIPOBJ* pco,
                            XLATEOBJ* pxlo, COLORADJUSTMENT* pca, POINTL* pptlHTOrg,
                            RECTL* prclDest, RECTL* prclSrc, POINTL* pptlMask, ULONG iMode);
BOOL APIENTRY EngStretchBltROP(SURFOBJ* psoDest, SURFOBJ* psoSrc, SURFOBJ* psoMask, CLIPOBJ* pco,
                               XLATEOBJ* pxlo, COLORADJUSTMENT* pca, POINTL* pptlHTOrg,
                               RECTL* prclDest, RECTL* prclSrc, POINTL* pptlMask, ULONG iMode,
                               BRUSHOBJ* pbo, DWORD rop4);
BOOL APIENTRY EngStrokeAndFillPath(SURFOBJ* pso, PATHOBJ* ppo, CLIPOBJ* pco, XFORMOBJ* pxo,
                                   BRUSHOBJ* pboStroke, LINEATTRS* plineattrs, BRUSHOBJ* pboFill,
                                   POINTL* pptlBrushOrg, MIX mixFill, FLONG flOptions);
BOOL APIENTRY EngStrokePath(SURFOBJ* pso, PATHOBJ* ppo, CLIPOBJ* pco, XFORMOBJ* pxo, BRUSHOBJ* pbo,
                            POINTL* pptlBrushOrg, LINEATTRS* plineattrs, MIX mix);
BOOL APIENTRY EngTextOut(SURFOBJ* pso, STROBJ* pstro, FONTOBJ* pfo, CLIPOBJ* pco, RECTL* prclExtra,
                         RECTL* prclOpaque, BRUSHOBJ* pboFore, BRUSHOBJ* pboOpaque, POINTL* pptlOrg,
                         MIX mix);
BOOL APIENTRY EngTransparentBlt(SURFOBJ* psoDst, SURFOBJ* psoSrc, CLIPOBJ* pco, XLATEOBJ* pxlo,
                                RECTL* prclDst, RECTL* prclSrc, ULONG iTransColor,
                                ULONG ulReserved);
void APIENTRY EngUnicodeToMultiByteN(PCHAR MultiByteString, ULONG MaxBytesInMultiByteString,
                                     PULONG BytesInMultiByteString, PWSTR UnicodeString,
                                     ULONG BytesInUnicodeString);
void APIENTRY EngUnloadImage(HANDLE hModule);
BOOL APIENTRY EngUnlockDirectDrawSurface(PDD_SURFACE_LOCAL pSurface);
BOOL APIENTRY EngUnlockDriverObj(HDRVOBJ hdo);
void APIENTRY EngUnlockSurface(SURFOBJ* pso);
BOOL APIENTRY EngUnmapEvent(PEVENT pEvent);
BOOL APIENTRY EngUnmapFile(ULONG_PTR iFile);
void APIENTRY EngUnmapFontFile(ULONG_PTR iFile);
void APIENTRY EngUnmapFontFileFD(ULONG_PTR iFile);
void APIENTRY EngUnsecureMem(HANDLE hSecure);
BOOL APIENTRY EngWaitForSingleObject(PEVENT pEvent, PLARGE_INTEGER pTimeOut);
INT APIENTRY EngWideCharToMultiByte(UINT CodePage, LPWSTR WideCharString, INT BytesInWideCharString,
                                    LPSTR MultiByteString, INT BytesInMultiByteString);
BOOL APIENTRY EngWritePrinter(HANDLE hPrinter, LPVOID pBuf, DWORD cbBuf, LPDWORD pcWritten);
ULONG APIENTRY FONTOBJ_cGetAllGlyphHandles(FONTOBJ* pfo, HGLYPH* phg);
ULONG APIENTRY FONTOBJ_cGetGlyphs(FONTOBJ* pfo, ULONG iMode, ULONG cGlyph, HGLYPH* phg,
                                  PVOID* ppvGlyph);
PFD_GLYPHATTR APIENTRY FONTOBJ_pQueryGlyphAttrs(FONTOBJ* pfo, ULONG iMode);
FD_GLYPHSET* APIENTRY FONTOBJ_pfdg(FONTOBJ* pfo);
IFIMETRICS* APIENTRY FONTOBJ_pifi(FONTOBJ* pfo);
PBYTE APIENTRY FONTOBJ_pjOpenTypeTablePointer(FONTOBJ* pfo, ULONG ulTag, ULONG* pcjTable);
PVOID APIENTRY FONTOBJ_pvTrueTypeFontFile(FONTOBJ* pfo, ULONG* pcjFile);
LPWSTR APIENTRY FONTOBJ_pwszFontFilePaths(FONTOBJ* pfo, ULONG* pcwc);
XFORMOBJ* APIENTRY FONTOBJ_pxoGetXform(FONTOBJ* pfo);
void APIENTRY FONTOBJ_vGetInfo(FONTOBJ* pfo, ULONG cjSize, FONTINFO* pfi);
LONG APIENTRY HTUI_DeviceColorAdjustment(LPSTR pDeviceName, PDEVHTADJDATA pDevHTAdjData);
LONG APIENTRY HT_ComputeRGBGammaTable(USHORT GammaTableEntries, USHORT GammaTableType,
                                      USHORT RedGamma, USHORT GreenGamma, USHORT BlueGamma,
                                      LPBYTE pGammaTable);
LONG APIENTRY HT_Get8BPPFormatPalette(LPPALETTEENTRY pPaletteEntry, USHORT RedGamma,
                                      USHORT GreenGamma, USHORT BlueGamma);
LONG APIENTRY HT_Get8BPPMaskPalette(LPPALETTEENTRY pPaletteEntry, BOOL Use8BPPMaskPal, BYTE CMYMask,
                                    USHORT RedGamma, USHORT GreenGamma, USHORT BlueGamma);
ULONG APIENTRY PALOBJ_cGetColors(PALOBJ* ppalo, ULONG iStart, ULONG cColors, ULONG* pulColors);
BOOL APIENTRY PATHOBJ_bCloseFigure(PATHOBJ* ppo);
BOOL APIENTRY PATHOBJ_bEnum(PATHOBJ* ppo, PATHDATA* ppd);
BOOL APIENTRY PATHOBJ_bEnumClipLines(PATHOBJ* ppo, ULONG cb, CLIPLINE* pcl);
BOOL APIENTRY PATHOBJ_bMoveTo(PATHOBJ* ppo, POINTFIX ptfx);
BOOL APIENTRY PATHOBJ_bPolyBezierTo(PATHOBJ* ppo, POINTFIX* pptfx, ULONG cptfx);
BOOL APIENTRY PATHOBJ_bPolyLineTo(PATHOBJ* ppo, POINTFIX* pptfx, ULONG cptfx);
void APIENTRY PATHOBJ_vEnumStart(PATHOBJ* ppo);
void APIENTRY PATHOBJ_vEnumStartClipLines(PATHOBJ* ppo, CLIPOBJ* pco, SURFOBJ* pso, LINEATTRS* pla);
void APIENTRY PATHOBJ_vGetBounds(PATHOBJ* ppo, PRECTFX prectfx);
BOOL APIENTRY STROBJ_bEnum(STROBJ* pstro, ULONG* pc, PGLYPHPOS* ppgpos);
BOOL APIENTRY STROBJ_bEnumPositionsOnly(STROBJ* pstro, ULONG* pc, PGLYPHPOS* ppgpos);
BOOL APIENTRY STROBJ_bGetAdvanceWidths(STROBJ* pso, ULONG iFirst, ULONG c, POINTQF* pptqD);
DWORD APIENTRY STROBJ_dwGetCodePage(STROBJ* pstro);
FIX APIENTRY STROBJ_fxBreakExtra(STROBJ* pstro);
FIX APIENTRY STROBJ_fxCharacterExtra(STROBJ* pstro);
void APIENTRY STROBJ_vEnumStart(STROBJ* pstro);
BOOL APIENTRY WNDOBJ_bEnum(WNDOBJ* pwo, ULONG cj, ULONG* pul);
ULONG APIENTRY WNDOBJ_cEnumStart(WNDOBJ* pwo, ULONG iType, ULONG iDirection, ULONG cLimit);
void APIENTRY WNDOBJ_vSetConsumer(WNDOBJ* pwo, PVOID pvConsumer);
BOOL APIENTRY XFORMOBJ_bApplyXform(XFORMOBJ* pxo, ULONG iMode, ULONG cPoints, PVOID pvIn,
                                   PVOID pvOut);
ULONG APIENTRY XFORMOBJ_iGetFloatObjXform(XFORMOBJ* pxo, FLOATOBJ_XFORM* pxfo);
ULONG APIENTRY XFORMOBJ_iGetXform(XFORMOBJ* pxo, XFORML* pxform);
ULONG APIENTRY XLATEOBJ_cGetPalette(XLATEOBJ* pxlo, ULONG iPal, ULONG cPal, ULONG* pPal);
HANDLE APIENTRY XLATEOBJ_hGetColorTransform(XLATEOBJ* pxlo);
ULONG APIENTRY XLATEOBJ_iXlate(XLATEOBJ* pxlo, ULONG iColor);
ULONG* APIENTRY XLATEOBJ_piVector(XLATEOBJ* pxlo);

EXTERN_C_END
