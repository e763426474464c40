// Residency lists: what a device's contexts need in video memory, as its client counts it.
//
// From WDDM 2.0 on a client says with D3DKMTMakeResident what its device needs. Everything on the
// list is in place before a context of the device runs. On adapters with physical addresses, the
// list of a command buffer also makes its allocations resident, until the device has a paging
// queue; from then on only the client does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/dxgk/object/object.h"
#include "src/dxgk/work/residency_list.h"
#include "src/wdk/graphics.h"

namespace drydock::dxgk {

class Binding;
class Device;
class PagingQueue;

struct MakeResidentRequest {
  std::span<const Handle> allocations;
  bool cannot_trim_further = false;
  bool must_succeed = false;
};

struct MakeResidentAnswer {
  UINT64 fence_value = 0;
  UINT64 bytes_to_trim = 0;
};

// D3DKMTMakeResident, inside an operation on the queue's device. STATUS_SUCCESS when all of them
// are in place, STATUS_PENDING when the queue's fence will reach the value; else nothing has
// changed.
NTSTATUS make_resident(PagingQueue& queue, const MakeResidentRequest& request,
                       MakeResidentAnswer& answer);

struct EvictRequest {
  std::span<const Handle> allocations;
  bool only_if_necessary = false;
  bool not_written_to = false;
};

// D3DKMTEvict: all of them or none.
NTSTATUS evict(Device& device, const EvictRequest& request, UINT64& bytes_to_trim);

// By how many bytes the device's process is over its budget.
UINT64 bytes_over_budget(Device& device);

// The binding is being destroyed: removes it from the list.
void unlist(Binding& binding) DRYDOCK_REQUIRES(some_device_lock);

// Claims everything on the list for the GPU. The caller calls end_resident_use() for each. For the
// scheduler's strand.
std::vector<Ref<Binding>> use_residents(Device& device);
void end_resident_use(Binding& binding);

// Queued updates of addresses lead to the binding: it stays on its list, whatever its client does,
// until the last of them has ended (K-293). The binding must not be destroyed meanwhile.
void hold_resident(Binding& binding);
void end_hold(Binding& binding);

// Begins a new period and returns its number. What work is using counts as named in it.
std::uint64_t begin_period(Device& device);
// Virtual work of the device begins, or has ended.
void note_virtual_work(Device& device, bool begins);
// An allocation on the list that was not named since the period began, and how many there are. 0
// when there is none, or when the host cannot know.
struct Idle {
  Handle first = 0;
  std::size_t count = 0;
};
Idle find_idle(Device& device, std::uint64_t since);

// D3DKMTReclaimAllocations2: the queue makes those of the set resident that are on the list.
// Returns the fence's value for that; 0 when all are resident (K-274).
NTSTATUS bring_back(PagingQueue& queue, std::span<const Handle> handles, bool are_resources,
                    UINT64& fence_value);

}  // namespace drydock::dxgk
