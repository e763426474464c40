// Scans of the C runtime: where they store, and how many bytes.
#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string>

#include "src/nt/crt/functions.h"
#include "tests/support/test_driver.h"

namespace {

TEST(Crt, ScanStoresFourBytesOfALong) {
  struct {
    unsigned value = 0;
    unsigned guard = 0xAAAAAAAA;
  } number;
  EXPECT_EQ(drydock_sscanf("id 0x1F", "id %lx", &number.value), 1);
  EXPECT_EQ(number.value, 0x1Fu);
  EXPECT_EQ(number.guard, 0xAAAAAAAAu);
  long long big = 0;
  char word[8] = {};
  EXPECT_EQ(drydock_sscanf("-5000000000 word,x", "%I64d %[^,],%*c", &big, word), 2);
  EXPECT_EQ(big, -5000000000LL);
  EXPECT_STREQ(word, "word");
  EXPECT_EQ(drydock_sscanf("", "%d", &number.value), EOF);
  EXPECT_EQ(drydock_sscanf("x", "%d", &number.value), 0);
  char16_t text[8] = {};
  int count = 0;
  EXPECT_EQ(drydock_swscanf(u"ab 12", u"%s %d", text, &count), 2);
  EXPECT_EQ(std::u16string(text), u"ab");
  EXPECT_EQ(count, 12);
}

}  // namespace
