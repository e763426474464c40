// Tests made from a table, each known to ctest by a name of its own.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <string>
#include <utility>

namespace drydock::testing {

// "frame freed after delete" is FrameFreedAfterDelete, and so is "frame.freed-after-delete".
inline std::string camel_case(const std::string& words) {
  std::string out;
  bool begins = true;
  for (const char c : words) {
    const bool is_between = std::isalnum(static_cast<unsigned char>(c)) == 0;
    if (!is_between) out += begins ? static_cast<char>(std::toupper(c)) : c;
    begins = is_between;
  }
  return out;
}

// While the program starts.
inline void add_test(const char* suite, const std::string& name, std::function<void()> body) {
  class Named : public ::testing::Test {
   public:
    explicit Named(std::function<void()> body) : body_(std::move(body)) {}
    void TestBody() override { body_(); }

   private:
    const std::function<void()> body_;
  };
  ::testing::RegisterTest(
      suite, name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
      [body = std::move(body)]() -> ::testing::Test* { return new Named(body); });
}

}  // namespace drydock::testing
