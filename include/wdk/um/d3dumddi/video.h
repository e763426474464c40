// DXVA 2 decoding and video processing.
#pragma once

EXTERN_C_START

#ifndef REFERENCE_TIME_DEFINED
#define REFERENCE_TIME_DEFINED
typedef LONGLONG REFERENCE_TIME;
#endif

// Video processor device types.

DEFINE_GUID(DXVADDI_VideoProcProgressiveDevice, 0x5a54a0c9, 0xc7ec, 0x4bd9, 0x8e, 0xde, 0xf3, 0xc7,
            0x5d, 0xc4, 0x39, 0x3b);
DEFINE_GUID(DXVADDI_VideoProcBobDevice, 0x335aa36e, 0x7884, 0x43a4, 0x9c, 0x91, 0x7f, 0x87, 0xfa,
            0xf3, 0xe3, 0x7e);

// How the pixels of a stream are to be read.

typedef enum _DXVADDI_SAMPLEFORMAT {
  DXVADDI_SampleFormatMask = 0x00FF,
  DXVADDI_SampleUnknown = 0,
  DXVADDI_SampleProgressiveFrame = 2,
  DXVADDI_SampleFieldInterleavedEvenFirst = 3,
  DXVADDI_SampleFieldInterleavedOddFirst = 4,
  DXVADDI_SampleFieldSingleEven = 5,
  DXVADDI_SampleFieldSingleOdd = 6,
  DXVADDI_SampleSubStream = 7
} DXVADDI_SAMPLEFORMAT;

typedef enum _DXVADDI_VIDEOCHROMASUBSAMPLING {
  DXVADDI_VideoChromaSubsamplingMask = 0x0F,
  DXVADDI_VideoChromaSubsampling_Unknown = 0,
  DXVADDI_VideoChromaSubsampling_ProgressiveChroma = 0x8,
  DXVADDI_VideoChromaSubsampling_Horizontally_Cosited = 0x4,
  DXVADDI_VideoChromaSubsampling_Vertically_Cosited = 0x2,
  DXVADDI_VideoChromaSubsampling_Vertically_AlignedChromaPlanes = 0x1,
  DXVADDI_VideoChromaSubsampling_MPEG2 =
      DXVADDI_VideoChromaSubsampling_Horizontally_Cosited |
      DXVADDI_VideoChromaSubsampling_Vertically_AlignedChromaPlanes,
  DXVADDI_VideoChromaSubsampling_MPEG1 =
      DXVADDI_VideoChromaSubsampling_Vertically_AlignedChromaPlanes,
  DXVADDI_VideoChromaSubsampling_DV_PAL = DXVADDI_VideoChromaSubsampling_Horizontally_Cosited |
                                          DXVADDI_VideoChromaSubsampling_Vertically_Cosited,
  DXVADDI_VideoChromaSubsampling_Cosited =
      DXVADDI_VideoChromaSubsampling_Horizontally_Cosited |
      DXVADDI_VideoChromaSubsampling_Vertically_Cosited |
      DXVADDI_VideoChromaSubsampling_Vertically_AlignedChromaPlanes
} DXVADDI_VIDEOCHROMASUBSAMPLING;

typedef enum _DXVADDI_NOMINALRANGE {
  DXVADDI_NominalRangeMask = 0x07,
  DXVADDI_NominalRange_Unknown = 0,
  DXVADDI_NominalRange_Normal = 1,
  DXVADDI_NominalRange_Wide = 2,
  DXVADDI_NominalRange_0_255 = 1,
  DXVADDI_NominalRange_16_235 = 2,
  DXVADDI_NominalRange_48_208 = 3
} DXVADDI_NOMINALRANGE;

typedef enum _DXVADDI_VIDEOTRANSFERMATRIX {
  DXVADDI_VideoTransferMatrixMask = 0x07,
  DXVADDI_VideoTransferMatrix_Unknown = 0,
  DXVADDI_VideoTransferMatrix_BT709 = 1,
  DXVADDI_VideoTransferMatrix_BT601 = 2,
  DXVADDI_VideoTransferMatrix_SMPTE240M = 3
} DXVADDI_VIDEOTRANSFERMATRIX;

