// Checks of what a minidriver's descriptors say; each fault is a finding of its rule.
//
// This room reads tables and structures of drivers and clients: descriptors, data formats and
// ranges (format.h), framings (framing.h), the lists that answer questions about pin types
// (lists.h). It calls no driver and stores nothing.
//
// Contract: a descriptor is checked when it is handed in, by KsInitializeDriver,
// KsCreateFilterFactory or KsFilterCreatePinFactory. False means that it cannot be used. Cost: one
// walk through the descriptor. Owner: the tables are the driver's, and the room stores no pointer
// to them. Threads: any; the tables must not change meanwhile.
#pragma once

#include "src/ks/base/wdk.h"

namespace drydock::ks {

bool check_device(const KSDEVICE_DESCRIPTOR* descriptor);  // S-098
// S-099 to S-101, S-131, S-132, and the pin types.
bool check_filter(const KSFILTER_DESCRIPTOR& descriptor);
// S-003, S-009, S-021, S-022, S-024 to S-026, S-032, S-036 to S-041, S-080, S-129, S-131, S-215,
// S-273.
bool check_pin(const KSPIN_DESCRIPTOR_EX& descriptor, const char* where);
bool check_events(const KSAUTOMATION_TABLE* table, const char* where);  // S-251

// The standard transport (S-130): a pin that processes or whose filter does, unless its flags say
// otherwise.
bool uses_standard_transport(const KSPIN_DESCRIPTOR_EX& pin, const KSFILTER_DESCRIPTOR& filter);

}  // namespace drydock::ks
