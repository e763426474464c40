// Capture into video memory: what its property set must be (section 22 of the rules).
#pragma once

#include "src/ks/request.h"
#include "src/ks/wdk.h"

namespace drydock::ks {

// S-277: all four properties, or none.
void check_vram_set(const KSPIN_DESCRIPTOR_EX& pin, const char* where);

// S-283, of what a minidriver answered.
void check_surface_answer(PIRP irp, const Request& request);
// The same of what a client sets: to be refused.
bool is_no_surface(const Request& request);

}  // namespace drydock::ks
