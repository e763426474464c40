#include "src/ks/device/before_acquire.h"

#include <fmt/format.h>

#include "src/ks/base/mutex.h"
#include "src/ks/device/device.h"
#include "src/nt/bus/io_space.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {
namespace {

thread_local Object* connecting = nullptr;

void check_write() {
  const char* const where = current_callback();
  if (connecting == nullptr || where == nullptr) return;
  if (!connecting->device().is_in_use()) return;
  connecting
      ->breach("S-141", fmt::format("{} writes to the device while another pin uses it", where))
      .raise_later();
}

}  // namespace

BeforeAcquire::BeforeAcquire(Object& object) : outer_(std::exchange(connecting, &object)) {
  static const bool asked = [] {
    nt::on_device_write(check_write);
    return true;
  }();
  static_cast<void>(asked);
}

// Every write was seen while it lived.
BeforeAcquire::~BeforeAcquire() {
  if (connecting->device().is_in_use()) rules::evaluated("S-141");
  connecting = outer_;
}

}  // namespace drydock::ks
