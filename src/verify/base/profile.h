// What a driver needs to be known of it that no interface tells: private data, formats, what its
// hardware answers, registry values. The author's file of --profile; docs/verify-your-driver.md has
// its format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace drydock::verify {

using Blob = std::vector<std::byte>;

struct Profile {
  // An allocation as this driver's user-mode half would ask for it.
  struct Allocation {
    std::string name;
    Blob private_data;           // of the allocation
    Blob resource_private_data;  // of the resource that holds it; may be empty
    bool is_renderable = true;   // may be named in an allocation list
  };
  // Registers or memory of the device. Reads answer `values` in turn and then the last again.
  struct Answer {
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> values;
  };
  struct Range {
    std::uint64_t size = 0;
    bool is_port = false;
    std::vector<Answer> answers;
  };
  struct Device {
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    std::uint8_t revision = 1;
    std::uint32_t subsystem = 0;  // its vendor in the lower half, as in the configuration space
    std::vector<Range> ranges;
  };
  struct RegistryValue {
    std::string key;  // below the driver's service key; may be empty
    std::string name;
    std::uint32_t type = 0;  // REG_DWORD and so on
    Blob data;
  };

  Blob context_private_data;  // of D3DKMTCreateContext
  std::vector<Allocation> allocations;
  std::vector<Blob> commands;   // of D3DKMTRender, each a whole command buffer
  std::vector<Blob> formats;    // KSDATAFORMATs that a minidriver's pins take
  std::vector<Device> devices;  // the first is the one that is plugged in; empty: the host's own
  std::vector<RegistryValue> registry;
};

}  // namespace drydock::verify
