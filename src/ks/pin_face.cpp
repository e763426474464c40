#include "src/ks/pin_face.h"

#include "drydock/ks.h"
#include "src/ks/mutex.h"
#include "src/ks/pin.h"
#include "src/nt/watch/report.h"

namespace drydock::ks {

std::atomic<int>& pin_spies() {
  static std::atomic<int> count = 0;
  return count;
}

PinFace::PinFace() {
  if (pin_spies() > 0) spied_ = std::make_unique<nt::WatchedMemory>(sizeof(KSPIN), told, this);
}

// S-138: whoever holds the control mutex reads a state that stands still.
void PinFace::told(void* context, std::size_t offset, bool writes, const rules::Stack& where) {
  auto& own = *static_cast<PinFace*>(context);
  const std::size_t begin = FIELD_OFFSET(KSPIN, DeviceState);
  if (writes || offset - begin >= sizeof(KSSTATE) || own.pin_ == nullptr || own.said_) return;
  if (own.pin_->control_mutex().held()) return;
  own.said_ = true;
  const char* const callback = current_callback();
  nt::report_about(own.pin_->driver().name(), "S-138",
                   own.pin_->describe() + ": KSPIN.DeviceState is read in " +
                       (callback == nullptr ? "a routine of the driver" : callback) +
                       ", where the state may be changing",
                   {.object = own.pin_->describe(), .stacks = {{"here", where}}});
}

}  // namespace drydock::ks

namespace drydock::avstream {

PinSpy::PinSpy() { ++ks::pin_spies(); }
PinSpy::~PinSpy() { --ks::pin_spies(); }

}  // namespace drydock::avstream