typedef enum _DXVADDI_VIDEOLIGHTING {
  DXVADDI_VideoLightingMask = 0x0F,
  DXVADDI_VideoLighting_Unknown = 0,
  DXVADDI_VideoLighting_bright = 1,
  DXVADDI_VideoLighting_office = 2,
  DXVADDI_VideoLighting_dim = 3,
  DXVADDI_VideoLighting_dark = 4
} DXVADDI_VIDEOLIGHTING;

typedef enum _DXVADDI_VIDEOPRIMARIES {
  DXVADDI_VideoPrimariesMask = 0x001f,
  DXVADDI_VideoPrimaries_Unknown = 0,
  DXVADDI_VideoPrimaries_reserved = 1,
  DXVADDI_VideoPrimaries_BT709 = 2,
  DXVADDI_VideoPrimaries_BT470_2_SysM = 3,
  DXVADDI_VideoPrimaries_BT470_2_SysBG = 4,
  DXVADDI_VideoPrimaries_SMPTE170M = 5,
  DXVADDI_VideoPrimaries_SMPTE240M = 6,
  DXVADDI_VideoPrimaries_EBU3213 = 7,
  DXVADDI_VideoPrimaries_SMPTE_C = 8
} DXVADDI_VIDEOPRIMARIES;

typedef enum _DXVADDI_VIDEOTRANSFERFUNCTION {
  DXVADDI_VideoTransFuncMask = 0x001f,
  DXVADDI_VideoTransFunc_Unknown = 0,
  DXVADDI_VideoTransFunc_10 = 1,
  DXVADDI_VideoTransFunc_18 = 2,
  DXVADDI_VideoTransFunc_20 = 3,
  DXVADDI_VideoTransFunc_22 = 4,
  DXVADDI_VideoTransFunc_709 = 5,
  DXVADDI_VideoTransFunc_240M = 6,
  DXVADDI_VideoTransFunc_sRGB = 7,
  DXVADDI_VideoTransFunc_28 = 8
} DXVADDI_VIDEOTRANSFERFUNCTION;

#define DXVADDI_VideoTransFunc_22_709 DXVADDI_VideoTransFunc_709
#define DXVADDI_VideoTransFunc_22_240M DXVADDI_VideoTransFunc_240M
#define DXVADDI_VideoTransFunc_22_8bit_sRGB DXVADDI_VideoTransFunc_sRGB

typedef struct _DXVADDI_EXTENDEDFORMAT {
  union {
    struct {
      UINT SampleFormat : 8;
      UINT VideoChromaSubsampling : 4;
      UINT NominalRange : 3;
      UINT VideoTransferMatrix : 3;
      UINT VideoLighting : 4;
      UINT VideoPrimaries : 5;
      UINT VideoTransferFunction : 5;
    };
    UINT Value;
  };
} DXVADDI_EXTENDEDFORMAT;

typedef struct _DXVADDI_FREQUENCY {
  UINT Numerator;
  UINT Denominator;
} DXVADDI_FREQUENCY;

typedef struct _DXVADDI_VIDEODESC {
  UINT SampleWidth;
  UINT SampleHeight;
  DXVADDI_EXTENDEDFORMAT SampleFormat;
  D3DDDIFORMAT Format;
  DXVADDI_FREQUENCY InputSampleFreq;
  DXVADDI_FREQUENCY OutputFrameFreq;
  UINT UABProtectionLevel;
  UINT Reserved;
} DXVADDI_VIDEODESC;

typedef struct _DXVADDI_FIXED32 {
  union {
    struct {
      USHORT Fraction;
      SHORT Value;
    };
    LONG ll;
  };
} DXVADDI_FIXED32;

typedef struct _DXVADDI_VALUERANGE {
  DXVADDI_FIXED32 MinValue;
  DXVADDI_FIXED32 MaxValue;
  DXVADDI_FIXED32 DefaultValue;
  DXVADDI_FIXED32 StepSize;
} DXVADDI_VALUERANGE;

typedef struct _DXVADDI_AYUVSAMPLE8 {
  UCHAR Cr;
  UCHAR Cb;
  UCHAR Y;
  UCHAR Alpha;
} DXVADDI_AYUVSAMPLE8;

typedef struct _DXVADDI_AYUVSAMPLE16 {
  USHORT Cr;
  USHORT Cb;
  USHORT Y;
  USHORT Alpha;
} DXVADDI_AYUVSAMPLE16;

