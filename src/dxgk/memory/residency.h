// Residency lists: what a device's contexts need in video memory, counted by its clients.
//
// From WDDM 2.0 on a client says with D3DKMTMakeResident what its device needs, and everything on
// the list is in place before a context of the device runs. On adapters with physical addresses
// the list of a command buffer brings in what it names as well, until the device has a paging
// queue: from then on its client has to say so itself.
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

// What the process of the device would have to give up to be within its budget.
UINT64 bytes_over_budget(Device& device);

// The binding leaves its device: nobody asks for it any more. Under the device's lock.
void unlist(Binding& binding);

// Everything on the list, claimed for the GPU: end_resident_use() is owed for each. For the
// scheduler's strand.
std::vector<Ref<Binding>> use_residents(Device& device);
void end_resident_use(Binding& binding);

// Queued updates of addresses lead to it: it stays on the list it is on, whatever its client says,
// until the last of them is over (K-293). For a binding that does not go meanwhile.
void hold_resident(Binding& binding);
void end_hold(Binding& binding);

// A new period begins: its number. Those that work is using count as named in it.
std::uint64_t begin_period(Device& device);
// Virtual work of the device begins, or is over.
void note_virtual_work(Device& device, bool begins);
// One that is on the list, and that nobody named since the period began; 0 when there is none, or
// nobody can know. How many there are.
struct Idle {
  Handle first = 0;
  std::size_t count = 0;
};
Idle find_idle(Device& device, std::uint64_t since);

// D3DKMTReclaimAllocations2: what the set names and the list has is brought in by the queue. The
// fence's value that tells; 0 when all of it is there (K-274).
NTSTATUS bring_back(PagingQueue& queue, std::span<const Handle> handles, bool are_resources,
                    UINT64& fence_value);

}  // namespace drydock::dxgk
