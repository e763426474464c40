// Display half of the kernel-mode driver interface: networks, monitors, targets, planes, presents.
#pragma once

#include "base.h"
#include "caps.h"
#include "allocation.h"

#include "display_vidpn.h"
#include "display_monitor.h"
#include "display_modeset.h"
#include "display_target.h"
#include "display_scanout.h"
#include "display_overlay.h"
#include "display_mpo.h"
#include "display_flip.h"
#include "display_present.h"
#include "display_power.h"
