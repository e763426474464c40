// A client that changes properties of an allocation, and what its driver is asked.
#pragma once

#include "tests/dxgk/memory/residency_set_scene.h"

namespace drydock::testing {

class AllocationProperty : public ResidencySet {
 protected:
  void begin(EngineMiniport::Settings settings = {.segments = 3}) {
    settings.version = DXGKDDI_INTERFACE_VERSION_WDDM2_1;
    run(settings);
    one = world->one();
    bring_in({one});
    world->engine.misdeeds.property = [this](const DXGKARG_VALIDATEUPDATEALLOCPROPERTY& wanted) {
      asked.push_back(wanted);
      return answer;
    };
    world->engine.take_calls();
  }
  D3DDDI_UPDATEALLOCPROPERTY change() const {
    D3DDDI_UPDATEALLOCPROPERTY out{};
    out.hPagingQueue = queue->handle;
    out.hAllocation = one;
    return out;
  }
  D3DDDI_UPDATEALLOCPROPERTY into(UINT segments) const {
    D3DDDI_UPDATEALLOCPROPERTY out = change();
    out.SetSupportedSegmentSet = 1;
    out.SupportedSegmentSet = segments;
    return out;
  }
  static NTSTATUS update(D3DDDI_UPDATEALLOCPROPERTY& data) {
    return D3DKMTUpdateAllocationProperty(&data);
  }
  void expect_pending(D3DDDI_UPDATEALLOCPROPERTY data) {
    ASSERT_EQ(update(data), STATUS_PENDING);
    EXPECT_NE(data.PagingFenceValue, 0U);
    EXPECT_EQ(queue->wait(world->device, data.PagingFenceValue), STATUS_SUCCESS);
  }

  D3DKMT_HANDLE one = 0;
  std::vector<DXGKARG_VALIDATEUPDATEALLOCPROPERTY> asked;
  std::optional<NTSTATUS> answer;
};

}  // namespace drydock::testing
