// Entry points of a display or printer driver, and their indices.
#pragma once

#define INDEX_DrvEnablePDEV 0
#define INDEX_DrvCompletePDEV 1
#define INDEX_DrvDisablePDEV 2
#define INDEX_DrvEnableSurface 3
#define INDEX_DrvDisableSurface 4
#define INDEX_DrvAssertMode 5
#define INDEX_DrvOffset 6
#define INDEX_DrvResetPDEV 7
#define INDEX_DrvDisableDriver 8
#define INDEX_DrvUnknown1 9
#define INDEX_DrvCreateDeviceBitmap 10
#define INDEX_DrvDeleteDeviceBitmap 11
#define INDEX_DrvRealizeBrush 12
#define INDEX_DrvDitherColor 13
#define INDEX_DrvStrokePath 14
#define INDEX_DrvFillPath 15
#define INDEX_DrvStrokeAndFillPath 16
#define INDEX_DrvPaint 17
#define INDEX_DrvBitBlt 18
#define INDEX_DrvCopyBits 19
#define INDEX_DrvStretchBlt 20
#define INDEX_DrvUnknown2 21
#define INDEX_DrvSetPalette 22
#define INDEX_DrvTextOut 23
#define INDEX_DrvEscape 24
#define INDEX_DrvDrawEscape 25
#define INDEX_DrvQueryFont 26
#define INDEX_DrvQueryFontTree 27
#define INDEX_DrvQueryFontData 28
#define INDEX_DrvSetPointerShape 29
#define INDEX_DrvMovePointer 30
#define INDEX_DrvLineTo 31
#define INDEX_DrvSendPage 32
#define INDEX_DrvStartPage 33
#define INDEX_DrvEndDoc 34
#define INDEX_DrvStartDoc 35
#define INDEX_DrvUnknown3 36
#define INDEX_DrvGetGlyphMode 37
#define INDEX_DrvSynchronize 38
#define INDEX_DrvUnknown4 39
#define INDEX_DrvSaveScreenBits 40
#define INDEX_DrvGetModes 41
#define INDEX_DrvFree 42
#define INDEX_DrvDestroyFont 43
#define INDEX_DrvQueryFontCaps 44
#define INDEX_DrvLoadFontFile 45
#define INDEX_DrvUnloadFontFile 46
#define INDEX_DrvFontManagement 47
#define INDEX_DrvQueryTrueTypeTable 48
#define INDEX_DrvQueryTrueTypeOutline 49
#define INDEX_DrvGetTrueTypeFile 50
#define INDEX_DrvQueryFontFile 51
#define INDEX_DrvMovePanning 52
#define INDEX_DrvQueryAdvanceWidths 53
#define INDEX_DrvSetPixelFormat 54
#define INDEX_DrvDescribePixelFormat 55
#define INDEX_DrvSwapBuffers 56
#define INDEX_DrvStartBanding 57
#define INDEX_DrvNextBand 58
#define INDEX_DrvGetDirectDrawInfo 59
#define INDEX_DrvEnableDirectDraw 60
#define INDEX_DrvDisableDirectDraw 61
#define INDEX_DrvQuerySpoolType 62
#define INDEX_DrvUnknown5 63
#define INDEX_DrvIcmCreateColorTransform 64
#define INDEX_DrvIcmDeleteColorTransform 65
#define INDEX_DrvIcmCheckBitmapBits 66
#define INDEX_DrvIcmSetDeviceGammaRamp 67
#define INDEX_DrvGradientFill 68
#define INDEX_DrvStretchBltROP 69
#define INDEX_DrvPlgBlt 70
#define INDEX_DrvAlphaBlend 71
#define INDEX_DrvSynthesizeFont 72
#define INDEX_DrvGetSynthesizedFontFiles 73
#define INDEX_DrvTransparentBlt 74
#define INDEX_DrvQueryPerBandInfo 75
#define INDEX_DrvQueryDeviceSupport 76
#define INDEX_DrvReserved1 77
#define INDEX_DrvReserved2 78
#define INDEX_DrvReserved3 79
#define INDEX_DrvReserved4 80
#define INDEX_DrvReserved5 81
#define INDEX_DrvReserved6 82
#define INDEX_DrvReserved7 83
#define INDEX_DrvReserved8 84
#define INDEX_DrvDeriveSurface 85
#define INDEX_DrvQueryGlyphAttrs 86
#define INDEX_DrvNotify 87
#define INDEX_DrvSynchronizeSurface 88
#define INDEX_DrvResetDevice 89
#define INDEX_DrvReserved9 90
#define INDEX_DrvReserved10 91
#define INDEX_DrvReserved11 92
#define INDEX_LAST 93