// Private data of extensions.

typedef struct _DXVADDI_PRIVATEDATA {
  VOID* pData;
  UINT DataSize;
} DXVADDI_PRIVATEDATA;

typedef struct _DXVADDI_PRIVATEBUFFER {
  HANDLE hResource;
  UINT SubResourceIndex;
  UINT DataOffset;
  UINT DataSize;
} DXVADDI_PRIVATEBUFFER;

// Decoding.

typedef struct _DXVADDI_CONFIGPICTUREDECODE {
  GUID guidConfigBitstreamEncryption;
  GUID guidConfigMBcontrolEncryption;
  GUID guidConfigResidDiffEncryption;
  UINT ConfigBitstreamRaw;
  UINT ConfigMBcontrolRasterOrder;
  UINT ConfigResidDiffHost;
  UINT ConfigSpatialResid8;
  UINT ConfigResid8Subtraction;
  UINT ConfigSpatialHost8or9Clipping;
  UINT ConfigSpatialResidInterleaved;
  UINT ConfigIntraResidUnsigned;
  UINT ConfigResidDiffAccelerator;
  UINT ConfigHostInverseScan;
  UINT ConfigSpecificIDCT;
  UINT Config4GroupedCoefs;
  USHORT ConfigMinRenderTargetBuffCount;
  USHORT ConfigDecoderSpecific;
} DXVADDI_CONFIGPICTUREDECODE;

typedef struct _DXVADDI_DECODEINPUT {
  const GUID* pGuid;
  DXVADDI_VIDEODESC VideoDesc;
} DXVADDI_DECODEINPUT;

typedef struct _DXVADDI_DECODEBUFFERINFO {
  D3DDDIFORMAT CompressedBufferType;
  UINT CreationWidth;
  UINT CreationHeight;
  D3DDDI_POOL CreationPool;
} DXVADDI_DECODEBUFFERINFO;

typedef struct _DXVADDI_PVP_BLOCK128 {
  BYTE Data[16];
} DXVADDI_PVP_BLOCK128, DXVADDI_PVP_KEY128;

typedef struct _DXVADDI_PVP_HW_IV {
  ULONGLONG IV;
  ULONGLONG Count;
} DXVADDI_PVP_HW_IV;

typedef struct _DXVADDI_PVP_SETKEY {
  DXVADDI_PVP_KEY128 ContentKey;
} DXVADDI_PVP_SETKEY;

typedef struct _DXVADDI_DECODEBUFFERDESC {
  HANDLE hBuffer;
  D3DDDIFORMAT CompressedBufferType;
  UINT BufferIndex;
  UINT DataOffset;
  UINT DataSize;
  UINT FirstMBaddress;
  UINT NumMBsInBuffer;
  UINT Width;
  UINT Height;
  UINT Stride;
  UINT ReservedBits;
  DXVADDI_PVP_HW_IV* pCipherCounter;
} DXVADDI_DECODEBUFFERDESC;

typedef struct _D3DDDIARG_CREATEDECODEDEVICE {
  const GUID* pGuid;
  DXVADDI_VIDEODESC VideoDesc;
  DXVADDI_CONFIGPICTUREDECODE* pConfig;
  HANDLE hDecode;
} D3DDDIARG_CREATEDECODEDEVICE;

typedef struct _D3DDDIARG_SETDECODERENDERTARGET {
  HANDLE hDecode;
  HANDLE hRenderTarget;
  UINT SubResourceIndex;
} D3DDDIARG_SETDECODERENDERTARGET;

typedef struct _D3DDDIARG_DECODEBEGINFRAME {
  HANDLE hDecode;
  DXVADDI_PVP_SETKEY* pPVPSetKey;
} D3DDDIARG_DECODEBEGINFRAME;

typedef struct _D3DDDIARG_DECODEENDFRAME {
  HANDLE hDecode;
  HANDLE* pHandleComplete;
} D3DDDIARG_DECODEENDFRAME;

typedef struct _D3DDDIARG_DECODEEXECUTE {
  HANDLE hDecode;
  UINT NumCompBuffers;
  DXVADDI_DECODEBUFFERDESC* pCompressedBuffers;
} D3DDDIARG_DECODEEXECUTE;

