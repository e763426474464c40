// Clients that submit, lock and destroy with requests that are partly right, in front of a GPU
// whose driver needs many buffers and finds allocations busy; from WDDM 2.0 on they have residency
// lists, and some addresses of the GPU. Nothing crashes or hangs, no driver is to blame, and when
// the clients are gone nothing is left.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstdlib>
#include <vector>

#include "fuzz/memory_requests.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

class Session : MemoryRequests {
 public:
  Session(FuzzedDataProvider& data, GpuWorld& gpu) : MemoryRequests(data, gpu) {
    gpu_.engine.misdeeds.build = [this](DXGKARG_BUILDPAGINGBUFFER& wanted) { return busy(wanted); };
    contexts_.push_back(gpu_.context);
    gpu_.run();
  }

  void run() {
    for (int i = 0; i < 48 && data_.remaining_bytes() > 0; ++i) step();
  }

 private:
  // True when an operation finds its allocation busy.
  std::optional<NTSTATUS> busy(const DXGKARG_BUILDPAGINGBUFFER& wanted) {
    const bool may_be =
        (wanted.Operation == DXGK_OPERATION_TRANSFER && wanted.MultipassOffset == 0 &&
         wanted.Transfer.Flags.AllocationIsIdle == 0 && wanted.Transfer.TransferSize != 0) ||
        (wanted.Operation == DXGK_OPERATION_DISCARD_CONTENT &&
         wanted.DiscardContent.Flags.AllocationIsIdle == 0);
    if (!may_be || ++asked_ % 3 != 0) return std::nullopt;
    return STATUS_GRAPHICS_ALLOCATION_BUSY;
  }

  void step() {
    void* address = nullptr;
    switch (data_.ConsumeIntegralInRange(0, 16)) {
      case 0:
      case 1:
        return more_allocations();
      case 2:
        destroy(gpu_.device, 0, {allocation()}, {data_.ConsumeBool(), data_.ConsumeBool()});
        return;
      case 3:
        lock(gpu_.device, allocation(), address);
        return;
      case 4:
        unlock(gpu_.device, allocation());
        return;
      case 5:
        data_.ConsumeBool() ? offer(gpu_.device, allocation()) : reclaim(gpu_.device, allocation());
        return;
      case 6:
        return raw();
      case 7:
        return more_contexts();
      case 8:
        wait_for_idle(gpu_.device);
        return start_over();
      case 9:
        return submit_by_address();
      case 10:
      case 11:
      case 12:
      case 13:
        return memory_request();
      default:
        return work();
    }
  }

  void work() {
    std::vector<D3DKMT_HANDLE> named(data_.ConsumeIntegralInRange<std::size_t>(0, 4));
    for (D3DKMT_HANDLE& each : named) each = allocation();
    std::vector<UserCommand> commands(data_.ConsumeIntegralInRange<std::size_t>(0, 6));
    for (UserCommand& each : commands) {
      each.op = data_.ConsumeBool() ? Op::kFill : Op::kCopy;
      each.target = data_.ConsumeIntegralInRange<std::uint32_t>(0, 4);
      each.value = data_.ConsumeIntegralInRange<std::uint32_t>(0, 4);
    }
    ClientContext& of = context();
    if (of.commands != nullptr) render(of, named, commands);  // a virtual one has no buffers
  }

  // A request of which nothing need be right.
  void raw() {
    ClientContext& of = context();
    D3DKMT_RENDER request{};
    request.hContext = data_.ConsumeBool() ? of.handle : data_.ConsumeIntegral<std::uint32_t>();
    for (UINT* each : {&request.CommandOffset, &request.CommandLength, &request.AllocationCount,
                       &request.PatchLocationCount, &request.NewCommandBufferSize,
                       &request.NewAllocationListSize, &request.NewPatchLocationListSize})
      *each = data_.ConsumeBool() ? data_.ConsumeIntegral<UINT>()
                                  : data_.ConsumeIntegralInRange<UINT>(0, 64);
    request.Flags.ResizeCommandBuffer = data_.ConsumeBool();
    request.Flags.ResizeAllocationList = data_.ConsumeBool();
    request.Flags.ResizePatchLocationList = data_.ConsumeBool();
    request.Flags.NullRendering = data_.ConsumeBool();
    request.BroadcastContextCount = data_.ConsumeBool() ? 0 : data_.ConsumeIntegral<ULONG>();
    if (D3DKMTRender(&request) != STATUS_SUCCESS || request.hContext != of.handle) return;
    of.commands = request.pNewCommandBuffer;
    of.allocations = request.pNewAllocationList;
  }

  // Does nothing on a device in error.
  void more_allocations() {
    if (all_.size() >= 12) return;
    const Created made = create(gpu_.device, Kind::kLoose, 1);
    all_.insert(all_.end(), made.allocations.begin(), made.allocations.end());
  }

  void more_contexts() {
    ClientContext made;
    if (contexts_.size() < 4 &&
        create_context(gpu_.device, data_.ConsumeIntegralInRange(0U, 2U), made) == STATUS_SUCCESS)
      contexts_.push_back(made);
  }

  void submit_by_address() {
    D3DKMT_HANDLE made = 0;
    if (contexts_.size() < 4 && data_.ConsumeBool() &&
        create_virtual(gpu_.device, made) == STATUS_SUCCESS)
      contexts_.push_back({.handle = made});
    D3DKMT_SUBMITCOMMAND request = submission(context().handle);
    request.Commands = number();
    request.NumPrimaries = data_.ConsumeIntegralInRange(0U, 2U);
    for (D3DKMT_HANDLE& each : std::span(request.WrittenPrimaries).first(2)) each = allocation();
    D3DKMTSubmitCommand(&request);
  }

  // Replaces a device in error.
  void start_over() {
    if (state_of(gpu_.device) == D3DKMT_DEVICEEXECUTION_ACTIVE) return;
    destroy_device(gpu_.device);
    if (create_device(gpu_.opened, gpu_.device) != STATUS_SUCCESS) std::abort();
    ClientContext made;
    if (create_context(gpu_.device, 0, made) != STATUS_SUCCESS) std::abort();
    contexts_ = {made};
    clear_all();
  }

  std::uint64_t asked_ = 0;
};

EngineMiniport::Settings settings_from(FuzzedDataProvider& data) {
  return {.memory_bytes = data.PickValueInArray<std::uint64_t>({32 << 10, 48 << 10, 64 << 10}),
          .segments = data.ConsumeIntegralInRange<UINT>(1, 3),
          .preferred = 0,
          .nodes = 2,
          .paging_buffer = data.PickValueInArray<UINT>({64, 192, 4096}),
          .dma_buffer = data.PickValueInArray<UINT>({64, 192, 4096}),
          .gpu_mmu = data.ConsumeIntegralInRange(0, 2) == 0,
          .version = data.PickValueInArray<ULONG>({DXGKDDI_INTERFACE_VERSION_WDDM1_3,
                                                   DXGKDDI_INTERFACE_VERSION_WDDM2_0,
                                                   DXGKDDI_INTERFACE_VERSION_WDDM2_1})};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  FuzzedDataProvider data(bytes, size);
  const sim::SeededSchedule schedule(data.ConsumeIntegral<std::uint64_t>());
  GpuWorld gpu(settings_from(data));
  Session session(data, gpu);
  session.run();
  gpu.end();
  if (!gpu.is_silent() || !gpu.engine.faults().empty() || !gpu.engine.ledger().faults().empty() ||
      gpu.engine.ledger().live() != LedgerMiniport::Counts{}) {
    std::fputs(gpu.findings_text().c_str(), stderr);
    std::abort();
  }
  return 0;
}
