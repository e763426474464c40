// The parts of a scheduler without an adapter: a driver that writes down its calls, and devices,
// contexts and hardware queues that count what happens to them. The thread of the test plays the
// strand.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/sched/engine/collector.h"
#include "src/sched/engine/ender.h"
#include "src/sched/engine/feeder.h"
#include "src/sched/engine/hardware_queues.h"
#include "src/sched/engine/preemption.h"
#include "src/sched/engine/recovery.h"
#include "src/sched/engine/reports.h"
#include "src/sched/engine/submitter.h"
#include "src/sched/engine/watchdog.h"
#include "src/sched/memory/context_memory.h"
#include "src/sched/memory/context_updates.h"
#include "src/sched/memory/packet_memory.h"
#include "src/sched/memory/unnamed_memory.h"
#include "src/sched/strand.h"
#include "src/sched/work/nodes.h"
#include "tests/sched/work_doubles.h"

namespace drydock::sched {

// Does nothing, and succeeds unless the test says otherwise.
class CountingDriver final : public EngineDriver {
 public:
  const vidmm::MemoryCaps& caps() const override { return memory; }
  vidmm::Abilities abilities() const override { return {.builds_paging_buffers = true}; }
  bool is_alive() const override { return true; }
  HANDLE system_process() const override { return nullptr; }
  // Writes eight bytes.
  NTSTATUS build_paging_buffer(DXGKARG_BUILDPAGINGBUFFER& operation) override {
    operation.pDmaBuffer = static_cast<std::byte*>(operation.pDmaBuffer) + 8;
    return call("build");
  }
  NTSTATUS map_cpu_host_aperture(DXGKARG_MAPCPUHOSTAPERTURE&) override { return call("map"); }
  void unmap_cpu_host_aperture(DXGKARG_UNMAPCPUHOSTAPERTURE&) override { call("unmap"); }
  SIZE_T root_page_table_size(DXGKARG_GETROOTPAGETABLESIZE&) override { return 0; }
  void set_root_page_table(const DXGKARG_SETROOTPAGETABLE&) override { call("root"); }
  void release_swizzling_ranges(const vidmm::Tenant&) override {}
  nt::Offender offender() override { return nt::Offender::running(); }

  EngineCaps engine_caps() const override { return engine; }
  bool is_reachable() const override { return reachable; }
  NTSTATUS submit_command(const DXGKARG_SUBMITCOMMAND&) override { return call("submit"); }
  NTSTATUS submit_command_virtual(const DXGKARG_SUBMITCOMMANDVIRTUAL&) override {
    return call("submit virtual");
  }
  NTSTATUS submit_command_to_hw_queue(const DXGKARG_SUBMITCOMMANDTOHWQUEUE&) override {
    return call("submit to queue");
  }
  NTSTATUS patch(const DXGKARG_PATCH&) override { return call("patch"); }
  NTSTATUS preempt_command(const DXGKARG_PREEMPTCOMMAND&) override { return call("preempt"); }
  void cancel_command(const DXGKARG_CANCELCOMMAND&) override { call("cancel"); }
  NTSTATUS suspend_context(DXGKARG_SUSPENDCONTEXT&) override { return call("suspend"); }
  NTSTATUS query_current_fence(DXGKARG_QUERYCURRENTFENCE&) override { return call("query"); }
  NTSTATUS query_dependent_engine_group(DXGKARG_QUERYDEPENDENTENGINEGROUP&) override {
    return call("group");
  }
  void query_engine_status(DXGKARG_QUERYENGINESTATUS&) override { call("status"); }
  NTSTATUS reset_engine(DXGKARG_RESETENGINE&) override { return call("reset engine"); }
  void collect_debug_info(ULONG) override { call("collect"); }
  NTSTATUS reset_from_timeout(const std::function<void()>&) override { return call("reset"); }
  NTSTATUS restart_from_timeout(const std::function<void()>&) override { return call("restart"); }
  void expect_untouched(bool) override {}
  void end_life() override { reachable = false; }

  std::vector<std::string> take_calls() { return std::exchange(calls_, {}); }

  vidmm::MemoryCaps memory;
  EngineCaps engine{.nodes = 2};
  bool reachable = true;
  NTSTATUS answer = STATUS_SUCCESS;

