// Helpers for scenarios about the contents of memory.
#pragma once

#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {

// A surface of which four fill the smallest segment of memory. Skips when there is no such segment
// or when it is very large.
Recipe quarter_of_memory(Stage& stage);

// Skips unless the driver draws for GDI: other work leaves unknown contents in an allocation.
void need_drawing(Stage& stage);

// Raises N-070 unless the CPU reads the colour that the GPU wrote to the first pixel.
void expect_color(Stage& stage, Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation,
                  UINT color);

}  // namespace drydock::verify::miniport
