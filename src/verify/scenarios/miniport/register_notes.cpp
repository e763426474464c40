#include "src/verify/scenarios/miniport/register_notes.h"

#include <fmt/format.h>

#include <utility>

namespace drydock::verify {

std::vector<dxgk::DeviceModel::Range> noted(std::vector<dxgk::DeviceModel::Range> ranges,
                                            const std::shared_ptr<NotedLines>& lines) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    nt::RegisterCallbacks& callbacks = ranges[i].callbacks;
    if (callbacks.read)
      callbacks.read = [lines, i, read = std::move(callbacks.read)](std::uint64_t offset,
                                                                    unsigned width) {
        const std::uint64_t value = read(offset, width);
        if (lines->is_noting())
          lines->add(
              NotedLines::Kind::kRegister,
              fmt::format("it read {} bytes at {:#x} of range {}: {:#x}", width, offset, i, value));
        return value;
      };
    if (callbacks.write)
      callbacks.write = [lines, i, write = std::move(callbacks.write)](
                            std::uint64_t offset, unsigned width, std::uint64_t value) {
        if (lines->is_noting())
          lines->add(NotedLines::Kind::kRegister,
                     fmt::format("it wrote {:#x} to {} bytes at {:#x} of range {}", value, width,
                                 offset, i));
        write(offset, width, value);
      };
  }
  return ranges;
}

}  // namespace drydock::verify
