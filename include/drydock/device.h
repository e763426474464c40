// The hardware that a miniport finds on its bus, as a program models it.
//
// A program derives a model from DeviceModel and passes it to Dock::plug().
//
// Owner: the dock and the program share the model. Threads: the host calls it from any thread, also
// from several at a time; reads and writes of registers come on the driver's thread. Cost: an
// access of the driver to a register with a function costs the call of that function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace drydock {

// The hardware that a miniport finds. The base is a PCI display device with one interrupt and no
// registers, which is all that a software GPU needs.
class DeviceModel {
 public:
  struct Identity {
    std::uint16_t vendor = 0x1af4;
    std::uint16_t device = 0x1050;
    std::uint32_t subsystem = 0;
    std::uint8_t revision = 1;
    std::u16string description = u"Software display adapter";
  };
  // A range of physical addresses or ports that the device decodes. The driver's register accesses
  // call `read` and `write` on its thread. Where a function is empty, the access goes to the memory
  // behind the range; a port without functions reads all ones and ignores writes. `width` is 1, 2,
  // 4 or 8 bytes.
  struct Range {
    std::uint64_t physical = 0;
    std::size_t size = 0;
    bool is_port = false;
    std::function<std::uint64_t(std::uint64_t offset, unsigned width)> read = {};
    std::function<void(std::uint64_t offset, unsigned width, std::uint64_t value)> write = {};
  };

  virtual ~DeviceModel() = default;
  virtual Identity identity() const { return {}; }
  virtual std::vector<Range> ranges() const { return {}; }

  // Called before the driver is started. `memory` has the memory behind each of ranges(), null for
  // ports. The model calls `interrupt` to interrupt; that returns false when no driver listens.
  // Both are valid until power_off().
  virtual void power_on(const std::vector<void*>& memory,
                        const std::function<bool(std::uint32_t message)>& interrupt);
  virtual void power_off() {}
};

}  // namespace drydock
