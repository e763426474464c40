// Probes of paging: a driver that moves every byte passes them, and each way to lose some is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "src/rules/finding.h"
#include "src/vidmm/video_memory.h"
#include "tests/vidmm/model_gpu.h"
#include "tests/vidmm/paging_stand.h"

namespace drydock::vidmm {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class PagingProbe : public ::testing::Test {
 protected:
  ~PagingProbe() override {
    gpu.answer = nullptr;
    EXPECT_EQ(memory.usage(kMemory).free, memory.usage(kMemory).size);
    EXPECT_EQ(memory.usage(kAperture).free, memory.usage(kAperture).size);
    EXPECT_EQ(memory.usage(kAperture).committed, 0U);
  }
  void expect(const char* rule) {
    ASSERT_THAT(log.findings(), SizeIs(1));
    EXPECT_EQ(log.findings()[0].rule->id, rule);
  }

  rules::FindingLog log;
  ModelGpu gpu{8, 8};
  VideoMemory memory{gpu, gpu};
};

TEST_F(PagingProbe, DriverThatMovesEveryByteIsSilent) {
  nt::PageFrame dummy = 0;
  gpu.answer = [&](DXGKARG_BUILDPAGINGBUFFER& operation) {
    // What is unmapped leads to the dummy page.
    if (operation.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT)
      dummy = static_cast<nt::PageFrame>(operation.UnmapApertureSegment.DummyPage.QuadPart /
                                         static_cast<LONGLONG>(kGpuPage));
    for (nt::PageFrame& each : gpu.aperture) each = each == 0 ? dummy : each;
    return STATUS_SUCCESS;
  };
  EXPECT_TRUE(memory.probe_paging(nullptr));
  EXPECT_THAT(log.findings(), IsEmpty());
  EXPECT_EQ(gpu.operations.back().Operation, kUnknownOperation);
}

TEST_F(PagingProbe, K331TransferWithoutAnAllocationThatIsLostIsFound) {
  gpu.loses = [](const DXGKARG_BUILDPAGINGBUFFER& operation) {
    return operation.Operation == DXGK_OPERATION_TRANSFER &&
           operation.Transfer.hAllocation == nullptr && operation.Transfer.Source.SegmentId == 0;
  };
  gpu.caps().segments.pop_back();
  VideoMemory without_aperture(gpu, gpu);
  EXPECT_TRUE(without_aperture.probe_paging(nullptr));
  expect("K-331");
}

TEST_F(PagingProbe, K334WriteThroughAnApertureThatIsLostIsFound) {
  gpu.loses = [](const DXGKARG_BUILDPAGINGBUFFER& operation) {
    return operation.Operation == DXGK_OPERATION_TRANSFER &&
           operation.Transfer.Destination.SegmentId == kAperture;
  };
  memory.probe_paging(nullptr);
  expect("K-334");
}

TEST_F(PagingProbe, K335PagesThatStayMappedAreFound) {
  gpu.loses = [](const DXGKARG_BUILDPAGINGBUFFER& operation) {
    return operation.Operation == DXGK_OPERATION_UNMAP_APERTURE_SEGMENT;
  };
  memory.probe_paging(nullptr);
  expect("K-335");
}

TEST_F(PagingProbe, NothingIsProbedWithoutRoom) {
  ModelTenant large(1, 8, set_of({kMemory}));
  ASSERT_EQ(memory.make_resident(large.tenant), Placed::kYes);
  memory.pin(large.tenant);
  gpu.operations.clear();
  EXPECT_FALSE(memory.probe_paging(nullptr));
  EXPECT_EQ(gpu.count(DXGK_OPERATION_TRANSFER), 0U);
  EXPECT_THAT(log.findings(), IsEmpty());
  memory.unpin(large.tenant);
  memory.discard(large.tenant);
}

// Each buffer is half as large as what the operation needs; the next one is whole.
TEST_F(PagingProbe, SecondTransferComesInHalvesOfABuffer) {
  gpu.caps().segments.pop_back();
  VideoMemory without_aperture(gpu, gpu);
  EXPECT_TRUE(without_aperture.probe_paging(nullptr));
  std::size_t halves = 0;
  for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations)
    halves += each.DmaSize == ModelGpu::kCommandBytes / 2 ? 1 : 0;
  EXPECT_GT(halves, 0U);
  EXPECT_EQ(gpu.operations.back().DmaSize, gpu.buffer().size) << "the limit does not outlive it";
}

// K-344: only paging by virtual addresses has offsets.
class VirtualPagingProbe : public VirtualPaging {
 protected:
  rules::FindingLog log;
};

TEST_F(VirtualPagingProbe, TransfersPageByPageKeepEveryByte) {
  gpu.caps().segments.pop_back();
  VideoMemory without_aperture(gpu, gpu);
  ASSERT_TRUE(without_aperture.start_paging_process(kNames));
  EXPECT_TRUE(without_aperture.probe_paging(nullptr));
  EXPECT_THAT(log.findings(), IsEmpty());
  std::size_t pages = 0;
  for (const DXGKARG_BUILDPAGINGBUFFER& each : gpu.operations) {
    pages += each.Operation == DXGK_OPERATION_VIRTUAL_TRANSFER &&
                     each.TransferVirtual.TransferSizeInBytes == kGpuPage
                 ? 1
                 : 0;
  }
  EXPECT_EQ(pages, 6U) << "three in, three out";
}

TEST_F(VirtualPagingProbe, K344TransferThatIgnoresItsAddressIsFound) {
  gpu.caps().segments.pop_back();
  VideoMemory without_aperture(gpu, gpu);
  ASSERT_TRUE(without_aperture.start_paging_process(kNames));
  gpu.loses = [](const DXGKARG_BUILDPAGINGBUFFER& operation) {
    return operation.Operation == DXGK_OPERATION_VIRTUAL_TRANSFER &&
           operation.TransferVirtual.AllocationOffsetInBytes == 2 * kGpuPage;
  };
  without_aperture.probe_paging(nullptr);
  ASSERT_THAT(log.findings(), SizeIs(1));
  EXPECT_EQ(log.findings()[0].rule->id, "K-344");
}

}  // namespace
}  // namespace drydock::vidmm
