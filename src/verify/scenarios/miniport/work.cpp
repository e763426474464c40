// Work of the GPU, and objects that are destroyed while it is in flight.
#include <vector>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"
#include "src/verify/scenarios/miniport/groups.h"
#include "src/verify/scenarios/miniport/stage.h"

namespace drydock::verify::miniport {
namespace {

constexpr std::int64_t kSecond = 10'000'000;

void submit_and_wait(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (UINT i = 0; i < 5; ++i) stage.work(client, queue, resource.allocations, i);
    client.wait_idle(device);
    client.destroy(device, resource);
  });
}

// More work than the hardware takes at once: most of it waits when its allocations are destroyed.
void destroy_what_is_queued(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    std::vector<Resource> all;
    for (UINT i = 0; i < 6; ++i) {
      all.push_back(client.create(device, stage.recipe(), Kind::kResource));
      stage.work(client, queue, all.back().allocations, i);
      stage.work(client, queue, all.front().allocations, i);
    }
    for (const Resource& resource : all) client.destroy(device, resource);
  });
}

// The hardware has finished, but its interrupt is held back.
void destroy_what_runs(Stage& stage) {
  stage.need_work();
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    stage.work(client, queue, resource.allocations);
    client.wait_idle(device);
    stage.device().hold();
    stage.work(client, queue, resource.allocations);
    stage.run().pass(kSecond / 10);
    client.destroy(device, std::span(resource.allocations).first(1));
    client.destroy(device, resource);
    stage.run().pass(kSecond / 10);
    stage.device().release_line();
  });
}

void destroy_context_that_runs(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Queue queue = client.create_queue(device);
    Queue other = client.create_queue(device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    for (UINT i = 0; i < 3; ++i) {
      stage.work(client, queue, resource.allocations, i);
      stage.work(client, other, resource.allocations, i);
    }
    client.destroy_queue(queue);
    stage.work(client, other, resource.allocations);
    client.wait_idle(device);
    client.destroy(device, resource);
    client.destroy_queue(other);
  });
}

void destroy_device_that_runs(Stage& stage) {
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const D3DKMT_HANDLE other = client.create_device();
    Queue queue = client.create_queue(other);
    const Resource resource = client.create(other, stage.recipe(), Kind::kResource, 2);
    for (UINT i = 0; i < 4; ++i) stage.work(client, queue, resource.allocations, i);
    client.destroy_device(other);
    client.wait_idle(device);
  });
}

// Work of several contexts in turn, so that the driver saves and restores the state of each.
void contexts_in_turns(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const UINT nodes = static_cast<UINT>(stage.adapter().caps().nodes.size());
    std::vector<Queue> queues;
    for (UINT i = 0; i < 6; ++i)
      queues.push_back(client.create_queue(device, nodes == 0 ? 0 : i % nodes));
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    for (UINT round = 0; round < 3; ++round) {
      for (Queue& queue : queues) stage.work(client, queue, resource.allocations, round);
      client.destroy_queue(queues.back());
      queues.pop_back();
    }
    client.wait_idle(device);
    for (const Queue& queue : queues) client.destroy_queue(queue);
    client.destroy(device, resource);
  });
}

// Two processes draw on a shared resource; one destroys it.
void shared_work(Stage& stage) {
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Client other = stage.client();
    const D3DKMT_HANDLE second = other.create_device();
    const Resource made = client.create(device, stage.recipe(), Kind::kShared);
    const Resource opened = other.open(second, made.global);
    Queue queue = client.create_queue(device), far = other.create_queue(second);
    for (UINT i = 0; i < 3; ++i) {
      stage.work(client, queue, made.allocations, i);
      stage.work(other, far, opened.allocations, i);
    }
    client.destroy(device, made);
    stage.work(other, far, opened.allocations);
    other.wait_idle(second);
    other.destroy(second, opened);
    other.vanish();
    client.destroy_queue(queue);
  });
}

// The second context waits for a fence that the first never signals; then its device is destroyed.
void waiters_at_device_destroy(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    const D3DKMT_HANDLE other = client.create_device();
    Queue queue = client.create_queue(other);
    const Resource resource = client.create(other, stage.recipe(), Kind::kResource);
    const D3DKMT_HANDLE fence = client.create_fence(other);
    client.wait_for(queue, fence, 2);
    stage.work(client, queue, resource.allocations);
    client.destroy_device(other);
    client.wait_idle(device);
  });
}

void signalled_across_contexts(Stage& stage) {
  stage.need_contexts();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Queue first = client.create_queue(device), second = client.create_queue(device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    const D3DKMT_HANDLE fence = client.create_fence(device);
    for (UINT64 value = 1; value <= 2; ++value) {
      client.wait_for(second, fence, value);
      stage.work(client, second, resource.allocations);
      stage.work(client, first, resource.allocations);
      client.signal(first, fence, value);
    }
    client.wait_idle(device);
    client.destroy_fence(fence);
    client.destroy(device, resource);
    client.destroy_queue(first);
    client.destroy_queue(second);
  });
}

// Urgent work comes while the hardware is full, so the driver is asked for what is there. It has
// finished that or not: its interrupts are held back.
void preempt_for_urgent_work(Stage& stage) {
  stage.need_preemption();
  stage.need_work();
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    Queue queue = client.create_queue(device), urgent = client.create_queue(device);
    client.make_urgent(urgent);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (UINT round = 0; round < 2; ++round) {
      stage.work(client, queue, resource.allocations, round);
      stage.work(client, urgent, resource.allocations, round);
      client.wait_idle(device);
      stage.device().hold();
      for (UINT i = 0; i < 4; ++i) stage.work(client, queue, resource.allocations, i);
      stage.run().pass(kSecond / 100);
      stage.work(client, urgent, resource.allocations, round);
      stage.run().pass(kSecond / 100);
      stage.device().release_line();
      client.wait_idle(device);
    }
    client.destroy(device, resource);
    client.destroy_queue(urgent);
    client.destroy_queue(queue);
  });
}

