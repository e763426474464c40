// Fonts, text metrics and glyphs.
#pragma once

#define ANSI_CHARSET 0
#define ANTIALIASED_QUALITY 4
#define ARABIC_CHARSET 178
#define BALTIC_CHARSET 186
#define CHINESEBIG5_CHARSET 136
#define CLEARTYPE_NATURAL_QUALITY 6
#define CLEARTYPE_QUALITY 5
#define CLIP_CHARACTER_PRECIS 1
#define CLIP_DEFAULT_PRECIS 0
#define CLIP_STROKE_PRECIS 2
#define DEFAULT_CHARSET 1
#define DEFAULT_PITCH 0
#define DEFAULT_QUALITY 0
#define DRAFT_QUALITY 1
#define EASTEUROPE_CHARSET 238
#define ELF_CULTURE_LATIN 0
#define ELF_VENDOR_SIZE 4
#define ELF_VERSION 0
#define FF_DECORATIVE (5 << 4)
#define FF_DONTCARE (0 << 4)
#define FF_MODERN (3 << 4)
#define FF_ROMAN (1 << 4)
#define FF_SCRIPT (4 << 4)
#define FF_SWISS (2 << 4)
#define FIXED_PITCH 1
#define FW_BLACK FW_HEAVY
#define FW_BOLD 700
#define FW_DEMIBOLD FW_SEMIBOLD
#define FW_DONTCARE 0
#define FW_EXTRABOLD 800
#define FW_EXTRALIGHT 200
#define FW_HEAVY 900
#define FW_LIGHT 300
#define FW_MEDIUM 500
#define FW_NORMAL 400
#define FW_REGULAR FW_NORMAL
#define FW_SEMIBOLD 600
#define FW_THIN 100
#define FW_ULTRABOLD FW_EXTRABOLD
#define FW_ULTRALIGHT FW_EXTRALIGHT
#define GB2312_CHARSET 134
#define GGO_BEZIER 3
#define GGO_BITMAP 1
#define GGO_GLYPH_INDEX 0x0080
#define GGO_GRAY2_BITMAP 4
#define GGO_GRAY4_BITMAP 5
#define GGO_GRAY8_BITMAP 6
#define GGO_METRICS 0
#define GGO_NATIVE 2
#define GGO_UNHINTED 0x0100
#define GREEK_CHARSET 161
#define HANGEUL_CHARSET 129
#define HANGUL_CHARSET 129
#define HEBREW_CHARSET 177
#define JOHAB_CHARSET 130
#define LF_FACESIZE 32
#define LF_FULLFACESIZE 64
#define MAC_CHARSET 77
#define MM_MAX_AXES_NAMELEN 16
#define MM_MAX_FIXEDSCALE MM_TWIPS
#define MM_MAX_NUMAXES 16
#define MONO_FONT 8
#define NONANTIALIASED_QUALITY 3
#define NTM_BOLD 0x00000020
#define NTM_DSIG 0x00200000
#define NTM_ITALIC 0x00000001
#define NTM_MULTIPLEMASTER 0x00080000
#define NTM_NONNEGATIVE_AC 0x00010000
#define NTM_PS_OPENTYPE 0x00020000
#define NTM_REGULAR 0x00000040
#define NTM_TT_OPENTYPE 0x00040000
#define NTM_TYPE1 0x00100000
#define OEM_CHARSET 255
#define OUT_CHARACTER_PRECIS 2
#define OUT_DEFAULT_PRECIS 0
#define OUT_DEVICE_PRECIS 5
#define OUT_OUTLINE_PRECIS 8
#define OUT_PS_ONLY_PRECIS 10
#define OUT_RASTER_PRECIS 6
#define OUT_SCREEN_OUTLINE_PRECIS 9
#define OUT_STRING_PRECIS 1
#define OUT_STROKE_PRECIS 3
#define OUT_TT_ONLY_PRECIS 7
#define OUT_TT_PRECIS 4
#define PANOSE_COUNT 10
#define PAN_ANY 0
#define PAN_ARMSTYLE_INDEX 6
#define PAN_BENT_ARMS_DOUBLE_SERIF 11
#define PAN_BENT_ARMS_HORZ 7
#define PAN_BENT_ARMS_SINGLE_SERIF 10
#define PAN_BENT_ARMS_VERT 9
#define PAN_BENT_ARMS_WEDGE 8
#define PAN_CONTRAST_HIGH 8
#define PAN_CONTRAST_INDEX 4
#define PAN_CONTRAST_LOW 4
#define PAN_CONTRAST_MEDIUM 6
#define PAN_CONTRAST_MEDIUM_HIGH 7
#define PAN_CONTRAST_MEDIUM_LOW 5
#define PAN_CONTRAST_NONE 2
#define PAN_CONTRAST_VERY_HIGH 9
#define PAN_CONTRAST_VERY_LOW 3
#define PAN_CULTURE_LATIN 0
#define PAN_FAMILYTYPE_INDEX 0
#define PAN_FAMILY_DECORATIVE 4
#define PAN_FAMILY_PICTORIAL 5
#define PAN_FAMILY_SCRIPT 3
#define PAN_FAMILY_TEXT_DISPLAY 2
#define PAN_LETTERFORM_INDEX 7
#define PAN_LETT_NORMAL_BOXED 4
#define PAN_LETT_NORMAL_CONTACT 2
#define PAN_LETT_NORMAL_FLATTENED 5
#define PAN_LETT_NORMAL_OFF_CENTER 7
#define PAN_LETT_NORMAL_ROUNDED 6
#define PAN_LETT_NORMAL_SQUARE 8
#define PAN_LETT_NORMAL_WEIGHTED 3
#define PAN_LETT_OBLIQUE_BOXED 11
#define PAN_LETT_OBLIQUE_CONTACT 9
#define PAN_LETT_OBLIQUE_FLATTENED 12
#define PAN_LETT_OBLIQUE_OFF_CENTER 14
#define PAN_LETT_OBLIQUE_ROUNDED 13
#define PAN_LETT_OBLIQUE_SQUARE 15
#define PAN_LETT_OBLIQUE_WEIGHTED 10
#define PAN_MIDLINE_CONSTANT_POINTED 9
#define PAN_MIDLINE_CONSTANT_SERIFED 10
#define PAN_MIDLINE_CONSTANT_TRIMMED 8
#define PAN_MIDLINE_HIGH_POINTED 6
#define PAN_MIDLINE_HIGH_SERIFED 7
#define PAN_MIDLINE_HIGH_TRIMMED 5
#define PAN_MIDLINE_INDEX 8
#define PAN_MIDLINE_LOW_POINTED 12
#define PAN_MIDLINE_LOW_SERIFED 13
#define PAN_MIDLINE_LOW_TRIMMED 11
#define PAN_MIDLINE_STANDARD_POINTED 3
#define PAN_MIDLINE_STANDARD_SERIFED 4
#define PAN_MIDLINE_STANDARD_TRIMMED 2
#define PAN_NO_FIT 1
#define PAN_PROPORTION_INDEX 3
#define PAN_PROP_CONDENSED 6
#define PAN_PROP_EVEN_WIDTH 4
#define PAN_PROP_EXPANDED 5
#define PAN_PROP_MODERN 3
#define PAN_PROP_MONOSPACED 9
#define PAN_PROP_OLD_STYLE 2
#define PAN_PROP_VERY_CONDENSED 8
#define PAN_PROP_VERY_EXPANDED 7
#define PAN_SERIFSTYLE_INDEX 1
#define PAN_SERIF_BONE 8
#define PAN_SERIF_COVE 2
#define PAN_SERIF_EXAGGERATED 9
#define PAN_SERIF_FLARED 14
#define PAN_SERIF_NORMAL_SANS 11
#define PAN_SERIF_OBTUSE_COVE 3
#define PAN_SERIF_OBTUSE_SANS 12
#define PAN_SERIF_OBTUSE_SQUARE_COVE 5
#define PAN_SERIF_PERP_SANS 13
#define PAN_SERIF_ROUNDED 15
#define PAN_SERIF_SQUARE 6
#define PAN_SERIF_SQUARE_COVE 4
#define PAN_SERIF_THIN 7
#define PAN_SERIF_TRIANGLE 10
#define PAN_STRAIGHT_ARMS_DOUBLE_SERIF 6
#define PAN_STRAIGHT_ARMS_HORZ 2
#define PAN_STRAIGHT_ARMS_SINGLE_SERIF 5
#define PAN_STRAIGHT_ARMS_VERT 4
#define PAN_STRAIGHT_ARMS_WEDGE 3
#define PAN_STROKEVARIATION_INDEX 5
#define PAN_STROKE_GRADUAL_DIAG 2
#define PAN_STROKE_GRADUAL_HORZ 5
#define PAN_STROKE_GRADUAL_TRAN 3
#define PAN_STROKE_GRADUAL_VERT 4
#define PAN_STROKE_INSTANT_VERT 8
#define PAN_STROKE_RAPID_HORZ 7
#define PAN_STROKE_RAPID_VERT 6
#define PAN_WEIGHT_BLACK 10
#define PAN_WEIGHT_BOLD 8
#define PAN_WEIGHT_BOOK 5
#define PAN_WEIGHT_DEMI 7
#define PAN_WEIGHT_HEAVY 9
#define PAN_WEIGHT_INDEX 2
#define PAN_WEIGHT_LIGHT 3
#define PAN_WEIGHT_MEDIUM 6
#define PAN_WEIGHT_NORD 11
#define PAN_WEIGHT_THIN 4
#define PAN_WEIGHT_VERY_LIGHT 2
#define PAN_XHEIGHT_CONSTANT_LARGE 4
#define PAN_XHEIGHT_CONSTANT_SMALL 2
#define PAN_XHEIGHT_CONSTANT_STD 3
#define PAN_XHEIGHT_DUCKING_LARGE 7
#define PAN_XHEIGHT_DUCKING_SMALL 5
#define PAN_XHEIGHT_DUCKING_STD 6
#define PAN_XHEIGHT_INDEX 9
#define PROOF_QUALITY 2
#define RUSSIAN_CHARSET 204
#define SHIFTJIS_CHARSET 128
#define SYMBOL_CHARSET 2
#define THAI_CHARSET 222
#define TMPF_DEVICE 0x08
#define TMPF_FIXED_PITCH 0x01
#define TMPF_TRUETYPE 0x04
#define TMPF_VECTOR 0x02
#define TT_AVAILABLE 0x0001
#define TT_ENABLED 0x0002
#define TT_OPENTYPE_FONTTYPE 0x20000
#define TT_POLYGON_TYPE 24
#define TT_PRIM_CSPLINE 3
#define TT_PRIM_LINE 1
#define TT_PRIM_QSPLINE 2
#define TURKISH_CHARSET 162
#define VARIABLE_PITCH 2
#define VIETNAMESE_CHARSET 163

