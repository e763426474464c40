// Callbacks of what this kernel does not have: displays, overlays, hardware queues. Each answers
// what a kernel of WDDM 1.x makes of the same request; the graphics kernel's own words for it are
// STATUS_NOT_SUPPORTED.
#include "src/d3d/callbacks/callbacks.h"
#include "src/d3d/driver/result.h"
#include "src/rules/evaluated.h"

namespace drydock::d3d {
namespace {

// One function for each callback, made of its type, so that findings can name it.
template <typename Function>
struct Unsupported;

template <typename Data>
struct Unsupported<HRESULT(APIENTRY*)(HANDLE, Data*)> {
  static HRESULT APIENTRY answer(HANDLE device, Data*) {
    return d3d::answer(device, "a callback that this kernel does not have",
                       [](Frame&) { return to_result(STATUS_NOT_SUPPORTED); });
  }
};

template <typename Function>
void refuse(Function& slot) {
  slot = Unsupported<Function>::answer;
}

// Threads of the driver's own: not where the application wants none (U-256), and not beside those
// that the runtime would send into LockAsync (U-254).
void check_worker(Frame& frame, bool is_async) {
  if (is_async && rules::breaks("U-256", frame.device.flags().AllowMultithreading == 0))
    nt::Breach("U-256", nt::Offender::running())
        .message("pfnSetAsyncCallbacksCb(TRUE) on a device without AllowMultithreading")
        .raise_later();
  if (is_async && rules::breaks("U-254", frame.device.has_lock_async()))
    nt::Breach("U-254", nt::Offender::running())
        .message("pfnSetAsyncCallbacksCb(TRUE) by a driver that has pfnLockAsync")
        .raise_later();
}

HRESULT APIENTRY set_async(HANDLE device, BOOL is_async) {
  return answer(device, "pfnSetAsyncCallbacksCb", [&](Frame& frame) -> HRESULT {
    check_worker(frame, is_async != FALSE);
    frame.device.set_async(is_async != FALSE);
    return S_OK;
  });
}

// A marker means nothing here; traces show it.
HRESULT APIENTRY log_marker(HANDLE device, const D3DDDICB_LOGUMDMARKER*) {
  return answer(device, "pfnLogUMDMarkerCb", [](Frame&) -> HRESULT { return S_OK; });
}

// U-261: this runtime never calls SetDisplayModeDXGI, in which alone it may come.
HRESULT APIENTRY set_display_mode(HANDLE device, D3DDDICB_SETDISPLAYMODE*) {
  return answer(device, "pfnSetDisplayModeCb", [](Frame& frame) {
    if (frame.device.adapter().is_of_10())
      nt::Breach("U-261", nt::Offender::running())
          .message("pfnSetDisplayModeCb was called outside of SetDisplayModeDXGI")
          .raise_later();
    return to_result(STATUS_NOT_SUPPORTED);
  });
}

void refuse_displays(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnSetDisplayModeCb = set_display_mode;
  refuse(table.pfnCreateOverlayCb);
  refuse(table.pfnUpdateOverlayCb);
  refuse(table.pfnFlipOverlayCb);
  refuse(table.pfnDestroyOverlayCb);
  refuse(table.pfnSetDisplayPrivateDriverFormatCb);
  refuse(table.pfnPresentMultiPlaneOverlayCb);
}

void refuse_sharing(D3DDDI_DEVICECALLBACKS& table) {
  refuse(table.pfnGetResourcePresentPrivateDriverDataCb);
  refuse(table.pfnAcquireResourceCb);
  refuse(table.pfnReleaseResourceCb);
}

void refuse_queues(D3DDDI_DEVICECALLBACKS& table) {
  refuse(table.pfnCreateHwContextCb);
  refuse(table.pfnDestroyHwContextCb);
  refuse(table.pfnSubmitWaitForSyncObjectsToHwQueueCb);
  refuse(table.pfnSubmitSignalSyncObjectsToHwQueueCb);
  refuse(table.pfnSubmitPresentBltToHwQueueCb);
  refuse(table.pfnSubmitPresentToHwQueueCb);
  refuse(table.pfnSubmitHistorySequenceCb);
}

}  // namespace

void add_unsupported_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnSetAsyncCallbacksCb = set_async;
  table.pfnLogUMDMarkerCb = log_marker;
  refuse_displays(table);
  refuse_sharing(table);
  refuse_queues(table);
}

}  // namespace drydock::d3d
