#include "tests/ks/lives.h"

#include "src/sim/faults.h"
#include "src/sim/schedule.h"

namespace drydock::testing {
namespace {

using namespace drydock::avstream;

constexpr std::uint32_t kWidth = 32;
constexpr std::uint32_t kHeight = 16;

Format small_format(Filter& filter) {
  const std::vector<Format> formats = filter.formats(0, kWidth, kHeight);
  if (formats.empty()) throw Error("the pin offers no format", 0);
  return formats.back();
}

Pin& add_reader(Graph& graph, Camera& camera, Mode mode = Mode::kUser) {
  Filter& filter = graph.add(camera.open(0, mode));
  try {
    return graph.add(filter, 0, small_format(filter));
  } catch (const Error&) {  // a camera with a size of its own
    const std::vector<Format> formats = filter.formats(0);
    if (formats.empty()) throw;
    return graph.add(filter, 0, formats.front());
  }
}

Pin& add_pipe(Graph& graph, Camera& camera) {
  Filter& source = graph.add(camera.open(0, Mode::kKernel));
  Filter& sink = graph.add(camera.open(1, Mode::kKernel));
  return graph.join(source, 0, sink, 0, small_format(source));
}

// Lets virtual time pass in which the camera works.
void wait_frames(int frames) {
  constexpr sim::Time kFrame = 340'000;
  sim::park(sim::now() + frames * kFrame);
}

void run_reading(Graph& graph, Pin& pin, int frames) {
  graph.set_state(State::kPause);
  pin.read_ahead(3);
  graph.set_state(State::kRun);
  for (int i = 0; i < frames; ++i) {
    pin.read();
    pin.read_ahead(1);
  }
}

// What was sent ahead and is answered with an error by now.
void drop_reads(Pin& pin) {
  Picture picture;
  for (int i = 0; i < 3; ++i) pin.try_read(picture);
}

void read_frames(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 4);
  graph.set_state(State::kStop);
}

void read_with_clock(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera, Mode::kKernel);
  pin.use_host_clock();
  run_reading(graph, pin, 3);
  graph.set_state(State::kStop);
}

void pause_and_resume(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 2);
  graph.set_state(State::kPause);
  wait_frames(2);
  graph.set_state(State::kRun);
  pin.read();
  graph.set_state(State::kStop);
  drop_reads(pin);
  run_reading(graph, pin, 1);
}

void cancel_while_running(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 1);
  pin.cancel_reads();
  drop_reads(pin);
  pin.read();
}

void reset_while_running(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 1);
  pin.reset(true);
  pin.reset(false);
  drop_reads(pin);
  pin.read();
}

void close_while_running(Camera& camera) {
  Graph graph;
  run_reading(graph, add_reader(graph, camera), 1);
}

void vanish_while_running(Camera& camera) {
  Graph graph;
  run_reading(graph, add_reader(graph, camera), 1);
  graph.vanish(sim::random());
}

void lose_while_running(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 1);
  camera.surprise_remove();
  drop_reads(pin);
  graph.try_set_state(State::kStop);
}

void sleep_while_running(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 1);
  camera.set_power(false);
  wait_frames(2);
  camera.set_power(true);
  pin.read();
}

// The order of waking up is not promised.
void sleep_with_the_system(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 1);
  if (graph.suspend() < 0) return;
  camera.set_system_power(false);
  wait_frames(2);
  const bool reversed = sim::random() % 2 == 0;
  if (reversed) graph.resume();
  camera.set_system_power(true);
  if (!reversed) graph.resume();
  pin.read();
}

void stop_device_while_running(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  run_reading(graph, pin, 1);
  camera.stop();
  wait_frames(2);
  camera.start();
  pin.read();
}

void short_buffers(Camera& camera) {
  Graph graph;
  Pin& pin = add_reader(graph, camera);
  graph.set_state(State::kRun);
  Picture picture;
  pin.try_read(picture, 100);
  pin.read();
}

