// Drivers that tell their accesses: every call of the instrumentation goes to the host.
#include "src/cc/races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAccesses = R"(#include <ntddk.h>
struct Wide { char bytes[40]; };
#pragma pack(push, 1)
struct Odd { char c; long long value; short part; };
#pragma pack(pop)
struct Base { virtual int f(); virtual ~Base(); };
int Base::f() { return 1; }
Base::~Base() {}
Wide one, two; Odd odd; volatile LONG count; volatile LONG64 large; LONG plain; char bytes[8];
extern "C" NTSTATUS DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING) {
  one = two;
  odd.value += odd.part;
  ++plain;
  bytes[plain & 7] = 3;
  InterlockedIncrement(&count);
  InterlockedExchange64(&large, 7);
  InterlockedCompareExchange(&count, 4, 5);
  KeMemoryBarrier();
  RtlZeroMemory(&one, sizeof one);
  RtlMoveMemory(&one, &two, plain & 31);
  Base base;
  return count + base.f() == 0 ? STATUS_SUCCESS : STATUS_UNSUCCESSFUL;
}
)";

TEST(CcRaces, NoCallOfTheInstrumentationIsLeftToALibrary) {
  const TempFolder folder;
  const std::string source = folder.write("a.cpp", kAccesses).string();
  const std::string driver = (folder.path() / "a.so").string();
  const auto built = drydock("cc --kind miniport --races " + source + " -o " + driver);
  ASSERT_EQ(built.exit_code, 0) << built.output;
  const std::string symbols = run("nm -D " + driver).output;
  EXPECT_THAT(symbols, Not(HasSubstr("__tsan")));
  for (const char* call : {"drydock_race_read", "drydock_race_write", "drydock_race_volatile_read",
                           "drydock_race_atomic32_fetch_add", "drydock_races_begin"})
    EXPECT_THAT(symbols, HasSubstr(std::string(" U ") + call)) << symbols;
}

// Each has no frame of its own: it loads the size and jumps.
TEST(CcRaces, SizesAreHandedOver) {
  const std::string source = drydock::cc::race_calls_source();
  const auto body_of = [&](const std::string& name) {
    const std::size_t begin = source.find("\n" + name + ":\n");
    return begin == source.npos
               ? std::string()
               : source.substr(begin + name.size() + 3,
                               source.find("  .size", begin) - begin - name.size() - 3);
  };
  EXPECT_EQ(body_of("__tsan_read4"), "  movl $4, %esi\n  jmp drydock_race_read@PLT\n");
  EXPECT_EQ(body_of("__tsan_unaligned_write16"),
            "  movl $16, %esi\n  jmp drydock_race_write@PLT\n");
  EXPECT_EQ(body_of("__tsan_read_write8"), "  movl $8, %esi\n  jmp drydock_race_write@PLT\n");
  EXPECT_EQ(body_of("__tsan_volatile_read1"),
            "  movl $1, %esi\n  jmp drydock_race_volatile_read@PLT\n");
  EXPECT_EQ(body_of("__tsan_atomic64_compare_exchange_val"),
            "  jmp drydock_race_atomic64_compare_exchange_val@PLT\n");
  EXPECT_EQ(body_of("__tsan_memcpy"), "  jmp drydock_race_memcpy@PLT\n");
}

}  // namespace
