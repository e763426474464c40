// Which work scenarios find that a driver takes.
#include "src/verify/scenarios/miniport/known_work.h"

#include "tests/verify/scenarios/miniport/played.h"

namespace drydock::verify {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using ScenarioWork = Played;
using WorkKind = KnownWork::Kind;

// "no mistake: it knows its commands" of tests/drivers/careless.
constexpr std::uint8_t kRefusesZeros = 16;

Profile::RegistryValue mistake(std::uint8_t number) {
  return {.key = {}, .name = "Mistake", .type = REG_DWORD, .data = {std::byte{number}, {}, {}, {}}};
}

TEST_F(ScenarioWork, ADriverThatDrawsForGdiGetsRectangles) {
  play([](Stage& stage) {
    const FoundWork found = find_work(stage);
    ASSERT_TRUE(found.work.has_value()) << found.missing;
    EXPECT_EQ(found.work->kind, WorkKind::kRectangles);
    EXPECT_THAT(found.work->name, IsEmpty()) << "the interface says what it is";
  });
}

TEST_F(ScenarioWork, CommandsOfTheProfileAreNotReplacedByZeros) {
  drivers.miniport = CARELESS_DRIVER;
  drivers.profile.commands = {Blob(64), Blob(32)};
  play([](Stage& stage) {
    const FoundWork found = find_work(stage);
    ASSERT_TRUE(found.work.has_value()) << found.missing;
    EXPECT_EQ(found.work->kind, WorkKind::kCommands);
    EXPECT_THAT(found.work->commands, ElementsAre(SizeIs(64), SizeIs(32)));
    EXPECT_THAT(found.work->name, IsEmpty()) << "the profile says what it is";
  });
}

TEST_F(ScenarioWork, ZerosAreTriedInTheOrderOfTheirLengths) {
  drivers.miniport = CARELESS_DRIVER;
  play([](Stage& stage) {
    const FoundWork found = find_work(stage);
    ASSERT_TRUE(found.work.has_value()) << found.missing;
    EXPECT_EQ(found.work->kind, WorkKind::kCommands);
    EXPECT_EQ(found.work->name, "work: 64 zero bytes");
    EXPECT_THAT(found.work->commands, ElementsAre(SizeIs(64)));
  });
}

TEST_F(ScenarioWork, ADriverWithAddressesGetsZerosAtAnAddress) {
  drivers.miniport = CARELESS_MMU_DRIVER;
  play([](Stage& stage) {
    const FoundWork found = find_work(stage);
    ASSERT_TRUE(found.work.has_value()) << found.missing;
    EXPECT_EQ(found.work->kind, WorkKind::kByAddress);
    EXPECT_THAT(found.work->name, HasSubstr("at an address"));
  });
}

TEST_F(ScenarioWork, WithoutAnyTheOneThingThatIsMissingIsNamed) {
  drivers.miniport = CARELESS_DRIVER;
  drivers.profile.registry = {mistake(kRefusesZeros)};
  play([](Stage& stage) {
    const FoundWork found = find_work(stage);
    EXPECT_FALSE(found.work.has_value());
    EXPECT_THAT(found.missing, HasSubstr("it needs a profile with commands"));
    EXPECT_THAT(found.missing, HasSubstr("takes no zeros (D3DKMTRender returned"));
  });
}

}  // namespace
}  // namespace drydock::verify
