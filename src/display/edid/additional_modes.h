// The modes that Windows asks drivers to list beside those of a monitor: the standard modes of
// televisions for a monitor with a CTA-861 extension, 640 x 480 for an analog one.
//
// Owner: the caller. Threads: any. Cost: a pass over a short table.
#pragma once

#include <vector>

#include "src/display/edid/edid.h"
#include "src/wdk/graphics.h"

namespace drydock::display {

std::vector<DXGK_TARGETMODE_DETAIL_TIMING> additional_modes(const Edid& edid, bool is_television);

// The picture and its rate, as target modes have them.
Timing timing_of(const DXGK_TARGETMODE_DETAIL_TIMING& mode);

}  // namespace drydock::display
