#include "src/sched/work/packet.h"

#include <cassert>

#include "src/trace/trace.h"

namespace drydock::sched {

WorkSource::~WorkSource() { assert(queue.empty() && at_hardware == 0); }

bool claim_for(const Packet& packet) {
  if (!packet.context->claim_by_gpu()) return false;
  if (packet.queue() == nullptr || packet.queue()->claim_by_gpu()) return true;
  packet.context->release_by_gpu();
  return false;
}

void fail_device(const Packet& packet, D3DKMT_DEVICEEXECUTION_STATE why) {
  if (!packet.context) return;
  trace::event("device", "error", {{"handle", packet.context->owner().label()}, {"state", why}});
  packet.context->owner().set_error(why);
}

}  // namespace drydock::sched
