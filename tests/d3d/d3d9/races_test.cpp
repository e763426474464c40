// The rules that races break in user-mode drivers that record their accesses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "src/dxgk/dock/software_gpu_device.h"
#include "src/nt/ob/registry.h"
#include "src/sim/schedule.h"
#include "tests/d3d/support/stand.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock;
using namespace drydock::testing;

// Two devices of one adapter of the driver in tests/drivers/racer_umd.
struct Pair {
  std::shared_ptr<d3d::Device9> one, other;
};

// Returns the findings about races.
std::vector<rules::Finding> races_of(const std::u16string& way, std::optional<std::uint64_t> seed,
                                     const std::function<void(Pair&)>& body) {
  const rules::FindingLog log;
  std::optional<sim::SeededSchedule> schedule;
  if (seed) schedule.emplace(*seed);
  nt::Registry::instance().set_string(u"\\Registry\\Machine\\Software\\Racer", u"Way", way);
  dxgk::Dock dock;
  const dxgk::Plugged plugged = dxgk::plug_driver(
      dock, dxgk::software_gpu(), std::make_shared<dxgk::SoftwareGpuDevice>(16 << 20));
  {
    const std::unique_ptr<dxgk::Process> process = dock.new_process();
    const std::shared_ptr<d3d::UserDriver> driver = d3d::UserDriver::load(
        build_sample("racer_umd", {"--kind umd", "--races", "-DD3D_UMD_INTERFACE_VERSION=0x7001"}));
    const auto adapter =
        d3d::make_adapter(driver, dxgk::RuntimeView(*process), plugged.adapter->luid());
    EXPECT_EQ(adapter->open(), S_OK);
    Pair pair{std::make_shared<d3d::Device9>(adapter), std::make_shared<d3d::Device9>(adapter)};
    EXPECT_EQ(pair.one->create(), S_OK);
    EXPECT_EQ(pair.other->create(), S_OK);
    body(pair);
    pair.one->destroy();
    pair.other->destroy();
    adapter->close();
  }
  dock.unplug(*plugged.adapter);
  plugged.driver->unload();
  std::vector<rules::Finding> races = log.findings();
  std::erase_if(races, [](const rules::Finding& each) {
    return each.message.find("nothing orders") == std::string::npos;
  });
  return races;
}

void flush_both(Pair& pair) {
  sim::Thread first = sim::spawn("first", [&] { pair.one->flush(); });
  sim::Thread second = sim::spawn("second", [&] { pair.other->flush(); });
  first.join();
  second.join();
}

void flush_beside_lock(Pair& pair) {
  d3d::Resource* resource = nullptr;
  ASSERT_EQ(pair.one->create_resource(textures(), resource), S_OK);
  sim::Thread worker = sim::spawn("worker", [&] { pair.one->flush(); });
  sim::Thread application = sim::spawn("application", [&] {
    d3d::LockedSurface locked;
    HANDLE cookie = nullptr;
    EXPECT_EQ(pair.one->lock_async(*resource, 0, {}, locked, cookie), S_OK);
    pair.one->unlock_async(*resource, 0);
  });
  worker.join();
  application.join();
}

// Calls of one device but those two are one after the other.
void flush_from_two(Pair& pair) {
  sim::Thread first = sim::spawn("first", [&] { pair.one->flush(); });
  sim::Thread second = sim::spawn("second", [&] { pair.one->flush(); });
  first.join();
  second.join();
}

constexpr std::array<std::optional<std::uint64_t>, 2> kSchedules = {1, std::nullopt};

void expect_race_of(const std::u16string& way, const std::function<void(Pair&)>& body,
                    std::string_view rule, const std::string& says) {
  for (const auto& seed : kSchedules) {
    const auto races = races_of(way, seed, body);
    ASSERT_EQ(races.size(), 1U) << text_of(races);
    EXPECT_EQ(races.front().rule->id, rule) << text_of(races);
    EXPECT_THAT(races.front().message, ::testing::HasSubstr(says));
  }
}

void expect_no_race_of(const std::u16string& way, const std::function<void(Pair&)>& body) {
  for (const auto& seed : kSchedules) {
    const auto races = races_of(way, seed, body);
    EXPECT_TRUE(races.empty()) << text_of(races);
  }
}

TEST(UserModeRaces, U251GlobalOfTwoDevicesIsFound) {
  expect_race_of(u"OpenFlushes", flush_both, "U-251", "in Flush of another device: global ");
}

TEST(UserModeRaces, U251ProtectedGlobalIsSilent) {
  expect_no_race_of(u"GuardedFlushes", flush_both);
  expect_no_race_of(u"InterlockedFlushes", flush_both);
}

TEST(UserModeRaces, U251CallsOfOneDeviceAreSilent) {
  expect_no_race_of(u"OpenFlushes", flush_from_two);
}

TEST(UserModeRaces, U252StateThatLockAsyncSharesIsFound) {
  expect_race_of(u"OpenLocks", flush_beside_lock, "U-252", "of the same device: byte ");
}

TEST(UserModeRaces, U252ProtectedStateIsSilent) {
  expect_no_race_of(u"GuardedLocks", flush_beside_lock);
}

}  // namespace
