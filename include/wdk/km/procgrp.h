// Processor groups for drivers that also run on systems without them.
#ifndef _PROCGRP_
#define _PROCGRP_

#include "ntddk.h"

EXTERN_C_START

NTSTATUS WdmlibProcgrpInitialize(VOID);

EXTERN_C_END

#endif