 private:
  NTSTATUS call(const char* name) {
    calls_.emplace_back(name);
    return answer;
  }

  std::vector<std::string> calls_;
};

// Video memory without segments never pages.
class NoPaging final : public vidmm::PagingQueue {
 public:
  vidmm::PagingBuffer& buffer() override { return buffer_; }
  bool run(vidmm::Tenant&, UINT, UINT) override { return false; }
  void switch_away_from(vidmm::Tenant&) override {}
  void wait_idle(vidmm::Tenant&) override {}
  bool is_resetting() const override { return false; }
  bool is_here() const override { return true; }
  void await(const std::function<bool()>&) override {}

 private:
  vidmm::PagingBuffer buffer_;
};

class PartTest : public ::testing::Test {
  std::deque<Source> sources_;

 protected:
  // A context that lives as long as the parts: they may refer to the one that ran last.
  Source& add_source(UINT node = 0) { return sources_.emplace_back(0, node); }
  // A packet of commands, or of other work, with a claim on its context. `over` counts its end.
  std::unique_ptr<Packet> make(Source& source, Packet::Work work = RenderWork{}) {
    auto packet = std::make_unique<Packet>(std::move(work), source.node());
    packet->context = nt::Ref<WorkSource>(source);
    packet->dma = &dma;
    packet->when_over = [this, sent = packet.get()] { over.push_back(sent->was_aborted); };
    if (packet->is<AddressedWork>() && packet->queue() != nullptr) packet->queue()->claim_by_gpu();
    source.claim_by_gpu();
    return packet;
  }
  // As Scheduler::submit().
  void queue(std::unique_ptr<Packet> packet) {
    const NodesHold hold(nodes);
    WorkOwner& owner = packet->context->owner();
    ++owner.packets;
    if (packet->is<AddressedWork>())
      packet->as<AddressedWork>().number = owner.virtual_work.begin();
    nodes.at(packet->node).queue(std::move(packet));
  }
  std::size_t at_hardware(UINT node) {
    const NodesHold hold(nodes);
    return nodes.at(node).hardware().size();
  }
  // The fence of the packet that the node has worked on longest.
  UINT oldest_fence(UINT node) {
    const NodesHold hold(nodes);
    return nodes.at(node).oldest()->fence;
  }
  void report(const DXGKARGCB_NOTIFY_INTERRUPT_DATA& data) {
    EXPECT_FALSE(reports.interrupt(data));
    EXPECT_TRUE(reports.dpc());
    collector.end_reported();
  }
  void complete(UINT node, UINT fence) {
    DXGKARGCB_NOTIFY_INTERRUPT_DATA data{};
    data.InterruptType = DXGK_INTERRUPT_DMA_COMPLETED;
    data.DmaCompleted.NodeOrdinal = node;
    data.DmaCompleted.SubmissionFenceId = fence;
    report(data);
  }

  CountingDriver driver;
  EngineCaps& caps = driver.engine;
  DmaBuffer dma;
  std::vector<bool> over;  // for each packet that ended: whether it was aborted
  NoPaging paging;
  Nodes nodes{2};
  vidmm::VideoMemory memory{driver, paging};
  ContextMemory contexts{memory, 2};
  ContextUpdates updates{memory};
  PacketMemory packet_memory{memory};
  UnnamedMemory unnamed{driver, nodes, memory, contexts};
  Reports reports{nodes};
  Strand strand{[] { return sim::kForever; }};
  Ender ender{driver, caps, nodes, strand, packet_memory, unnamed};
  HardwareQueues queues{driver, nodes, ender};
  Submitter submitter{driver, caps, nodes, memory, contexts, unnamed, queues, ender};
  Preemption preemption{driver, caps, nodes, packet_memory, submitter};
  Recovery recovery{driver, caps, nodes, strand, reports, ender, memory, contexts, updates};
  Watchdog watchdog{driver, caps, nodes, queues, preemption, recovery};
  Collector collector{nodes, strand, reports, ender, queues, preemption, recovery, watchdog};
  Feeder feeder{driver, caps, nodes, packet_memory, contexts, submitter, ender, collector};
};

}  // namespace drydock::sched
