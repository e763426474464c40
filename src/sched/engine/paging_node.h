// Runs what video memory needs of the GPU: paging buffers, and switches away from contexts. Each
// call waits for its end.
//
// Owner: the scheduler. Threads: only the strand. Cost: one packet and its fence for each call of
// run(), and for each context that is switched away from.
#pragma once

#include <functional>

#include "src/sched/engine/collector.h"
#include "src/sched/engine/recovery.h"
#include "src/sched/engine/submitter.h"
#include "src/sched/memory/context_memory.h"
#include "src/sched/work/dma_buffers.h"
#include "src/sched/work/engine_driver.h"
#include "src/sched/work/nodes.h"
#include "src/vidmm/paging.h"

namespace drydock::sched {

class PagingNode final : public vidmm::PagingQueue {
 public:
  PagingNode(const EngineCaps& caps, Nodes& nodes, ContextMemory& contexts, Submitter& submitter,
             Collector& collector, const Recovery& recovery)
      : caps_(caps),
        nodes_(nodes),
        contexts_(contexts),
        submitter_(submitter),
        collector_(collector),
        recovery_(recovery) {}
  ~PagingNode() override { free_dma_buffer(dma_); }
  PagingNode(const PagingNode&) = delete;
  PagingNode& operator=(const PagingNode&) = delete;

  vidmm::PagingBuffer& buffer() override;
  bool run(vidmm::Tenant& tenant, UINT bytes, UINT private_bytes) override;
  void switch_away_from(vidmm::Tenant& tenant) override;
  void wait_idle(vidmm::Tenant& tenant) override;
  bool is_resetting() const override { return recovery_.is_resetting(); }
  void await(const std::function<bool()>& is_over) override { collector_.await(is_over); }
  bool is_here() const override { return collector_.is_here(); }

 private:
  static constexpr UINT kNode = 0;  // the node that pages

  void switch_away(UINT node);
  bool is_at_hardware(const vidmm::Tenant& tenant);

  const EngineCaps& caps_;
  Nodes& nodes_;
  ContextMemory& contexts_;
  Submitter& submitter_;
  Collector& collector_;
  const Recovery& recovery_;
  DmaBuffer dma_;
  vidmm::PagingBuffer buffer_;
};

}  // namespace drydock::sched