typedef struct _D3DDDIARG_DECODEEXTENSIONEXECUTE {
  HANDLE hDecode;
  UINT Function;
  DXVADDI_PRIVATEDATA* pPrivateInput;
  DXVADDI_PRIVATEDATA* pPrivateOutput;
  UINT NumBuffers;
  DXVADDI_PRIVATEBUFFER* pBuffers;
} D3DDDIARG_DECODEEXTENSIONEXECUTE;

// Capability bits of DXVADDI_VIDEOPROCESSORCAPS.

#define DXVADDI_DEINTERLACETECH_UNKNOWN 0x0000
#define DXVADDI_DEINTERLACETECH_BOBLINEREPLICATE 0x0001
#define DXVADDI_DEINTERLACETECH_BOBVERTICALSTRETCH 0x0002
#define DXVADDI_DEINTERLACETECH_BOBVERTICALSTRETCH4TAP 0x0004
#define DXVADDI_DEINTERLACETECH_MEDIANFILTERING 0x0008
#define DXVADDI_DEINTERLACETECH_EDGEFILTERING 0x0010
#define DXVADDI_DEINTERLACETECH_FIELDADAPTIVE 0x0020
#define DXVADDI_DEINTERLACETECH_PIXELADAPTIVE 0x0040
#define DXVADDI_DEINTERLACETECH_MOTIONVECTORSTEERED 0x0080
#define DXVADDI_DEINTERLACETECH_INVERSETELECINE 0x0100

#define DXVADDI_PROCAMP_NONE 0x0000
#define DXVADDI_PROCAMP_BRIGHTNESS 0x0001
#define DXVADDI_PROCAMP_CONTRAST 0x0002
#define DXVADDI_PROCAMP_HUE 0x0004
#define DXVADDI_PROCAMP_SATURATION 0x0008

#define DXVADDI_VIDEOPROCESS_NONE 0x0000
#define DXVADDI_VIDEOPROCESS_YUV2RGB 0x0001
#define DXVADDI_VIDEOPROCESS_STRETCHX 0x0002
#define DXVADDI_VIDEOPROCESS_STRETCHY 0x0004
#define DXVADDI_VIDEOPROCESS_ALPHABLEND 0x0008
#define DXVADDI_VIDEOPROCESS_SUBRECTS 0x0010
#define DXVADDI_VIDEOPROCESS_SUBSTREAMS 0x0020
#define DXVADDI_VIDEOPROCESS_SUBSTREAMSEXTENDED 0x0040
#define DXVADDI_VIDEOPROCESS_YUV2RGBEXTENDED 0x0080
#define DXVADDI_VIDEOPROCESS_ALPHABLENDEXTENDED 0x0100
#define DXVADDI_VIDEOPROCESS_CONSTRICTION 0x0200
#define DXVADDI_VIDEOPROCESS_NOISEFILTER 0x0400
#define DXVADDI_VIDEOPROCESS_DETAILFILTER 0x0800
#define DXVADDI_VIDEOPROCESS_PLANARALPHA 0x1000
#define DXVADDI_VIDEOPROCESS_LINEARSCALING 0x2000
#define DXVADDI_VIDEOPROCESS_GAMMACOMPENSATED 0x4000
#define DXVADDI_VIDEOPROCESS_MAINTAINSORIGINALFIELDDATA 0x8000

#define DXVADDI_NOISEFILTERTECH_UNSUPPORTED 0x0000
#define DXVADDI_NOISEFILTERTECH_UNKNOWN 0x0001
#define DXVADDI_NOISEFILTERTECH_MEDIAN 0x0002
#define DXVADDI_NOISEFILTERTECH_TEMPORAL 0x0004
#define DXVADDI_NOISEFILTERTECH_BLOCKNOISE 0x0008
#define DXVADDI_NOISEFILTERTECH_MOSQUITONOISE 0x0010

#define DXVADDI_DETAILFILTERTECH_UNSUPPORTED 0x0000
#define DXVADDI_DETAILFILTERTECH_UNKNOWN 0x0001
#define DXVADDI_DETAILFILTERTECH_EDGE 0x0002
#define DXVADDI_DETAILFILTERTECH_SHARPENING 0x0004

// Filter settings whose range can be asked for.

