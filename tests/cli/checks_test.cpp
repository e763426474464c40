// The checks of the words of a command line.
#include "src/cli/checks.h"

#include <gtest/gtest.h>

namespace {

using ::drydock::cli::file_name;
using ::drydock::cli::seconds;
using ::drydock::cli::whole_number;

std::string refusal(const CLI::Validator& check, std::string text) { return check(text); }

TEST(Checks, ANumberBetweenTheBoundsFits) {
  for (const char* text : {"1", "7", "10", "007"})
    EXPECT_EQ(refusal(whole_number(1, 10), text), "") << text;
  EXPECT_EQ(refusal(whole_number(0), "18446744073709551615"), "");
}

TEST(Checks, ANumberOutOfBoundsIsReportedWithTheBounds) {
  for (const char* text : {"0", "11", "-1", "+1", " 1", "1 ", "1.5", "0x1", "many", "",
                           "99999999999999999999", "18446744073709551617"})
    EXPECT_EQ(refusal(whole_number(1, 10), text),
              "takes a whole number from 1 to 10, not '" + std::string(text) + "'");
  EXPECT_EQ(refusal(whole_number(5), "4"), "takes a whole number 5 or more, not '4'");
}

TEST(Checks, ATimeMayHavePartsOfASecond) {
  for (const char* text : {"0", "90", "0.5", "2592000"})
    EXPECT_EQ(refusal(seconds(), text), "") << text;
  for (const char* text :
       {"-1", "1e3", "2592001", "nan", "inf", "0.5s", "", "99999999999999999999"})
    EXPECT_EQ(refusal(seconds(), text),
              "takes seconds, such as 90 or 0.5, up to 2592000, not '" + std::string(text) + "'");
}

TEST(Checks, AFileHasAName) {
  EXPECT_EQ(refusal(file_name(), "x"), "");
  EXPECT_EQ(refusal(file_name(), ""), "takes a file");
}

}  // namespace
