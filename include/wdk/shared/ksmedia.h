// Multimedia sets of kernel streaming: audio, video, capture devices and cameras.
#ifndef _KSMEDIA_
#define _KSMEDIA_

#include <string.h>
#include "ks.h"

#include "ksmedia/names.h"
#include "ksmedia/audio_formats.h"
#include "ksmedia/audio_properties.h"
#include "ksmedia/audio_legacy.h"
#include "ksmedia/mpeg.h"
#include "ksmedia/video_formats.h"
#include "ksmedia/vbi.h"
#include "ksmedia/capture.h"
#include "ksmedia/video_port.h"
#include "ksmedia/camera_control.h"
#include "ksmedia/camera_extended.h"

#endif