typedef struct tagLOGFONTA {
  LONG lfHeight;
  LONG lfWidth;
  LONG lfEscapement;
  LONG lfOrientation;
  LONG lfWeight;
  BYTE lfItalic;
  BYTE lfUnderline;
  BYTE lfStrikeOut;
  BYTE lfCharSet;
  BYTE lfOutPrecision;
  BYTE lfClipPrecision;
  BYTE lfQuality;
  BYTE lfPitchAndFamily;
  CHAR lfFaceName[32];
} LOGFONTA, *PLOGFONTA, *NPLOGFONTA, *LPLOGFONTA;

typedef struct tagLOGFONTW {
  LONG lfHeight;
  LONG lfWidth;
  LONG lfEscapement;
  LONG lfOrientation;
  LONG lfWeight;
  BYTE lfItalic;
  BYTE lfUnderline;
  BYTE lfStrikeOut;
  BYTE lfCharSet;
  BYTE lfOutPrecision;
  BYTE lfClipPrecision;
  BYTE lfQuality;
  BYTE lfPitchAndFamily;
  WCHAR lfFaceName[32];
} LOGFONTW, *PLOGFONTW, *NPLOGFONTW, *LPLOGFONTW;

typedef struct tagPANOSE {
  BYTE bFamilyType;
  BYTE bSerifStyle;
  BYTE bWeight;
  BYTE bProportion;
  BYTE bContrast;
  BYTE bStrokeVariation;
  BYTE bArmStyle;
  BYTE bLetterform;
  BYTE bMidline;
  BYTE bXHeight;
} PANOSE, *LPPANOSE;

