// A device with a resource and a paging queue.
#pragma once

#include "tests/d3d/support/engine_stand.h"
#include "tests/d3d/support/scene.h"

namespace drydock::testing {

constexpr ULONG kCantTrimFurther = 1, kMustSucceed = 2;  // of D3DDDI_MAKERESIDENT_FLAGS
constexpr ULONG kNotWrittenTo = 2;                       // of D3DDDI_EVICT_FLAGS

// A device with a resource and a paging queue.
struct PagingScene : Scene {
  explicit PagingScene(const d3d::ResourceSpec& spec = textures())
      : Scene({}, Stand::Generation::kWddm2) {
    begin(spec);
    EXPECT_EQ(call(CALLBACK_CREATE_QUEUE), S_OK) << stand.findings_text();
  }

  HRESULT call(CALL_BACK callback, ULONG value = 0) {
    return err_in_flush(callback, MISTAKE_NONE, value);
  }
  D3DKMT_HANDLE queue() const { return device->objects.queues.begin()->first.value; }
  // Waits until the kernel has done what it was asked for.
  void settle() {
    for (int i = 0; i < 2; ++i)
      stand.kernel_adapter().scheduler()->run_on_strand([](vidmm::VideoMemory&) {});
  }
  void make_resident() {
    EXPECT_EQ(call(CALLBACK_MAKE_RESIDENT), E_PENDING) << stand.findings_text();
    settle();
  }
};

}  // namespace drydock::testing
