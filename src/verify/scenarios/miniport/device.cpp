#include "src/verify/scenarios/miniport/device.h"

#include <utility>

#include "src/dxgk/dock/software_gpu_device.h"

namespace drydock::verify {
namespace {

constexpr std::uint64_t kPictures = 0xC000'0000;  // below 4 GB, where firmware puts them
constexpr std::uint64_t kProfileRanges = 0xD000'0000;
constexpr std::uint64_t kSpacing = std::uint64_t{64} << 20;
constexpr std::uint64_t kFirstPort = 0xC000;

// The device that the software GPU drives, and the frame buffer that firmware left on screen.
class DisplayDevice final : public dxgk::DeviceModel {
 public:
  DisplayDevice(unsigned number, std::size_t memory)
      : gpu_(memory), picture_(kPictures + number * kSpacing) {}

  std::vector<Range> ranges() const override {
    std::vector<Range> out = gpu_.ranges();
    Range& frame_buffer = out.emplace_back();
    frame_buffer.physical = picture_;
    frame_buffer.size = std::size_t{kPitch} * kHeight;
    return out;
  }
  std::optional<Interrupt> interrupt() const override { return gpu_.interrupt(); }
  std::optional<DXGK_DISPLAY_INFORMATION> post_display() const override {
    DXGK_DISPLAY_INFORMATION display{};
    display.Width = kPitch / 4;
    display.Height = kHeight;
    display.Pitch = kPitch;
    display.ColorFormat = D3DDDIFMT_X8R8G8B8;
    display.PhysicAddress.QuadPart = static_cast<LONGLONG>(picture_);
    display.TargetId = D3DDDI_ID_UNINITIALIZED;
    return display;
  }
  void power_on(const std::vector<void*>& memory,
                const std::function<bool(ULONG message)>& interrupt) override {
    gpu_.power_on(memory, interrupt);
    screen_.store(static_cast<const std::byte*>(memory.back()), std::memory_order_release);
  }
  void power_off() override {
    screen_.store(nullptr, std::memory_order_release);
    gpu_.power_off();
  }
  // Drivers for other hardware are verified on this device as well.
  std::vector<display::ScannedOut> scanned_out() const override {
    const std::byte* const screen = screen_.load(std::memory_order_acquire);
    return {
        {.size = {kPitch / 4, kHeight}, .memory = screen, .pitch = kPitch, .is_presumed = true}};
  }

 private:
  static constexpr UINT kPitch = 1024 * 4;
  static constexpr UINT kHeight = 768;

  dxgk::SoftwareGpuDevice gpu_;
  const std::uint64_t picture_;
  // Null without power. The release of power_on() makes the memory visible to readers.
  std::atomic<const std::byte*> screen_ = nullptr;
};

// Registers as a profile describes them: an offset returns its values in turn and then repeats the
// last. Other offsets return what was written.
class Answers {
 public:
  explicit Answers(std::vector<Profile::Answer> answers) : answers_(std::move(answers)) {
    next_.resize(answers_.size());
  }

  std::uint64_t read(std::uint64_t offset, unsigned width) {
    const std::uint64_t mask = width >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * width) - 1;
    const sim::Hold hold(lock_);
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      const Profile::Answer& answer = answers_[i];
      if (answer.offset != offset || answer.values.empty()) continue;
      const std::size_t at = std::min(next_[i]++, answer.values.size() - 1);
      return answer.values[at] & mask;
    }
    const auto found = written_.find(offset);
    return found == written_.end() ? 0 : found->second & mask;
  }
  void write(std::uint64_t offset, std::uint64_t value) {
    const sim::Hold hold(lock_);
    written_[offset] = value;
  }

 private:
  const std::vector<Profile::Answer> answers_;
  sim::Lock lock_;
  std::vector<std::size_t> next_ DRYDOCK_GUARDED_BY(lock_);
  std::unordered_map<std::uint64_t, std::uint64_t> written_ DRYDOCK_GUARDED_BY(lock_);
};

class ProfileDevice final : public dxgk::DeviceModel {
 public:
  ProfileDevice(const Profile::Device& device, unsigned number)
      : device_(device), number_(number) {}