typedef struct tagFONTSIGNATURE {
  DWORD fsUsb[4];
  DWORD fsCsb[2];
} FONTSIGNATURE, *PFONTSIGNATURE, *LPFONTSIGNATURE;

typedef struct tagCHARSETINFO {
  UINT ciCharset;
  UINT ciACP;
  FONTSIGNATURE fs;
} CHARSETINFO, *PCHARSETINFO, *NPCHARSETINFO, *LPCHARSETINFO;

typedef struct tagLOCALESIGNATURE {
  DWORD lsUsb[4];
  DWORD lsCsbDefault[2];
  DWORD lsCsbSupported[2];
} LOCALESIGNATURE, *PLOCALESIGNATURE, *LPLOCALESIGNATURE;

typedef struct tagTEXTMETRICA {
  LONG tmHeight;
  LONG tmAscent;
  LONG tmDescent;
  LONG tmInternalLeading;
  LONG tmExternalLeading;
  LONG tmAveCharWidth;
  LONG tmMaxCharWidth;
  LONG tmWeight;
  LONG tmOverhang;
  LONG tmDigitizedAspectX;
  LONG tmDigitizedAspectY;
  BYTE tmFirstChar;
  BYTE tmLastChar;
  BYTE tmDefaultChar;
  BYTE tmBreakChar;
  BYTE tmItalic;
  BYTE tmUnderlined;
  BYTE tmStruckOut;
  BYTE tmPitchAndFamily;
  BYTE tmCharSet;
} TEXTMETRICA, *PTEXTMETRICA, *NPTEXTMETRICA, *LPTEXTMETRICA;

