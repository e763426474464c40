// What the loader says of drivers that were built with a sanitizer. What sanitizers find in drivers
// is in tests/cli/with_sanitizers_test.cpp.
#include "src/nt/driver/sanitizers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sanitized.h"

namespace drydock::nt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A process that is built with a sanitizer has its runtime, and misses nothing.
class Sanitizers : public ::testing::Test {
 protected:
  void SetUp() override {
    if (drydock::testing::kAddressSanitized || drydock::testing::kThreadSanitized)
      GTEST_SKIP() << "the process has the runtime already";
  }
};

ElfImports calling(std::vector<std::string> names) {
  return {.undefined = std::move(names), .defined = {}, .needed = {}};
}

TEST_F(Sanitizers, ThoseThatADriverCallsAreMissing) {
  EXPECT_THAT(missing_sanitizers(calling({"KeSetEvent", "memcpy"})), IsEmpty());
  EXPECT_THAT(missing_sanitizers(calling({"__asan_report_load4"})),
              ElementsAre(Sanitizer::kAddress));
  EXPECT_THAT(missing_sanitizers(calling({"__ubsan_handle_out_of_bounds"})),
              ElementsAre(Sanitizer::kUndefined));
  EXPECT_THAT(missing_sanitizers(calling({"__tsan_write8"})), ElementsAre(Sanitizer::kThread));
}

TEST_F(Sanitizers, TheRuntimeForAddressesBringsTheOtherAlong) {
  EXPECT_THAT(missing_sanitizers(calling({"__asan_init", "__ubsan_handle_add_overflow"})),
              ElementsAre(Sanitizer::kAddress));
}

TEST_F(Sanitizers, ADriverWithoutItsRuntimeIsRefusedWithWhatToDo) {
  EXPECT_THAT(why_not_loadable("a.so", calling({"__asan_init"}), {"__asan_init"}),
              AllOf(HasSubstr("'a.so' was built with --sanitize=address"), HasSubstr("LD_PRELOAD"),
                    HasSubstr("libclang_rt.asan-"), Not(HasSubstr("\n"))));
  EXPECT_THAT(why_not_loadable("a.so", calling({"__ubsan_handle_add_overflow"}), {}),
              AllOf(HasSubstr("--sanitize=undefined"), HasSubstr("ubsan_standalone")));
  EXPECT_THAT(why_not_loadable("a.so", calling({"__tsan_init"}), {}),
              HasSubstr("was not built by drydock cc --sanitize=thread"));
}

TEST_F(Sanitizers, WithoutASanitizerWhatIsNotProvidedIsListed) {
  EXPECT_EQ(why_not_loadable("a.so", calling({"AaFirst", "ZzLast"}), {"AaFirst", "ZzLast"}),
            "'a.so' calls what is not provided (N-066): AaFirst, ZzLast");
}

TEST_F(Sanitizers, AreNamedAsTheCompilersOptionHasThem) {
  EXPECT_STREQ(name_of(Sanitizer::kAddress), "address");
  EXPECT_STREQ(name_of(Sanitizer::kUndefined), "undefined");
  EXPECT_STREQ(name_of(Sanitizer::kThread), "thread");
}

}  // namespace
}  // namespace drydock::nt
