// Format and filter structures of wave formats.
#pragma once

#include "waveformat.h"

#define ACM_MPEG_LAYER1 (0x0001)
#define ACM_MPEG_LAYER2 (0x0002)
#define ACM_MPEG_LAYER3 (0x0004)
#define ACM_MPEG_STEREO (0x0001)
#define ACM_MPEG_JOINTSTEREO (0x0002)
#define ACM_MPEG_DUALCHANNEL (0x0004)
#define ACM_MPEG_SINGLECHANNEL (0x0008)
#define ACM_MPEG_PRIVATEBIT (0x0001)
#define ACM_MPEG_COPYRIGHT (0x0002)
#define ACM_MPEG_ORIGINALHOME (0x0004)
#define ACM_MPEG_PROTECTIONBIT (0x0008)
#define ACM_MPEG_ID_MPEG1 (0x0010)
#define MPEGLAYER3_WFX_EXTRA_BYTES 12
#define MPEGLAYER3_ID_UNKNOWN 0
#define MPEGLAYER3_ID_MPEG 1
#define MPEGLAYER3_ID_CONSTANTFRAMESIZE 2
#define MPEGLAYER3_FLAG_PADDING_ISO 0x00000000
#define MPEGLAYER3_FLAG_PADDING_ON 0x00000001
#define MPEGLAYER3_FLAG_PADDING_OFF 0x00000002
#define WMAUDIO_BITS_PER_SAMPLE 16
#define WMAUDIO_MAX_CHANNELS 2
#define MSAUDIO1_BITS_PER_SAMPLE WMAUDIO_BITS_PER_SAMPLE
#define MSAUDIO1_MAX_CHANNELS WMAUDIO_MAX_CHANNELS
#define MSAUDIO1_WFX_EXTRA_BYTES (sizeof(MSAUDIO1WAVEFORMAT) - sizeof(WAVEFORMATEX))
#define JPEG_DIB mmioFOURCC('J', 'P', 'E', 'G')
#define JPEG_PROCESS_BASELINE 0
#define JPEG_Y 1
#define JPEG_YCbCr 2
#define JPEG_RGB 3

#pragma pack(push, 1)

typedef struct adpcmcoef_tag {
  SHORT iCoef1;
  SHORT iCoef2;
} ADPCMCOEFSET, *PADPCMCOEFSET, *LPADPCMCOEFSET;

typedef struct adpcmewaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} ADPCMEWAVEFORMAT, *PADPCMEWAVEFORMAT, *LPADPCMEWAVEFORMAT;

typedef struct adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
  WORD wNumCoef;
  ADPCMCOEFSET aCoef[0];
} ADPCMWAVEFORMAT, *PADPCMWAVEFORMAT, *LPADPCMWAVEFORMAT;

typedef struct aptxwaveformat_tag {
  WAVEFORMATEX wfx;
} APTXWAVEFORMAT, *PAPTXWAVEFORMAT, *LPAPTXWAVEFORMAT;

typedef struct audiofile_af10waveformat_tag {
  WAVEFORMATEX wfx;
} AUDIOFILE_AF10WAVEFORMAT, *PAUDIOFILE_AF10WAVEFORMAT, *LPAUDIOFILE_AF10WAVEFORMAT;

typedef struct audiofile_af36waveformat_tag {
  WAVEFORMATEX wfx;
} AUDIOFILE_AF36WAVEFORMAT, *PAUDIOFILE_AF36WAVEFORMAT, *LPAUDIOFILE_AF36WAVEFORMAT;

typedef struct contres_cr10waveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} CONTRESCR10WAVEFORMAT, *PCONTRESCR10WAVEFORMAT, *LPCONTRESCR10WAVEFORMAT;

typedef struct contres_vqlpcwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} CONTRESVQLPCWAVEFORMAT, *PCONTRESVQLPCWAVEFORMAT, *LPCONTRESVQLPCWAVEFORMAT;

typedef struct creative_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
} CREATIVEADPCMWAVEFORMAT, *PCREATIVEADPCMWAVEFORMAT, *LPCREATIVEADPCMWAVEFORMAT;

typedef struct creative_fastspeech10format_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
} CREATIVEFASTSPEECH10WAVEFORMAT, *PCREATIVEFASTSPEECH10WAVEFORMAT,
    *LPCREATIVEFASTSPEECH10WAVEFORMAT;

typedef struct creative_fastspeech8format_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
} CREATIVEFASTSPEECH8WAVEFORMAT, *PCREATIVEFASTSPEECH8WAVEFORMAT, *LPCREATIVEFASTSPEECH8WAVEFORMAT;