void need_recovery(Stage& stage) {
  stage.need_reset();
  stage.need_work();
}

// One on each engine, as a reset of the adapter is about all of them.
std::vector<Queue> queues_of_all_nodes(Stage& stage, Client& client, D3DKMT_HANDLE device) {
  const std::size_t nodes = stage.adapter().caps().nodes.size();
  std::vector<Queue> queues = {client.create_queue(device)};
  for (UINT node = 1; node < nodes && stage.adapter().has_contexts(); ++node)
    queues.push_back(client.create_queue(device, node));
  return queues;
}

// True when the work of each engine, on a new device, comes to its end.
bool all_nodes_work(Stage& stage) {
  bool is_active = false;
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    std::vector<Queue> queues = queues_of_all_nodes(stage, client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    for (Queue& queue : queues) stage.work(client, queue, resource.allocations);
    may_miss([&] { client.wait_idle(device); });
    is_active = client.state_of(device) == D3DKMT_DEVICEEXECUTION_ACTIVE;
    client.destroy(device, resource);
    for (const Queue& queue : queues) client.destroy_queue(queue);
  });
  return is_active;
}

// The device whose work was lost is in error for good; a new device works, on each engine that
// worked before.
void time_out(Stage& stage, D3DKMT_TDRDBGCTRLTYPE what, bool has_work) {
  need_recovery(stage);
  const bool worked = all_nodes_work(stage);
  stage.with_device([&](Client& client, D3DKMT_HANDLE device) {
    std::vector<Queue> queues = queues_of_all_nodes(stage, client, device);
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource, 2);
    for (Queue& queue : queues) stage.work(client, queue, resource.allocations);
    if (!has_work) client.wait_idle(device);
    if (has_work) stage.device().hold();
    for (Queue& queue : queues) {
      if (has_work) stage.work(client, queue, resource.allocations);
    }
    client.force_timeout(what);
    stage.device().release_line();
    may_miss([&] { client.wait_idle(device); });
    client.destroy(device, resource);
    for (const Queue& queue : queues) client.destroy_queue(queue);
  });
  const bool works = all_nodes_work(stage);
  if (!worked || stage.run().after_fault() || !rules::breaks("N-069", !works)) return;
  nt::Breach("N-069", nt::Offender::named(stage.adapter().driver().name()))
      .message("after a reset, to a new device: its GPU does not end work that it ended before")
      .raise_later();
}

void time_out_idle(Stage& stage) { time_out(stage, D3DKMT_TDRDBGCTRLTYPE_FORCETDR, false); }
void time_out_in_work(Stage& stage) { time_out(stage, D3DKMT_TDRDBGCTRLTYPE_FORCETDR, true); }
void engine_time_out(Stage& stage) { time_out(stage, D3DKMT_TDRDBGCTRLTYPE_ENGINETDR, true); }

// An interrupt is so late that the host takes the GPU for hung and asks the driver to reset it.
void late_interrupt(Stage& stage) {
  need_recovery(stage);
  stage.with_queue([&](Client& client, D3DKMT_HANDLE device, Queue& queue) {
    const Resource resource = client.create(device, stage.recipe(), Kind::kResource);
    stage.work(client, queue, resource.allocations);
    client.wait_idle(device);
    stage.device().hold();
    stage.work(client, queue, resource.allocations);
    stage.run().pass(3 * kSecond);
    stage.device().release_line();
    may_miss([&] { client.wait_idle(device); });
    client.destroy(device, resource);
  });
}

}  // namespace

std::span<const Scenario> work_lives() {
  static constexpr Scenario kAll[] = {
      {"miniport.work", kMiniport, "work on a resource, waited for", false,
       on_stage<submit_and_wait>},
      {"miniport.destroy-queued", kMiniport, "destroy what queued work uses", false,
       on_stage<destroy_what_is_queued>},
      {"miniport.destroy-running", kMiniport, "destroy what work at the hardware uses", false,
       on_stage<destroy_what_runs>},
      {"miniport.destroy-running-context", kMiniport, "destroy a context with work in flight",
       false, on_stage<destroy_context_that_runs>},
      {"miniport.destroy-running-device", kMiniport, "destroy a device with work in flight", false,
       on_stage<destroy_device_that_runs>},
      {"miniport.contexts-in-turns", kMiniport, "work of several contexts alternates", false,
       on_stage<contexts_in_turns>},
      {"miniport.shared-work", kMiniport, "two processes work on a shared resource", false,
       on_stage<shared_work>},
      {"miniport.waiters-at-destroy", kMiniport, "a device goes whose context waits for a fence",
       false, on_stage<waiters_at_device_destroy>},
      {"miniport.signal-across-contexts", kMiniport, "contexts that wait for each other", false,
       on_stage<signalled_across_contexts>},
      {"miniport.preempt", kMiniport, "work is preempted for that of another context", false,
       on_stage<preempt_for_urgent_work>},
      {"miniport.time-out-idle", kMiniport, "the adapter is reset with nothing in work", false,
       on_stage<time_out_idle>},
      {"miniport.time-out", kMiniport, "the adapter is reset with work in flight", false,
       on_stage<time_out_in_work>},
      {"miniport.time-out-engine", kMiniport, "the engine in work is reset", false,
       on_stage<engine_time_out>},
      {"miniport.late-interrupt", kMiniport, "an interrupt comes after the time-out", false,
       on_stage<late_interrupt>},
  };
  return kAll;
}

}  // namespace drydock::verify::miniport