#define DXVADDI_NOISEFILTER_LUMALEVEL 1
#define DXVADDI_NOISEFILTER_LUMATHREASHOLD 2
#define DXVADDI_NOISEFILTER_LUMARADIUS 3
#define DXVADDI_NOISEFILTER_CHROMALEVEL 4
#define DXVADDI_NOISEFILTER_CHROMATHREASHOLD 5
#define DXVADDI_NOISEFILTER_CHROMARADIUS 6
#define DXVADDI_DETAILFILTER_LUMALEVEL 7
#define DXVADDI_DETAILFILTER_LUMATHREASHOLD 8
#define DXVADDI_DETAILFILTER_LUMARADIUS 9
#define DXVADDI_DETAILFILTER_CHROMALEVEL 10
#define DXVADDI_DETAILFILTER_CHROMATHREASHOLD 11
#define DXVADDI_DETAILFILTER_CHROMARADIUS 12

typedef struct _DXVADDI_VIDEOPROCESSORCAPS {
  D3DDDI_POOL InputPool;
  UINT NumForwardRefSamples;
  UINT NumBackwardRefSamples;
  D3DDDIFORMAT OutputFormat;
  UINT DeinterlaceTechnology;
  UINT ProcAmpControlCaps;
  UINT VideoProcessorOperations;
  UINT NoiseFilterTechnology;
  UINT DetailFilterTechnology;
} DXVADDI_VIDEOPROCESSORCAPS;

typedef struct _DXVADDI_VIDEOPROCESSORINPUT {
  const GUID* pVideoProcGuid;
  DXVADDI_VIDEODESC VideoDesc;
  D3DDDIFORMAT RenderTargetFormat;
} DXVADDI_VIDEOPROCESSORINPUT;

typedef struct _DXVADDI_QUERYPROCAMPINPUT {
  const GUID* pVideoProcGuid;
  DXVADDI_VIDEODESC VideoDesc;
  D3DDDIFORMAT RenderTargetFormat;
  UINT ProcAmpCap;
} DXVADDI_QUERYPROCAMPINPUT;

typedef struct _DXVADDI_QUERYFILTERPROPERTYRANGEINPUT {
  const GUID* pVideoProcGuid;
  DXVADDI_VIDEODESC VideoDesc;
  D3DDDIFORMAT RenderTargetFormat;
  UINT FilterSetting;
} DXVADDI_QUERYFILTERPROPERTYRANGEINPUT;

typedef struct _DXVADDI_PROCAMPVALUES {
  DXVADDI_FIXED32 Brightness;
  DXVADDI_FIXED32 Contrast;
  DXVADDI_FIXED32 Hue;
  DXVADDI_FIXED32 Saturation;
} DXVADDI_PROCAMPVALUES;

typedef struct _DXVADDI_FILTERVALUES {
  DXVADDI_FIXED32 Level;
  DXVADDI_FIXED32 Threshold;
  DXVADDI_FIXED32 Radius;
} DXVADDI_FILTERVALUES;

// Values of the DestData and SampleData fields.

#define DXVADDI_DESTDATA_RFF 0x0001
#define DXVADDI_DESTDATA_TFF 0x0002
#define DXVADDI_DESTDATA_RFF_TFF_PRESENT 0x0004
#define DXVADDI_SAMPLEDATA_RFF 0x0001
#define DXVADDI_SAMPLEDATA_TFF 0x0002
#define DXVADDI_SAMPLEDATA_RFF_TFF_PRESENT 0x0004

typedef struct _DXVADDI_VIDEOPROCESSBLTFLAGS {
  union {
    struct {
      UINT BackgroundChanged : 1;
      UINT TargetRectChanged : 1;
      UINT ColorDataChanged : 1;
      UINT AlphaChanged : 1;
      UINT Reserved : 12;
      UINT DestData : 16;
    };
    UINT Value;
  };
} DXVADDI_VIDEOPROCESSBLTFLAGS;

typedef struct _DXVADDI_VIDEOSAMPLEFLAGS {
  union {
    struct {
      UINT PaletteChanged : 1;
      UINT SrcRectChanged : 1;
      UINT DstRectChanged : 1;
      UINT ColorDataChanged : 1;
      UINT PlanarAlphaChanged : 1;
      UINT Reserved : 11;
      UINT SampleData : 16;
    };
    UINT Value;
  };
} DXVADDI_VIDEOSAMPLEFLAGS;

