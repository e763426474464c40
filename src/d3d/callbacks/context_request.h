// The common part of pfnCreateContextCb and pfnCreateContextVirtualCb.
#pragma once

#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/callbacks/paging.h"
#include "src/nt/base/fault_point.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {

// Contexts of Direct3D 12 are a command queue's, and made by the core layer (U-299).
inline void check_context_table(Frame& frame, const char* callback) {
  if (rules::breaks("U-299", frame.is_past_core_layer()))
    nt::Breach("U-299", nt::Offender::running())
        .message(std::string(callback) +
                 " of pKTCallbacks was called; contexts of Direct3D 12 are a command "
                 "queue's, and made by that of the core layer")
        .raise_later();
}

// What comes before both. Returns false when a fault is to make the creation fail.
inline bool begin_creation(Frame& frame, const char* callback) {
  check_context_table(frame, callback);
  check_trimming(frame);
  return !nt::fails_here(sim::FaultKind::kObject);
}

// The documents of user-mode drivers call the affinity an engine's index, those of clients of the
// graphics kernel a mask (K-348). Drivers that pass 0 mean the first engine.
inline UINT affinity_mask(UINT affinity) { return affinity == 0 ? 1 : affinity; }

template <typename Request, typename Data>
Request context_request(const Frame& frame, const Data& data) {
  Request out{};
  out.hDevice = frame.device.kernel().value;
  out.NodeOrdinal = data.NodeOrdinal;
  out.EngineAffinity = affinity_mask(data.EngineAffinity);
  out.Flags = data.Flags;
  out.pPrivateDriverData = data.pPrivateDriverData;
  out.PrivateDriverDataSize = data.PrivateDriverDataSize;
  return out;
}

inline Context& add_context(Frame& frame, D3DKMT_HANDLE kernel, const char* callback) {
  Context& context = frame.objects().add_context(RuntimeHandle::next(HandleKind::kContext));
  context.kernel = {kernel};
  note(context.history, ("made by " + std::string(callback)).c_str());
  return context;
}

inline void destroy_in_kernel(KernelHandle context) {
  const D3DKMT_DESTROYCONTEXT request{context.value};
  D3DKMTDestroyContext(&request);
}

// The answer cannot be written, so the context is destroyed again.
inline HRESULT undo_creation(Context& context) {
  destroy_in_kernel(context.kernel);
  context.is_alive = false;
  return E_INVALIDARG;
}

}  // namespace drydock::d3d
