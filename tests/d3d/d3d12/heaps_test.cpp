// Drivers of Direct3D 12: the tables, and the lives of heaps and resources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drydock/d3d.h"
#include "drydock/dock.h"
#include "src/d3d/driver/result.h"
#include "src/sim/faults.h"
#include "src/sim/schedule.h"
#include "tests/d3d/d3d12/living.h"
#include "tests/d3d/support/stand12.h"
#include "tests/d3d/support/steer.h"

namespace drydock::testing {
namespace {

TEST(Direct3D12, U215BlockOfAHeapThatIsGoneIsFoundInUse) {
  Stand12 stand;
  stand.begin();
  stand.device->destroy_resource(*stand.heap());
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_MAP, BREAK_TOUCH_DEAD);
  void* data = nullptr;
  EXPECT_EQ(stand.device->map(*heap, data), D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(stand.count("U-215"), 1U) << stand.findings_text();
}

TEST(Direct3D12, U105AllocationByTheKernelsTableIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, ALLOCATE_BY_KERNEL);
  stand.heap();
  EXPECT_EQ(stand.count("U-105"), 1U) << stand.findings_text();
}

TEST(Direct3D12, U105ResultThatIsNotCheckedIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, ALLOCATE_UNCHECKED);
  stand.heap();
  EXPECT_TRUE(FAILED(stand.plan().Got));
  EXPECT_EQ(stand.count("U-105"), 1U) << stand.findings_text();
}

// The rule also holds when memory is short, which a driver may overcome in other calls.
TEST(Direct3D12, U105MemoryThatIsRefusedIsNoHeap) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, IGNORE_FAILURES);
  d3d::Resource* made = nullptr;
  unsigned refused = 0;
  for (std::uint64_t nth = 0;; ++nth) {
    const sim::FaultInjection injection({.nth = nth});
    stand.device->create_heap(Stand12::memory(), made);
    if (injection.points() <= nth) break;
    if (stand.plan().Got == E_OUTOFMEMORY) ++refused;
  }
  EXPECT_GT(refused, 0U);
  EXPECT_EQ(stand.count("U-105"), refused) << stand.findings_text();
}

TEST(Direct3D12, U105FailureThatIsPassedOnIsSilent) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, ALLOCATE_REFUSED);
  d3d::Resource* made = nullptr;
  EXPECT_EQ(stand.device->create_heap(Stand12::memory(), made), stand.plan().Got);
  EXPECT_TRUE(FAILED(stand.plan().Got));
  stand.plan() = {};
  live(stand);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, U303AllocationElsewhereThanOnTheHeapIsFound) {
  Stand12 stand;
  stand.begin();
  stand.plan_deed(IN_CREATE_HEAP, ALLOCATE_UNATTACHED);
  d3d::Resource* const heap = stand.heap();
  EXPECT_EQ(stand.count("U-303"), 1U) << stand.findings_text();
  stand.device->destroy_resource(*heap);
  stand.plan() = {};
  d3d::Resource* const other = stand.heap();
  stand.plan_deed(IN_CREATE_HEAP, ALLOCATE_FOR_PLACED);
  d3d::Resource* placed = nullptr;
  EXPECT_EQ(stand.device->create_placed(*other, Stand12::buffer(), placed), E_INVALIDARG);
  EXPECT_EQ(stand.count("U-303"), 2U) << stand.findings_text();
}

TEST(Direct3D12, U303AllocationThatOutlivesItsHeapIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_DESTROY_HEAP, RELEASE_NEVER);
  stand.device->destroy_resource(*heap);
  EXPECT_EQ(stand.count("U-303"), 1U) << stand.findings_text();
  stand.plan_deed(IN_CREATE_HEAP, ALLOCATE_AND_KEEP, E_OUTOFMEMORY);
  d3d::Resource* made = nullptr;
  EXPECT_EQ(stand.device->create_heap(Stand12::memory(), made), E_OUTOFMEMORY);
  EXPECT_EQ(stand.count("U-303"), 2U) << stand.findings_text();
}

TEST(Direct3D12, U304HandleThatIsAbsentAndFollowedIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  d3d::Resource* const placed = stand.placed(*heap);
  EXPECT_EQ(stand.device->destroy_resource(*heap), E_INVALIDARG) << "something lies in it";
  stand.plan_deed(IN_DESTROY_HEAP, BREAK_FOLLOW_NULL);
  stand.device->destroy_resource(*placed);
  EXPECT_EQ(stand.count("U-304"), 1U) << stand.findings_text();
}

TEST(Direct3D12, U305ReleaseWithOtherFlagsOrByTheKernelsTableIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_DESTROY_HEAP, RELEASE_BAD_FLAGS, S_OK, 4);
  stand.device->destroy_resource(*heap);
  EXPECT_EQ(stand.count("U-305"), 2U) << "the flags, and the failure\n" << stand.findings_text();
  d3d::Resource* const other = stand.heap();
  stand.plan_deed(IN_DESTROY_HEAP, RELEASE_BY_KERNEL);
  stand.device->destroy_resource(*other);
  EXPECT_EQ(stand.count("U-305"), 3U) << stand.findings_text();
}

