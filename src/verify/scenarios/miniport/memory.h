// What scenarios about memory have in common.
#pragma once

#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {

// Surfaces of which four fill the smallest segment of memory; skips when that is none or very
// large.
Recipe quarter_of_memory(Stage& stage);

// The first pixel of a surface that the CPU sees is what the GPU put there, or it is N-070.
void expect_color(Stage& stage, Client& client, D3DKMT_HANDLE device, D3DKMT_HANDLE allocation,
                  UINT color);

}  // namespace drydock::verify::miniport
