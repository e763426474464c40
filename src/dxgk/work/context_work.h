// The work that clients submit in a context: their command buffers, and the fences that it waited
// for.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "src/dxgk/pages/command_buffers.h"
#include "src/dxgk/work/address_updates.h"
#include "src/dxgk/work/fence_wait.h"
#include "src/sched/work/dma_buffers.h"
#include "src/vidmm/budget.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class SyncObject;

struct ContextWork {
  ContextWork(const DXGK_CONTEXTINFO& info, HANDLE device, std::shared_ptr<vidmm::Account> account)
      : commands(info), dma(info, device, std::move(account)) {}

  CommandBuffers commands;
  sched::DmaBuffers dma;

  // Mutexes that the context owns, each with one opening for it.
  std::vector<SyncObject*> owned DRYDOCK_GUARDED_BY(sync_lock());

  // Fences of paging queues, each with the highest value that the context waited for. The pointers
  // are only compared.
  std::map<const void*, UINT64> paging_waits DRYDOCK_GUARDED_BY(sync_lock());

  // Changes of addresses that wait for fences.
  AddressUpdates updates;
};

}  // namespace drydock::dxgk