EXTERN_C_START

BOOL APIENTRY DrvAlphaBlend(SURFOBJ* psoDest, SURFOBJ* psoSrc, CLIPOBJ* pco, XLATEOBJ* pxlo,
                            RECTL* prclDest, RECTL* prclSrc, BLENDOBJ* pBlendObj);
BOOL APIENTRY DrvAssertMode(DHPDEV dhpdev, BOOL bEnable);
BOOL APIENTRY DrvBitBlt(SURFOBJ* psoTrg, SURFOBJ* psoSrc, SURFOBJ* psoMask, CLIPOBJ* pco,
                        XLATEOBJ* pxlo, RECTL* prclTrg, POINTL* pptlSrc, POINTL* pptlMask,
                        BRUSHOBJ* pbo, POINTL* pptlBrush, ROP4 rop4);
void APIENTRY DrvCompletePDEV(DHPDEV dhpdev, HDEV hdev);
BOOL APIENTRY DrvCopyBits(SURFOBJ* psoDest, SURFOBJ* psoSrc, CLIPOBJ* pco, XLATEOBJ* pxlo,
                          RECTL* prclDest, POINTL* pptlSrc);
HBITMAP APIENTRY DrvCreateDeviceBitmap(DHPDEV dhpdev, SIZEL sizl, ULONG iFormat);
void APIENTRY DrvDeleteDeviceBitmap(DHSURF dhsurf);
HBITMAP APIENTRY DrvDeriveSurface(DD_DIRECTDRAW_GLOBAL* pDirectDraw, DD_SURFACE_LOCAL* pSurface);
LONG APIENTRY DrvDescribePixelFormat(DHPDEV dhpdev, LONG iPixelFormat, ULONG cjpfd,
                                     PIXELFORMATDESCRIPTOR* ppfd);
void APIENTRY DrvDestroyFont(FONTOBJ* pfo);
void APIENTRY DrvDisableDirectDraw(DHPDEV dhpdev);
void APIENTRY DrvDisableDriver(void);
void APIENTRY DrvDisablePDEV(DHPDEV dhpdev);
void APIENTRY DrvDisableSurface(DHPDEV dhpdev);
ULONG APIENTRY DrvDitherColor(DHPDEV dhpdev, ULONG iMode, ULONG rgb, ULONG* pul);
ULONG APIENTRY DrvDrawEscape(SURFOBJ* pso, ULONG iEsc, CLIPOBJ* pco, RECTL* prcl, ULONG cjIn,
                             PVOID pvIn);
BOOL APIENTRY DrvEnableDirectDraw(DHPDEV dhpdev, DD_CALLBACKS* pCallBacks,
                                  DD_SURFACECALLBACKS* pSurfaceCallBacks,
                                  DD_PALETTECALLBACKS* pPaletteCallBacks);
BOOL APIENTRY DrvEnableDriver(ULONG iEngineVersion, ULONG cj, DRVENABLEDATA* pded);
DHPDEV APIENTRY DrvEnablePDEV(DEVMODEW* pdm, LPWSTR pwszLogAddress, ULONG cPat,
                              HSURF* phsurfPatterns, ULONG cjCaps, ULONG* pdevcaps, ULONG cjDevInfo,
                              DEVINFO* pdi, HDEV hdev, LPWSTR pwszDeviceName, HANDLE hDriver);
HSURF APIENTRY DrvEnableSurface(DHPDEV dhpdev);
BOOL APIENTRY DrvEndDoc(SURFOBJ* pso, FLONG fl);
ULONG APIENTRY DrvEscape(SURFOBJ* pso, ULONG iEsc, ULONG cjIn, PVOID pvIn, ULONG cjOut,
                         PVOID pvOut);
BOOL APIENTRY DrvFillPath(SURFOBJ* pso, PATHOBJ* ppo, CLIPOBJ* pco, BRUSHOBJ* pbo,
                          POINTL* pptlBrushOrg, MIX mix, FLONG flOptions);
