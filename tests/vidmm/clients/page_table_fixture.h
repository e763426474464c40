// A client whose GPU translates by page tables, and a record of the updates that the driver got.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "src/vidmm/video_memory.h"
#include "tests/sched/virtual_client.h"

namespace drydock::testing {

inline constexpr UINT64 kPage = EngineMiniport::kPage;
inline constexpr UINT64 kPages = 4;  // of an allocation
inline constexpr UINT64 kBytes = kPages * kPage;
inline constexpr UINT64 kLeaf = EngineMiniport::kLeafBytes;
inline constexpr UINT64 kFar = 0x8000'0000;  // behind what a small root reaches
inline constexpr sim::Time kNever = sim::Time{1} << 60;

// One update of a page table, with the arguments of the driver.
struct Update {
  DXGK_BUILDPAGINGBUFFER_UPDATEPAGETABLE arguments{};
  std::vector<DXGK_PTE> entries;
  const void* buffer = nullptr;

  bool is_invalid() const {
    return std::ranges::all_of(entries, [](const DXGK_PTE& each) { return each.Valid == 0; });
  }
};

inline VirtualCommand fill_at(UINT64 target, std::uint32_t value, UINT64 bytes = kBytes) {
  return {VirtualCommand::Op::kFill, value, target, 0, bytes};
}
inline VirtualCommand copy_to(UINT64 target, UINT64 source, UINT64 bytes = kBytes) {
  return {VirtualCommand::Op::kCopy, 0, target, source, bytes};
}

class PageTableTest : public ResidentGpu {
 protected:
  void begin(EngineMiniport::Settings settings = {}) {
    settings.gpu_mmu = settings.page_tables = true;
    if (settings.memory_bytes == EngineMiniport::Settings().memory_bytes)
      settings.memory_bytes = 256 << 10;
    gpu = &make(settings);
    gpu->adapter->scheduler()->set_timeout(kNever);
    gpu->engine.misdeeds.build = [this](DXGKARG_BUILDPAGINGBUFFER& wanted) {
      note(wanted);
      return std::optional<NTSTATUS>();
    };
    gpu->engine.misdeeds.set_root = [this](const DXGKARG_SETROOTPAGETABLE& arguments) {
      roots.push_back(arguments);
      packets_at_root.push_back(gpu->engine.packets(0));
    };
    gpu->run();
    queue = std::make_unique<ClientQueue>(gpu->device);
    ASSERT_EQ(create_virtual(gpu->device, context), STATUS_SUCCESS);
    code = resident();
    code_at = map(mapping(*queue, code, kPages));
    ASSERT_NE(code_at, 0U);
  }
  void TearDown() override {
    if (gpu != nullptr) wait_for_idle(gpu->device);
    queue.reset();
    Gpu::TearDown();
  }

  void note(const DXGKARG_BUILDPAGINGBUFFER& wanted) {
    if (wanted.MultipassOffset != 0) return;
    if (wanted.Operation == DXGK_OPERATION_FLUSH_TLB) flushes.push_back(wanted.FlushTlb);
    if (wanted.Operation != DXGK_OPERATION_UPDATE_PAGE_TABLE) return;
    const auto& arguments = wanted.UpdatePageTable;
    const UINT count = arguments.Flags.Repeat != 0 ? 1 : arguments.NumPageTableEntries;
    updates.push_back({arguments,
                       {arguments.pPageTableEntries, arguments.pPageTableEntries + count},
                       wanted.pDmaBuffer});
  }
  std::vector<Update> updates_of(UINT level) const {
    std::vector<Update> out;
    std::ranges::copy_if(updates, std::back_inserter(out), [&](const Update& each) {
      return each.arguments.PageTableLevel == level;
    });
    return out;
  }
  void clear_updates() {
    settle(*gpu);
    updates.clear();
    flushes.clear();
    roots.clear();
  }

  D3DKMT_HANDLE resident() {
    const D3DKMT_HANDLE made = gpu->one();
    EXPECT_EQ(queue->wait(gpu->device, make_resident(*queue, {made}).fence), STATUS_SUCCESS);
    return made;
  }
  UINT64 map(D3DDDI_MAPGPUVIRTUALADDRESS data) {
    EXPECT_EQ(D3DKMTMapGpuVirtualAddress(&data), STATUS_PENDING);
    EXPECT_EQ(queue->wait(gpu->device, data.PagingFenceValue), STATUS_SUCCESS);
    return data.VirtualAddress;
  }
  UINT64 map_for_writing(D3DKMT_HANDLE allocation, UINT64 base = 0) {
    D3DDDI_MAPGPUVIRTUALADDRESS data = mapping(*queue, allocation, kPages, base);
    data.Protection.Write = 1;
    return map(data);
  }
  NTSTATUS write_code(const std::vector<VirtualCommand>& commands) {
    void* data = nullptr;
    const NTSTATUS status = lock(gpu->device, code, data);
    if (status != STATUS_SUCCESS) return status;
    std::ranges::copy(commands, static_cast<VirtualCommand*>(data));
    return unlock(gpu->device, code);
  }
  NTSTATUS send(std::size_t commands) {
    D3DKMT_SUBMITCOMMAND request = submission(context);
    request.Commands = code_at;
    request.CommandLength = static_cast<UINT>(commands * sizeof(VirtualCommand));
    return D3DKMTSubmitCommand(&request);
  }
  // STATUS_DEVICE_REMOVED when the GPU met an address that leads nowhere.
  NTSTATUS run(const std::vector<VirtualCommand>& commands) {
    EXPECT_EQ(write_code(commands), STATUS_SUCCESS);
    EXPECT_EQ(send(commands.size()), STATUS_SUCCESS);
    return wait_for_idle(gpu->device);
  }
  // The GPU does not come to the commands before a call to free the range is under way.
  void free_under_work(UINT64 base) {
    gpu->engine.stop_engine();
    ASSERT_EQ(send(1), STATUS_SUCCESS);
    gpu->engine.await_packets(0, 1);
    NTSTATUS status = STATUS_PENDING;
    sim::Thread client = sim::spawn("client", [&] {
      const dxgk::ProcessScope scope(gpu->process.get());
      status = free_range(gpu->opened, base, kBytes);
    });
    // It is found, or the tables are to be written behind the commands.
    while (gpu->engine.packets(0) < 2 && gpu->count("K-308") == 0) sim::park(sim::now() + 1000);
    gpu->run();
    client.join();
    EXPECT_EQ(status, STATUS_SUCCESS);
    wait_for_idle(gpu->device);
  }
  int content(D3DKMT_HANDLE allocation) { return gpu->content(allocation, kBytes); }
  void on_strand(const std::function<void(vidmm::VideoMemory&)>& job) {
    gpu->adapter->scheduler()->run_on_strand(job);
  }

  GpuWorld* gpu = nullptr;
  std::unique_ptr<ClientQueue> queue;
  D3DKMT_HANDLE context = 0, code = 0;
  UINT64 code_at = 0;
  std::vector<Update> updates;
  std::vector<DXGK_BUILDPAGINGBUFFER_FLUSHTLB> flushes;
  std::vector<DXGKARG_SETROOTPAGETABLE> roots;
  std::vector<std::size_t> packets_at_root;
};

}  // namespace drydock::testing
