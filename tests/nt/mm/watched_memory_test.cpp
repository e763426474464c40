// Memory whose every access by driver code is observed.
#include "src/nt/mm/watched_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "src/nt/base/wdk.h"
#include "src/nt/mm/physical.h"
#include "src/nt/mm/user_memory.h"
#include "tests/nt/mm/touching_driver.h"
#include "tests/support/test_driver.h"

namespace {

namespace nt = drydock::nt;
using namespace drydock::testing;
using ::testing::ElementsAre;

struct Access {
  std::size_t offset;
  bool writes;

  bool operator==(const Access&) const = default;
};

struct Accesses {
  std::vector<Access> seen;

  static void note(void* context, std::size_t offset, bool writes, const drydock::rules::Stack&) {
    static_cast<Accesses*>(context)->seen.push_back({offset, writes});
  }
};

// A life of a driver that is handed two pointers.
Life touch(const std::string& body, void* first, void* second = nullptr) {
  const auto call = [&](nt::LoadedDriver& loaded) {
    nt::Driver& driver = loaded.driver();
    const PDRIVER_DISPATCH routine = driver.object().MajorFunction[IRP_MJ_DEVICE_CONTROL];
    IRP irp{};
    irp.UserBuffer = first;
    driver.run("device control", [&] { routine(static_cast<PDEVICE_OBJECT>(second), &irp); });
  };
  return life_of(touching_driver(body), ".c", {.between = call});
}

TEST(WatchedMemory, AccessesOfADriverAreObservedInTheirOrder) {
  Accesses accesses;
  const nt::WatchedMemory memory(64, Accesses::note, &accesses);
  const Life life = touch("    Buffer[2] = Buffer[4] + 7;", memory.address());
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
  EXPECT_TRUE(life.alive);
  EXPECT_THAT(accesses.seen, ElementsAre(Access{16, false}, Access{8, true}));
  EXPECT_EQ(static_cast<const ULONG*>(memory.address())[2], 7U);
}

TEST(WatchedMemory, AccessesOfTheHostAreNot) {
  Accesses accesses;
  const nt::WatchedMemory memory(2 * nt::kPageBytes, Accesses::note, &accesses);
  auto* const bytes = static_cast<char*>(memory.address());
  std::memset(bytes, 'x', 2 * nt::kPageBytes);
  EXPECT_EQ(bytes[nt::kPageBytes], 'x');
  EXPECT_TRUE(accesses.seen.empty());
}

TEST(WatchedMemory, HostMayAskWhatThePagesAllow) {
  Accesses accesses;
  const nt::WatchedMemory memory(64, Accesses::note, &accesses);
  EXPECT_TRUE(nt::readable(memory.address(), 64));
  EXPECT_TRUE(nt::writable(memory.address(), 64));
}

// One instruction that reads memory of one kind and writes memory of the other opens both.
TEST(WatchedMemory, OneInstructionTouchesBothKindsOfWatchedPages) {
  Accesses accesses;
  const nt::WatchedMemory memory(64, Accesses::note, &accesses);
  const nt::UserMemory client(64);
  std::memcpy(memory.address(), "both", 5);
  const Life life = touch(R"(
    __try { ProbeForWrite((PVOID)Other, 8, 1);
        { const volatile void* From = Buffer; volatile void* To = Other; SIZE_T Bytes = 5;
          __asm__ volatile("rep movsb" : "+D"(To), "+S"(From), "+c"(Bytes) : : "memory"); }
    } __except (EXCEPTION_EXECUTE_HANDLER) { Status = GetExceptionCode(); })",
                          memory.address(), client.address());
  EXPECT_TRUE(life.findings.empty()) << text_of(life.findings);
  EXPECT_TRUE(life.alive);
  EXPECT_STREQ(static_cast<const char*>(client.contents()), "both");
  EXPECT_FALSE(accesses.seen.empty());
  for (const Access& access : accesses.seen) EXPECT_FALSE(access.writes);
}

}  // namespace
