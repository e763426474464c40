#pragma once

#include "softgpu_kmd.h"

// The state of a context that an engine saves between two packets. It lies in video memory.
struct ContextState {
  UINT magic;
  UINT reserved;
  UINT64 packets;          // that have ended
  const UCHAR* resume_at;  // the command before which a packet was preempted; null: none was
};
constexpr UINT kContextStateMagic = 0x53475053;
