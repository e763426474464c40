// Facts of a driver that scenarios need and cannot learn from it: private data, formats, contents
// of hardware registers, registry values, the Windows that it is for. The author writes it in the
// file of --profile; docs/verify-your-driver.md describes the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/nt/base/windows_version.h"

namespace drydock::verify {

using Blob = std::vector<std::byte>;

struct Profile {
  // An allocation as the user-mode half of this driver would create it.
  struct Allocation {
    std::string name = {};
    Blob private_data = {};           // private data of the allocation
    Blob resource_private_data = {};  // private data of its resource; may be empty
    bool is_renderable = true;        // may be named in an allocation list
  };
  // Registers or memory of the device. Reads return `values` in turn and then repeat the last.
  struct Answer {
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> values;
  };
  struct Range {
    std::uint64_t size = 0;
    bool is_port = false;
    std::vector<Answer> answers;
  };
  enum class Interrupt : std::uint8_t { kLine, kMessage };
  struct Device {
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    std::uint8_t revision = 1;
    // The subsystem's vendor in the lower half, as in the configuration space.
    std::uint32_t subsystem = 0;
    std::vector<Range> ranges = {};
    // How it interrupts: by a line that it may share, or by messages. Absent: a line of its own.
    std::optional<Interrupt> interrupt = {};
  };
  // A driver-private escape, as the user-mode half of this driver would send it.
  struct Escape {
    enum class Target : std::uint8_t { kAdapter, kDevice, kContext };
    std::string name = {};
    Blob data = {};
    Target target = Target::kAdapter;
    std::optional<std::uint32_t> status = {};  // the status that it must return; absent: any status
    std::optional<Blob> returns = {};          // the data after it; absent: any data
  };
  struct RegistryValue {
    std::string key;  // below the driver's service key; may be empty
    std::string name;
    std::uint32_t type = 0;  // REG_DWORD and so on
    Blob data;
  };

  Blob context_private_data;  // private data of D3DKMTCreateContext
  std::vector<Allocation> allocations;
  std::vector<Blob> commands;  // commands of D3DKMTRender, each a whole command buffer
  std::vector<Escape> escapes;
  std::vector<Blob> formats;    // KSDATAFORMATs that a minidriver's pins take
  std::vector<Device> devices;  // the first is plugged in; empty: the host's own device
  std::vector<RegistryValue> registry;
  std::optional<nt::WindowsVersion> windows;  // that is played, unless --windows says another
};

}  // namespace drydock::verify