TEST(Direct3D12, U305ReleaseWhoseFailureIsNotReportedIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_DESTROY_HEAP, RELEASE_WRONG);
  stand.device->destroy_resource(*heap);
  EXPECT_EQ(stand.count("U-305"), 1U) << stand.findings_text();
}

// The first batch of a queue is held, and with it the buffer that it fills.
TEST(Direct3D12, U305UseThatIsDeniedIsFound) {
  const sim::SeededSchedule schedule(1);
  Stand12 stand;
  stand.begin();
  steer(stand, SOFTGPU_ESCAPE_HOLD);
  d3d::CommandQueue12* queue = nullptr;
  ASSERT_EQ(stand.device->create_queue(queue), S_OK) << stand.findings_text();
  stand.plan_deed(IN_DESTROY_QUEUE, RELEASE_UNUSED);
  sim::Thread engine = sim::spawn("engine", [&] {
    while (stand.count("U-305") == 0) sim::switch_point();
    steer(stand, SOFTGPU_ESCAPE_GO);
  });
  stand.device->destroy_queue(*queue);
  engine.join();
  EXPECT_EQ(stand.count("U-305"), 1U) << stand.findings_text();
}

// Microsoft's own driver of Direct3D 12 does so.
TEST(Direct3D12, U195HeapThatIsReleasedByListIsALint) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  stand.plan_deed(IN_DESTROY_HEAP, RELEASE_BY_LIST);
  EXPECT_EQ(stand.device->destroy_resource(*heap), S_OK);
  stand.end();
  ASSERT_EQ(stand.findings().size(), 1U) << stand.findings_text();
  EXPECT_EQ(stand.count("U-195"), 1U) << stand.findings_text();
  EXPECT_EQ(rules::severity_of(stand.findings().front()), rules::Severity::kLint);
}

TEST(Direct3D12, U308MapWithoutALockOrAPointerIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  void* data = nullptr;
  stand.plan_deed(IN_MAP, MAP_WITHOUT_LOCK);
  stand.device->map(*heap, data);
  EXPECT_EQ(stand.count("U-308"), 1U) << stand.findings_text();
  stand.plan_deed(IN_MAP, MAP_NOWHERE);
  stand.device->map(*heap, data);
  EXPECT_EQ(stand.count("U-308"), 2U) << stand.findings_text();
}

TEST(Direct3D12, U308LockThatIsLeftOrGoneIsFound) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  void* data = nullptr;
  EXPECT_EQ(stand.device->map(*heap, data), S_OK);
  stand.plan_deed(IN_MAKE_RESIDENT, UNLOCK_EARLY);
  stand.device->make_resident({{heap}});
  EXPECT_EQ(stand.count("U-308"), 1U) << stand.findings_text();
  stand.plan() = {};
  d3d::Resource* const other = stand.heap();
  EXPECT_EQ(stand.device->map(*other, data), S_OK);
  stand.plan_deed(IN_UNMAP, UNMAP_NOTHING);
  EXPECT_EQ(stand.device->unmap(*other), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*other), S_OK);
  EXPECT_EQ(stand.count("U-308"), 2U) << stand.findings_text();
}

TEST(Direct3D12, U308MapsThatEndAreSilent) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* const heap = stand.heap();
  void* data = nullptr;
  EXPECT_EQ(stand.device->unmap(*heap), E_INVALIDARG);
  ASSERT_EQ(stand.device->map(*heap, data), S_OK) << stand.findings_text();
  static_cast<char*>(data)[65535] = 1;
  EXPECT_EQ(stand.device->unmap(*heap), S_OK);
  // The runtime ends a mapping that the application leaves.
  EXPECT_EQ(stand.device->map(*heap, data), S_OK);
  EXPECT_EQ(stand.device->destroy_resource(*heap), S_OK);
  EXPECT_EQ(stand.plan().Unmaps, 2U);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, U309OnlyMasksThatCanBeComeToTheDriver) {
  Stand12 stand;
  stand.begin();
  d3d::Resource* made = nullptr;
  for (const auto& [creation, visible] :
       {std::pair(3U, 3U), std::pair(1U, 2U), std::pair(2U, 2U), std::pair(1U, 3U)}) {
    d3d::HeapSpec12 spec = Stand12::memory();
    spec.creation_nodes = creation;
    spec.visible_nodes = visible;
    EXPECT_EQ(stand.device->create_heap(spec, made), E_INVALIDARG);
  }
  EXPECT_EQ(stand.plan().Creates, 0U);
  stand.heap();
  EXPECT_EQ(stand.plan().LastCreationNodes, 1U) << "nothing means the first";
  EXPECT_EQ(stand.plan().LastVisibleNodes, 1U);
}

