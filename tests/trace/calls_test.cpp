// Stubs that record calls: they pass on what they get, and tell it.
#include "src/trace/calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/trace/trace.h"

struct Table {
  double (*One)(double);
  double (*Two)(double);
};

namespace {

using ::drydock::trace::Recording;
using ::drydock::trace::Signatures;
using ::testing::HasSubstr;
using ::testing::Not;

extern "C" {

std::uint64_t sum_of(std::uint64_t a, std::uint32_t b, int c, const void* d, double e,
                     std::uint64_t f, std::uint64_t g, std::uint64_t h, std::uint64_t i) {
  return a + b + static_cast<std::uint64_t>(c) + (d == nullptr ? 0 : 1) +
         static_cast<std::uint64_t>(e) + f + g * 10 + h * 100 + i * 1000;
}

// The register of the result holds more than it.
std::uint64_t is_odd(std::uint64_t number) { return 0xabcdef00 | number % 2; }

double half_of(double whole) { return whole / 2; }

std::int32_t open_it(int answer) { return answer; }
std::int32_t count_it(int answer) { return answer; }
std::int32_t refuse(int) { throw std::runtime_error("refused"); }
}

class Calls : public ::testing::Test {
 protected:
  Calls() {
    signatures_.add(
        "UINT64 sum_of(UINT64 a, UINT b, INT c, PVOID d, double e, UINT64 f, UINT64 g, "
        "UINT64 h, UINT64 i); BOOLEAN is_odd(UCHAR number); double half_of(double whole); NTSTATUS "
        "refuse(INT why); "
        "NTSTATUS open_it(INT answer); INT count_it(INT answer); "
        "VOID ExRaiseX(INT why); typedef VOID(* T)(PVOID p); struct _T { ULONG v; T One; T Two; "
        "};");
    drydock::trace::set_signatures(&signatures_);
  }
  ~Calls() override { drydock::trace::set_signatures(nullptr); }

  template <typename Function>
  static Function* recorded(const char* name, Function* function) {
    return reinterpret_cast<Function*>(
        drydock::trace::recorded(name, reinterpret_cast<void*>(function)));
  }

  // Never freed, as in a program: stubs refer to them.
  static Signatures& make_signatures() {
    static auto& all = *new std::deque<Signatures>;
    return all.emplace_back();
  }

