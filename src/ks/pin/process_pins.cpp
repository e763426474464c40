#include "src/ks/pin/process_pins.h"

#include <deque>
#include <vector>

#include "src/ks/pin/pin.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

// One pin in one call of the process dispatch. The face is first: drivers hand it back.
struct Taking {
  KSPROCESSPIN face{};
  std::shared_ptr<Pin> pin;
  std::shared_ptr<Queue> queue;
  std::shared_ptr<StreamPointer> leading;
  bool locked = false;
  bool copied = false;  // the class driver fills it from another
};

struct Index {
  std::deque<Taking> pins;
  std::vector<std::vector<PKSPROCESSPIN>> by_type;
  std::vector<KSPROCESSPIN_INDEXENTRY> entries;
};

// The index that this thread's dispatch got; null outside.
thread_local Index* current_index = nullptr;

bool takes_empty(const Filter& filter) {
  const KSFILTER_DESCRIPTOR& descriptor = *const_cast<Filter&>(filter).face().Descriptor;
  return (descriptor.Flags & KSFILTER_FLAG_RECEIVE_ZERO_LENGTH_SAMPLES) != 0;
}

// S-187: a filter that did not ask for samples without data does not see them.
bool is_skipped(const Taking& one) {
  return one.locked && one.pin->face().DataFlow == KSPIN_DATAFLOW_IN &&
         one.leading->face->Offset->Remaining == 0 && !takes_empty(one.pin->filter());
}

// A pin without a frame has no data, and its stream pointer is past the last frame.
void fill(Taking& one) {
  one.leading = one.queue->leading(KSSTREAM_POINTER_STATE_LOCKED);
  one.locked = one.leading != nullptr;
  while (is_skipped(one)) one.locked = NT_SUCCESS(one.queue->advance(*one.leading));
  if (!one.locked) one.leading = one.queue->leading(KSSTREAM_POINTER_STATE_UNLOCKED);
  one.face.Pin = &one.pin->face();
  one.face.StreamPointer = one.leading == nullptr ? nullptr : one.leading->face;
  one.face.Data = nullptr;
  one.face.BytesAvailable = one.face.BytesUsed = 0;
  one.face.Terminate = FALSE;
  if (!one.locked) return;
  const KSSTREAM_POINTER_OFFSET& offset = *one.leading->face->Offset;
  one.face.Data = offset.Data;
  one.face.BytesAvailable = offset.Remaining;
}

// S-215: a process pin that is a copy of another is in the index, but the minidriver must not use
// it.
void fill_copy(Taking& one, const std::vector<PKSPROCESSPIN>& before) {
  one.copied = true;
  one.face.Pin = &one.pin->face();
  one.face.CopySource = before.empty() ? nullptr : before.front();
}

void build(Filter& filter, Index& index) {
  index.by_type.resize(filter.pin_types());
  for (const std::shared_ptr<Pin>& pin : pins_of(filter)) {
    std::shared_ptr<Queue> queue = pin->queue();
    if (queue == nullptr || pin->face().ClientState < pin->least_processing_state()) continue;
    Taking& one = index.pins.emplace_back();
    one.pin = pin;
    one.queue = std::move(queue);
    std::vector<PKSPROCESSPIN>& of_type = index.by_type[pin->face().Id];
    if (pin->copy_source() != nullptr) {
      fill_copy(one, of_type);
    } else {
      fill(one);
    }
    of_type.push_back(&one.face);
  }
  for (std::vector<PKSPROCESSPIN>& pins : index.by_type) {
    index.entries.push_back(
        {pins.empty() ? nullptr : pins.data(), static_cast<ULONG>(pins.size())});
  }
}

// Records the null pointers that the dispatch gets, for a crash near address zero.
void record_given(const Index& index) {
  Given& given = given_to_callback();
  given = {};
  for (const KSPROCESSPIN_INDEXENTRY& entry : index.entries) given.no_pins |= entry.Count == 0;
  for (const Taking& one : index.pins) given.no_data |= one.face.Data == nullptr;
}

// S-185.
void finish(Taking& one) {
  const ULONG used = one.face.BytesUsed;
  if (one.copied && rules::breaks("S-215", used != 0 || one.face.Terminate)) {
    one.pin->breach("S-215", "the minidriver used a process pin that is a copy of another")
        .raise_later();
  }
  if (!one.locked) return;
  if (used != 0 || one.face.Terminate) {
    one.queue->advance_offsets(*one.leading, used, used, one.face.Terminate, true);
  } else {
    one.queue->unlock(*one.leading, false);
  }
  one.locked = false;
}

}  // namespace

NTSTATUS process_filter(Filter& filter) {
  Index index;
  build(filter, index);
  record_given(index);
  Index* const outer = std::exchange(current_index, &index);
  const KSFILTER_DISPATCH* dispatch = filter.face().Descriptor->Dispatch;
  NTSTATUS status = STATUS_PENDING;
  try {
    status = filter.ask("KSFILTER_DISPATCH.Process", dispatch->Process, &filter.face(),
                        index.entries.data());
  } catch (...) {
    current_index = outer;
    throw;
  }
  current_index = outer;
  for (Taking& one : index.pins) finish(one);
  return status;
}

bool update_process_pin(KSPROCESSPIN* face) {
  if (current_index == nullptr) return false;
  for (Taking& one : current_index->pins) {
    if (&one.face != face) continue;
    if (one.copied || one.pin->queue() == nullptr) return false;
    finish(one);
    fill(one);
    const ULONG flags = one.pin->face().Descriptor->Flags;
    return one.locked || (flags & KSPIN_FLAG_FRAMES_NOT_REQUIRED_FOR_PROCESSING) != 0;
  }
  return false;
}

}  // namespace drydock::ks
