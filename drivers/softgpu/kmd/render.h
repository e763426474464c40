#pragma once

#include "adapter.h"

DXGKDDI_RENDER SoftGpuRender;
DXGKDDI_RENDERKM SoftGpuRenderKm;
DXGKDDI_PATCH SoftGpuPatch;
DXGKDDI_BUILDPAGINGBUFFER SoftGpuBuildPagingBuffer;