ULONG APIENTRY DrvFontManagement(SURFOBJ* pso, FONTOBJ* pfo, ULONG iMode, ULONG cjIn, PVOID pvIn,
                                 ULONG cjOut, PVOID pvOut);
void APIENTRY DrvFree(PVOID pv, ULONG_PTR id);
BOOL APIENTRY DrvGetDirectDrawInfo(DHPDEV dhpdev, DD_HALINFO* pHalInfo, DWORD* pdwNumHeaps,
                                   VIDEOMEMORY* pvmList, DWORD* pdwNumFourCCCodes,
                                   DWORD* pdwFourCC);
ULONG APIENTRY DrvGetGlyphMode(DHPDEV dhpdev, FONTOBJ* pfo);
ULONG APIENTRY DrvGetModes(HANDLE hDriver, ULONG cjSize, DEVMODEW* pdm);
PVOID APIENTRY DrvGetTrueTypeFile(ULONG_PTR iFile, ULONG* pcj);
BOOL APIENTRY DrvGradientFill(SURFOBJ* psoDest, CLIPOBJ* pco, XLATEOBJ* pxlo, TRIVERTEX* pVertex,
                              ULONG nVertex, PVOID pMesh, ULONG nMesh, RECTL* prclExtents,
                              POINTL* pptlDitherOrg, ULONG ulMode);
BOOL APIENTRY DrvIcmCheckBitmapBits(DHPDEV dhpdev, HANDLE hColorTransform, SURFOBJ* pso,
                                    PBYTE paResults);
HANDLE APIENTRY DrvIcmCreateColorTransform(DHPDEV dhpdev, LPLOGCOLORSPACEW pLogColorSpace,
                                           PVOID pvSourceProfile, ULONG cjSourceProfile,
                                           PVOID pvDestProfile, ULONG cjDestProfile,
                                           PVOID pvTargetProfile, ULONG cjTargetProfile,
                                           DWORD dwReserved);
BOOL APIENTRY DrvIcmDeleteColorTransform(DHPDEV dhpdev, HANDLE hcmXform);
BOOL APIENTRY DrvIcmSetDeviceGammaRamp(DHPDEV dhpdev, ULONG iFormat, LPVOID lpRamp);
BOOL APIENTRY DrvLineTo(SURFOBJ* pso, CLIPOBJ* pco, BRUSHOBJ* pbo, LONG x1, LONG y1, LONG x2,
                        LONG y2, RECTL* prclBounds, MIX mix);
ULONG_PTR APIENTRY DrvLoadFontFile(ULONG cFiles, ULONG_PTR* piFile, PVOID* ppvView, ULONG* pcjView,
                                   DESIGNVECTOR* pdv, ULONG ulLangID, ULONG ulFastCheckSum);
void APIENTRY DrvMovePointer(SURFOBJ* pso, LONG x, LONG y, RECTL* prcl);
BOOL APIENTRY DrvNextBand(SURFOBJ* pso, POINTL* pptl);
void APIENTRY DrvNotify(SURFOBJ* pso, ULONG iType, PVOID pvData);
BOOL APIENTRY DrvOffset(SURFOBJ* pso, LONG x, LONG y, FLONG flReserved);
BOOL APIENTRY DrvPaint(SURFOBJ* pso, CLIPOBJ* pco, BRUSHOBJ* pbo, POINTL* pptlBrushOrg, MIX mix);
BOOL APIENTRY DrvPlgBlt(SURFOBJ* psoTrg, SURFOBJ* psoSrc, SURFOBJ* psoMsk, CLIPOBJ* pco,
                        XLATEOBJ* pxlo, COLORADJUSTMENT* pca, POINTL* pptlBrushOrg, POINTFIX* pptfx,
                        RECTL* prcl, POINTL* pptl, ULONG iMode);
BOOL APIENTRY DrvQueryAdvanceWidths(DHPDEV dhpdev, FONTOBJ* pfo, ULONG iMode, HGLYPH* phg,
                                    PVOID pvWidths, ULONG cGlyphs);
BOOL APIENTRY DrvQueryDeviceSupport(SURFOBJ* pso, XLATEOBJ* pxlo, XFORMOBJ* pxo, ULONG iType,
                                    ULONG cjIn, PVOID pvIn, ULONG cjOut, PVOID pvOut);
