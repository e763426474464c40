// Claims of the GPU: submitted work that names an instance of an allocation.
//
// Each claim counts for the binding by which the work names the instance; the binding is not
// destroyed meanwhile. It also counts for the instance, for which locks of any device wait.
//
// Cost: two atomic operations to claim and to release. Waiters are looked at only when the last
// claim of an instance is released. Threads: any; a release at any IRQL.
#pragma once

namespace drydock::dxgk {

class Binding;
struct Instance;

// False, without a claim, when the binding is being destroyed.
bool claim_for_gpu(Binding& binding, Instance& instance);
// Adds a claim, for work that has one.
void claim_again_for_gpu(Binding& binding, Instance& instance);
// Wakes locks that wait for the instance, and goes on with the destruction of a binding that
// drains.
void release_by_gpu(Binding& binding, Instance& instance);

bool is_claimed_by_gpu(const Instance& instance);
// True when submitted work uses the binding and names an instance of its allocation. While work of
// the device runs, everything that is resident has claims of the GPU, named or not.
bool is_named_by_gpu(const Binding& binding);
// Returns when no claim is left; at once when the schedule could not go on otherwise.
void wait_for_gpu(const Instance& instance);

}  // namespace drydock::dxgk
