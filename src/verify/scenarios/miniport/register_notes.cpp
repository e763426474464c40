#include "src/verify/scenarios/miniport/register_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace drydock::verify {

std::vector<dxgk::DeviceModel::Range> RegisterNotes::noted(
    std::vector<dxgk::DeviceModel::Range> ranges) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    nt::RegisterCallbacks& callbacks = ranges[i].callbacks;
    const auto self = shared_from_this();
    if (callbacks.read)
      callbacks.read = [self, i, read = std::move(callbacks.read)](std::uint64_t offset,
                                                                   unsigned width) {
        const std::uint64_t value = read(offset, width);
        if (self->is_noting_.load(std::memory_order_relaxed))
          self->note(
              fmt::format("read {} bytes at {:#x} of range {}: {:#x}", width, offset, i, value));
        return value;
      };
    if (callbacks.write)
      callbacks.write = [self, i, write = std::move(callbacks.write)](
                            std::uint64_t offset, unsigned width, std::uint64_t value) {
        if (self->is_noting_.load(std::memory_order_relaxed))
          self->note(
              fmt::format("wrote {:#x} to {} bytes at {:#x} of range {}", value, width, offset, i));
        write(offset, width, value);
      };
  }
  return ranges;
}

std::string RegisterNotes::text() const {
  const sim::Hold hold(lock_);
  return fmt::format("{}", fmt::join(last_, ", "));
}

void RegisterNotes::note(std::string access) {
  const sim::Hold hold(lock_);
  if (last_.size() == kMost) last_.pop_front();
  last_.push_back(std::move(access));
}

}  // namespace drydock::verify
