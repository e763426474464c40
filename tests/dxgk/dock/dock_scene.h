// Clients of the software GPU.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/dock.h"
#include "src/rules/finding.h"
#include "tests/support/client.h"
#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

class DockTest : public ::testing::Test {
 protected:
  void TearDown() override {
    EXPECT_THAT(log_.findings(), ::testing::IsEmpty()) << text_of(log_.findings());
  }

  rules::FindingLog log_;
};

inline std::vector<D3DKMT_ADAPTERINFO> enumerate() {
  D3DKMT_ENUMADAPTERS2 data{};
  EXPECT_EQ(D3DKMTEnumAdapters2(&data), STATUS_SUCCESS);
  std::vector<D3DKMT_ADAPTERINFO> out(data.NumAdapters);
  data.pAdapters = out.data();
  EXPECT_EQ(D3DKMTEnumAdapters2(&data), STATUS_SUCCESS);
  out.resize(data.NumAdapters);
  return out;
}

inline LUID luid_of(AdapterId id) {
  LUID out{};
  out.LowPart = id.low;
  out.HighPart = id.high;
  return out;
}

struct Made {
  NTSTATUS status;
  D3DKMT_HANDLE resource, allocation;
};

inline Made create_surface(D3DKMT_HANDLE device, SOFTGPU_ALLOCATION_DATA& data,
                           UINT bytes = sizeof(SOFTGPU_ALLOCATION_DATA)) {
  D3DDDI_ALLOCATIONINFO2 info{};
  info.pPrivateDriverData = &data;
  info.PrivateDriverDataSize = bytes;
  D3DKMT_CREATEALLOCATION call{};
  call.hDevice = device;
  call.NumAllocations = 1;
  call.pAllocationInfo2 = &info;
  call.Flags.CreateResource = 1;
  const NTSTATUS status = D3DKMTCreateAllocation2(&call);
  return {status, call.hResource, info.hAllocation};
}

inline SOFTGPU_BOOKS books_of(D3DKMT_HANDLE adapter) {
  SOFTGPU_ESCAPE_DATA data = softgpu_escape(SOFTGPU_ESCAPE_READ_BOOKS);
  EXPECT_EQ(escape_with(adapter, data), STATUS_SUCCESS);
  return data.Books;
}

}  // namespace drydock::testing
