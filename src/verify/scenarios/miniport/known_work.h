// The work that scenarios submit where any work does. It is found in this order:
//   rectangles            the driver draws for GDI: DxgkDdiRenderKm, SupportKernelModeCommandBuffer
//   commands of profile   the profile has commands
//   zeros                 DxgkDdiRender accepts a command buffer of zeros, or one without commands
//   zeros by address      a driver with a GPU MMU: commands of zeros at an address, NullRendering
//   paging                from WDDM 2.0 on: allocations are made resident and evicted
// The last three are tried, on a device of their own and without faults: work is what the driver
// accepts and ends. The order is fixed, so that every run of a scenario finds the same.
//
// Cost: none for rectangles, otherwise one device, one context and some submissions. Owner: the
// stage. Threads: the strand of the scenario, before it starts others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/verify/scenarios/miniport/client.h"

namespace drydock::verify {

class Stage;

struct KnownWork {
  enum class Kind : std::uint8_t { kRectangles, kCommands, kByAddress, kPaging };
  Kind kind = Kind::kRectangles;
  std::vector<Blob> commands = {};  // whole command buffers, used in turn
  // How many allocations one submission names at most; further ones get submissions of their own.
  std::size_t most_allocations = ~std::size_t{0};
  std::string name = {};  // for the report; empty when interface or profile say what the work is
};

struct FoundWork {
  std::optional<KnownWork> work;
  std::string missing;  // without work: the one thing that would let the scenario run
};

FoundWork find_work(Stage& stage);

// Submits the work, with the allocations that it names.
void submit(const KnownWork& work, Client& client, Queue& queue, const Recipe& recipe,
            std::span<const D3DKMT_HANDLE> allocations, UINT color);

}  // namespace drydock::verify
