// What the scheduler keeps of a context.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "src/sched/address_updates.h"
#include "src/sched/command_buffers.h"
#include "src/sched/packet.h"
#include "src/vidmm/tenant.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {
class SyncObject;
}  // namespace drydock::dxgk

namespace drydock::sched {

struct ContextWork {
  ContextWork(const DXGK_CONTEXTINFO& info, HANDLE device, std::shared_ptr<vidmm::Account> account)
      : commands(info), dma(info, device, std::move(account)) {}

  CommandBuffers commands;
  DmaBuffers dma;

  // Memory of the driver's own that is resident with every command of the context. Only for the
  // scheduler's strand.
  std::vector<vidmm::Tenant*> tenants;

  // The root of page tables that the driver was told for it (PageTables::Root); 0: none. Only for
  // the scheduler's strand.
  std::uint64_t root = 0;

  // Mutexes that the context owns, each opened once more for it. Under dxgk::SyncState::lock().
  std::vector<dxgk::SyncObject*> owned;

  // Fences of paging queues, each with the farthest value that it was made to wait for. Under
  // dxgk::SyncState::lock(); only to compare.
  std::map<const void*, UINT64> paging_waits;

  // Changes of addresses that wait for fences of the context.
  AddressUpdates updates;

  // Guarded by the scheduler's lock.
  std::deque<std::unique_ptr<Packet>> queue;
  std::uint64_t last_number = 0;  // of a packet
  std::uint64_t suspensions = 0;  // that were asked for
  std::uint32_t at_hardware = 0;
  std::uint32_t retries = 0;  // calls of Scheduler::retry()
  bool is_known = false;      // its node has it among those with work
  bool is_blocked = false;    // at a synchronisation point
};

}  // namespace drydock::sched
