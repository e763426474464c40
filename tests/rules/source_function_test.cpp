// Functions of a driver's file, found without loading it.
#include "src/rules/source_function.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace drydock::rules {
namespace {

using drydock::testing::TempFolder;
using ::testing::EndsWith;

constexpr const char* kSource = R"(typedef int Number;
namespace gpu {
struct Adapter {
  static Number start(Number a);
};
Number Adapter::start(Number a) {
  return a;
}
}
static Number unused(Number a) { return a; }

extern "C" Number GpuStartDevice(Number a) {
  return gpu::Adapter::start(a);
}
extern "C" Number DriverEntry() { return 0; }
)";

class SourceFunction : public ::testing::Test {
 protected:
  // As `drydock cc` compiles a driver, without the Windows declarations.
  std::string built(const std::string& options) {
    const std::string source = folder_.write("gpu.cpp", kSource).string();
    const std::string driver = (folder_.path() / "gpu.so").string();
    const auto outcome = drydock::testing::run("clang++-19 -shared -fPIC -O1 " + options + " " +
                                               source + " -o " + driver);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return driver;
  }

  const TempFolder folder_;
};

TEST_F(SourceFunction, IsFoundByTheEndOfItsName) {
  const std::vector<std::string> names = {"StopDevice", "StartDevice", "DriverEntry"};
  const auto found = source_function(built("-g"), names);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->function, "GpuStartDevice");
  EXPECT_THAT(found->file, EndsWith("/gpu.cpp"));
  EXPECT_EQ(found->line, 12);
  EXPECT_EQ(found->module, "gpu.so");
}

TEST_F(SourceFunction, IsFoundInAClass) {
  const auto found = source_function(built("-g"), std::vector<std::string>{"start"});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 6);
}

TEST_F(SourceFunction, OfAnotherNameOrFileIsNone) {
  const std::vector<std::string> names = {"DriverEntry"};
  EXPECT_TRUE(source_function(built("-g"), names));
  EXPECT_FALSE(source_function(built("-g"), std::vector<std::string>{"unused"})) << "has no code";
  EXPECT_FALSE(source_function(built("-g0"), names)) << "without debug information";
  EXPECT_FALSE(source_function(folder_.write("text.so", "no driver").string(), names));
  EXPECT_FALSE(source_function("/nonexistent.so", names));
}

}  // namespace
}  // namespace drydock::rules
