// Many clients on one camera that open, stream and vanish as they like, on real threads.
// DRYDOCK_KS_STRESS_SECONDS says for how long; without it a moment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "drydock/avstream.h"
#include "src/ks/base/wdk.h"
#include "src/rules/finding.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

using namespace drydock;
using namespace drydock::avstream;
using drydock::testing::text_of;

namespace {

constexpr int kClients = 8;

sim::Time duration() {
  constexpr sim::Time kSecond = 10'000'000;
  const char* const text = std::getenv("DRYDOCK_KS_STRESS_SECONDS");
  return text == nullptr ? kSecond / 2 : std::strtol(text, nullptr, 10) * kSecond;
}

class Client {
 public:
  Client(Device& camera, std::uint64_t seed) : camera_(camera), random_(seed) {}

  // Reads a few frames, or connects two pins in the kernel for a few frames, and ends in some way.
  void visit() {
    Graph graph;
    try {
      random_() % 2 == 0 ? read(graph) : connect(graph);
    } catch (const Error&) {
      ++refused_;
    }
    leave(graph);
    ++visits_;
  }

  std::uint64_t visits() const { return visits_; }
  std::uint64_t frames() const { return frames_; }
  std::uint64_t refused() const { return refused_; }

 private:
  Mode mode() { return random_() % 2 == 0 ? Mode::kUser : Mode::kKernel; }

  Format format(Filter& filter) {
    const std::vector<Format> formats = filter.formats(0, 32, 16);
    return formats[random_() % formats.size()];
  }

  void read(Graph& graph) {
    Filter& filter = graph.add(camera_.open(0, mode()));
    Pin& pin = graph.add(filter, 0, format(filter));
    graph.set_state(State::kRun);
    pin.read_ahead(static_cast<std::uint32_t>(random_() % 4));
    for (std::uint64_t left = random_() % 3; left > 0; --left) {
      Picture picture;
      if (NT_SUCCESS(pin.try_read(picture))) ++frames_;
    }
    if (random_() % 3 == 0) pin.cancel_reads();
  }

  void connect(Graph& graph) {
    Filter& source = graph.add(camera_.open(0, mode()));
    Filter& sink = graph.add(camera_.open(1, mode()));
    const bool own = random_() % 4 != 0;
    graph.join(source, 0, sink, 0, format(source),
               own ? AllocatorChoice::kAgreed : AllocatorChoice::kPool);
    graph.set_state(State::kRun);
    sim::park(sim::now() + static_cast<sim::Time>(random_() % 400'000));
    if (random_() % 3 == 0) graph.set_state(State::kPause);
  }

  void leave(Graph& graph) {
    switch (random_() % 3) {
      case 0:
        graph.try_set_state(State::kStop);
        graph.close();
        break;
      case 1:
        graph.close();
        break;
      default:
        graph.vanish(random_());
    }
  }

  Device& camera_;
  std::mt19937_64 random_;
  std::uint64_t visits_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t refused_ = 0;
};

// The camera asserts of every frame that comes back that it is out and one of this allocator's, and
// at the end of an allocator that none is out; whatever is left of it at unload is a finding.
TEST(KsStress, ClientsComeAndVanish) {
  const rules::FindingLog log;
  std::vector<Client> clients;
  {
    Device camera(DRYDOCK_VCAM);
    for (int i = 0; i < kClients; ++i) clients.emplace_back(camera, 1000U + i);
    const sim::Time end = sim::now() + duration();
    std::vector<sim::Thread> threads;
    for (Client& client : clients) {
      threads.push_back(sim::spawn("client", [&] {
        while (sim::now() < end) client.visit();
      }));
    }
    for (sim::Thread& thread : threads) thread.join();
    EXPECT_TRUE(camera.alive());
  }
  std::uint64_t visits = 0;
  std::uint64_t frames = 0;
  for (const Client& client : clients) {
    visits += client.visits();
    frames += client.frames();
    EXPECT_EQ(client.refused(), 0U);
  }
  RecordProperty("visits", static_cast<int>(visits));
  std::printf("%lu visits, %lu frames read\n", visits, frames);
  EXPECT_GT(visits, 0U);
  EXPECT_TRUE(log.findings().empty()) << text_of(log.findings());
}

}  // namespace
