// Keys of device properties that drivers set.
#ifndef _DEVPKEY_H_
#define _DEVPKEY_H_

#include "devpropdef.h"

DEFINE_DEVPROPKEY(DEVPKEY_Device_PhysicalDeviceLocation, 0x540b947e, 0x8b40, 0x45bc, 0xa8, 0xa2,
                  0x6a, 0x0b, 0x89, 0x4c, 0xbd, 0xa2, 9);

#endif /* _DEVPKEY_H_ */
