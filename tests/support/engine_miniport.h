// A miniport inside the test program whose GPU the test drives by hand, or lets run.
//
// It has a memory segment and an aperture, executes fills and copies, and
// knows which parts of its memory belong to something: a command that touches another part is a
// page fault. What it creates and destroys is in the ledger.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/bus/io_space.h"
#include "src/sim/schedule.h"
#include "tests/support/engine_mmu.h"
#include "tests/support/ledger_miniport.h"

namespace drydock::testing {

// A command in the command buffer of this driver's client.
struct UserCommand {
  enum class Op : std::uint32_t { kFill = 1, kCopy, kHang, kFault, kLoseInterrupt };

  Op op = Op::kFill;
  std::uint32_t target = 0;  // index in the allocation list
  std::uint32_t value = 0;   // the byte, or the index of the source
};

class EngineMiniport {
 public:
  struct Settings {
    std::uint64_t memory_bytes = 64 << 10;
    std::uint64_t aperture_bytes = 256 << 10;
    std::uint64_t allocation_bytes = 16 << 10;
    UINT segments = 1;  // the set in which allocations may lie
    UINT preferred = 1;
    UINT banks = 0;        // the number of equal parts of its memory, before WDDM 2.0
    UINT hinted_bank = 0;  // the HintedBank of every allocation
    bool bank_from_end = false;
    UINT eviction = 0;       // the set through which allocations are evicted
    UINT renaming_list = 0;  // MaximumRenamingListLength
    UINT dma_segments = 0;   // the set that maps DMA buffers; 0: they are contiguous
    UINT nodes = 1;
    UINT sources = 0;  // the number of video present sources
    UINT paging_buffer = 4096;
    UINT dma_buffer = 4096;
    UINT dma_private = 0;  // bytes of private data beside each DMA buffer
    UINT gdi_allocations = 256;
    bool preemption_aware = true;
    bool engine_reset = true;
    bool restarts = true;  // the table has DxgkDdiRestartFromTimeout
    bool cancel_aware = true;
    bool cpu_visible = true;
    UINT flags = 0;                 // flags of allocations, besides CpuVisible
    bool is_cpu_visible = true;     // the memory segment has CpuVisible
    std::uint64_t bus_address = 0;  // the CPU address that it reports for its memory
    UINT swizzling_ranges = 0;      // each maps 64 KB, from kRanges on
    bool has_contexts = true;
    bool atomics64 = true;         // the GPU updates 64 bits at once
    bool guarantees_room = false;  // GuaranteedDmaBufferContract, without contexts
    bool pages = true;             // the table has DxgkDdiBuildPagingBuffer
    bool gpu_mmu = false;          // contexts may be virtual, besides those that are patched
    bool page_tables = false;      // its GPU translates by page tables (engine_mmu.h)
    UINT table_levels = 2;
    UINT table_segment = 1;
    UINT mmu_flags = 0;  // the flags of its caps: kReadOnly and others of DXGK_GPUMMUCAPS::Value
    DXGK_PAGETABLEUPDATEMODE table_mode = DXGK_PAGETABLEUPDATE_GPU_PHYSICAL;
    bool lists = false;           // it maps apertures by address descriptor lists
    bool physical = true;         // allocations are AccessedPhysically, from WDDM 2.0 on
    UINT flags2 = 0;              // FlagsWddm2 of allocations
    bool backing_stores = false;  // it asks for backing stores, and has the entry point
    UINT host_pages = 0;          // pages of a host aperture, by which the CPU sees its memory
    bool targets = true;          // its segments count for budgets, from WDDM 2.0 on
    bool patches = true;          // its contexts need DxgkDdiPatch
    // The version is before WDDM 2.0, so that allocation lists bring memory in.
    ULONG version = DXGKDDI_INTERFACE_VERSION_WDDM1_3;
    // Puts entry points of the test's own into the table, before or instead of the engine's.
    void (*extend)(DRIVER_INITIALIZATION_DATA&) = nullptr;
  };

