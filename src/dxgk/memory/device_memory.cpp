#include "src/dxgk/memory/device_memory.h"

#include <cassert>

#include "src/dxgk/memory/driver_holds.h"
#include "src/dxgk/memory/named.h"
#include "src/dxgk/memory/retire.h"
#include "src/dxgk/memory/trim.h"

namespace drydock::dxgk {
namespace {

// Holds a host claim on the binding, and counts in its `doorbells`.
class ClaimedRing final : public DoorbellMemory {
 public:
  explicit ClaimedRing(Binding& claimed) : binding_(claimed) {}
  ~ClaimedRing() override {
    {
      const DeviceHold hold(binding_->device());
      assert(binding_->doorbells != 0);
      --binding_->doorbells;
    }
    if (binding_->claims.release(Claims::By::kHost)) drained(*binding_);
  }

  HANDLE driver() const override { return binding_->allocation().driver.value; }

 private:
  const Ref<Binding> binding_;
};

std::unique_ptr<DoorbellMemory> claim_for_doorbell(Device& device, Handle allocation) {
  const ReadSection reading;
  const DeviceHold hold(device);
  Binding* const found = find_binding(device, allocation);
  if (found == nullptr || !found->claims.claim(Claims::By::kHost)) return nullptr;
  ++found->doorbells;
  return std::make_unique<ClaimedRing>(*found);
}

}  // namespace

const DeviceMemory& device_memory() {
  static constexpr DeviceMemory kAll{.claim_for_doorbell = claim_for_doorbell,
                                     .end_trims = [](Device& device) { end_trims(device); },
                                     .detach_all = detach_all,
                                     .stop_all = stop_all,
                                     .end_driver_holds = end_driver_holds};
  return kAll;
}

}  // namespace drydock::dxgk
