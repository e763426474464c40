// Planted bugs of the software GPU's user-mode driver: one driver has them all, and commits the one
// that a test has chosen.
#pragma once

enum SoftGpuTwin {
  kProper,
  kOldBuffers,     // goes on in the buffers that pfnRenderCb replaced
  kListRelease,    // releases by list only
  kNeverReleased,  // forgets what it destroys
  kHalfCreated,    // gives up when its allocations are there
  kOwnInvalid,     // has an E_INVALIDARG of its own
  kEarlyRelease,   // releases before the batch is submitted
  kStillLocked,    // releases what is locked
  kSecondRelease,  // releases again what it has released
  kContextLeft,    // leaves its context
  kSwallowed,      // takes no notice of a submission that failed
  kNoRetry,        // tries a discarding lock once
};

extern "C" int softgpu_twin;
