// Files that are no driver: each is refused with a sentence.
#include "src/nt/driver/elf_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

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

TEST(Loader, TextIsNoDriver) {
  const TempFolder folder;
  EXPECT_THAT(refusal(folder.write("driver.so", "This is not a driver.\n")),
              HasSubstr("is not an ELF file"));
  EXPECT_THAT(refusal(folder.write("empty.so", "")), HasSubstr("is not an ELF file"));
}

TEST(Loader, EveryCutOfADriverIsRefusedWithASentence) {
  const fs::path file = build_driver(driver_of("", "  return STATUS_SUCCESS;"));
  std::ifstream in(file, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(in)), {});
  const TempFolder folder;
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    const std::string said = refusal(folder.write("cut.so", whole.substr(0, size)));
    EXPECT_THAT(said, HasSubstr("cut.so")) << size;
  }
}

TEST(Loader, ObjectAndOtherMachinesAreRefused) {
  const TempFolder folder;
  const fs::path source = folder.write("a.c", "int DriverEntry(void) { return 0; }\n");
  const fs::path object = folder.path() / "a.o";
  ASSERT_EQ(run("clang-19 -c " + source.string() + " -o " + object.string()).exit_code, 0);
  EXPECT_THAT(refusal(object), HasSubstr("is not a shared object"));
  ASSERT_EQ(
      run("clang-19 -target aarch64-linux-gnu -c " + source.string() + " -o " + object.string())
          .exit_code,
      0);
  EXPECT_THAT(refusal(object), HasSubstr("is for another machine"));
}

}  // namespace