typedef struct csimaadpcmwaveformat_tag {
  WAVEFORMATEX wfx;
} CSIMAADPCMWAVEFORMAT, *PCSIMAADPCMWAVEFORMAT, *LPCSIMAADPCMWAVEFORMAT;

typedef struct creative_fastspeechformat_tag {
  WAVEFORMATEX ewf;
} DIALOGICOKIADPCMWAVEFORMAT, *PDIALOGICOKIADPCMWAVEFORMAT, *LPDIALOGICOKIADPCMWAVEFORMAT;

typedef struct digiadpcmmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} DIGIADPCMWAVEFORMAT, *PDIGIADPCMWAVEFORMAT, *LPDIGIADPCMWAVEFORMAT;

typedef struct digifixwaveformat_tag {
  WAVEFORMATEX wfx;
} DIGIFIXWAVEFORMAT, *PDIGIFIXWAVEFORMAT, *LPDIGIFIXWAVEFORMAT;

typedef struct digirealwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} DIGIREALWAVEFORMAT, *PDIGIREALWAVEFORMAT, *LPDIGIREALWAVEFORMAT;

typedef struct digistdwaveformat_tag {
  WAVEFORMATEX wfx;
} DIGISTDWAVEFORMAT, *PDIGISTDWAVEFORMAT, *LPDIGISTDWAVEFORMAT;

typedef struct dolbyac2waveformat_tag {
  WAVEFORMATEX wfx;
  WORD nAuxBitsCode;
} DOLBYAC2WAVEFORMAT;

typedef struct drmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wReserved;
  ULONG ulContentId;
  WAVEFORMATEX wfxSecure;
} DRMWAVEFORMAT, *PDRMWAVEFORMAT, *LPDRMWAVEFORMAT;

typedef struct dvi_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} DVIADPCMWAVEFORMAT, *PDVIADPCMWAVEFORMAT, *LPDVIADPCMWAVEFORMAT;

typedef struct echosc1waveformat_tag {
  WAVEFORMATEX wfx;
} ECHOSC1WAVEFORMAT, *PECHOSC1WAVEFORMAT, *LPECHOSC1WAVEFORMAT;

typedef struct fmtowns_snd_waveformat_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
} FMTOWNS_SND_WAVEFORMAT, *PFMTOWNS_SND_WAVEFORMAT, *LPFMTOWNS_SND_WAVEFORMAT;

typedef struct g721_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD nAuxBlockSize;
} G721_ADPCMWAVEFORMAT, *PG721_ADPCMWAVEFORMAT, *LPG721_ADPCMWAVEFORMAT;

typedef struct g723_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD cbExtraSize;
  WORD nAuxBlockSize;
} G723_ADPCMWAVEFORMAT, *PG723_ADPCMWAVEFORMAT, *LPG723_ADPCMWAVEFORMAT;

typedef struct gsm610waveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} GSM610WAVEFORMAT, *PGSM610WAVEFORMAT, *LPGSM610WAVEFORMAT;

typedef struct heaacwaveinfo_tag {
  WAVEFORMATEX wfx;
  WORD wPayloadType;
  WORD wAudioProfileLevelIndication;
  WORD wStructType;
  WORD wReserved1;
  DWORD dwReserved2;
} HEAACWAVEINFO, *PHEAACWAVEINFO, *LPHEAACWAVEINFO;

typedef struct ima_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} IMAADPCMWAVEFORMAT, *PIMAADPCMWAVEFORMAT, *LPIMAADPCMWAVEFORMAT;

typedef struct mediaspace_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
} MEDIASPACEADPCMWAVEFORMAT, *PMEDIASPACEADPCMWAVEFORMAT, *LPMEDIASPACEADPCMWAVEFORMAT;

typedef struct mpeg1waveformat_tag {
  WAVEFORMATEX wfx;
  WORD fwHeadLayer;
  DWORD dwHeadBitrate;
  WORD fwHeadMode;
  WORD fwHeadModeExt;
  WORD wHeadEmphasis;
  WORD fwHeadFlags;
  DWORD dwPTSLow;
  DWORD dwPTSHigh;
} MPEG1WAVEFORMAT, *PMPEG1WAVEFORMAT, *LPMPEG1WAVEFORMAT;