BOOL APIENTRY DrvQueryDriverInfo(DWORD dwMode, PVOID pBuffer, DWORD cbBuf, PDWORD pcbNeeded);
PIFIMETRICS APIENTRY DrvQueryFont(DHPDEV dhpdev, ULONG_PTR iFile, ULONG iFace, ULONG_PTR* pid);
LONG APIENTRY DrvQueryFontCaps(ULONG culCaps, ULONG* pulCaps);
LONG APIENTRY DrvQueryFontData(DHPDEV dhpdev, FONTOBJ* pfo, ULONG iMode, HGLYPH hg, GLYPHDATA* pgd,
                               PVOID pv, ULONG cjSize);
LONG APIENTRY DrvQueryFontFile(ULONG_PTR iFile, ULONG ulMode, ULONG cjBuf, ULONG* pulBuf);
PVOID APIENTRY DrvQueryFontTree(DHPDEV dhpdev, ULONG_PTR iFile, ULONG iFace, ULONG iMode,
                                ULONG_PTR* pid);
PFD_GLYPHATTR APIENTRY DrvQueryGlyphAttrs(FONTOBJ* pfo, ULONG iMode);
ULONG APIENTRY DrvQueryPerBandInfo(SURFOBJ* pso, PERBANDINFO* pbi);
BOOL APIENTRY DrvQuerySpoolType(DHPDEV dhpdev, LPWSTR pwchType);
LONG APIENTRY DrvQueryTrueTypeOutline(DHPDEV dhpdev, FONTOBJ* pfo, HGLYPH hglyph, BOOL bMetricsOnly,
                                      GLYPHDATA* pgldt, ULONG cjBuf, TTPOLYGONHEADER* ppoly);
LONG APIENTRY DrvQueryTrueTypeTable(ULONG_PTR iFile, ULONG ulFont, ULONG ulTag, PTRDIFF dpStart,
                                    ULONG cjBuf, BYTE* pjBuf, PBYTE* ppjTable, ULONG* pcjTable);
BOOL APIENTRY DrvRealizeBrush(BRUSHOBJ* pbo, SURFOBJ* psoTarget, SURFOBJ* psoPattern,
                              SURFOBJ* psoMask, XLATEOBJ* pxlo, ULONG iHatch);
ULONG APIENTRY DrvResetDevice(DHPDEV dhpdev, PVOID Reserved);
BOOL APIENTRY DrvResetPDEV(DHPDEV dhpdevOld, DHPDEV dhpdevNew);
ULONG_PTR APIENTRY DrvSaveScreenBits(SURFOBJ* pso, ULONG iMode, ULONG_PTR ident, RECTL* prcl);
BOOL APIENTRY DrvSendPage(SURFOBJ* pso);
BOOL APIENTRY DrvSetPalette(DHPDEV dhpdev, PALOBJ* ppalo, FLONG fl, ULONG iStart, ULONG cColors);
BOOL APIENTRY DrvSetPixelFormat(SURFOBJ* pso, LONG iPixelFormat, HWND hwnd);
ULONG APIENTRY DrvSetPointerShape(SURFOBJ* pso, SURFOBJ* psoMask, SURFOBJ* psoColor, XLATEOBJ* pxlo,
                                  LONG xHot, LONG yHot, LONG x, LONG y, RECTL* prcl, FLONG fl);
BOOL APIENTRY DrvStartBanding(SURFOBJ* pso, POINTL* pptl);
BOOL APIENTRY DrvStartDoc(SURFOBJ* pso, LPWSTR pwszDocName, DWORD dwJobId);
BOOL APIENTRY DrvStartPage(SURFOBJ* pso);
BOOL APIENTRY DrvStretchBlt(SURFOBJ* psoDest, SURFOBJ* psoSrc, SURFOBJ* psoMask, CLIPOBJ* pco,
                            XLATEOBJ* pxlo, COLORADJUSTMENT* pca, POINTL* pptlHTOrg,
                            RECTL* prclDest, RECTL* prclSrc, POINTL* pptlMask, ULONG iMode);
BOOL APIENTRY DrvStretchBltROP(SURFOBJ* psoDest, SURFOBJ* psoSrc, SURFOBJ* psoMask, CLIPOBJ* pco,
                               XLATEOBJ* pxlo, COLORADJUSTMENT* pca, POINTL* pptlHTOrg,
                               RECTL* prclDest, RECTL* prclSrc, POINTL* pptlMask, ULONG iMode,
                               BRUSHOBJ* pbo, DWORD rop4);
