// Which process a thread works for, while calls nest.
#include "src/dxgk/object/process_scope.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "src/sim/schedule.h"

namespace drydock::dxgk {
namespace {

// Scopes compare processes and never look at them.
Process* process_number(std::uintptr_t number) { return reinterpret_cast<Process*>(number); }

TEST(ProcessScope, InnermostCounts) {
  EXPECT_EQ(ProcessScope::current(), nullptr);
  const ProcessScope outer(process_number(1));
  {
    const ProcessScope inner(process_number(2));
    EXPECT_EQ(ProcessScope::current(), process_number(2));
    {
      const ProcessScope host(nullptr);
      EXPECT_EQ(ProcessScope::current(), nullptr) << "the host's own work inside a call";
    }
    EXPECT_EQ(ProcessScope::current(), process_number(2));
  }
  EXPECT_EQ(ProcessScope::current(), process_number(1));
}

TEST(ProcessScope, EndsWithACallThatThrows) {
  const auto call = [] {
    const ProcessScope scope(process_number(1));
    throw std::runtime_error("refused");
  };
  EXPECT_THROW(call(), std::runtime_error);
  EXPECT_EQ(ProcessScope::current(), nullptr);
}

TEST(ProcessScope, IsOfItsThread) {
  const ProcessScope mine(process_number(1));
  Process* seen = process_number(1);
  sim::Thread other = sim::spawn("other", [&] {
    seen = ProcessScope::current();
    const ProcessScope its(process_number(2));
  });
  other.join();
  EXPECT_EQ(seen, nullptr);
  EXPECT_EQ(ProcessScope::current(), process_number(1));
}

}  // namespace
}  // namespace drydock::dxgk