typedef struct mpeglayer3waveformat_tag {
  WAVEFORMATEX wfx;
  WORD wID;
  DWORD fdwFlags;
  WORD nBlockSize;
  WORD nFramesPerBlock;
  WORD nCodecDelay;
} MPEGLAYER3WAVEFORMAT, *PMPEGLAYER3WAVEFORMAT, *LPMPEGLAYER3WAVEFORMAT;

typedef struct msaudio1waveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
  WORD wEncodeOptions;
} MSAUDIO1WAVEFORMAT, *LPMSAUDIO1WAVEFORMAT;

typedef struct nms_vbxadpcmmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wSamplesPerBlock;
} NMS_VBXADPCMWAVEFORMAT, *PNMS_VBXADPCMWAVEFORMAT, *LPNMS_VBXADPCMWAVEFORMAT;

typedef struct oliadpcmwaveformat_tag {
  WAVEFORMATEX wfx;
} OLIADPCMWAVEFORMAT, *POLIADPCMWAVEFORMAT, *LPOLIADPCMWAVEFORMAT;

typedef struct olicelpwaveformat_tag {
  WAVEFORMATEX wfx;
} OLICELPWAVEFORMAT, *POLICELPWAVEFORMAT, *LPOLICELPWAVEFORMAT;

typedef struct oligsmwaveformat_tag {
  WAVEFORMATEX wfx;
} OLIGSMWAVEFORMAT, *POLIGSMWAVEFORMAT, *LPOLIGSMWAVEFORMAT;

typedef struct olioprwaveformat_tag {
  WAVEFORMATEX wfx;
} OLIOPRWAVEFORMAT, *POLIOPRWAVEFORMAT, *LPOLIOPRWAVEFORMAT;

typedef struct olisbcwaveformat_tag {
  WAVEFORMATEX wfx;
} OLISBCWAVEFORMAT, *POLISBCWAVEFORMAT, *LPOLISBCWAVEFORMAT;

typedef struct sierra_adpcmwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
} SIERRAADPCMWAVEFORMAT, *PSIERRAADPCMWAVEFORMAT, *LPSIERRAADPCMWAVEFORMAT;

typedef struct sonarcwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wCompType;
} SONARCWAVEFORMAT, *PSONARCWAVEFORMAT, *LPSONARCWAVEFORMAT;

typedef struct truespeechwaveformat_tag {
  WAVEFORMATEX wfx;
  WORD wRevision;
  WORD nSamplesPerBlock;
  BYTE abReserved[28];
} TRUESPEECHWAVEFORMAT, *PTRUESPEECHWAVEFORMAT, *LPTRUESPEECHWAVEFORMAT;

typedef struct wavefilter_tag {
  DWORD cbStruct;
  DWORD dwFilterTag;
  DWORD fdwFilter;
  DWORD dwReserved[5];
} WAVEFILTER, *PWAVEFILTER, *LPWAVEFILTER;

typedef struct wmaudio2waveformat_tag {
  WAVEFORMATEX wfx;
  DWORD dwSamplesPerBlock;
  WORD wEncodeOptions;
  DWORD dwSuperBlockAlign;
} WMAUDIO2WAVEFORMAT, *LPWMAUDIO2WAVEFORMAT;

typedef struct wmaudio3waveformat_tag {
  WAVEFORMATEX wfx;
  WORD wValidBitsPerSample;
  DWORD dwChannelMask;
  DWORD dwReserved1;
  DWORD dwReserved2;
  WORD wEncodeOptions;
  WORD wReserved3;
} WMAUDIO3WAVEFORMAT, *LPWMAUDIO3WAVEFORMAT;

typedef struct yamaha_adpmcwaveformat_tag {
  WAVEFORMATEX wfx;
} YAMAHA_ADPCMWAVEFORMAT, *PYAMAHA_ADPCMWAVEFORMAT, *LPYAMAHA_ADPCMWAVEFORMAT;

typedef struct wavefilter_echo_tag {
  WAVEFILTER wfltr;
  DWORD dwVolume;
  DWORD dwDelay;
} ECHOWAVEFILTER, *PECHOWAVEFILTER, *LPECHOWAVEFILTER;

typedef struct heaacwaveformat_tag {
  HEAACWAVEINFO wfInfo;
  BYTE pbAudioSpecificConfig[1];
} HEAACWAVEFORMAT, *PHEAACWAVEFORMAT, *LPHEAACWAVEFORMAT;

typedef struct wavefilter_volume_tag {
  WAVEFILTER wfltr;
  DWORD dwVolume;
} VOLUMEWAVEFILTER, *PVOLUMEWAVEFILTER, *LPVOLUMEWAVEFILTER;

#pragma pack(pop)