BOOL APIENTRY DrvStrokeAndFillPath(SURFOBJ* pso, PATHOBJ* ppo, CLIPOBJ* pco, XFORMOBJ* pxo,
                                   BRUSHOBJ* pboStroke, LINEATTRS* plineattrs, BRUSHOBJ* pboFill,
                                   POINTL* pptlBrushOrg, MIX mixFill, FLONG flOptions);
BOOL APIENTRY DrvStrokePath(SURFOBJ* pso, PATHOBJ* ppo, CLIPOBJ* pco, XFORMOBJ* pxo, BRUSHOBJ* pbo,
                            POINTL* pptlBrushOrg, LINEATTRS* plineattrs, MIX mix);
BOOL APIENTRY DrvSwapBuffers(SURFOBJ* pso, WNDOBJ* pwo);
void APIENTRY DrvSynchronize(DHPDEV dhpdev, RECTL* prcl);
void APIENTRY DrvSynchronizeSurface(SURFOBJ* pso, RECTL* prcl, FLONG fl);
BOOL APIENTRY DrvTextOut(SURFOBJ* pso, STROBJ* pstro, FONTOBJ* pfo, CLIPOBJ* pco, RECTL* prclExtra,
                         RECTL* prclOpaque, BRUSHOBJ* pboFore, BRUSHOBJ* pboOpaque, POINTL* pptlOrg,
                         MIX mix);
BOOL APIENTRY DrvTransparentBlt(SURFOBJ* psoDst, SURFOBJ* psoSrc, CLIPOBJ* pco, XLATEOBJ* pxlo,
                                RECTL* prclDst, RECTL* prclSrc, ULONG iTransColor,
                                ULONG ulReserved);
BOOL APIENTRY DrvUnloadFontFile(ULONG_PTR iFile);

typedef BOOL (*PFN_DrvAlphaBlend)(SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*, RECTL*, RECTL*,
                                  BLENDOBJ*);
typedef BOOL (*PFN_DrvAssertMode)(DHPDEV, BOOL);
typedef BOOL (*PFN_DrvBitBlt)(SURFOBJ*, SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*, RECTL*, POINTL*,
                              POINTL*, BRUSHOBJ*, POINTL*, ROP4);
typedef void (*PFN_DrvCompletePDEV)(DHPDEV, HDEV);
typedef BOOL (*PFN_DrvCopyBits)(SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*, RECTL*, POINTL*);
typedef HBITMAP (*PFN_DrvCreateDeviceBitmap)(DHPDEV, SIZEL, ULONG);
typedef void (*PFN_DrvDeleteDeviceBitmap)(DHSURF);
typedef HBITMAP (*PFN_DrvDeriveSurface)(DD_DIRECTDRAW_GLOBAL*, DD_SURFACE_LOCAL*);
typedef LONG (*PFN_DrvDescribePixelFormat)(DHPDEV, LONG, ULONG, PIXELFORMATDESCRIPTOR*);
typedef void (*PFN_DrvDestroyFont)(FONTOBJ*);
typedef void (*PFN_DrvDisableDriver)(void);
typedef void (*PFN_DrvDisablePDEV)(DHPDEV);
typedef void (*PFN_DrvDisableSurface)(DHPDEV);
typedef ULONG (*PFN_DrvDitherColor)(DHPDEV, ULONG, ULONG, ULONG*);
typedef ULONG (*PFN_DrvDrawEscape)(SURFOBJ*, ULONG, CLIPOBJ*, RECTL*, ULONG, PVOID);
typedef BOOL (*PFN_DrvEnableDriver)(ULONG, ULONG, DRVENABLEDATA*);
typedef DHPDEV (*PFN_DrvEnablePDEV)(DEVMODEW*, LPWSTR, ULONG, HSURF*, ULONG, GDIINFO*, ULONG,
                                    DEVINFO*, HDEV, LPWSTR, HANDLE);
