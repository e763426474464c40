// Strings of the run-time library in tests: their text, and room for them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ntifs.h"
#include "src/nt/base/wdk.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {

inline std::u16string text_of(const UNICODE_STRING& string) {
  return {string.Buffer, string.Length / sizeof(WCHAR)};
}
inline std::string text_of(const STRING& string) { return {string.Buffer, string.Length}; }

inline UNICODE_STRING unicode(const char16_t* text) {
  UNICODE_STRING out;
  RtlInitUnicodeString(&out, text);
  return out;
}

struct Buffer {
  WCHAR room[64] = {};
  UNICODE_STRING string{0, sizeof room, room};
};

}  // namespace drydock::testing
