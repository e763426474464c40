// Lives of a camera: what clients and the Plug and Play manager do to one, from loading to
// unloading, written once and run clean, with faults and under seeds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "drydock/ks.h"
#include "src/rules/finding.h"

namespace drydock::testing {

struct CameraLife {
  const char* name;
  void (*body)(avstream::Camera& camera);
};

// Everything that is done to vcam. Lives with a connection in the kernel need a filter 1 that takes
// what filter 0 sends.
const std::vector<CameraLife>& camera_lives();
// Those that any camera can live: a client reads.
const std::vector<CameraLife>& reader_lives();

struct Lived {
  std::vector<rules::Finding> findings;
  std::uint64_t fault_points = 0;
  std::string stopped;  // why a client gave up; empty: it did not
};

// Loads the driver, lives, removes and unloads. Under a seed, always: time costs nothing then.
Lived live(const std::filesystem::path& driver, const CameraLife& life, std::uint64_t seed,
           std::optional<std::uint64_t> fault = {});

// The life once without a fault, then with a fault at each point until there are no more; calls
// `see` with each. Returns the number of points.
std::uint64_t live_with_each_fault(
    const std::filesystem::path& driver, const CameraLife& life, std::uint64_t seed,
    const std::function<void(const Lived&, std::optional<std::uint64_t>)>& see);

}  // namespace drydock::testing
