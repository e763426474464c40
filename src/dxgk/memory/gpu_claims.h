// Claims of the GPU: submitted work that names an instance of an allocation.
//
// Each counts for the binding by which the work names it, which does not go meanwhile, and for the
// instance, for which locks of any device wait.
//
// Cost: two atomic operations to claim and to release; waiters are looked at only when the last
// claim of an instance is released. Threads: any; a release at any IRQL.
#pragma once

namespace drydock::dxgk {

class Binding;
struct Instance;

// False when the binding is on its way out; then there is no claim.
bool claim_for_gpu(Binding& binding, Instance& instance);
// One more, by work that has a claim.
void claim_again_for_gpu(Binding& binding, Instance& instance);
// Locks that wait for the instance go on, and a binding that drains goes on its way.
void release_by_gpu(Binding& binding, Instance& instance);

bool is_claimed_by_gpu(const Instance& instance);
// Returns when no claim is left; at once when the schedule cannot go on otherwise.
void wait_for_gpu(const Instance& instance);

}  // namespace drydock::dxgk