TEST(Direct3D12, SharedHeapIsOpenedByAnotherDevice) {
  Stand12 stand;
  stand.begin();
  d3d::HeapSpec12 spec = Stand12::memory();
  spec.is_shared = true;
  d3d::Resource* shared = nullptr;
  ASSERT_EQ(stand.device->create_heap(spec, shared), S_OK) << stand.findings_text();
  const std::shared_ptr<d3d::Device> other = d3d::make_device(stand.shared_adapter());
  ASSERT_EQ(other->create(), S_OK) << stand.findings_text();
  d3d::Resource* opened = nullptr;
  stand.plan_deed(IN_OPEN_HEAP, BREAK_FAIL, E_OUTOFMEMORY);
  EXPECT_EQ(other->open_resource(shared->global, opened), E_OUTOFMEMORY);
  stand.plan() = {};
  ASSERT_EQ(other->open_resource(shared->global, opened), S_OK) << stand.findings_text();
  EXPECT_EQ(other->destroy_resource(*opened), S_OK);
  EXPECT_EQ(other->destroy(), S_OK);
  stand.end();
  EXPECT_TRUE(stand.findings().empty()) << stand.findings_text();
}

TEST(Direct3D12, U107OpenersGetEveryKernelHandle) {
  Stand12 stand;
  stand.begin();
  d3d::HeapSpec12 spec = Stand12::memory();
  spec.is_shared = true;
  d3d::Resource *shared = nullptr, *opened = nullptr;
  ASSERT_EQ(stand.device->create_heap(spec, shared), S_OK) << stand.findings_text();
  const std::shared_ptr<d3d::Device> other = d3d::make_device(stand.shared_adapter());
  ASSERT_EQ(other->create(), S_OK) << stand.findings_text();
  ASSERT_EQ(other->open_resource(shared->global, opened), S_OK) << stand.findings_text();
  ASSERT_TRUE(opened->kernel);
  EXPECT_EQ(stand.plan().OpenedKernelResource, opened->kernel.value);
  ASSERT_EQ(opened->allocations.size(), 1U);
  EXPECT_EQ(stand.plan().OpenedAllocation, opened->allocations[0].value);
  EXPECT_EQ(other->destroy(), S_OK);
  stand.end();
  EXPECT_EQ(stand.findings_text(), "");
}

TEST(Direct3D12, FailuresThatArePassedOnAreSilent) {
  std::uint64_t points = 0;
  {
    Stand12 stand;
    const sim::FaultInjection injection(sim::FaultPlan{});
    try_to_live(stand);
    points = injection.points();
  }
  EXPECT_GT(points, 5U);
  for (std::uint64_t nth = 0; nth < points; ++nth) {
    Stand12 stand;
    const sim::FaultInjection injection({.nth = nth});
    try_to_live(stand);
    ASSERT_TRUE(stand.findings().empty()) << "fault " << nth << "\n" << stand.findings_text();
  }
}

// The same program is in drydock/d3d.h.
TEST(Direct3D12, ADriversWholeLifeInAFewLines) {
  Dock dock;
  const AdapterId gpu = dock.plug(Dock::software_gpu());
  Process client = dock.process();
  const Process::Scope inside = client.enter();
  Direct3D direct3d(lodger(), gpu, Direct3D::Style::kDirect3D12);
  EXPECT_THROW(direct3d.create_device(), Direct3D::Error);
  Direct3D::Device12 device = direct3d.create_device12();
  const Direct3D::Resource heap = device.create_heap({.bytes = 65536});
  const Direct3D::Resource placed = device.place_buffer(heap, 4096, 4096);
  EXPECT_THROW(device.place_buffer(heap, 65536, 4096), Direct3D::Error) << "it does not fit";
  EXPECT_THROW(device.map(placed), Direct3D::Error) << "its heap is mapped";
  const Direct3D::Resource committed = device.create_buffer({.is_shared = true}, 65536);
  EXPECT_EQ(device.make_resident(heap), Direct3D::kOk);
  *static_cast<std::uint32_t*>(device.map(heap)) = 0x01020304;
  EXPECT_EQ(device.unmap(heap), Direct3D::kOk);
  EXPECT_EQ(*static_cast<std::uint32_t*>(device.map(heap)), 0x01020304U);
  EXPECT_EQ(device.evict(heap), Direct3D::kOk);
  Direct3D::Device12 other = direct3d.create_device12();
  other.open(committed.shared_handle());
  EXPECT_EQ(other.destroy(), Direct3D::kOk);
  EXPECT_NE(device.destroy(heap), Direct3D::kOk);
  EXPECT_EQ(device.destroy(placed), Direct3D::kOk);
  EXPECT_EQ(device.destroy(heap), Direct3D::kOk);
  EXPECT_EQ(device.destroy(), Direct3D::kOk);
  EXPECT_EQ(direct3d.close(), Direct3D::kOk);
  EXPECT_THAT(direct3d.findings(), ::testing::IsEmpty());
}

}  // namespace
}  // namespace drydock::testing
