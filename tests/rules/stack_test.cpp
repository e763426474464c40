// Stacks: whose they are, that they last, and that nothing on the way can break them.
#include "src/rules/stack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <signal.h>
#include <ucontext.h>

#include <csetjmp>
#include <filesystem>
#include <thread>
#include <vector>

#include "tests/rules/probe.h"

namespace drydock::rules {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST(Stack, BeginsAtTheCallersCaller) {
  const int line = leaf();
  const std::vector<Frame> frames = resolve(probed);
  ASSERT_GE(frames.size(), 2u);
  EXPECT_THAT(frames[0].function, HasSubstr("leaf"));
  EXPECT_THAT(frames[0].file, EndsWith("probe.h"));
  EXPECT_EQ(frames[0].line, line);
  EXPECT_THAT(frames[0].module, HasSubstr("rules_test"));
  EXPECT_THAT(frames[1].function, HasSubstr("BeginsAtTheCallersCaller"));
}

TEST(Stack, OnAnyThread) {
  Stack first;
  std::thread([&] {
    leaf();
    first = probed;
  }).join();
  EXPECT_THAT(first_frame(first).function, HasSubstr("leaf"));
}

__attribute__((noinline)) int deep(int levels) {
  if (levels == 0) return leaf();
  const int line = deep(levels - 1);
  asm volatile("");
  return line;
}

TEST(Stack, KeepsTheInnermostOfADeepStack) {
  deep(5000);
  EXPECT_EQ(probed.depth, Stack::kDepth);
  EXPECT_THAT(first_frame(probed).function, HasSubstr("leaf"));
}

TEST(StackHash, SamePlaceSameNumber) {
  std::uint64_t hashes[3] = {};
#pragma GCC unroll 1
  for (std::uint64_t& hash : hashes) {
    leaf();
    hash = probed.hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
  EXPECT_NE(hashes[0], 0u);
  leaf();
  EXPECT_NE(probed.hash(), hashes[0]);
}

TEST(StackHash, EmptyAndForeignStacksHaveOne) {
  EXPECT_EQ(Stack{}.hash(), Stack{}.hash());
  Stack odd;
  odd.pcs[odd.depth++] = reinterpret_cast<const void*>(0x1234);
  EXPECT_EQ(odd.hash(), Stack{}.hash());
}

// All calls from one line, so that only the drivers differ.
TEST_F(StacksOfDrivers, HashDoesNotDependOnWhereADriverIsLoaded) {
  const fs::path one = build("one.so", 3);
  const fs::path copy = folder_.path() / "copy.so";
  fs::copy_file(one, copy);
  const fs::path longer = folder_.path() / "longer.so";
  const fs::path source =
      folder_.write("longer.c",
                    "void drydock_test_probe(void);\nlong DriverEntry(void* a, void* b)\n"
                    "{ if (a != b) drydock_test_probe(); drydock_test_probe(); return 0; }\n");
  ASSERT_EQ(testing::drydock("cc " + source.string() + " -o " + longer.string()).exit_code, 0);

  const Library libraries[] = {Library(one), Library(copy), Library(longer)};
  std::vector<Stack> stacks;
  // A volatile counter keeps the loop from being unrolled into three places.
  for (volatile std::size_t i = 0; i < 3; i = i + 1) stacks.push_back(libraries[i].call());
  EXPECT_NE(stacks[0].pcs[0], stacks[1].pcs[0]);
  EXPECT_EQ(stacks[0].hash(), stacks[1].hash());
  EXPECT_NE(stacks[0].hash(), stacks[2].hash());
}

// Faults, as a driver has them.

sigjmp_buf after_fault;
Stack in_handler;
Stack at_fault;

void on_fault(int, siginfo_t*, void* context) {
  in_handler = Stack::capture();
  at_fault = Stack::interrupted(context);
  siglongjmp(after_fault, 1);
}

class StackOfAFault : public ::testing::Test {
 protected:
  StackOfAFault() : memory_(1 << 16) {
    const stack_t alternate = {.ss_sp = memory_.data(), .ss_flags = 0, .ss_size = memory_.size()};
    sigaltstack(&alternate, &old_stack_);
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, &old_action_);
  }
  ~StackOfAFault() override {
    sigaction(SIGSEGV, &old_action_, nullptr);
    sigaltstack(&old_stack_, nullptr);
  }

 private:
  std::vector<char> memory_;
  stack_t old_stack_ = {};
  struct sigaction old_action_ = {};
};

__attribute__((noinline, no_sanitize("undefined"))) int reads_null(volatile int* nowhere) {
  return *nowhere;
}

__attribute__((noinline, no_sanitize("undefined"))) int calls_null(int (*nowhere)()) {
  asm volatile("" : "+r"(nowhere));
  const int result = nowhere();
  asm volatile("");
  return result;
}

TEST_F(StackOfAFault, NamesTheFunctionThatFaulted) {
  if (sigsetjmp(after_fault, 1) == 0) reads_null(nullptr);
  EXPECT_THAT(first_frame(at_fault).function, HasSubstr("reads_null"));
  EXPECT_GE(at_fault.depth, 2u);
  EXPECT_LE(in_handler.depth, Stack::kDepth);
}

TEST_F(StackOfAFault, NamesTheCallerOfABadPointer) {
  if (sigsetjmp(after_fault, 1) == 0) calls_null(nullptr);
  EXPECT_THAT(first_frame(at_fault).function, HasSubstr("calls_null"));
}

// In a stub, as the linker puts between a caller and a callee, only the word on top of the stack
// names the caller.
TEST(StackOfAnInterruption, NamesTheCallerOfAStub) {
  const auto code = reinterpret_cast<std::uintptr_t>(&reads_null);
  alignas(16) std::uintptr_t top[2] = {reinterpret_cast<std::uintptr_t>(&calls_null) + 1, 0};
  ucontext_t context = {};
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(code);
  context.uc_mcontext.gregs[REG_RSP] = reinterpret_cast<greg_t>(top);
  const std::vector<Frame> frames = resolve(Stack::interrupted(&context));
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_THAT(frames[0].function, HasSubstr("reads_null"));
  EXPECT_THAT(frames[1].function, HasSubstr("calls_null"));
}

// Whatever the registers and the frames hold, a stack is taken and nothing is touched that is not
// the thread's stack.
RC_GTEST_PROP(StackWalk, SurvivesAnyFrames, ()) {
  constexpr std::size_t kWords = 64;
  alignas(16) std::uintptr_t frames[kWords];
  const auto base = reinterpret_cast<std::uintptr_t>(frames);
  const auto somewhere = rc::gen::oneOf(
      rc::gen::arbitrary<std::uintptr_t>(),
      rc::gen::map(rc::gen::inRange<std::uintptr_t>(0, kWords),
                   [base](std::uintptr_t word) { return base + word * sizeof(word); }),
      rc::gen::element<std::uintptr_t>(0, 1, 0x7fffffffe000, ~std::uintptr_t{0} - 15,
                                       reinterpret_cast<std::uintptr_t>(&leaf)));
  for (std::uintptr_t& word : frames) word = *somewhere;
  ucontext_t context = {};
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(*somewhere);
  context.uc_mcontext.gregs[REG_RBP] = static_cast<greg_t>(*somewhere);
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(*somewhere);
  const Stack stack = Stack::interrupted(&context);
  RC_ASSERT(stack.depth <= Stack::kDepth);
  RC_ASSERT(stack.hash() == stack.hash());
  RC_ASSERT(resolve(stack).size() >= stack.depth);
}

}  // namespace
}  // namespace drydock::rules
