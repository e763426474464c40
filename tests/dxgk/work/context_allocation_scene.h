// A driver that asks for context allocations.
#pragma once

#include "src/dxgk/adapter/hardware.h"
#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/callbacks/kernel_interface.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {

inline constexpr UINT kMemory = 1;

// The handles that the driver gets in CreateDevice and CreateContext, and its action in
// DestroyContext.
struct Given {
  HANDLE device = nullptr;
  HANDLE context = nullptr;
  std::function<void(HANDLE context)> in_create_context;
  std::function<void()> in_destroy_context, in_destroy_device;
  PDXGKDDI_CREATEDEVICE create_device = nullptr;
  PDXGKDDI_CREATECONTEXT create_context = nullptr;
  PDXGKDDI_DESTROYCONTEXT destroy_context = nullptr;
  PDXGKDDI_DESTROYDEVICE destroy_device = nullptr;
};
inline Given* given = nullptr;

inline NTSTATUS note_device(HANDLE adapter, DXGKARG_CREATEDEVICE* wanted) {
  given->device = wanted->hDevice;
  return given->create_device(adapter, wanted);
}

inline NTSTATUS note_context(HANDLE device, DXGKARG_CREATECONTEXT* wanted) {
  given->context = wanted->hContext;
  if (given->in_create_context) given->in_create_context(wanted->hContext);
  return given->create_context(device, wanted);
}

inline NTSTATUS end_context(HANDLE context) {
  if (given->in_destroy_context) given->in_destroy_context();
  return given->destroy_context(context);
}

inline NTSTATUS end_device(HANDLE device) {
  if (given->in_destroy_device) given->in_destroy_device();
  return given->destroy_device(device);
}

class ContextAllocation : public ::testing::Test {
 protected:
  ContextAllocation() { given = &given_; }
  ~ContextAllocation() override { given = nullptr; }

  void SetUp() override {
    engine_ = std::make_unique<EngineMiniport>(settings());
    dxgk::Miniport miniport = engine_->miniport();
    given_.create_device = std::exchange(miniport.table.DxgkDdiCreateDevice, note_device);
    given_.create_context = std::exchange(miniport.table.DxgkDdiCreateContext, note_context);
    given_.destroy_context = std::exchange(miniport.table.DxgkDdiDestroyContext, end_context);
    given_.destroy_device = std::exchange(miniport.table.DxgkDdiDestroyDevice, end_device);
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    adapter_ = dock_->plug(miniport, std::make_shared<dxgk::DeviceModel>(), status);
    ASSERT_EQ(status, STATUS_SUCCESS);
    callbacks_ = dxgk::kernel_interface(adapter_->version(), device_handle());
    engine_->misdeeds.build = [this](DXGKARG_BUILDPAGINGBUFFER& operation) {
      return watch(operation);
    };
    engine_->start_engine(*adapter_);
    process_ = dock_->new_process();
    scope_ = std::make_unique<dxgk::ProcessScope>(process_.get());
    opened_ = open_adapter(adapter_->luid());
    ASSERT_EQ(create_device(opened_, device_), STATUS_SUCCESS);
    kernel_device_ = given_.device;
  }
  void TearDown() override { end(); }
  virtual EngineMiniport::Settings settings() const { return wddm2(); }

  void end() {
    scope_.reset();
    process_.reset();
    dock_.reset();
    if (engine_) engine_->stop_engine();
  }

  HANDLE device_handle() const { return adapter_->hardware().device_handle(); }

  // Records paging operations on the driver's own memory. All others take the ordinary way.
  std::optional<NTSTATUS> watch(DXGKARG_BUILDPAGINGBUFFER& operation) {
    if (operation.Operation != DXGK_OPERATION_INIT_CONTEXT_RESOURCE) return {};
    const auto& init = operation.InitContextResource;
    initialised_.push_back(init.hAllocation);
    addresses_.push_back(init.Destination.VirtualAddress);
    return STATUS_SUCCESS;
  }

