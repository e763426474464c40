#include "src/dxgk/dock/software_gpu_device.h"

#include <algorithm>
#include <vector>

#include "src/nt/mm/physical.h"
#include "src/sim/never_destroyed.h"

namespace drydock::dxgk {
namespace {

constexpr std::uint64_t kFirstAddress = 0x40'0000'0000;  // behind all memory of the machine
static_assert(kFirstAddress >= nt::kProcessMemoryEnd);
constexpr std::uint64_t kSlotBytes = std::uint64_t{2} << 30;
constexpr std::uint64_t kMemoryOffset = kSlotBytes / 2;
constexpr std::uint64_t kGenerationRegister = 4;
constexpr std::size_t kRegisterBytes = nt::kPageBytes;

// The addresses that are in use. The lowest free ones are taken first, so that every run gets the
// same.
class Slots {
 public:
  static Slots& instance() {
    static sim::NeverDestroyed<Slots> all;
    return *all;
  }

  unsigned take() {
    const sim::Hold hold(lock_);
    const auto free = std::ranges::find(taken_, false);
    const auto slot = static_cast<unsigned>(free - taken_.begin());
    if (free == taken_.end()) taken_.push_back(false);
    taken_[slot] = true;
    return slot;
  }

  void release(unsigned slot) {
    const sim::Hold hold(lock_);
    taken_[slot] = false;
  }

 private:
  sim::Lock lock_;
  std::vector<bool> taken_ DRYDOCK_GUARDED_BY(lock_);
};

}  // namespace

void SoftwareGpuDevice::Doorbell::ring() {
  std::shared_ptr<const Send> to;
  {
    const sim::Hold hold(lock);
    to = send;
  }
  if (to != nullptr) (*to)(0);
}

void SoftwareGpuDevice::Doorbell::connect(std::shared_ptr<const Send> to) {
  const sim::Hold hold(lock);
  send = std::move(to);
}

SoftwareGpuDevice::SoftwareGpuDevice(std::size_t memory, Generation generation)
    : memory_(memory), generation_(generation), slot_(Slots::instance().take()) {}

SoftwareGpuDevice::~SoftwareGpuDevice() { Slots::instance().release(slot_); }

std::vector<DeviceModel::Range> SoftwareGpuDevice::ranges() const {
  const std::uint64_t base = kFirstAddress + slot_ * kSlotBytes;
  Range registers;
  registers.physical = base;
  registers.size = kRegisterBytes;
  registers.callbacks.read = [generation = generation_](std::uint64_t offset, unsigned) {
    return offset == kGenerationRegister ? static_cast<std::uint64_t>(generation) : 0;
  };
  registers.callbacks.write = [doorbell = doorbell_](std::uint64_t offset, unsigned,
                                                     std::uint64_t) {
    if (offset == 0) doorbell->ring();
  };
  Range memory;
  memory.physical = base + kMemoryOffset;
  memory.size = memory_;
  return {registers, memory};
}

std::optional<DeviceModel::Interrupt> SoftwareGpuDevice::interrupt() const {
  return Interrupt{.vector = 48, .irql = 5, .message_based = true, .messages = 1};
}

void SoftwareGpuDevice::power_on(const std::vector<void*>&,
                                 const std::function<bool(ULONG message)>& interrupt) {
  doorbell_->connect(std::make_shared<const Send>(interrupt));
}

void SoftwareGpuDevice::power_off() { doorbell_->connect(nullptr); }

}  // namespace drydock::dxgk
