// What a minidriver's descriptors must look like; each fault is a finding of its rule.
//
// They are checked when they are handed in: KsInitializeDriver, KsCreateFilterFactory,
// KsFilterCreatePinFactory. False means that the descriptor cannot be used.
#pragma once

#include "src/ks/wdk.h"

namespace drydock::ks {

bool check_device(const KSDEVICE_DESCRIPTOR* descriptor);  // S-098
// S-099 to S-101, S-131, S-132, and the pin types.
bool check_filter(const KSFILTER_DESCRIPTOR& descriptor);
// S-009, S-025, S-026, S-036, S-039, S-040, S-129, S-131, S-273.
bool check_pin(const KSPIN_DESCRIPTOR_EX& descriptor, const char* where);
bool check_framing(const KSALLOCATOR_FRAMING_EX& framing, const char* where);

// The standard transport (S-130): a pin that processes or whose filter does, unless its flags say
// otherwise.
bool uses_standard_transport(const KSPIN_DESCRIPTOR_EX& pin, const KSFILTER_DESCRIPTOR& filter);

}  // namespace drydock::ks
