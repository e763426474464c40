// Brightness and backlight.
#pragma once

#define DXGK_BRIGHTNESS_MAXIMUM_NIT_RANGE_COUNT 16

#pragma pack(push, 1)

typedef struct _DXGK_BACKLIGHT_INFO {
  USHORT BacklightUsersetting;
  USHORT BacklightEffective;
  D3DDDI_GAMMA_RAMP_RGB256x3x16 GammaRamp;
} DXGK_BACKLIGHT_INFO;

typedef enum {
  DxgkBacklightOptimizationDisable = 0,
  DxgkBacklightOptimizationDesktop = 1,
  DxgkBacklightOptimizationDynamic = 2,
  DxgkBacklightOptimizationDimmed = 3,
#if (DXGKDDI_INTERFACE_VERSION >= DXGKDDI_INTERFACE_VERSION_WDDM2_2)
  DxgkBacklightOptimizationEDR = 4,
#endif
} DXGK_BACKLIGHT_OPTIMIZATION_LEVEL;

typedef struct _DXGK_BRIGHTNESS_CAPS {
  union {
    struct {
      UINT SmoothBrightness : 1;
      UINT AdaptiveBrightness : 1;
      UINT NitsBrightness : 1;
      UINT Reserved : 29;
    };
    UINT Value;
  };
} DXGK_BRIGHTNESS_CAPS;

typedef struct _DXGK_BRIGHTNESS_GET_OUT {
  UINT32 CurrentBrightnessMillinits;
  UINT32 TargetBrightnessMillinits;
} DXGK_BRIGHTNESS_GET_OUT, *PDXGK_BRIGHTNESS_GET_OUT;

typedef struct _DXGK_BRIGHTNESS_NIT_RANGE {
  UINT32 MinimumLevelMillinit;
  UINT32 MaximumLevelMillinit;
  UINT32 StepSizeMillinit;
} DXGK_BRIGHTNESS_NIT_RANGE;

typedef struct _DXGK_BRIGHTNESS_GET_NIT_RANGES_OUT {
  UINT32 NormalRangeCount;
  UINT32 RangeCount;
  UINT32 PreferredMaximumBrightness;
  DXGK_BRIGHTNESS_NIT_RANGE SupportedRanges[DXGK_BRIGHTNESS_MAXIMUM_NIT_RANGE_COUNT];
} DXGK_BRIGHTNESS_GET_NIT_RANGES_OUT, *PDXGK_BRIGHTNESS_GET_NIT_RANGES_OUT;

typedef struct _DXGK_BRIGHTNESS_SENSOR_DATA_CHROMATICITY {
  float ChromaticityX;
  float ChromaticityY;
} DXGK_BRIGHTNESS_SENSOR_DATA_CHROMATICITY;

typedef struct _DXGK_BRIGHTNESS_SENSOR_DATA {
  UINT32 Size;
  union {
    struct {
      UINT AlsReadingValid : 1;
      UINT ChromaticityValid : 1;
      UINT ColorTemperatureValid : 1;
      UINT Reserved : 29;
    } Flags;
    UINT ValidSensorValues;
  };
  float AlsReading;
  DXGK_BRIGHTNESS_SENSOR_DATA_CHROMATICITY Chromaticity;
  float ColorTemperature;
} DXGK_BRIGHTNESS_SENSOR_DATA;

typedef struct _DXGK_BRIGHTNESS_SET_IN {
  UINT32 BrightnessMillinits;
  UINT32 TransitionTimeMs;
  DXGK_BRIGHTNESS_SENSOR_DATA SensorReadings;
} DXGK_BRIGHTNESS_SET_IN, *PDXGK_BRIGHTNESS_SET_IN;

typedef struct _DXGK_BRIGHTNESS_STATE {
  union {
    struct {
      UINT SmoothBrightness : 1;
      UINT Reserved : 31;
    };
    UINT Value;
  };
} DXGK_BRIGHTNESS_STATE;

#pragma pack(pop)
