// The questions of the Direct3D runtime to the graphics kernel: values by handle, and defaults for
// handles that are stale or another process's.
#include "src/dxgk/view/runtime_view.h"

#include <gtest/gtest.h>

#include <memory>

#include "src/dxgk/dock/dock.h"
#include "src/dxgk/dock/software_gpu.h"
#include "src/dxgk/dock/software_gpu_device.h"
#include "tests/support/client.h"
#include "tests/support/private_data.h"
#include "tests/support/softgpu_data.h"

namespace drydock::testing {
namespace {

using dxgk::RuntimeView;
using Generation = dxgk::SoftwareGpuDevice::Generation;

// A process with a device and a surface on the software GPU.
class ViewedClient {
 public:
  explicit ViewedClient(Generation generation = Generation::kWddm2)
      : plugged_(
            dxgk::plug_driver(dock_, dxgk::software_gpu(),
                              std::make_shared<dxgk::SoftwareGpuDevice>(16 << 20, generation))),
        process_(dock_.new_process()),
        stranger_(dock_.new_process()) {
    const RuntimeView::Scope scope(view());
    adapter = open_adapter(plugged_.adapter->luid());
    EXPECT_EQ(create_device(adapter, device), STATUS_SUCCESS);
    allocation = allocate_with(device, softgpu_image(16, 16));
    EXPECT_NE(allocation, 0U);
  }
  ~ViewedClient() {
    process_.reset();
    stranger_.reset();
    dock_.unplug(*plugged_.adapter);
    plugged_.driver->unload();
  }

  RuntimeView view() { return RuntimeView(*process_); }
  RuntimeView stranger() { return RuntimeView(*stranger_); }

  D3DKMT_HANDLE adapter = 0, device = 0, allocation = 0;

 private:
  dxgk::Dock dock_;
  dxgk::Plugged plugged_;
  std::unique_ptr<dxgk::Process> process_, stranger_;
};

TEST(RuntimeView, CallsOfAScopeBelongToItsProcess) {
  ViewedClient client;
  EXPECT_NE(client.adapter, 0U);
  const RuntimeView::Scope outer(client.stranger());
  EXPECT_NE(destroy_device(client.device), STATUS_SUCCESS) << "another process's handle";
  {
    const RuntimeView::Scope inner(client.view());
    EXPECT_EQ(destroy_device(client.device), STATUS_SUCCESS);
  }
  EXPECT_NE(close_adapter(client.adapter), STATUS_SUCCESS) << "the outer scope counts again";
}

TEST(RuntimeView, AnswersAreThoseOfTheHandlesProcess) {
  ViewedClient client;
  EXPECT_GE(client.view().bytes_of(client.allocation), 16U * 16 * 4);
  EXPECT_EQ(client.stranger().bytes_of(client.allocation), 0U);
  EXPECT_FALSE(client.view().is_used_by_gpu(client.allocation));
  EXPECT_NE(client.view().process_mark(), client.stranger().process_mark());
}

TEST(RuntimeView, MiniportSaysWhetherItHasPagingQueues) {
  ViewedClient newer;
  EXPECT_TRUE(newer.view().has_paging_queues(newer.adapter));
  ViewedClient older(Generation::kWddm1);
  EXPECT_FALSE(older.view().has_paging_queues(older.adapter));
}

TEST(RuntimeView, HandlesOfNothingHaveTheAnswersThatTheHeaderNames) {
  ViewedClient client;
  const RuntimeView view = client.view();
  EXPECT_FALSE(view.has_paging_queues(0));
  EXPECT_FALSE(view.has_gpu_addresses(client.device));
  EXPECT_EQ(view.bytes_of(client.device), 0U);
  EXPECT_FALSE(view.is_used_by_gpu(0));
  EXPECT_TRUE(view.may_lie_in_aperture(0));
  EXPECT_EQ(view.private_data_of_buffers(client.allocation), 0U);
  EXPECT_FALSE(view.is_context_allocation(0, 0));
  EXPECT_EQ(view.owner_of_address(0, 0x1000), nullptr);
  EXPECT_EQ(view.last_work_by_address(0), 0U);
  EXPECT_TRUE(view.is_work_by_address_over(0, 7));
}

TEST(RuntimeView, InstancesOfAnAllocationDifferInTheirNumber) {
  constexpr D3DKMT_HANDLE kThird = 0x40000040 | 3 << RuntimeView::kInstanceShift;
  EXPECT_EQ(RuntimeView::instance_number(kThird), 3U);
  EXPECT_EQ(RuntimeView::without_instance(kThird), 0x40000040U);
}

}  // namespace
}  // namespace drydock::testing