typedef HSURF (*PFN_DrvEnableSurface)(DHPDEV);
typedef BOOL (*PFN_DrvEndDoc)(SURFOBJ*, FLONG);
typedef ULONG (*PFN_DrvEscape)(SURFOBJ*, ULONG, ULONG, PVOID, ULONG, PVOID);
typedef BOOL (*PFN_DrvFillPath)(SURFOBJ*, PATHOBJ*, CLIPOBJ*, BRUSHOBJ*, POINTL*, MIX, FLONG);
typedef ULONG (*PFN_DrvFontManagement)(SURFOBJ*, FONTOBJ*, ULONG, ULONG, PVOID, ULONG, PVOID);
typedef void (*PFN_DrvFree)(PVOID, ULONG_PTR);
typedef ULONG (*PFN_DrvGetGlyphMode)(DHPDEV, FONTOBJ*);
typedef ULONG (*PFN_DrvGetModes)(HANDLE, ULONG, DEVMODEW*);
typedef PVOID (*PFN_DrvGetTrueTypeFile)(ULONG_PTR, ULONG*);
typedef BOOL (*PFN_DrvGradientFill)(SURFOBJ*, CLIPOBJ*, XLATEOBJ*, TRIVERTEX*, ULONG, PVOID, ULONG,
                                    RECTL*, POINTL*, ULONG);
typedef BOOL (*PFN_DrvIcmCheckBitmapBits)(DHPDEV, HANDLE, SURFOBJ*, PBYTE);
typedef HANDLE (*PFN_DrvIcmCreateColorTransform)(DHPDEV, LPLOGCOLORSPACEW, PVOID, ULONG, PVOID,
                                                 ULONG, PVOID, ULONG, DWORD);
typedef BOOL (*PFN_DrvIcmDeleteColorTransform)(DHPDEV, HANDLE);
typedef BOOL (*PFN_DrvIcmSetDeviceGammaRamp)(DHPDEV, ULONG, LPVOID);
typedef BOOL (*PFN_DrvLineTo)(SURFOBJ*, CLIPOBJ*, BRUSHOBJ*, LONG, LONG, LONG, LONG, RECTL*, MIX);
typedef ULONG_PTR (*PFN_DrvLoadFontFile)(ULONG, ULONG_PTR*, PVOID*, ULONG*, DESIGNVECTOR*, ULONG,
                                         ULONG);
typedef void (*PFN_DrvMovePointer)(SURFOBJ*, LONG, LONG, RECTL*);
typedef BOOL (*PFN_DrvNextBand)(SURFOBJ*, POINTL*);
typedef void (*PFN_DrvNotify)(SURFOBJ*, ULONG, PVOID);
typedef BOOL (*PFN_DrvOffset)(SURFOBJ*, LONG, LONG, FLONG);
typedef BOOL (*PFN_DrvPaint)(SURFOBJ*, CLIPOBJ*, BRUSHOBJ*, POINTL*, MIX);
typedef BOOL (*PFN_DrvPlgBlt)(SURFOBJ*, SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*, COLORADJUSTMENT*,
                              POINTL*, POINTFIX*, RECTL*, POINTL*, ULONG);
typedef BOOL (*PFN_DrvQueryAdvanceWidths)(DHPDEV, FONTOBJ*, ULONG, HGLYPH*, PVOID, ULONG);
typedef BOOL (*PFN_DrvQueryDeviceSupport)(SURFOBJ*, XLATEOBJ*, XFORMOBJ*, ULONG, ULONG, PVOID,
                                          ULONG, PVOID);
typedef BOOL (*PFN_DrvQueryDriverInfo)(DWORD, PVOID, DWORD, PDWORD);
typedef PIFIMETRICS (*PFN_DrvQueryFont)(DHPDEV, ULONG_PTR, ULONG, ULONG_PTR*);
typedef LONG (*PFN_DrvQueryFontCaps)(ULONG, ULONG*);
typedef LONG (*PFN_DrvQueryFontData)(DHPDEV, FONTOBJ*, ULONG, HGLYPH, GLYPHDATA*, PVOID, ULONG);
typedef LONG (*PFN_DrvQueryFontFile)(ULONG_PTR, ULONG, ULONG, ULONG*);
typedef PVOID (*PFN_DrvQueryFontTree)(DHPDEV, ULONG_PTR, ULONG, ULONG, ULONG_PTR*);
typedef PFD_GLYPHATTR (*PFN_DrvQueryGlyphAttrs)(FONTOBJ*, ULONG);
typedef ULONG (*PFN_DrvQueryPerBandInfo)(SURFOBJ*, PERBANDINFO*);
typedef LONG (*PFN_DrvQueryTrueTypeOutline)(DHPDEV, FONTOBJ*, HGLYPH, BOOL, GLYPHDATA*, ULONG,
                                            TTPOLYGONHEADER*);
