// A client on an adapter with one video present source, and its calls about who owns it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/thunks/machine.h"

namespace drydock::testing {

class SourceScene : public ::testing::Test {
 protected:
  explicit SourceScene(const std::vector<std::string>& arguments = {"-DBOOK_SOURCES=1"})
      : machine(arguments) {}

  static NTSTATUS own(D3DKMT_HANDLE device, D3DKMT_VIDPNSOURCEOWNER_TYPE type,
                      D3DDDI_VIDEO_PRESENT_SOURCE_ID source = 0) {
    D3DKMT_SETVIDPNSOURCEOWNER request{};
    request.hDevice = device;
    request.pType = &type;
    request.pVidPnSourceId = &source;
    request.VidPnSourceCount = 1;
    return D3DKMTSetVidPnSourceOwner(&request);
  }
  static NTSTATUS own_exclusively(D3DKMT_HANDLE device) {
    return own(device, D3DKMT_VIDPNSOURCEOWNER_EXCLUSIVE);
  }
  static NTSTATUS release(D3DKMT_HANDLE device) {
    D3DKMT_SETVIDPNSOURCEOWNER request{};
    request.hDevice = device;
    return D3DKMTSetVidPnSourceOwner(&request);
  }
  NTSTATUS check(D3DDDI_VIDEO_PRESENT_SOURCE_ID source = 0) const {
    const D3DKMT_CHECKVIDPNEXCLUSIVEOWNERSHIP request{client.adapter(), source};
    return D3DKMTCheckVidPnExclusiveOwnership(&request);
  }

  Machine machine;
  Client client{machine};
  const D3DKMT_HANDLE device = client.new_device();
};

}  // namespace drydock::testing
