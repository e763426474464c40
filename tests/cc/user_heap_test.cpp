// The heap of user-mode drivers is the host's.
#include "src/cc/user_heap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAllocates = R"(#include <windows.h>
#include <stdlib.h>
#include <string.h>
#include <new>
struct alignas(64) Line { char bytes[64]; };
extern "C" __declspec(dllexport) void* OpenAdapter(void* out) {
  void* block = malloc(8);
  block = realloc(block, 16);
  char* text = _strdup("text");
  int* one = new int(1);
  int* many = new (std::nothrow) int[4];
  Line* line = new Line;
  free(block);
  free(text);
  delete one;
  delete[] many;
  delete line;
  return out;
}
)";

std::string symbols_of(const std::string& options, const std::string& text) {
  const TempFolder folder;
  const std::string source = folder.write("a.cpp", text).string();
  const std::string driver = (folder.path() / "a.so").string();
  const auto built = drydock("cc " + options + " " + source + " -o " + driver);
  EXPECT_EQ(built.exit_code, 0) << built.output;
  return run("nm -D " + driver).output;
}

TEST(UserHeap, EveryFunctionOfTheHeapIsTheHosts) {
  const std::string symbols = symbols_of("--kind umd", kAllocates);
  for (const char* call : {"drydock_malloc", "drydock_realloc", "drydock_free", "drydock_new\n",
                           "drydock_new_array_nothrow", "drydock_new_aligned", "drydock_delete\n",
                           "drydock_delete_array"})
    EXPECT_THAT(symbols, HasSubstr(std::string(" U ") + call)) << symbols;
  for (const char* call : {" U malloc", " U realloc", " U free", " U _Zn", " U _Zd", " U strdup"})
    EXPECT_THAT(symbols, Not(HasSubstr(call))) << symbols;
  EXPECT_THAT(symbols, HasSubstr(" T drydock_end_statics"));
}

TEST(UserHeap, KernelDriversHaveNone) {
  const std::string symbols = symbols_of(
      "--kind miniport",
      "#include <ntddk.h>\nextern \"C\" NTSTATUS DriverEntry(PDRIVER_OBJECT, PUNICODE_STRING) "
      "{ return STATUS_SUCCESS; }\n");
  EXPECT_THAT(symbols, Not(HasSubstr("drydock_malloc")));
  EXPECT_THAT(symbols, Not(HasSubstr("drydock_end_statics")));
}

// The host sees the driver's call: the functions jump. A driver may define them itself.
TEST(UserHeap, FunctionsJumpAndGiveWay) {
  const std::string source = drydock::cc::user_heap_source();
  EXPECT_THAT(source, HasSubstr("  .weak malloc\n  .hidden malloc\n  .type malloc, @function\n"
                                "malloc:\n  jmp drydock_malloc@PLT\n"));
  EXPECT_THAT(source, HasSubstr("\n_ZdaPvm:\n  jmp drydock_delete_array@PLT\n"));
  EXPECT_THAT(source, Not(HasSubstr("  call")));
}

}  // namespace
