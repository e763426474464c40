#include "src/ks/pin/pin_face.h"

#include <fmt/format.h>

#include "src/ks/base/mutex.h"
#include "src/ks/pin/pin.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {

std::atomic<int>& pin_watchers() {
  static std::atomic<int> count = 0;
  return count;
}

PinFace::PinFace() {
  if (pin_watchers() > 0)
    watched_ = std::make_unique<nt::WatchedMemory>(sizeof(KSPIN), on_access, this);
}

// S-138: a thread that holds the control mutex reads a state that does not change.
void PinFace::on_access(void* context, std::size_t offset, bool writes, const rules::Stack& where) {
  auto& own = *static_cast<PinFace*>(context);
  const std::size_t begin = FIELD_OFFSET(KSPIN, DeviceState);
  if (writes || offset - begin >= sizeof(KSSTATE) || own.pin_ == nullptr || own.is_raised_) return;
  if (!rules::breaks("S-138", !own.pin_->control_mutex().held())) return;
  own.is_raised_ = true;
  const char* const callback = current_callback();
  own.pin_
      ->breach("S-138",
               fmt::format("KSPIN.DeviceState is read in {}, where the state may be changing",
                           callback == nullptr ? "a routine of the driver" : callback))
      .stack("here", where)
      .raise_later();
}

}  // namespace drydock::ks
