// The installation of the program, of which this test's program is a neighbour.
#include "src/cli/installation.h"

#include <gtest/gtest.h>

#include "src/trace/calls.h"
#include "src/trace/trace.h"

namespace {

using namespace drydock;

void set_nothing() {}

TEST(Installation, LiesAboveTheFolderOfThePrograms) {
  EXPECT_EQ(cli::prefix() / "bin/drydock", DRYDOCK_PROGRAM);
}

TEST(Installation, ItsKitNamesTheArgumentsOfCalls) {
  const trace::Recording recording;
  const auto stub = [] { return trace::recorded_call("KeSetEvent", set_nothing); };
  EXPECT_EQ(stub(), set_nothing);
  {
    const cli::RecordedArguments arguments;
    EXPECT_NE(stub(), set_nothing);
  }
  EXPECT_EQ(stub(), set_nothing);
}

}  // namespace
