// The rules that races break in miniports that record their accesses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "src/dxgk/adapter/seat.h"
#include "src/dxgk/dock/add_adapter.h"
#include "tests/dxgk/miniport.h"

namespace {

using namespace drydock;
using namespace drydock::testing;
using dxgk::Adapter;
using dxgk::Seat;

MiniportLife life_in_way(const std::u16string& way,
                         const std::function<void(Adapter&, RegisterDevice&)>& started,
                         std::optional<std::uint64_t> seed) {
  auto device = std::make_shared<RegisterDevice>();
  MiniportOptions options;
  options.model = device;
  options.seed = seed;
  options.settings.emplace_back(u"Way", way);
  options.started = [=](Adapter& adapter) { started(adapter, *device); };
  return life_of_miniport(graphics_driver("racing.c", "--races"), options);
}

class OtherDevice : public RegisterDevice {
 public:
  std::vector<Range> ranges() const override {
    std::vector<Range> elsewhere = RegisterDevice::ranges();
    elsewhere.front().physical = 0xD100'0000;
    return elsewhere;
  }
};

// Adds another device of the same driver, and raises an interrupt of each.
void interrupt_two(Adapter& adapter, RegisterDevice& device) {
  auto other_device = std::make_shared<OtherDevice>();
  dxgk::StartFailure failure;
  const auto other = dxgk::add_adapter(adapter.miniport(), other_device, failure);
  ASSERT_NE(other, nullptr);
  ASSERT_EQ(other->start(), STATUS_SUCCESS);
  EXPECT_TRUE(device.interrupt());
  EXPECT_TRUE(other_device->interrupt());
  KeFlushQueuedDpcs();
  other->stop();
  other->remove();
}

// Clients of two processes.
void escape_from_two(Adapter& adapter) {
  Seat one(adapter, nullptr), other(adapter, nullptr);
  const auto escape = [&](Seat& seat) {
    adapter.call(dxgk::ddi::kEscape, seat,
                 [&] { return adapter.table().DxgkDdiEscape(adapter.context(), nullptr); });
  };
  sim::Thread first = sim::spawn("first", [&] { escape(one); });
  sim::Thread second = sim::spawn("second", [&] { escape(other); });
  first.join();
  second.join();
}

void interrupt_and_escape(Adapter& adapter, RegisterDevice& device) {
  sim::Thread client = sim::spawn("client", [&] {
    EXPECT_TRUE(device.interrupt());
    Seat seat(adapter, nullptr);
    adapter.call(dxgk::ddi::kEscape, seat,
                 [&] { return adapter.table().DxgkDdiEscape(adapter.context(), nullptr); });
  });
  client.join();
  KeFlushQueuedDpcs();
}

constexpr std::array<std::optional<std::uint64_t>, 2> kSchedules = {1, std::nullopt};

void expect_found(const std::u16string& way,
                  const std::function<void(Adapter&, RegisterDevice&)>& started,
                  std::string_view rule, const std::string& says) {
  for (const auto& seed : kSchedules) {
    const MiniportLife life = life_in_way(way, started, seed);
    EXPECT_EQ(life.findings.size(), 1U) << life.findings_text();
    ASSERT_EQ(life.count(rule), 1U) << life.findings_text();
    EXPECT_THAT(life.findings.front().message, ::testing::HasSubstr(says));
  }
}

void expect_silence(const std::u16string& way,
                    const std::function<void(Adapter&, RegisterDevice&)>& started) {
  for (const auto& seed : kSchedules) {
    const MiniportLife life = life_in_way(way, started, seed);
    EXPECT_EQ(life.start, STATUS_SUCCESS) << life.findings_text();
    EXPECT_THAT(life.findings, ::testing::IsEmpty()) << life.findings_text();
  }
}

TEST(MiniportRaces, K065CountOfTwoAdaptersDpcsIsFound) {
  expect_found(u"OpenDpcs", interrupt_two, "K-065",
               "in DxgkDdiDpcRoutine against the write in DxgkDdiDpcRoutine of another adapter: "
               "global 'DpcCount'");
}

TEST(MiniportRaces, K065ProtectedCountIsSilent) {
  expect_silence(u"LockedDpcs", interrupt_two);
  expect_silence(u"InterlockedDpcs", interrupt_two);
}

TEST(MiniportRaces, K473GlobalUnderLevelZeroIsFound) {
  expect_found(
      u"OpenEscapes", [](Adapter& adapter, RegisterDevice&) { escape_from_two(adapter); }, "K-473",
      "in DxgkDdiEscape of the same adapter: global 'EscapeCount'");
}

TEST(MiniportRaces, K473ProtectedGlobalIsSilent) {
  expect_silence(u"LockedEscapes",
                 [](Adapter& adapter, RegisterDevice&) { escape_from_two(adapter); });
}

// Level two is alone, so its entry points are one after the other.
TEST(MiniportRaces, K473EntryPointsThatAreAloneAreSilent) {
  expect_silence(u"AloneControls", [](Adapter& adapter, RegisterDevice&) {
    const auto control = [&] { adapter.control_interrupt(DXGK_INTERRUPT_CRTC_VSYNC, true); };
    sim::Thread first = sim::spawn("first", control);
    sim::Thread second = sim::spawn("second", control);
    first.join();
    second.join();
  });
}

TEST(MiniportRaces, K408StateOfTheInterruptRoutineIsFound) {
  expect_found(u"OpenInterrupts", interrupt_and_escape, "K-408", "in DxgkDdiInterruptRoutine");
}

TEST(MiniportRaces, K408SynchronizedStateIsSilent) {
  expect_silence(u"SynchronizedInterrupts", interrupt_and_escape);
}

}  // namespace
