// Runs scenarios with a device and checks that a driver recovers from a fault.
#include <fmt/format.h>

#include <algorithm>

#include "src/rules/evaluated.h"
#include "src/sim/faults.h"
#include "src/verify/base/start_help.h"
#include "src/verify/base/start_notes.h"
#include "src/verify/scenarios/minidriver/client.h"

namespace drydock::verify {

using namespace avstream;

namespace {

// Why a filter cannot stream, from opening it to the first frame and closing; empty: all can.
std::vector<std::string> try_filters(Run& run, Device& device) {
  std::vector<std::string> out(device.filters().size());
  for (std::size_t filter = 0; filter < out.size(); ++filter) {
    try {
      StreamClient client(run, device, filter);
      client.start();
      client.take_frames(1);
      client.set_state(State::kStop);
    } catch (const std::runtime_error& error) {
      out[filter] = error.what();
    }
  }
  return out;
}

// The same for another device of the driver, or for the driver loaded anew. Nothing when no device
// can be started.
std::vector<std::string> try_another(Run& run, const Device* of_driver) {
  try {
    if (of_driver != nullptr) return try_filters(run, *of_driver->another());
    Device device(run.drivers().avstream);
    return try_filters(run, device);
  } catch (const Error&) {
    return {};
  }
}

// Uses the device as it is, or another one when it is lost. What a driver cannot do when it is
// loaded anew needs hardware that is missing here, and is no failure to recover.
void expect_still_works(Run& run, Device& device) {
  rules::evaluated("N-069");
  const std::uint64_t faults = sim::faults_failed();
  std::optional<Filter> filter;
  const bool is_lost = device.try_open(0, Mode::kUser, filter) < 0;
  filter.reset();
  if (is_lost) device.remove();
  std::vector<std::string> now = is_lost ? try_another(run, &device) : try_filters(run, device);
  if (std::ranges::all_of(now, &std::string::empty) && !now.empty()) return;
  const std::vector<std::string> anew = try_another(run, nullptr);
  if (!device.alive() || sim::faults_failed() != faults) return;
  now.resize(anew.size(), "no device can be had");
  for (std::size_t i = 0; i < anew.size(); ++i) {
    if (now[i].empty() || !anew[i].empty()) continue;
    throw StillBroken(
        fmt::format("the driver does not get over the fault: filter {}: {}", i, now[i]));
  }
}

void live(Run& run, const std::function<void(Device&)>& life) {
  std::optional<Device> device;
  try {
    device.emplace(run.drivers().avstream);
  } catch (const Error&) {
    if (!run.after_fault()) throw;
    device.emplace(run.drivers().avstream);
  }
  try {
    life(*device);
  } catch (const Error&) {
    if (!run.after_fault()) throw;
  } catch (const Skip&) {
    if (!run.after_fault()) throw;
  }
  if (run.after_fault() && device->alive()) expect_still_works(run, *device);
  device->finish();
}

}  // namespace

void run_with_device(Run& run, const std::function<void(Device&)>& life) {
  const std::filesystem::path& driver = run.drivers().avstream;
  const StartNotes notes(driver.stem().string());
  try {
    live(run, life);
  } catch (const StartError& error) {
    const std::string why = error.call() == "DriverEntry" ? why_not_loaded(driver, error.status())
                                                          : why_not_started(driver, error.what());
    throw DoesNotStart(why, notes.before(why));
  } catch (const Error& error) {
    throw Refused(error.what());
  }
}

void run_with_each_filter(Run& run, const std::function<void(Device&, std::size_t)>& life) {
  std::size_t lived = 0;
  std::size_t filters = 1;
  std::string why = "the driver has no filter";
  for (std::size_t filter = 0; filter < filters; ++filter) {
    try {
      run_with_device(run, [&](Device& device) {
        filters = device.filters().size();
        if (filter >= filters) return;
        life(device, filter);
        ++lived;
      });
    } catch (const Skip& skip) {
      why = skip.what();
    }
  }
  if (lived == 0 && !run.after_fault()) throw Skip(why);
}

void stream_with_each_filter(Run& run, const std::function<void(StreamClient&)>& life) {
  stream_with_each_filter(run, avstream::Mode::kUser, life);
}

void stream_with_each_filter(Run& run, avstream::Mode mode,
                             const std::function<void(StreamClient&)>& life) {
  run_with_each_filter(run, [&](Device& device, std::size_t filter) {
    StreamClient client(run, device, filter, mode);
    life(client);
  });
}

}  // namespace drydock::verify
