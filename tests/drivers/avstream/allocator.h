#pragma once

// A pin that brings its own allocator.
typedef struct _FRAME_POOL
{
    ULONG FrameSize;
    LONG Outstanding;
    NPAGED_LOOKASIDE_LIST Frames;
} FRAME_POOL, *PFRAME_POOL;

extern const KSFILTER_DESCRIPTOR CaptureFilter;
