// pfnSubmitCommandCb: submission by GPU virtual addresses.
//
// A kernel of WDDM 1.x makes no contexts for it, so every context that a driver can name is one of
// patches, and the answer is E_INVALIDARG. What is wrong besides is told too.
#include <fmt/format.h>

#include "src/d3d/callbacks.h"
#include "src/d3d/result.h"
#include "src/dxgk/context.h"
#include "src/dxgk/process.h"
#include "src/dxgk/visit.h"

namespace drydock::d3d {
namespace {

// What the kernel's driver asked for when it made the context; 0 when there is no such context.
UINT private_room_of(Frame& frame, const Context& context) {
  const dxgk::Visit visit;
  const auto* const found = dxgk::as<dxgk::Context>(
      frame.device.adapter().process().handles().look_up(context.kernel.value));
  return found == nullptr ? 0 : found->info().DmaBufferPrivateDataSize;
}

class Submitting {
 public:
  Submitting(Frame& frame, const D3DDDICB_SUBMITCOMMAND* user) : frame_(frame), user_(user) {}

  HRESULT run() {
    if (!thunks::read(user_, data_)) return E_INVALIDARG;
    check_primaries();
    if (!check_count()) return E_INVALIDARG;
    Context* const context =
        frame_.objects().find_context(RuntimeHandle(data_.BroadcastContext[0]));
    if (context == nullptr) {
      frame_.breaches.add("U-133", "pfnSubmitCommandCb names no context of the device");
      return E_INVALIDARG;
    }
    check_private_data(*context);
    frame_.breaches.add(
        "U-146",
        "pfnSubmitCommandCb names a context that pfnCreateContextCb made: its "
        "batches are submitted by pfnRenderCb",
        {.object = fmt::format("context {}", context->number), .history = context->history});
    return E_INVALIDARG;
  }

 private:
  bool check_count() {
    const UINT count = data_.BroadcastContextCount;
    if (count >= 1 && count <= D3DDDI_MAX_BROADCAST_CONTEXT) return true;
    frame_.breaches.add("U-147", fmt::format("pfnSubmitCommandCb has {} contexts", count));
    return false;
  }

  void check_private_data(const Context& context) {
    const UINT room = private_room_of(frame_, context);
    if (data_.PrivateDriverDataSize <= room) return;
    frame_.breaches.add(
        "U-147", fmt::format("pfnSubmitCommandCb has {} bytes of private data; the kernel's driver "
                             "asked for {}",
                             data_.PrivateDriverDataSize, room));
  }

  void check_primaries() {
    if (data_.NumPrimaries > D3DDDI_MAX_WRITTEN_PRIMARIES) {
      frame_.breaches.add("U-148",
                          fmt::format("pfnSubmitCommandCb names {} primaries", data_.NumPrimaries));
      return;
    }
    for (UINT i = 0; i < data_.NumPrimaries; ++i) {
      const Allocation* const found = frame_.objects().find_allocation({data_.WrittenPrimaries[i]});
      if (found != nullptr && found->resource != nullptr)
        found->resource->is_written_unsaid = false;
      if (found == nullptr)
        frame_.breaches.add("U-148", fmt::format("WrittenPrimaries[{}] is {:#x}, which is no "
                                                 "allocation of the device",
                                                 i, data_.WrittenPrimaries[i]));
    }
    frame_.objects().was_submitted_by_address = true;
  }

  Frame& frame_;
  const D3DDDICB_SUBMITCOMMAND* const user_;
  D3DDDICB_SUBMITCOMMAND data_{};
};

HRESULT APIENTRY submit_command(HANDLE device, const D3DDDICB_SUBMITCOMMAND* user) {
  return answer(device, "pfnSubmitCommandCb",
                [&](Frame& frame) { return Submitting(frame, user).run(); });
}

}  // namespace

void add_submit_callbacks(D3DDDI_DEVICECALLBACKS& table) {
  table.pfnSubmitCommandCb = submit_command;
}

}  // namespace drydock::d3d
