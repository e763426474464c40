#pragma once

#include "adapter.h"

DXGKDDI_INTERRUPT_ROUTINE SoftGpuInterruptRoutine;
DXGKDDI_DPC_ROUTINE SoftGpuDpcRoutine;
DXGKDDI_CONTROLINTERRUPT SoftGpuControlInterrupt;
