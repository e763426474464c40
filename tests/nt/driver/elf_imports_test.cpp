// What a driver imports.
#include "src/nt/driver/elf_imports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "src/nt/io/device_power.h"
#include "src/nt/life/loader.h"
#include "tests/nt/life/refusal.h"
#include "tests/support/run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_driver.h"

namespace {

using namespace drydock::testing;
using drydock::nt::LoadedDriver;
using drydock::nt::LoadError;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

// kernel/writing-a-driverentry-routine.md
TEST(LoaderRules, N066EveryUnresolvedImportIsListedAtOnce) {
  const fs::path file =
      build_driver(driver_of("void ZzLast(void); void AaFirst(void); void MmMiddle_(void);",
                             "  ZzLast(); AaFirst(); MmMiddle_(); return STATUS_SUCCESS;"));
  const drydock::rules::FindingLog log;
  const std::string said = refusal(file);
  EXPECT_THAT(said, HasSubstr("(N-066): AaFirst, MmMiddle_, ZzLast"));
  EXPECT_TRUE(log.findings().empty()) << "the host may lack what Windows has";
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

TEST(LoaderRules, N066ImportsOfTheHostAndOfLibrariesAreSilent) {
  const Life it = life_of(driver_of("", R"(
  return KeGetCurrentIrql() == PASSIVE_LEVEL && memcmp(driver, driver, 8) == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;)"));
  EXPECT_EQ(it.status, STATUS_SUCCESS);
}

}  // namespace
