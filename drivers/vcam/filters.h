// The two filters: the camera, and a monitor that looks at frames.
#pragma once

#include "vcam.h"

extern const KSFILTER_DESCRIPTOR kCaptureFilter;
extern const KSFILTER_DESCRIPTOR kMonitorFilter;
