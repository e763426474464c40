// Messages in the notation of the trace preprocessor.
#include <gtest/gtest.h>

#include <string>

#include "src/nt/base/wdk.h"
#include "tests/nt/rtl/debug_listener.h"

extern "C" {
void drydock_wpp_trace(const char* level, const char* flags, const char* file, int line,
                       const char* function, const char* format, ...);
void drydock_wpp_trace_wide(const char* level, const char* flags, const char* file, int line,
                            const char* function, const void* format, ...);
}

namespace {

using namespace drydock::testing;

using TraceMessage = Debug;

TEST_F(TraceMessage, NumbersThatHaveNoNameStayNumbers) {
  drydock_wpp_trace("", "", "f.c", 1, "F", "%!STATUS! %!HRESULT! %!IRQL! %!HRESULT!", 0xE0001234,
                    0x80041234, 12, 0x887A0005);
  EXPECT_EQ(output_, "F: 0xE0001234 0x80041234 IRQL 12 0x887A0005(DXGI_ERROR_DEVICE_REMOVED)");
}

TEST_F(TraceMessage, StringsAndPointersAreOfTheirKinds) {
  std::u16string wide = u"wide text";
  UNICODE_STRING counted{8, 8, wide.data()};
  char narrow[] = "narrow";
  ANSI_STRING ansi{3, 3, narrow};
  drydock_wpp_trace("", "", "f.c", 1, "F", "%!USTR!|%!ANSTR!|%!WSTR!|%!ASTR!|%!PTR!", &counted,
                    &ansi, wide.c_str(), "plain", reinterpret_cast<void*>(0x1234));
  EXPECT_EQ(output_, "F: wide|nar|wide text|plain|0000000000001234");
}

TEST_F(TraceMessage, NothingIsPrintedForNullsAndFieldsOfThePlace) {
  drydock_wpp_trace(nullptr, nullptr, nullptr, 7, nullptr,
                    "[%!FUNC!%!FILE!%!LEVEL!%!FLAGS!%!CPU!%!SPACE!] %!LINE! %!GUID! %!bool! %d",
                    nullptr, 0x100, 5);
  EXPECT_EQ(output_, ": [] 7 (null) FALSE 5");
  output_.clear();
  drydock_wpp_trace("L", "", "f.c", 1, "F", nullptr);
  EXPECT_EQ(output_, "L F: ");
}

TEST_F(TraceMessage, ALongOneIsCut) {
  const std::string text(5000, 'x');
  drydock_wpp_trace("", "", "f.c", 1, "F", "%s", text.c_str());
  EXPECT_EQ(output_.size(), 1024U);
  EXPECT_EQ(output_.substr(0, 5), "F: xx");
}

TEST_F(Debug, TraceNotation) {
  const GUID guid = {0x65E8773D, 0x8F56, 0x11D0, {0xA3, 0xB9, 0x00, 0xA0, 0xC9, 0x22, 0x31, 0x96}};
  drydock_wpp_trace("ERROR", "INIT", "dir/driver.c", 12, "Start",
                    "%!FUNC! %!FILE!:%!LINE! %!STATUS! %!HRESULT!", STATUS_INVALID_PARAMETER,
                    0x80070057);
  EXPECT_EQ(output_,
            "ERROR Start: Start driver.c:12 0xC000000D(STATUS_INVALID_PARAMETER) "
            "0x80070057(E_INVALIDARG)");
  output_.clear();
  drydock_wpp_trace("", "", "f.c", 1, "F", "%!GUID! %!IRQL! %!LEVEL!%!FLAGS!%!mode! %d", &guid,
                    DISPATCH_LEVEL, 5, 6);
  EXPECT_EQ(output_, "F: {65E8773D-8F56-11D0-A3B9-00A0C9223196} DISPATCH_LEVEL 5 6");
  output_.clear();
  drydock_wpp_trace_wide("L", "F", "f.c", 1, "G", u"%s %!STATUS! %!bool!", u"wide", 0xE0001234, 1);
  EXPECT_EQ(output_, "L G: wide 0xE0001234 TRUE");
}

}  // namespace