typedef struct _DXVADDI_VIDEOSAMPLE {
  REFERENCE_TIME Start;
  REFERENCE_TIME End;
  DXVADDI_EXTENDEDFORMAT SampleFormat;
  DXVADDI_VIDEOSAMPLEFLAGS SampleFlags;
  HANDLE SrcResource;
  UINT SrcSubResourceIndex;
  RECT SrcRect;
  RECT DstRect;
  DXVADDI_AYUVSAMPLE8 Pal[16];
  DXVADDI_FIXED32 PlanarAlpha;
} DXVADDI_VIDEOSAMPLE;

typedef struct _D3DDDIARG_CREATEVIDEOPROCESSDEVICE {
  const GUID* pVideoProcGuid;
  DXVADDI_VIDEODESC VideoDesc;
  D3DDDIFORMAT RenderTargetFormat;
  UINT MaxSubStreams;
  HANDLE hVideoProcess;
} D3DDDIARG_CREATEVIDEOPROCESSDEVICE;

typedef struct _D3DDDIARG_SETVIDEOPROCESSRENDERTARGET {
  HANDLE hVideoProcess;
  HANDLE hRenderTarget;
  UINT SubResourceIndex;
} D3DDDIARG_SETVIDEOPROCESSRENDERTARGET;

typedef struct _D3DDDIARG_VIDEOPROCESSBLT {
  REFERENCE_TIME TargetFrame;
  HANDLE hVideoProcess;
  RECT TargetRect;
  SIZE ConstrictionSize;
  UINT StreamingFlags;
  DXVADDI_AYUVSAMPLE16 BackgroundColor;
  DXVADDI_EXTENDEDFORMAT DestFormat;
  DXVADDI_VIDEOPROCESSBLTFLAGS DestFlags;
  DXVADDI_PROCAMPVALUES ProcAmpValues;
  DXVADDI_FIXED32 Alpha;
  DXVADDI_FILTERVALUES NoiseFilterLuma;
  DXVADDI_FILTERVALUES NoiseFilterChroma;
  DXVADDI_FILTERVALUES DetailFilterLuma;
  DXVADDI_FILTERVALUES DetailFilterChroma;
  DXVADDI_VIDEOSAMPLE* pSrcSurfaces;
  UINT NumSrcSurfaces;
} D3DDDIARG_VIDEOPROCESSBLT;

typedef struct _D3DDDIARG_VIDEOPROCESSENDFRAME {
  HANDLE hVideoProcess;
  HANDLE* pHandleComplete;
} D3DDDIARG_VIDEOPROCESSENDFRAME;

// Extension devices.

#define DXVADDI_EXTENSION_CATEGORY_DECODER 0x0001
#define DXVADDI_EXTENSION_CATEGORY_ENCODER 0x0002
#define DXVADDI_EXTENSION_CATEGORY_PROCESSOR 0x0004
#define DXVADDI_EXTENSION_CATEGORY_ALL 0x0007
#define DXVADDI_EXTENSION_CAPTYPE_MIN 300
#define DXVADDI_EXTENSION_CAPTYPE_MAX 400

typedef struct _DXVADDI_QUERYEXTENSIONCAPSINPUT {
  const GUID* pGuid;
  UINT CapType;
  DXVADDI_PRIVATEDATA* pPrivate;
} DXVADDI_QUERYEXTENSIONCAPSINPUT;

typedef struct _D3DDDIARG_CREATEEXTENSIONDEVICE {
  const GUID* pGuid;
  DXVADDI_PRIVATEDATA* pPrivate;
  HANDLE hExtension;
} D3DDDIARG_CREATEEXTENSIONDEVICE;

typedef struct _D3DDDIARG_EXTENSIONEXECUTE {
  HANDLE hExtension;
  UINT Function;
  DXVADDI_PRIVATEDATA* pPrivateInput;
  DXVADDI_PRIVATEDATA* pPrivateOutput;
  UINT NumBuffers;
  DXVADDI_PRIVATEBUFFER* pBuffers;
} D3DDDIARG_EXTENSIONEXECUTE;

EXTERN_C_END
