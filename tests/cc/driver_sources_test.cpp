// Driver sources with the habits of Windows authors build unmodified, and behave as they do there.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdarg>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::drydock;
using ::drydock::testing::Outcome;
using ::drydock::testing::run;
using ::drydock::testing::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string sources(const std::string& folder, const std::string& names) {
  std::string out;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(' ', at), names.size());
    out +=
        std::string(DRYDOCK_TEST_DRIVERS) + "/" + folder + "/" + names.substr(at, end - at) + " ";
    at = end + 1;
  }
  return out;
}

class DriverSources : public ::testing::Test {
 protected:
  std::string built() const { return (folder_.path() / "driver.so").string(); }

  void build(const std::string& arguments) {
    const Outcome outcome = drydock("cc " + arguments + " -o " + built());
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_EQ(outcome.output, "") << "a clean source gives no warnings";
  }

  std::string exports() const {
    return run("nm -D --defined-only " + built() + " | cut -d' ' -f3").output;
  }

  TempFolder folder_;
};

TEST_F(DriverSources, MiniportInC) {
  build(sources("miniport_c", "Driver.c allocation.c"));
  EXPECT_EQ(exports(), "DriverEntry\n");
}

TEST_F(DriverSources, MiniportInCxx) {
  build(sources("miniport_cxx", "adapter.cxx memory.cxx"));
  EXPECT_EQ(exports(), "DriverEntry\n");
}

TEST_F(DriverSources, UserModeDriver) {
  build(sources("umd", "umd.cpp"));
  EXPECT_EQ(exports(), "OpenAdapter\nOpenAdapter10_2\ndrydock_end_statics\n");
}

// On Windows a module-definition file exports them.
TEST_F(DriverSources, EntriesOfAUserModeDriverNeedNoCLinkage) {
  build(folder_
            .write("plain.cpp", R"(#include <windows.h>
#include <d3dumddi.h>
#include <d3d10umddi.h>
HRESULT APIENTRY OpenAdapter(D3DDDIARG_OPENADAPTER *Open) { return Open ? S_OK : E_INVALIDARG; }
HRESULT APIENTRY OpenAdapter10(D3D10DDIARG_OPENADAPTER *Open) { return Open ? S_OK : E_INVALIDARG; }
HRESULT APIENTRY OpenAdapter10_2(D3D10DDIARG_OPENADAPTER *Open) { return OpenAdapter10(Open); }
)")
            .string());
  EXPECT_EQ(exports(), "OpenAdapter\nOpenAdapter10\nOpenAdapter10_2\ndrydock_end_statics\n");
}

TEST_F(DriverSources, AvstreamMinidriver) {
  build(sources("avstream", "capture.cpp"));
  EXPECT_EQ(exports(), "DriverEntry\n");
}

// A driver of a few lines whose DriverEntry the test calls; what it asks of the executive, the test
// answers.
class SmallDriver : public DriverSources {
 protected:
  void load(const std::string& name, const std::string& text) {
    build(folder_.write(name, text).string());
    open_built();
  }

  void open_built() {
    module_ = dlopen(built().c_str(), RTLD_LAZY | RTLD_LOCAL);
    ASSERT_NE(module_, nullptr) << dlerror();
  }

  int entry() {
    if (module_ == nullptr) return -1;  // load() has said why
    using Entry = int (*)(void*, void*);
    return reinterpret_cast<Entry>(dlsym(module_, "DriverEntry"))(nullptr, nullptr);
  }

  void TearDown() override {
    if (module_ != nullptr) dlclose(module_);
  }

 private:
  void* module_ = nullptr;
};

TEST_F(SmallDriver, ConstructorDoesNotRunOnNull) {
  load("null.cpp",
       "#include <ntddk.h>\n"
       "void* operator new(size_t, POOL_TYPE) throw() { return NULL; }\n"
       "void operator delete(void*) {}\n"
       "struct Thing { Thing() : value(1) {} ULONG value; };\n"
       "extern \"C\" NTSTATUS DriverEntry(PDRIVER_OBJECT, PUNICODE_STRING) {\n"
       "  Thing* thing = new (NonPagedPoolNx) Thing();\n"
       "  return thing == NULL ? STATUS_NO_MEMORY : STATUS_SUCCESS;\n"
       "}\n");
  EXPECT_EQ(static_cast<unsigned>(entry()), 0xC0000017U);
}