  static constexpr std::uint64_t kPage = 4096;
  static constexpr std::uint64_t kMemoryBase = 0x1000'0000;  // addresses of the GPU
  static constexpr std::uint64_t kApertureBase = 0x8000'0000;
  static constexpr UINT kAddressBits = 32;  // the width of GPU virtual addresses, with gpu_mmu
  static constexpr std::uint64_t kLeafBytes = 2 << 20;
  static constexpr std::uint64_t kRanges = 0xE000'0000, kRangeBytes = 64 << 10;
  static constexpr std::uint64_t kHostAperture = 0xD800'0000;

  // At most one lives at a time.
  EngineMiniport() : EngineMiniport(Settings()) {}
  explicit EngineMiniport(const Settings& settings);
  ~EngineMiniport();
  EngineMiniport(const EngineMiniport&) = delete;
  EngineMiniport& operator=(const EngineMiniport&) = delete;

  dxgk::Miniport miniport();
  LedgerMiniport& ledger() { return ledger_; }

  // The GPU works by itself, on a strand of its own, until stop_engine().
  void start_engine(dxgk::Adapter& adapter);
  void stop_engine();
  // Executes and reports the oldest packet of a node. Returns false when there is none.
  bool finish_next(dxgk::Adapter& adapter, UINT node = 0);
  // Waits until so many packets are at the hardware.
  void await_packets(UINT node, std::size_t count);
  std::size_t packets(UINT node) const;

  // Functions of a test that are called in place of, or before, the driver's ordinary work.
  struct Misdeeds {
    std::function<std::optional<NTSTATUS>(DXGKARG_BUILDPAGINGBUFFER&)> build;
    std::function<std::optional<NTSTATUS>(DXGKARG_RENDER&)> render;
    std::function<std::optional<NTSTATUS>(const DXGKARG_PATCH&)> patch;
    std::function<std::optional<NTSTATUS>(const DXGKARG_SUBMITCOMMAND&)> submit;
    std::function<std::optional<NTSTATUS>(const DXGKARG_SUBMITCOMMANDVIRTUAL&)> submit_virtual;
    std::function<std::optional<NTSTATUS>(DXGKARG_VALIDATESUBMITCOMMAND&)> validate;
    std::function<void(const DXGKARG_CREATEPROCESS&)> create_process;
    std::function<void(const DXGKARG_SETROOTPAGETABLE&)> set_root;
    bool adds_offsets = false;  // adds the offsets to the addresses of virtual transfers
    std::function<std::optional<SIZE_T>(DXGKARG_GETROOTPAGETABLESIZE&)> root_size;
    std::function<std::optional<NTSTATUS>(const DXGKARG_PREEMPTCOMMAND&)> preempt;
    std::function<std::optional<NTSTATUS>(const DXGKARG_CANCELCOMMAND&)> cancel;
    std::function<std::optional<NTSTATUS>(DXGKARG_RESETENGINE&)> reset_engine;
    std::function<std::optional<NTSTATUS>(DXGKARG_QUERYDEPENDENTENGINEGROUP&)> group;
    std::function<std::optional<NTSTATUS>()> reset, restart;
    std::function<std::optional<NTSTATUS>(const DXGKARG_COLLECTDBGINFO&)> collect;
    std::function<std::optional<NTSTATUS>(DXGKARG_QUERYCURRENTFENCE&)> query_fence;
    bool dpc_is_silent = false;  // the DPC routine does not call DxgkCbNotifyDpc
    // Entry points of levels two and three, by name: "escape", "interrupt", "power", "stop".
    std::function<std::optional<NTSTATUS>(std::string_view)> alone;
    std::function<std::optional<NTSTATUS>(DXGKARG_ACQUIRESWIZZLINGRANGE&)> acquire;
    std::function<std::optional<NTSTATUS>(const DXGKARG_RELEASESWIZZLINGRANGE&)> release;
    std::function<void(const DXGKARG_DESTROYALLOCATION&)> destroy;
    std::function<std::optional<NTSTATUS>(const DXGKARG_SETALLOCATIONBACKINGSTORE&)> backing_store;
    std::function<std::optional<NTSTATUS>(const DXGKARG_VALIDATEUPDATEALLOCPROPERTY&)> property;
    std::function<std::optional<NTSTATUS>(const DXGKARG_MAPCPUHOSTAPERTURE&)> map_host;
    std::function<std::optional<NTSTATUS>(const DXGKARG_UNMAPCPUHOSTAPERTURE&)> unmap_host;
    // Changes a page before the CPU sees it, and again before it is copied back. It must be its own
    // inverse.
    std::function<void(std::uint8_t*)> change_page_for_host;
  } misdeeds;

