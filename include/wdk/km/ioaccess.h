// Port and register access for miniports that do not include wdm.h.
#ifndef _IOACCESS_H_
#define _IOACCESS_H_

#include "ntdef.h"
#include "wdm/ports.h"

#endif