  std::optional<Interrupt> interrupt() const override {
    Interrupt out;
    out.message_based = device_.interrupt == Profile::Interrupt::kMessage;
    return out;
  }
  Identity identity() const override {
    Identity out;
    out.vendor = device_.vendor;
    out.device = device_.device;
    out.revision = device_.revision;
    out.subsystem = device_.subsystem;
    return out;
  }
  std::vector<Range> ranges() const override {
    std::vector<Range> out;
    std::uint64_t memory = kProfileRanges + number_ * kSpacing;
    std::uint64_t port = kFirstPort + number_ * 0x400;
    for (const Profile::Range& given : device_.ranges) {
      Range& range = out.emplace_back();
      std::uint64_t& next = given.is_port ? port : memory;
      range.physical = next;
      range.size = static_cast<std::size_t>(given.size);
      range.is_port = given.is_port;
      next += (given.size + PAGE_SIZE - 1) & ~std::uint64_t{PAGE_SIZE - 1};
      if (given.answers.empty()) continue;  // plain memory
      const auto answers = std::make_shared<Answers>(given.answers);
      range.callbacks.read = [answers](std::uint64_t offset, unsigned width) {
        return answers->read(offset, width);
      };
      range.callbacks.write = [answers](std::uint64_t offset, unsigned, std::uint64_t value) {
        answers->write(offset, value);
      };
    }
    return out;
  }

 private:
  const Profile::Device device_;
  const unsigned number_;
};

class DeadDevice final : public dxgk::DeviceModel {
 public:
  explicit DeadDevice(std::shared_ptr<dxgk::DeviceModel> device) : device_(std::move(device)) {}

  Identity identity() const override { return device_->identity(); }
  std::vector<Range> ranges() const override {
    std::vector<Range> out = device_->ranges();
    for (Range& range : out) {
      if (!range.callbacks.read) continue;  // plain memory has no callbacks
      range.callbacks.read = [](std::uint64_t, unsigned) { return ~std::uint64_t{0}; };
      range.callbacks.write = [](std::uint64_t, unsigned, std::uint64_t) {};
    }
    return out;
  }
  std::optional<Interrupt> interrupt() const override { return device_->interrupt(); }
  std::vector<std::uint8_t> configuration_space() const override { return {}; }

 private:
  const std::shared_ptr<dxgk::DeviceModel> device_;
};

}  // namespace

std::shared_ptr<dxgk::DeviceModel> hardware_of(const Profile& profile, unsigned number,
                                               std::size_t memory) {
  if (profile.devices.empty()) return std::make_shared<DisplayDevice>(number, memory);
  return std::make_shared<ProfileDevice>(profile.devices.front(), number);
}

std::shared_ptr<dxgk::DeviceModel> dead_hardware(std::shared_ptr<dxgk::DeviceModel> device) {
  return std::make_shared<DeadDevice>(std::move(device));
}

bool HeldDevice::Line::raise(ULONG message) {
  std::shared_ptr<const Send> to;
  {
    const sim::Hold hold(lock);
    if (is_held && send != nullptr) {
      waiting |= std::uint64_t{1} << message % 64;
      return true;
    }
    to = send;
  }
  return to != nullptr && (*to)(message);
}

void HeldDevice::Line::release_line() {
  std::shared_ptr<const Send> to;
  std::uint64_t late = 0;
  {
    const sim::Hold hold(lock);
    is_held = false;
    late = std::exchange(waiting, 0);
    to = send;
  }
  for (ULONG message = 0; to != nullptr && late != 0; ++message, late >>= 1) {
    if ((late & 1) != 0) (*to)(message);
  }
}

void HeldDevice::hold() {
  const sim::Hold hold(line_->lock);
  line_->is_held = true;
}

void HeldDevice::release_line() { line_->release_line(); }

void HeldDevice::power_on(const std::vector<void*>& memory,
                          const std::function<bool(ULONG message)>& interrupt) {
  {
    const sim::Hold hold(line_->lock);
    line_->send = std::make_shared<const Send>(interrupt);
  }
  device_->power_on(memory, [line = line_](ULONG message) { return line->raise(message); });
}

void HeldDevice::power_off() {
  device_->power_off();
  const sim::Hold hold(line_->lock);
  line_->send = nullptr;
  line_->waiting = 0;
}

}  // namespace drydock::verify