typedef LONG (*PFN_DrvQueryTrueTypeTable)(ULONG_PTR, ULONG, ULONG, PTRDIFF, ULONG, BYTE*, PBYTE*,
                                          ULONG*);
typedef BOOL (*PFN_DrvRealizeBrush)(BRUSHOBJ*, SURFOBJ*, SURFOBJ*, SURFOBJ*, XLATEOBJ*, ULONG);
typedef ULONG (*PFN_DrvResetDevice)(DHPDEV, PVOID);
typedef BOOL (*PFN_DrvResetPDEV)(DHPDEV, DHPDEV);
typedef ULONG_PTR (*PFN_DrvSaveScreenBits)(SURFOBJ*, ULONG, ULONG_PTR, RECTL*);
typedef BOOL (*PFN_DrvSendPage)(SURFOBJ*);
typedef BOOL (*PFN_DrvSetPalette)(DHPDEV, PALOBJ*, FLONG, ULONG, ULONG);
typedef BOOL (*PFN_DrvSetPixelFormat)(SURFOBJ*, LONG, HWND);
typedef ULONG (*PFN_DrvSetPointerShape)(SURFOBJ*, SURFOBJ*, SURFOBJ*, XLATEOBJ*, LONG, LONG, LONG,
                                        LONG, RECTL*, FLONG);
typedef BOOL (*PFN_DrvStartBanding)(SURFOBJ*, POINTL*);
typedef BOOL (*PFN_DrvStartDoc)(SURFOBJ*, LPWSTR, DWORD);
typedef BOOL (*PFN_DrvStartPage)(SURFOBJ*);
typedef BOOL (*PFN_DrvStretchBlt)(SURFOBJ*, SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*,
                                  COLORADJUSTMENT*, POINTL*, RECTL*, RECTL*, POINTL*, ULONG);
typedef BOOL (*PFN_DrvStretchBltROP)(SURFOBJ*, SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*,
                                     COLORADJUSTMENT*, POINTL*, RECTL*, RECTL*, POINTL*, ULONG,
                                     BRUSHOBJ*, DWORD);
typedef BOOL (*PFN_DrvStrokeAndFillPath)(SURFOBJ*, PATHOBJ*, CLIPOBJ*, XFORMOBJ*, BRUSHOBJ*,
                                         LINEATTRS*, BRUSHOBJ*, POINTL*, MIX, FLONG);
typedef BOOL (*PFN_DrvStrokePath)(SURFOBJ*, PATHOBJ*, CLIPOBJ*, XFORMOBJ*, BRUSHOBJ*, POINTL*,
                                  LINEATTRS*, MIX);
typedef BOOL (*PFN_DrvSwapBuffers)(SURFOBJ*, WNDOBJ*);
typedef void (*PFN_DrvSynchronize)(DHPDEV, RECTL*);
typedef void (*PFN_DrvSynchronizeSurface)(SURFOBJ*, RECTL*, FLONG);
typedef BOOL (*PFN_DrvTextOut)(SURFOBJ*, STROBJ*, FONTOBJ*, CLIPOBJ*, RECTL*, RECTL*, BRUSHOBJ*,
                               BRUSHOBJ*, POINTL*, MIX);
typedef BOOL (*PFN_DrvTransparentBlt)(SURFOBJ*, SURFOBJ*, CLIPOBJ*, XLATEOBJ*, RECTL*, RECTL*,
                                      ULONG, ULONG);
typedef BOOL (*PFN_DrvUnloadFontFile)(ULONG_PTR);
typedef void (*PFN_DrvDisableDirectDraw)(DHPDEV);
typedef BOOL (*PFN_DrvEnableDirectDraw)(DHPDEV, DD_CALLBACKS*, DD_SURFACECALLBACKS*,
                                        DD_PALETTECALLBACKS*);
typedef BOOL (*PFN_DrvGetDirectDrawInfo)(DHPDEV, DD_HALINFO*, DWORD*, VIDEOMEMORY*, DWORD*, DWORD*);
typedef BOOL (*PFN_DrvQuerySpoolType)(DHPDEV, LPWSTR);

EXTERN_C_END