void pipe_frames(Camera& camera) {
  Graph graph;
  add_pipe(graph, camera);
  graph.set_state(State::kRun);
  wait_frames(6);
  graph.set_state(State::kStop);
  graph.set_state(State::kRun);
  wait_frames(2);
  graph.set_state(State::kPause);
  graph.set_state(State::kStop);
}

void pipe_through_pool(Camera& camera) {
  Graph graph;
  Filter& source = graph.add(camera.open(0));
  Filter& sink = graph.add(camera.open(1));
  graph.join(source, 0, sink, 0, small_format(source), AllocatorChoice::kPool);
  graph.set_state(State::kRun);
  wait_frames(4);
}

void pipe_closed_while_running(Camera& camera) {
  Graph graph;
  add_pipe(graph, camera);
  graph.set_state(State::kRun);
  wait_frames(3);
}

void pipe_vanishes(Camera& camera) {
  Graph graph;
  add_pipe(graph, camera);
  graph.set_state(State::kRun);
  wait_frames(3);
  graph.vanish(sim::random());
}

void pipe_lost(Camera& camera) {
  Graph graph;
  add_pipe(graph, camera);
  graph.set_state(State::kRun);
  wait_frames(3);
  camera.surprise_remove();
  wait_frames(1);
  graph.vanish(sim::random());
}

void two_clients(Camera& camera) {
  Graph reader;
  Graph pipe;
  Pin& pin = add_reader(reader, camera);
  add_pipe(pipe, camera);
  pipe.set_state(State::kRun);
  sim::Thread other = sim::spawn("second client", [&] {
    wait_frames(2);
    pipe.vanish(sim::random());
  });
  run_reading(reader, pin, 3);
  other.join();
}

}  // namespace

const std::vector<CameraLife>& reader_lives() {
  static const std::vector<CameraLife> all = {
      {"read frames", read_frames},
      {"read with a clock", read_with_clock},
      {"pause and resume", pause_and_resume},
      {"cancel while running", cancel_while_running},
      {"reset while running", reset_while_running},
      {"close while running", close_while_running},
      {"vanish while running", vanish_while_running},
      {"lose while running", lose_while_running},
      {"sleep while running", sleep_while_running},
      {"sleep with the system", sleep_with_the_system},
      {"stop device while running", stop_device_while_running},
  };
  return all;
}

const std::vector<CameraLife>& camera_lives() {
  static const std::vector<CameraLife> all = [] {
    std::vector<CameraLife> lives = reader_lives();
    lives.insert(lives.end(), {{"short buffers", short_buffers},
                               {"pipe frames", pipe_frames},
                               {"pipe through pool", pipe_through_pool},
                               {"pipe closed while running", pipe_closed_while_running},
                               {"pipe vanishes", pipe_vanishes},
                               {"pipe lost", pipe_lost},
                               {"two clients", two_clients}});
    return lives;
  }();
  return all;
}

Lived live(const std::filesystem::path& driver, const CameraLife& life, std::uint64_t seed,
           std::optional<std::uint64_t> fault) {
  Lived out;
  const rules::FindingLog log;
  {
    const sim::SeededSchedule schedule(seed);
    sim::FaultPlan plan;
    plan.nth = fault;
    const sim::FaultInjection injection(plan);
    try {
      Camera camera(driver);
      life.body(camera);
      camera.finish();
    } catch (const Error& error) {
      out.stopped = error.what();
    }
    out.fault_points = injection.points();
  }
  out.findings = log.findings();
  return out;
}

std::uint64_t live_with_each_fault(
    const std::filesystem::path& driver, const CameraLife& life, std::uint64_t seed,
    const std::function<void(const Lived&, std::optional<std::uint64_t>)>& see) {
  see(live(driver, life, seed), std::nullopt);
  for (std::uint64_t fault = 0;; ++fault) {
    const Lived lived = live(driver, life, seed, fault);
    if (lived.fault_points <= fault) return fault;
    see(lived, fault);
  }
}

}  // namespace drydock::testing
