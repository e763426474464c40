#include "tests/support/test_miniport.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "src/dxgk/adapter/initialize.h"
#include "src/dxgk/dock/add_adapter.h"
#include "src/nt/bus/port.h"
#include "src/nt/ob/object_names.h"
#include "src/nt/ob/registry.h"
#include "src/sim/lock.h"
#include "src/sim/schedule.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

constexpr std::uint32_t kDebugPort = 0xE9;

// Collects what drivers write to the debug port, line by line. A DPC may write while a thread does.
class DebugPort {
 public:
  DebugPort()
      : port_(nt::declare_port_range(kDebugPort, 1, {{}, [this](auto, auto, std::uint64_t value) {
                                                       add(static_cast<char>(value));
                                                     }})) {}

  std::vector<std::string> lines() {
    const sim::Hold hold(lock_);
    return lines_;
  }

 private:
  void add(char c) {
    const sim::Hold hold(lock_);
    std::string& line = begun_[std::this_thread::get_id()];
    if (c != '\n') {
      line += c;
      return;
    }
    lines_.push_back(std::exchange(line, {}));
  }

  sim::Lock lock_;
  std::map<std::thread::id, std::string> begun_ DRYDOCK_GUARDED_BY(lock_);
  std::vector<std::string> lines_ DRYDOCK_GUARDED_BY(lock_);
  std::unique_ptr<nt::PortRange> port_;
};

void give_device(const dxgk::Miniport& miniport, const MiniportOptions& options,
                 MiniportLife& life) {
  dxgk::StartFailure failure;
  auto adapter = dxgk::add_adapter(miniport, options.model, failure);
  life.add = failure.status;
  if (adapter == nullptr) return;
  life.start = adapter->start();
  if (NT_SUCCESS(life.start) && options.started) options.started(*adapter);
  if (options.end) return options.end(std::move(adapter));
  adapter->stop();
  adapter->remove();
}

}  // namespace

MiniportLife life_of_miniport(const std::filesystem::path& file, const MiniportOptions& options) {
  MiniportLife life;
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (options.seed) schedule.emplace(*options.seed);
  DebugPort port;
  life.driver = nt::LoadedDriver::load(file);
  for (const auto& [name, value] : options.settings) {
    nt::Registry::instance().set_string(
        u"\\Registry\\Machine\\System\\CurrentControlSet\\Services\\" +
            nt::from_utf8(life.driver->driver().name()),
        name, value);
  }
  const auto miniport = dxgk::start_miniport(*life.driver, life.entry);
  if (miniport) give_device(*miniport, options, life);
  life.driver->unload();
  life.alive = life.driver->driver().alive();
  life.said = port.lines();
  life.findings = log.findings();
  return life;
}

std::size_t MiniportLife::count(std::string_view rule) const {
  return testing::count(findings, rule);
}

bool MiniportLife::has_said(std::string_view line) const {
  return std::ranges::find(said, line) != said.end();
}

std::string MiniportLife::findings_text() const {
  std::string out = fmt::format("DriverEntry {:#x}, AddDevice {:#x}, StartDevice {:#x}, {}\n",
                                static_cast<ULONG>(entry), static_cast<ULONG>(add),
                                static_cast<ULONG>(start), alive ? "alive" : "dead");
  for (const std::string& line : said) out += "  said " + line + "\n";
  return out + testing::text_of(findings);
}

void expect_silent(const MiniportLife& life) {
  EXPECT_EQ(life.start, STATUS_SUCCESS);
  EXPECT_TRUE(life.alive);
  EXPECT_TRUE(life.findings.empty()) << life.findings_text();
}

}  // namespace drydock::testing
