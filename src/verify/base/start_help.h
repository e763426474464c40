// Why a driver does not start, and what its author may try.
//
// Cost: of an advice, the driver's table of imports is read. Owner: none. Threads: any.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "src/dxgk/miniport/start_failure.h"
#include "src/verify/base/tested_drivers.h"

namespace drydock::verify {

// DriverEntry returned this status.
std::string why_not_loaded(const std::filesystem::path& driver, std::int32_t status);

// The device of a miniport does not start; `which` is "the device" or "a further device".
// `has_registers`: the driver came to read or write them.
std::string why_not_started(const TestedDrivers& drivers, const dxgk::StartFailure& failure,
                            bool has_registers, const std::string& which);

// A minidriver's device does not start: `answer` is the call that failed and what it returned.
std::string why_not_started(const std::filesystem::path& driver, const std::string& answer);

}  // namespace drydock::verify
