// The entry of Direct3D 9 and before.
#pragma once

#include "device.h"

// Writes the functions that do something, and answers for all that this device has not.
void fill_device_functions(D3DDDI_DEVICEFUNCS& out);

// Writes only the answers for functions that this device has not.
void fill_unsupported_functions(D3DDDI_DEVICEFUNCS& out);
