// Stacks: whose they are, that they last, and that nothing on the way can break them.
#include "src/rules/stack.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <csetjmp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace drydock::rules {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

Stack probed;

}  // namespace

// The drivers of these tests call it like a function of the executive.
extern "C" __attribute__((noinline)) void drydock_test_probe() { probed = Stack::capture(); }

namespace {

__attribute__((noinline)) int leaf() {
  drydock_test_probe();
  return __LINE__ - 1;
}

__attribute__((always_inline)) inline int inlined() {
  drydock_test_probe();
  return __LINE__ - 1;
}

__attribute__((noinline)) int holder_of_inlined() {
  const int line = inlined();
  asm volatile("");
  return line;
}

// The frame at which a driver's part of a stack begins.
Frame first_frame(const Stack& stack) {
  const std::vector<Frame> frames = resolve(stack);
  return frames.empty() ? Frame{} : frames.front();
}

class Library {
 public:
  explicit Library(const fs::path& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  ~Library() { close(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  Stack call() const {
    probed = {};
    reinterpret_cast<long (*)(void*, void*)>(dlsym(handle_, "DriverEntry"))(nullptr, nullptr);
    return probed;
  }
  void close() {
    if (handle_ != nullptr) dlclose(handle_);
    handle_ = nullptr;
  }

 private:
  void* handle_;
};

class StacksOfDrivers : public ::testing::Test {
 protected:
  // A driver that calls the probe on the given line of driver.c.
  fs::path build(const std::string& name, int line) {
    const fs::path source =
        folder_.write("driver.c", "void drydock_test_probe(void);" + std::string(line - 1, '\n') +
                                      "long DriverEntry(void* a, void* b) { drydock_test_probe();"
                                      " return a == b; }\n");
    const fs::path driver = folder_.path() / name;
    const auto outcome = testing::drydock("cc " + source.string() + " -o " + driver.string());
    if (outcome.exit_code != 0) throw std::runtime_error(outcome.output);
    return driver;
  }

  testing::TempFolder folder_;
};

TEST(Stack, BeginsAtTheCallersCaller) {
  const int line = leaf();
  const std::vector<Frame> frames = resolve(probed);
  ASSERT_GE(frames.size(), 2u);
  EXPECT_THAT(frames[0].function, HasSubstr("leaf"));
  EXPECT_THAT(frames[0].file, EndsWith("stack_test.cpp"));
  EXPECT_EQ(frames[0].line, line);
  EXPECT_THAT(frames[0].module, HasSubstr("rules_test"));
  EXPECT_THAT(frames[1].function, HasSubstr("BeginsAtTheCallersCaller"));
}

TEST(Stack, InlinedCallsAreFrames) {
  const int line = holder_of_inlined();
  const std::vector<Frame> frames = resolve(probed);
  ASSERT_GE(frames.size(), 2u);
  EXPECT_THAT(frames[0].function, HasSubstr("::inlined()"));
  EXPECT_EQ(frames[0].line, line);
  EXPECT_THAT(frames[1].function, HasSubstr("holder_of_inlined()"));
  EXPECT_THAT(frames[1].file, EndsWith("stack_test.cpp"));
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

TEST(Stack, TextOfAFrame) {
  EXPECT_EQ(to_text(Frame{"f", "a.c", 7, "d.so"}), "f (a.c:7)");
  EXPECT_EQ(to_text(Frame{"f", "", 0, "d.so"}), "f (d.so)");
  EXPECT_EQ(to_text(Frame{"", "", 0, "d.so"}), "unknown function (d.so)");
  EXPECT_EQ(to_text(Frame{}), "unknown function");
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

TEST_F(StacksOfDrivers, NameTheLineOfTheDriver) {
  const Library library(build("named.so", 12));
  const Frame frame = first_frame(library.call());
  EXPECT_EQ(frame.function, "DriverEntry");
  EXPECT_THAT(frame.file, EndsWith("driver.c"));
  EXPECT_EQ(frame.line, 12);
  EXPECT_EQ(frame.module, "named.so");
  EXPECT_FALSE(is_host(frame));
}

TEST_F(StacksOfDrivers, AnUnloadedDriverIsUnknownAndHarmless) {
  Library library(build("gone.so", 5));
  const Stack stack = library.call();
  library.close();
  const std::vector<Frame> frames = resolve(stack);
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames[0].module, "");
  EXPECT_EQ(stack.hash(), stack.hash());
}

TEST_F(StacksOfDrivers, AnotherDriverInTheSamePlaceIsReadAnew) {
  const fs::path path = build("same.so", 3);
  {
    const Library library(path);
    EXPECT_EQ(first_frame(library.call()).line, 3);
  }
  build("same.so", 9);
  const Library library(path);
  EXPECT_EQ(first_frame(library.call()).line, 9);
}

TEST_F(StacksOfDrivers, ADeletedFileStaysKnown) {
  const fs::path path = build("deleted.so", 6);
  const Library library(path);
  remember_modules();
  fs::remove(path);
  EXPECT_EQ(first_frame(library.call()).line, 6);
  // Another module is loaded; this one must stay known.
  const Library later(build("later.so", 2));
  EXPECT_EQ(first_frame(later.call()).line, 2);
  EXPECT_EQ(first_frame(library.call()).line, 6);
}

TEST_F(StacksOfDrivers, ADriverInMemoryIsCalledByItsFile) {
  std::ifstream file(build("in_memory.so", 4), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const int memory = memfd_create("in_memory.so", MFD_CLOEXEC);
  ASSERT_EQ(write(memory, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  {
    const Library library("/proc/self/fd/" + std::to_string(memory));
    const Frame frame = first_frame(library.call());
    EXPECT_EQ(frame.module, "in_memory.so");
    EXPECT_EQ(frame.line, 4);
  }
  close(memory);
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
