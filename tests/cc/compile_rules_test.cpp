// Rules that the headers themselves enforce: breaking one does not compile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/run.h"
#include "tests/support/temp_folder.h"

namespace {

using ::drydock::testing::Outcome;
using ::testing::HasSubstr;

Outcome compile(const std::string& kind, const std::string& text, const std::string& options = "") {
  drydock::testing::TempFolder folder;
  return drydock::testing::drydock("cc --kind " + kind + " -c " +
                                   folder.write("driver.cpp", text).string() + " -o " +
                                   (folder.path() / "driver.o").string() + " " + options);
}

constexpr const char* kUseOfContextAllocations =
    "#include <dispmprt.h>\n"
    "NTSTATUS end(DXGKRNL_INTERFACE* host, HANDLE allocation) {\n"
    "  return host->DxgkCbDestroyContextAllocation(host->DeviceHandle, allocation);\n"
    "}\n";

TEST(CompileRules, K024CallbackIsAbsentBeforeWindows8) {
  const Outcome outcome = compile("miniport", kUseOfContextAllocations,
                                  "-DDXGKDDI_INTERFACE_VERSION=DXGKDDI_INTERFACE_VERSION_WIN7");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("no member named 'DxgkCbDestroyContextAllocation'"));
}

TEST(CompileRules, K024CallbackIsThereFromWindows8) {
  const Outcome outcome = compile("miniport", kUseOfContextAllocations,
                                  "-DDXGKDDI_INTERFACE_VERSION=DXGKDDI_INTERFACE_VERSION_WIN8");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

std::string delete_allocator(const std::string& type, const std::string& body) {
  return "#include <wdm.h>\n#include <windef.h>\n#include <ks.h>\n"
         "static " +
         type + " DeleteAllocator(PVOID Context) { (void)Context; " + body +
         " }\n"
         "const KSALLOCATOR_DISPATCH Dispatch = {nullptr, DeleteAllocator, nullptr, nullptr};\n";
}

TEST(CompileRules, S002DeleteAllocatorThatReturnsIsRefused) {
  const Outcome outcome =
      compile("avstream", delete_allocator("NTSTATUS", "return STATUS_SUCCESS;"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("driver.cpp:5"));
}

TEST(CompileRules, S002DeleteAllocatorThatReturnsNothingCompiles) {
  const Outcome outcome = compile("avstream", delete_allocator("VOID", ""));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

std::string free_frame(const std::string& type, const std::string& body) {
  return "#include <wdm.h>\n#include <windef.h>\n#include <ks.h>\n"
         "static " +
         type + " Free(PVOID Context, PVOID Buffer) { (void)Context; (void)Buffer; " + body +
         " }\n"
         "const KSALLOCATOR_DISPATCH Dispatch = {nullptr, nullptr, nullptr, Free};\n";
}

TEST(CompileRules, S019FreeThatReturnsIsRefused) {
  const Outcome outcome = compile("avstream", free_frame("BOOLEAN", "return TRUE;"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("driver.cpp:5"));
}

TEST(CompileRules, S019FreeThatReturnsNothingCompiles) {
  const Outcome outcome = compile("avstream", free_frame("VOID", ""));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

}  // namespace
