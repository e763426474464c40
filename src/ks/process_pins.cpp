#include "src/ks/process_pins.h"

#include <deque>
#include <vector>

#include "src/ks/pin.h"

namespace drydock::ks {
namespace {

// One pin in one call of the process dispatch.
struct Taking {
  KSPROCESSPIN face{};
  std::shared_ptr<Pin> pin;
  std::shared_ptr<Queue> queue;
  std::shared_ptr<StreamPointer> leading;
  bool locked = false;
};

struct Index {
  std::deque<Taking> pins;
  std::vector<std::vector<PKSPROCESSPIN>> by_type;
  std::vector<KSPROCESSPIN_INDEXENTRY> entries;
};

// without a frame there are no data, and the stream pointer shows none.
void fill(Taking& one) {
  one.leading = one.queue->leading(KSSTREAM_POINTER_STATE_LOCKED);
  one.locked = one.leading != nullptr;
  if (!one.locked) one.leading = one.queue->leading(KSSTREAM_POINTER_STATE_UNLOCKED);
  one.face.Pin = &one.pin->face();
  one.face.StreamPointer = one.leading == nullptr ? nullptr : one.leading->face;
  if (!one.locked) return;
  const KSSTREAM_POINTER_OFFSET& offset = *one.leading->face->Offset;
  one.face.Data = offset.Data;
  one.face.BytesAvailable = offset.Remaining;
}

void build(Filter& filter, Index& index) {
  index.by_type.resize(filter.pin_types());
  for (const std::shared_ptr<Pin>& pin : filter.pins()) {
    std::shared_ptr<Queue> queue = pin->queue();
    if (queue == nullptr || pin->face().ClientState < pin->least_processing_state()) continue;
    Taking& one = index.pins.emplace_back();
    one.pin = pin;
    one.queue = std::move(queue);
    fill(one);
    index.by_type[pin->face().Id].push_back(&one.face);
  }
  for (std::vector<PKSPROCESSPIN>& pins : index.by_type) {
    index.entries.push_back({pins.data(), static_cast<ULONG>(pins.size())});
  }
}

// S-185.
void finish(Taking& one) {
  if (!one.locked) return;
  const ULONG used = one.face.BytesUsed;
  if (used != 0 || one.face.Terminate) {
    one.queue->advance_offsets(*one.leading, used, used, one.face.Terminate, true);
  } else {
    one.queue->unlock(*one.leading, false);
  }
}

}  // namespace

NTSTATUS process_filter(Filter& filter) {
  Index index;
  build(filter, index);
  const KSFILTER_DISPATCH* dispatch = filter.face().Descriptor->Dispatch;
  const NTSTATUS status = filter.ask("KSFILTER_DISPATCH.Process", [&] {
    return dispatch->Process(&filter.face(), index.entries.data());
  });
  for (Taking& one : index.pins) finish(one);
  return status;
}

}  // namespace drydock::ks