  // Runs a body as the driver does something of its own accord.
  void as_driver(const std::function<void()>& body) {
    dxgk::Seat seat(*adapter_, nullptr);
    adapter_->call(dxgk::ddi::kEscape, seat, body);
  }

  DXGKARGCB_CREATECONTEXTALLOCATION wanted(HANDLE context) const {
    DXGKARGCB_CREATECONTEXTALLOCATION out{};
    out.hAdapter = device_handle();
    out.hDevice = kernel_device_;
    out.hContext = context;
    out.hDriverAllocation = const_cast<char*>(&mine_);
    out.Size = EngineMiniport::Settings().allocation_bytes;
    out.SupportedSegmentSet = 1U << (kMemory - 1);
    out.PreferredSegment.SegmentId0 = kMemory;
    return out;
  }

  NTSTATUS create(DXGKARGCB_CREATECONTEXTALLOCATION& arguments) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    as_driver([&] { status = callbacks_.DxgkCbCreateContextAllocation(&arguments); });
    return status;
  }
  NTSTATUS destroy_allocation(HANDLE adapter, HANDLE allocation) {
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    as_driver([&] { status = callbacks_.DxgkCbDestroyContextAllocation(adapter, allocation); });
    return status;
  }

  // No handle is given, no memory is taken and nothing is left: the life ends with this finding
  // alone.
  void expect_refused(DXGKARGCB_CREATECONTEXTALLOCATION arguments, const char* rule) {
    const HANDLE before = arguments.hAllocation;
    EXPECT_EQ(create(arguments), STATUS_INVALID_PARAMETER);
    EXPECT_EQ(arguments.hAllocation, before);
    end();
    EXPECT_THAT(found(), ::testing::ElementsAre(rule));
    EXPECT_TRUE(engine_->is_memory_free());
  }

  NTSTATUS update(HANDLE allocation) {
    DXGKARGCB_UPDATECONTEXTALLOCATION arguments{};
    arguments.hAllocation = allocation;
    NTSTATUS status = STATUS_UNSUCCESSFUL;
    as_driver(
        [&] { status = callbacks_.DxgkCbUpdateContextAllocation(device_handle(), &arguments); });
    return status;
  }

  // A context, and one allocation for it.
  HANDLE make() {
    EXPECT_EQ(create_context(device_, 0, context_), STATUS_SUCCESS);
    DXGKARGCB_CREATECONTEXTALLOCATION arguments = wanted(given_.context);
    EXPECT_EQ(create(arguments), STATUS_SUCCESS);
    return arguments.hAllocation;
  }
  void work() {
    const Created made = testing::create(device_, Kind::kLoose, 1);
    if (!keeper_) keeper_.emplace(device_);
    keeper_->need(context_.handle, made.allocations);
    EXPECT_EQ(render(context_, made.allocations, {{Op::kFill, 0, 1}}), STATUS_SUCCESS);
    EXPECT_EQ(wait_for_idle(device_), STATUS_SUCCESS);
  }

  std::vector<std::string> found() const {
    std::vector<std::string> out;
    for (const rules::Finding& finding : log_.findings()) {
      if (finding.rule->party != rules::Party::kClient) out.emplace_back(finding.rule->id);
    }
    return out;
  }

  rules::FindingLog log_;
  Given given_;
  std::unique_ptr<EngineMiniport> engine_;
  std::optional<Keeper> keeper_;
  std::unique_ptr<dxgk::Dock> dock_ = std::make_unique<dxgk::Dock>();
  dxgk::Adapter* adapter_ = nullptr;
  DXGKRNL_INTERFACE callbacks_{};
  std::unique_ptr<dxgk::Process> process_;
  std::unique_ptr<dxgk::ProcessScope> scope_;
  D3DKMT_HANDLE opened_ = 0, device_ = 0;
  HANDLE kernel_device_ = nullptr;
  ClientContext context_;
  char mine_ = 0;
  HANDLE created_with_context_ = nullptr;  // of a context that was created with it
  std::vector<HANDLE> initialised_;
  std::vector<void*> addresses_;
};

}  // namespace drydock::testing