typedef struct tagTEXTMETRICW {
  LONG tmHeight;
  LONG tmAscent;
  LONG tmDescent;
  LONG tmInternalLeading;
  LONG tmExternalLeading;
  LONG tmAveCharWidth;
  LONG tmMaxCharWidth;
  LONG tmWeight;
  LONG tmOverhang;
  LONG tmDigitizedAspectX;
  LONG tmDigitizedAspectY;
  WCHAR tmFirstChar;
  WCHAR tmLastChar;
  WCHAR tmDefaultChar;
  WCHAR tmBreakChar;
  BYTE tmItalic;
  BYTE tmUnderlined;
  BYTE tmStruckOut;
  BYTE tmPitchAndFamily;
  BYTE tmCharSet;
} TEXTMETRICW, TEXTMETRICOLE, *PTEXTMETRICW, *NPTEXTMETRICW, *LPTEXTMETRICW, *LPTEXTMETRICOLE;

typedef struct tagNEWTEXTMETRICA {
  LONG tmHeight;
  LONG tmAscent;
  LONG tmDescent;
  LONG tmInternalLeading;
  LONG tmExternalLeading;
  LONG tmAveCharWidth;
  LONG tmMaxCharWidth;
  LONG tmWeight;
  LONG tmOverhang;
  LONG tmDigitizedAspectX;
  LONG tmDigitizedAspectY;
  BYTE tmFirstChar;
  BYTE tmLastChar;
  BYTE tmDefaultChar;
  BYTE tmBreakChar;
  BYTE tmItalic;
  BYTE tmUnderlined;
  BYTE tmStruckOut;
  BYTE tmPitchAndFamily;
  BYTE tmCharSet;
  DWORD ntmFlags;
  UINT ntmSizeEM;
  UINT ntmCellHeight;
  UINT ntmAvgWidth;
} NEWTEXTMETRICA, *PNEWTEXTMETRICA, *NPNEWTEXTMETRICA, *LPNEWTEXTMETRICA;

typedef struct tagNEWTEXTMETRICW {
  LONG tmHeight;
  LONG tmAscent;
  LONG tmDescent;
  LONG tmInternalLeading;
  LONG tmExternalLeading;
  LONG tmAveCharWidth;
  LONG tmMaxCharWidth;
  LONG tmWeight;
  LONG tmOverhang;
  LONG tmDigitizedAspectX;
  LONG tmDigitizedAspectY;
  WCHAR tmFirstChar;
  WCHAR tmLastChar;
  WCHAR tmDefaultChar;
  WCHAR tmBreakChar;
  BYTE tmItalic;
  BYTE tmUnderlined;
  BYTE tmStruckOut;
  BYTE tmPitchAndFamily;
  BYTE tmCharSet;
  DWORD ntmFlags;
  UINT ntmSizeEM;
  UINT ntmCellHeight;
  UINT ntmAvgWidth;
} NEWTEXTMETRICW, *PNEWTEXTMETRICW, *NPNEWTEXTMETRICW, *LPNEWTEXTMETRICW;

typedef struct _OUTLINETEXTMETRICW {
  UINT otmSize;
  TEXTMETRICW otmTextMetrics;
  BYTE otmFiller;
  PANOSE otmPanoseNumber;
  UINT otmfsSelection;
  UINT otmfsType;
  int otmsCharSlopeRise;
  int otmsCharSlopeRun;
  int otmItalicAngle;
  UINT otmEMSquare;
  int otmAscent;
  int otmDescent;
  UINT otmLineGap;
  UINT otmsCapEmHeight;
  UINT otmsXHeight;
  RECT otmrcFontBox;
  int otmMacAscent;
  int otmMacDescent;
  UINT otmMacLineGap;
  UINT otmusMinimumPPEM;
  POINT otmptSubscriptSize;
  POINT otmptSubscriptOffset;
  POINT otmptSuperscriptSize;
  POINT otmptSuperscriptOffset;
  UINT otmsStrikeoutSize;
  int otmsStrikeoutPosition;
  int otmsUnderscoreSize;
  int otmsUnderscorePosition;
  PSTR otmpFamilyName;
  PSTR otmpFaceName;
  PSTR otmpStyleName;
  PSTR otmpFullName;
} OUTLINETEXTMETRICW, *POUTLINETEXTMETRICW, *NPOUTLINETEXTMETRICW, *LPOUTLINETEXTMETRICW;