  Signatures& signatures_ = make_signatures();
};

TEST_F(Calls, ThatFailAreHeardOfAlsoWithoutARecording) {
  std::vector<std::string> heard;
  auto* const open = recorded("open_it", open_it);
  auto* const count = recorded("count_it", count_it);
  {
    const drydock::trace::FailureListeners::Listener listener(
        drydock::trace::failure_listeners(),
        [&](std::string_view call, drydock::trace::Failure how, std::int32_t answer) {
          EXPECT_EQ(how, drydock::trace::Failure::kStatus);
          heard.push_back(std::string(call) + " " + std::to_string(answer));
        });
    EXPECT_EQ(open(-7), -7);
    EXPECT_EQ(open(7), 7);
    EXPECT_EQ(count(-7), -7) << "a number is no status";
  }
  open(-8);
  EXPECT_THAT(heard, ::testing::ElementsAre("open_it -7"));
}

TEST_F(Calls, PassOnEveryArgumentAndTheResult) {
  auto* const sum = recorded("sum_of", sum_of);
  ASSERT_NE(sum, sum_of);
  EXPECT_EQ(sum(1, 2, -3, &signatures_, 5.5, 6, 7, 8, 9), 1 + 2 - 3 + 1 + 5 + 6 + 70 + 800 + 9000)
      << "nothing records";
  const Recording recording;
  EXPECT_EQ(sum(1, 2, -3, nullptr, 5.5, 6, 7, 8, 9), 1 + 2 - 3 + 0 + 5 + 6 + 70 + 800 + 9000);
  EXPECT_THAT(drydock::trace::to_text(),
              HasSubstr("+call.sum_of a=1 b=2 c=-3 d=0 f=6 g=7 h=8 i=9\n"));
  EXPECT_THAT(drydock::trace::to_text(), HasSubstr("-call.sum_of result=9881\n"));
  auto* const half = recorded("half_of", half_of);
  EXPECT_EQ(half(5), 2.5);
  EXPECT_THAT(drydock::trace::to_text(), HasSubstr("-call.half_of\n"));
}

TEST_F(Calls, OfAShortValueNothingElseIsPrinted) {
  auto* const stub = recorded("is_odd", is_odd);
  const Recording recording;
  EXPECT_EQ(stub(0xffffffffff03), 0xabcdef01);
  EXPECT_THAT(drydock::trace::to_text(), HasSubstr("+call.is_odd number=3\n"));
  EXPECT_THAT(drydock::trace::to_text(), HasSubstr("-call.is_odd result=1\n"));
}

TEST_F(Calls, APointerIsANumberThatStays) {
  auto* const sum = recorded("sum_of", sum_of);
  int one = 0, other = 0;
  const Recording recording;
  sum(1, 0, 0, &one, 0, 0, 0, 0, 0);
  sum(2, 0, 0, &other, 0, 0, 0, 0, 0);
  sum(3, 0, 0, &one, 0, 0, 0, 0, 0);
  std::vector<int> numbers;
  const auto trace = nlohmann::json::parse(drydock::trace::to_chrome_json());
  for (const auto& event : trace.at("traceEvents"))
    if (event.at("ph") == "B" && event.at("name") == "sum_of")
      numbers.push_back(event["args"]["d"]);
  ASSERT_EQ(numbers.size(), 3U);
  EXPECT_EQ(numbers[0], numbers[2]);
  EXPECT_NE(numbers[0], numbers[1]);
}

TEST_F(Calls, AnExceptionGoesThrough) {
  auto* const stub = recorded("refuse", refuse);
  const Recording recording;
  EXPECT_THROW(stub(7), std::runtime_error);
  EXPECT_THAT(drydock::trace::to_text(), HasSubstr("+call.refuse why=7\n"));
}

TEST_F(Calls, WhatHasNoSignatureOrLooksAtItsCallerStaysAsItIs) {
  EXPECT_EQ(recorded("unknown", refuse), refuse);
  EXPECT_EQ(recorded("ExRaiseX", refuse), refuse);
  EXPECT_EQ(drydock::trace::recorded("refuse", nullptr), nullptr);
  drydock::trace::set_signatures(nullptr);
  EXPECT_EQ(recorded("refuse", refuse), refuse);
}

TEST_F(Calls, ATableGetsStubsWhereItHasFunctions) {
  void* const function = reinterpret_cast<void*>(&half_of);
  void* table[] = {nullptr, function, function};
  drydock::trace::record_table("_T", table, 2 * sizeof(void*));
  EXPECT_EQ(table[0], nullptr);
  EXPECT_NE(table[1], function);
  EXPECT_EQ(table[2], function) << "behind the table";
}

// As a class driver calls its minidriver: by a pointer that it reads each time.
TEST_F(Calls, AFunctionThatIsCalledHasOneStubUnderEachName) {
  EXPECT_EQ(drydock::trace::recorded_call("half_of", half_of), half_of) << "nothing records";
  const Recording recording;
  auto* const stub = drydock::trace::recorded_call("TABLE.Half", half_of, "half_of");
  ASSERT_NE(stub, half_of);
  EXPECT_EQ(stub, drydock::trace::recorded_call("TABLE.Half", half_of, "half_of"));
  EXPECT_NE(stub, drydock::trace::recorded_call("half_of", half_of));
  EXPECT_EQ(drydock::trace::recorded_call("nothing", half_of), half_of);
  EXPECT_EQ(stub(3), 1.5);
  EXPECT_THAT(drydock::trace::to_text(), HasSubstr("+call.TABLE.Half\n"));
  drydock::trace::set_signatures(nullptr);
  EXPECT_EQ(drydock::trace::recorded_call("TABLE.Half", half_of, "half_of"), half_of);
}

TEST_F(Calls, ATableIsCopiedAndStaysAsItIs) {
  signatures_.add("struct Table { T One; T Two; };");
  const Table table = {half_of, nullptr};
  const Table copy = drydock::trace::recorded_copy(table);
  EXPECT_EQ(table.One, half_of);
  EXPECT_NE(copy.One, half_of);
  EXPECT_EQ(copy.Two, nullptr);
  EXPECT_EQ(drydock::trace::recorded_copy(table).One, copy.One) << "one stub";
}

}  // namespace