// Of the C library's names only those of the standard are taken; the types of stdint.h are taken
// where it is included, and are those of Windows.
TEST_F(SmallDriver, NamesThatAreNotTheStandardsAreTheDrivers) {
  const std::string text =
      "#include <ntddk.h>\n"
      "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n"
      "typedef char int8_t;\ntypedef LONG int32_t;\ntypedef unsigned __int64 uint64_t;\n"
      "typedef ULONG ulong;\ntypedef ULONG u_long;\ntypedef LONGLONG quad_t;\n"
      "static ULONG index = 2;\nstatic ULONG bcopy = 3;\n"
      "static ULONG random(ULONG most) { return most; }\n"
      "static ULONG dprintf(ULONG level) { return level; }\n";
  const std::string entry_text =
      "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) {\n"
      "  uint64_t wide = (uint64_t)(d != NULL) + (p != NULL); ULONGLONG* same = &wide;\n"
      "  return (int)(index + bcopy + random(4) + dprintf(5) + *same);\n"
      "}\n";
  load("names.c", text + entry_text);
  EXPECT_EQ(entry(), 14);
  build(folder_.write("names.cpp", text + "extern \"C\" " + entry_text).string());
}

TEST_F(SmallDriver, SixtyFourBitsAreTheLongLongOfWindows) {
  load("wide.cpp",
       "#include <ntddk.h>\n#include <inttypes.h>\n#include <string.h>\n"
       "static UINT64 wide; static uint64_t* a = &wide;\n"
       "static INT_PTR pointer; static intptr_t* b = &pointer;\n"
       "extern \"C\" NTSTATUS DriverEntry(PDRIVER_OBJECT, PUNICODE_STRING) {\n"
       "  return (int)strlen(PRIx64) + (int)strlen(PRIuFAST16) + (*a != (uint64_t)*b);\n"
       "}\n");
  EXPECT_EQ(entry(), 4);  // "llx" and "u"
}

TEST_F(SmallDriver, GlobalDeleteStaysInsideTheDriver) {
  load("delete.cpp",
       "#include <ntddk.h>\n"
       "static int deleted;\n"
       "void* operator new(size_t n) { static char room[64]; return n <= sizeof room ? room : "
       "NULL; }\n"
       "void operator delete(void*) { ++deleted; }\n"
       "extern \"C\" NTSTATUS DriverEntry(PDRIVER_OBJECT, PUNICODE_STRING) {\n"
       "  volatile int* p = new int(3); int before = deleted; delete p; return deleted - before;\n"
       "}\n");
  const auto before =
      std::make_unique<std::string>(100, 'x');  // the host's own new and delete still work
  EXPECT_EQ(entry(), 1);
}

TEST_F(SmallDriver, TextGoesWhereUntypedPointersGo) {
  load("text.cpp",
       "#include <ntddk.h>\n"
       "static ULONG Count(USHORT Segment, PVOID Data, ULONG Length);\n"
       "extern \"C\" NTSTATUS DriverEntry(PDRIVER_OBJECT, PUNICODE_STRING) {\n"
       "  return (NTSTATUS)(Count(0, \"VBE2\", 4) + Count(0, L\"ab\", 1));\n"
       "}\n"
       "static ULONG Count(USHORT, PVOID Data, ULONG Length) { return ((UCHAR*)Data)[Length - 1]; "
       "}\n");
  EXPECT_EQ(entry(), '2' + 'a');
}

TEST_F(SmallDriver, MembersAreSpecializedWithoutTheirPrefix) {
  load("special.cpp",
       "#include <ntddk.h>\n"
       "template <typename T> class Queue { public: ULONG Depth(); static const ULONG Limit; };\n"
       "ULONG Queue<UCHAR>::Depth() { return 8; }\n"
       "const ULONG Queue<UCHAR>::Limit = 3;\n"
       "extern \"C\" NTSTATUS DriverEntry(PDRIVER_OBJECT, PUNICODE_STRING) {\n"
       "  Queue<UCHAR> queue; return (NTSTATUS)(queue.Depth() + Queue<UCHAR>::Limit);\n"
       "}\n");
  EXPECT_EQ(entry(), 11);
}

