// I/O ports that devices decode. A port that no device declares reads as all ones and ignores
// writes, as on a machine.
//
// Cost: a short lock for each access. Owner: a range is its model's. Threads: any.
#pragma once

#include <cstdint>
#include <memory>

#include "src/nt/bus/io_space.h"

namespace drydock::nt {

inline constexpr std::uint32_t kPorts = 0x10000;

// A declared range of ports; it ends with the object.
class PortRange {
 public:
  ~PortRange();
  PortRange(const PortRange&) = delete;
  PortRange& operator=(const PortRange&) = delete;

 private:
  friend std::unique_ptr<PortRange> declare_port_range(std::uint32_t, std::uint32_t,
                                                       RegisterCallbacks);
  explicit PortRange(std::uint32_t first) : first_(first) {}
  std::uint32_t first_;
};

// Throws std::invalid_argument when the range is empty, leaves the 65,536 ports or overlaps
// another.
std::unique_ptr<PortRange> declare_port_range(std::uint32_t first, std::uint32_t count,
                                              RegisterCallbacks callbacks);

// One access of a width of 1, 2 or 4 bytes.
std::uint64_t read_port(std::uint32_t port, unsigned width);
void write_port(std::uint32_t port, unsigned width, std::uint64_t value);

}  // namespace drydock::nt