typedef struct tagEXTLOGFONTW {
  LOGFONTW elfLogFont;
  WCHAR elfFullName[64];
  WCHAR elfStyle[32];
  DWORD elfVersion;
  DWORD elfStyleSize;
  DWORD elfMatch;
  DWORD elfReserved;
  BYTE elfVendorId[4];
  DWORD elfCulture;
  PANOSE elfPanose;
} EXTLOGFONTW, *PEXTLOGFONTW, *NPEXTLOGFONTW, *LPEXTLOGFONTW;

typedef struct tagENUMLOGFONTW {
  LOGFONTW elfLogFont;
  WCHAR elfFullName[64];
  WCHAR elfStyle[32];
} ENUMLOGFONTW, *LPENUMLOGFONTW;

typedef struct tagENUMLOGFONTEXW {
  LOGFONTW elfLogFont;
  WCHAR elfFullName[64];
  WCHAR elfStyle[32];
  WCHAR elfScript[32];
} ENUMLOGFONTEXW, *LPENUMLOGFONTEXW;

typedef struct _ABC {
  int abcA;
  UINT abcB;
  int abcC;
} ABC, *PABC, *NPABC, *LPABC;

typedef struct _ABCFLOAT {
  FLOAT abcfA;
  FLOAT abcfB;
  FLOAT abcfC;
} ABCFLOAT, *PABCFLOAT, *NPABCFLOAT, *LPABCFLOAT;

typedef struct _GLYPHMETRICS {
  UINT gmBlackBoxX;
  UINT gmBlackBoxY;
  POINT gmptGlyphOrigin;
  short gmCellIncX;
  short gmCellIncY;
} GLYPHMETRICS, *LPGLYPHMETRICS;

typedef struct _FIXED {
  WORD fract;
  short value;
} FIXED;

typedef struct _MAT2 {
  FIXED eM11;
  FIXED eM12;
  FIXED eM21;
  FIXED eM22;
} MAT2, *LPMAT2;

typedef struct tagPOINTFX {
  FIXED x;
  FIXED y;
} POINTFX, *LPPOINTFX;

typedef struct tagTTPOLYCURVE {
  WORD wType;
  WORD cpfx;
  POINTFX apfx[1];
} TTPOLYCURVE, *LPTTPOLYCURVE;

typedef struct tagTTPOLYGONHEADER {
  DWORD cb;
  DWORD dwType;
  POINTFX pfxStart;
} TTPOLYGONHEADER, *LPTTPOLYGONHEADER;

typedef struct tagKERNINGPAIR {
  WORD wFirst;
  WORD wSecond;
  int iKernAmount;
} KERNINGPAIR, *LPKERNINGPAIR;

typedef struct tagDESIGNVECTOR {
  DWORD dvReserved;
  DWORD dvNumAxes;
  LONG dvValues[16];
} DESIGNVECTOR, *PDESIGNVECTOR, *LPDESIGNVECTOR;

typedef struct tagENUMLOGFONTEXDVW {
  ENUMLOGFONTEXW elfEnumLogfontEx;
  DESIGNVECTOR elfDesignVector;
} ENUMLOGFONTEXDVW, *PENUMLOGFONTEXDVW, *LPENUMLOGFONTEXDVW;

typedef struct tagAXISINFOW {
  LONG axMinValue;
  LONG axMaxValue;
  WCHAR axAxisName[16];
} AXISINFOW, *PAXISINFOW, *LPAXISINFOW;

typedef struct tagAXESLISTW {
  DWORD axlReserved;
  DWORD axlNumAxes;
  AXISINFOW axlAxisInfo[16];
} AXESLISTW, *PAXESLISTW, *LPAXESLISTW;

#ifdef UNICODE
typedef LOGFONTW LOGFONT, *PLOGFONT, *LPLOGFONT;
typedef TEXTMETRICW TEXTMETRIC;
#else
typedef LOGFONTA LOGFONT, *PLOGFONT, *LPLOGFONT;
typedef TEXTMETRICA TEXTMETRIC;
#endif