// What authors rely on whose sources were only ever given to the Windows compiler and linker.
TEST_F(SmallDriver, VariablesOfTwoSourcesAreOneAndImportLibrariesAreNotLookedFor) {
  const std::string shared =
      "#include <ntddk.h>\n#pragma comment(lib, \"displib.lib\")\nULONG Shared;\n";
  const std::string other =
      folder_.write("other.c", shared + "void Raise(void) { Shared += 5; }\n").string();
  build(other + " " +
        folder_
            .write("one.c",
                   shared + "void Raise(void);\n"
                            "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) {\n"
                            "  (void)d; (void)p; Shared += 2; Raise(); return (NTSTATUS)Shared;\n"
                            "}\n")
            .string());
  open_built();
  EXPECT_EQ(entry(), 7);
}

TEST_F(SmallDriver, TheHeaderOfDisplayMiniportsBringsBoundedStrings) {
  load("strings.c",
       "#include <ntddk.h>\n#include <dispmprt.h>\n"
       "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) {\n"
       "  char name[4]; (void)d; (void)p;\n"
       "  return RtlStringCchCopyA(name, ARRAYSIZE(name), \"GPU\") == STATUS_SUCCESS ? name[2] : "
       "0;\n"
       "}\n");
  EXPECT_EQ(entry(), 'U');
}

TEST_F(SmallDriver, StringsHaveSixteenBits) {
  load("wide.c",
       "#include <ntddk.h>\n"
       "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) {\n"
       "  const USHORT* text = (const USHORT*)L\"ab\"; (void)d; (void)p;\n"
       "  return text[0] == 'a' && text[1] == 'b' && text[2] == 0 ? 0 : 1;\n"
       "}\n");
  EXPECT_EQ(entry(), 0);
}

TEST_F(SmallDriver, PoolTagsHaveTheirWindowsValue) {
  load("tag.c",
       "#include <ntddk.h>\n"
       "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) { (void)d; (void)p; return "
       "'abcd'; }\n");
  EXPECT_EQ(entry(), 0x61626364);
}

}  // namespace

// Calls of the trace function, as drivers make them that are built with trace headers.
namespace {
std::vector<std::string> traced;
}

extern "C" void drydock_wpp_trace(const char* level, const char* flags, const char* /*file*/,
                                  int line, const char* function, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int first = va_arg(arguments, int);
  va_end(arguments);
  traced.push_back(std::string(level) + "|" + flags + "|" + std::to_string(line) + "|" + function +
                   "|" + format + "|" + std::to_string(first));
}

namespace {

TEST_F(SmallDriver, TraceCallsCarryLevelFlagsAndArguments) {
  traced.clear();
  load("traced.c",
       "#include <ntddk.h>\n"
       "// begin_wpp config\n"
       "// FUNC Trace(LEVEL, FLAGS, MSG, ...);\n"
       "// FUNC Fail{LEVEL=TRACE_LEVEL_ERROR}(FLAGS, MSG, ...);\n"
       "// FUNC Print((LEVEL, MSG, ...));\n"
       "// end_wpp\n"
       "#include \"traced.tmh\"\n"
       "NTSTATUS DriverEntry(PDRIVER_OBJECT d, PUNICODE_STRING p) {\n"
       "  (void)d; (void)p;\n"
       "  Trace(TRACE_LEVEL_WARNING, MY_FLAG, \"one %d\", 1);\n"
       "  Fail(MY_FLAG, \"two %!STATUS!\", 2);\n"
       "  Print((TRACE_LEVEL_VERBOSE, \"three %d\", 3));\n"
       "  return 0;\n"
       "}\n");
  EXPECT_EQ(entry(), 0);
  EXPECT_THAT(traced, ElementsAre("TRACE_LEVEL_WARNING|MY_FLAG|10|DriverEntry|one %d|1",
                                  "TRACE_LEVEL_ERROR|MY_FLAG|11|DriverEntry|two %!STATUS!|2",
                                  "5||12|DriverEntry|three %d|3"));
}

}  // namespace
