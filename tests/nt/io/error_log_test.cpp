// Entries of the error log.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "src/trace/trace.h"

namespace {

// wdm/nf-wdm-ioallocateerrorlogentry.md
TEST(ErrorLog, EntriesBecomeEvents) {
  const drydock::trace::Recording recording;
  DEVICE_OBJECT device{};
  auto* entry = static_cast<PIO_ERROR_LOG_PACKET>(
      IoAllocateErrorLogEntry(&device, sizeof(IO_ERROR_LOG_PACKET)));
  ASSERT_NE(entry, nullptr);
  entry->ErrorCode = STATUS_INSUFFICIENT_RESOURCES;
  IoWriteErrorLogEntry(entry);
  EXPECT_NE(drydock::trace::to_text().find("error log"), std::string::npos);
  EXPECT_EQ(IoAllocateErrorLogEntry(&device, 4), nullptr);
  EXPECT_EQ(IoAllocateErrorLogEntry(&device, 255), nullptr);
  IoFreeErrorLogEntry(IoAllocateErrorLogEntry(&device, 100));
}

}  // namespace