  // "fill", "in", "out", "discard", "map", "unmap", "patch", "submit", "paging", "preempt",
  // "cancel", "reset engine", "reset", "restart", "switch", …: in order, since the last time.
  std::vector<std::string> take_calls();
  // Waits until the function of this name was called `count` times since the last take_calls().
  void await_calls(std::string_view name, std::ptrdiff_t count);
  std::vector<std::string> faults() const;
  // Returns whether its memory is free, and nothing is mapped into its aperture.
  bool is_memory_free() const;
  // Returns the flags with which contexts were created, in order.
  std::vector<DXGK_CREATECONTEXTFLAGS> context_flags() const;
  const DXGKRNL_INTERFACE& kernel() const { return kernel_; }

  // Reports something at interrupt level, as the interrupt routine would.
  void report(dxgk::Adapter& adapter, const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data);

 private:
  friend struct EngineDdi;
  friend struct EngineVirtualDdi;
  struct Command {
    enum class Op : std::uint32_t {
      kFill,
      kCopy,
      kMap,
      kUnmap,
      kHang,
      kFault,
      kLoseInterrupt,
      kEntries,  // writes the entry `source` `value` times
      kFlush,    // flushes translations from `address` to `source`
      // Commands that use addresses of the paging process.
      kVirtualFill,
      kVirtualCopy,
      kVirtualEntries,
    };
    Op op;
    std::uint32_t value;
    std::uint32_t segment;  // 0: physical memory
    std::uint32_t source_segment;
    std::uint64_t address;
    std::uint64_t source;
    std::uint64_t bytes;
    std::uint64_t is_paging;
  };
  struct Submission {
    std::vector<Command> commands;
    UINT fence = 0;
    bool is_hung = false;
    // The virtual context of a packet, whose commands stay at their address.
    HANDLE context = nullptr;
    std::uint64_t address = 0, bytes = 0;
  };

  void add_virtual(DRIVER_INITIALIZATION_DATA& table);
  void note(std::string what);
  void fault(std::string what);
  bool execute(const Command& command);
  std::uint8_t* page(std::uint32_t segment, std::uint64_t address);
  void read_buffer(const DXGKARG_SUBMITCOMMAND& wanted, std::vector<Command>& out);
  bool is_owned(std::uint32_t segment, std::uint64_t address) const;
  void own(std::uint32_t segment, std::uint64_t address, std::uint64_t bytes, bool owned);
  void map_page_for_host(UINT32 aperture_page, std::uint64_t memory_page);
  void hide_page(UINT32 aperture_page);

  const Settings settings_;
  LedgerMiniport ledger_;
  dxgk::Miniport base_;
  DXGKRNL_INTERFACE kernel_{};
  mutable std::mutex mutex_;
  std::vector<std::uint8_t> memory_;
  std::vector<SIZE_T> bank_ends_;
  std::vector<std::uint64_t> aperture_;  // the physical address of each page
  std::map<std::uint64_t, bool> owned_;  // by page of memory; pages of the aperture follow
  std::unique_ptr<nt::IoRange> host_;    // the host aperture
  std::map<UINT32, std::uint64_t> mapped_by_host_;  // the page of memory, by page of the aperture
  std::unique_ptr<EngineMmu> mmu_;                  // made with page_tables
  HANDLE paging_context_ = nullptr;                 // paging uses the addresses of this context
  std::vector<std::deque<Submission>> queues_;
  std::vector<UINT> completed_, submitted_;
  std::deque<DXGKARGCB_NOTIFY_INTERRUPT_DATA> pending_;
  std::vector<std::string> calls_, faults_;
  std::vector<DXGK_CREATECONTEXTFLAGS> context_flags_;
  std::atomic<std::uintptr_t> processes_ = 0;  // the number of processes ever created
  std::atomic<bool> stopping_ = false;
  sim::Thread engine_;
};

}  // namespace drydock::testing
