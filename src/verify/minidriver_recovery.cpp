// How a scenario lives with a device, and what it asks of a driver that met a fault.
#include <fmt/format.h>

#include "src/sim/faults.h"
#include "src/verify/minidriver_client.h"

namespace drydock::verify {

using namespace avstream;

namespace {

// Each filter once from opening to the first frame and back. Why it does not work; empty: it does.
std::string why_useless(Run& run, Camera& camera) {
  try {
    for (std::size_t filter = 0; filter < camera.filters().size(); ++filter) {
      try {
        StreamClient client(run, camera, filter);
        client.start();
        client.take_frames(1);
        client.set_state(State::kStop);
      } catch (const Skip&) {
        // Has nothing for clients, and had nothing before.
      }
    }
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

std::string why_useless(Run& run, const Camera* of_driver) {
  try {
    if (of_driver != nullptr) return why_useless(run, *of_driver->another());
    Camera camera(run.subject().avstream);
    return why_useless(run, camera);
  } catch (const Error& error) {
    return error.what();
  }
}

// The device as it is, or another of the driver when it is lost. A driver that gives no frame even
// when it is loaded anew wants hardware that is not here.
void expect_still_works(Run& run, Camera& camera) {
  const std::uint64_t faults = sim::faults_failed();
  std::optional<Filter> filter;
  const bool is_lost = camera.try_open(0, Mode::kUser, filter) < 0;
  filter.reset();
  if (is_lost) camera.remove();
  const std::string why = is_lost ? why_useless(run, &camera) : why_useless(run, camera);
  if (why.empty() || !camera.alive() || !why_useless(run, nullptr).empty()) return;
  if (sim::faults_failed() != faults) return;
  throw StillBroken(fmt::format("{}: the driver does not work any more after the fault", why));
}

void live(Run& run, const std::function<void(Camera&)>& life) {
  std::optional<Camera> camera;
  try {
    camera.emplace(run.subject().avstream);
  } catch (const Error&) {
    if (!run.after_fault()) throw;
    camera.emplace(run.subject().avstream);
  }
  try {
    life(*camera);
  } catch (const Error&) {
    if (!run.after_fault()) throw;
  } catch (const Skip&) {
    if (!run.after_fault()) throw;
  }
  if (run.after_fault() && camera->alive()) expect_still_works(run, *camera);
  camera->finish();
}

}  // namespace

void live_with_device(Run& run, const std::function<void(Camera&)>& life) {
  try {
    live(run, life);
  } catch (const Error& error) {
    throw Refused(error.what());
  }
}

void live_with_each_filter(Run& run, const std::function<void(Camera&, std::size_t)>& life) {
  std::size_t lived = 0;
  std::size_t filters = 1;
  std::string why = "the driver has no filter";
  for (std::size_t filter = 0; filter < filters; ++filter) {
    try {
      live_with_device(run, [&](Camera& camera) {
        filters = camera.filters().size();
        if (filter >= filters) return;
        life(camera, filter);
        ++lived;
      });
    } catch (const Skip& skip) {
      why = skip.what();
    }
  }
  if (lived == 0 && !run.after_fault()) throw Skip(why);
}

}  // namespace drydock::verify
