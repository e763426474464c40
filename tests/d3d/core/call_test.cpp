// A call of a driver: what its result is held against, what it remembers of callbacks, and how an
// error comes back that the entry point cannot return.
#include "src/d3d/core/call.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/d3d/driver/result.h"
#include "tests/support/test_driver.h"

namespace drydock::testing {
namespace {

struct Results {
  const d3d::Entry& entry;
  std::vector<HRESULT> listed;  // besides S_OK
  std::string_view rule;        // of one that is not listed; E_INVALIDARG has its own
};

// The results that a function of a driver may return when no callback failed.
const Results kResults[] = {
    {d3d::entry::kOpenAdapter, {E_OUTOFMEMORY}, "U-038"},
    {d3d::entry::kCreateDevice, {E_OUTOFMEMORY}, "U-044"},
    {d3d::entry::kCreateResource, {E_OUTOFMEMORY, D3DDDIERR_NOTAVAILABLE}, "U-055"},
    {d3d::entry::kLock, {E_OUTOFMEMORY, D3DDDIERR_WASSTILLDRAWING}, "U-155"},
    {d3d::entry::kUnlock, {E_OUTOFMEMORY, E_INVALIDARG}, "U-161"},
    {d3d::entry::kUnlockAsync, {E_OUTOFMEMORY, E_INVALIDARG}, "U-161"},
    {d3d::entry::kLockAsync, {E_OUTOFMEMORY, E_NOTIMPL, D3DDDIERR_WASSTILLDRAWING}, "U-181"},
    {d3d::entry::kRename, {E_OUTOFMEMORY}, "U-183"},
    {d3d::entry::kFlush, {E_OUTOFMEMORY}, "U-123"},
    {d3d::entry::kFlush1, {E_OUTOFMEMORY}, "U-123"},
    {d3d::entry::kOfferResources, {D3DDDIERR_DEVICEREMOVED}, "U-292"},
    {d3d::entry::kReclaimResources, {D3DDDIERR_DEVICEREMOVED}, "U-292"},
    {d3d::entry::kResolveSharedResource, {D3DDDIERR_DEVICEREMOVED}, "U-121"},
    {d3d::entry::kGetCaptureAllocationHandle, {E_OUTOFMEMORY}, "U-083"},
    {d3d::entry::kQueryResourceResidency,
     {d3d::kNotResident, d3d::kResidentInSharedMemory, E_INVALIDARG, E_OUTOFMEMORY},
     "U-297"},
    {d3d::entry::kOpenResource, {E_OUTOFMEMORY, E_FAIL, D3DDDIERR_NOTAVAILABLE}, ""},
    {d3d::entry::kDestroyResource, {E_OUTOFMEMORY, E_FAIL}, ""},
};

// "" when the result is fine.
std::string_view rule_against(const Results& each, HRESULT result) {
  if (result == S_OK || std::ranges::find(each.listed, result) != each.listed.end()) return "";
  return result == E_INVALIDARG ? "U-232" : each.rule;
}

TEST(CallbackRules, ResultsAreHeldAgainstWhatEachFunctionMayReturn) {
  nt::Driver driver("results");
  for (const Results& each : kResults) {
    for (const HRESULT result :
         {S_OK, E_OUTOFMEMORY, E_INVALIDARG, E_FAIL, E_NOTIMPL, D3DDDIERR_NOTAVAILABLE,
          D3DDDIERR_WASSTILLDRAWING, d3d::kNotResident, d3d::kResidentInSharedMemory}) {
      const rules::FindingLog log;
      d3d::Call call(each.entry, nullptr);
      EXPECT_EQ(d3d::enter(driver, call, [&] { return result; }), result);
      const std::string_view rule = rule_against(each, result);
      const std::string which = std::string(each.entry.name) + ": " + d3d::name_of(result);
      ASSERT_EQ(log.findings().size(), rule.empty() ? 0U : 1U) << which << text_of(log.findings());
      if (!rule.empty()) EXPECT_EQ(log.findings()[0].rule->id, rule) << which;
    }
  }
}

TEST(UserModeCall, InnermostCallOfTheThreadIsCurrent) {
  EXPECT_EQ(d3d::Call::current(), nullptr);
  d3d::Call outer(d3d::entry::kFlush, nullptr);
  {
    d3d::Call inner(d3d::entry::kGetCaps, nullptr);
    EXPECT_EQ(d3d::Call::current(), &inner);
    EXPECT_NE(inner.number(), outer.number());
  }
  EXPECT_EQ(d3d::Call::current(), &outer);
}

// A miniport without data for its user-mode half: a driver may go on or refuse the adapter.
TEST(UserModeCall, U038AnswerThatIsPassedOnIsSilent) {
  nt::Driver driver("answers");
  for (const d3d::Entry* entry : {&d3d::entry::kOpenAdapter, &d3d::entry::kOpenAdapter10Second}) {
    for (const HRESULT result : {E_NOTIMPL, S_OK}) {
      const rules::FindingLog log;
      d3d::Call call(*entry, nullptr);
      EXPECT_EQ(d3d::enter(driver, call,
                           [&] {
                             call.note_answer(E_NOTIMPL);
                             return result;
                           }),
                result);
      EXPECT_EQ(text_of(log.findings()), "");
    }
  }
}

TEST(UserModeCall, FailureIsStruckOutByTheSameCallbackAboutTheSameThing) {
  d3d::Call call(d3d::entry::kFlush, nullptr);
  call.note("pfnLockCb", E_OUTOFMEMORY, {1});
  call.note("pfnLockCb", E_OUTOFMEMORY, {2});
  call.note("pfnLockCb", S_OK, {1});
  ASSERT_EQ(call.received().size(), 1U);
  EXPECT_EQ(call.received()[0].about.value, 2U);
  call.note("pfnMakeResidentCb", E_PENDING, {3});  // has not failed
  EXPECT_FALSE(call.was_received(E_PENDING));
}

TEST(UserModeCall, FirstErrorThatIsSetIsTheResultOfAFunctionThatReturnsNothing) {
  nt::Driver driver("results");
  const rules::FindingLog log;
  d3d::Call call(d3d::entry::kFlush10, nullptr);
  const HRESULT result = d3d::enter(driver, call, d3d::reported_by_callback([&] {
                                      call.set_error(D3DDDIERR_DEVICEREMOVED);
                                      call.set_error(E_OUTOFMEMORY);
                                    }));
  EXPECT_EQ(result, D3DDDIERR_DEVICEREMOVED);
  EXPECT_EQ(text_of(log.findings()), "");
}

TEST(UserModeCall, FunctionThatReturnsNothingAndSetsNothingHasSucceeded) {
  nt::Driver driver("results");
  d3d::Call call(d3d::entry::kFlush10, nullptr);
  EXPECT_EQ(d3d::enter(driver, call, d3d::reported_by_callback([] {})), S_OK);
}

TEST(UserModeCall, TrimmingEndsAShortage) {
  d3d::Call call(d3d::entry::kFlush, nullptr);
  call.note_evicted(100);
  EXPECT_EQ(call.shortage(), d3d::Call::Shortage::kNone);
  call.set_shortage(d3d::Call::Shortage::kReported);
  call.note_evicted(50);
  EXPECT_EQ(call.shortage(), d3d::Call::Shortage::kTrimmed);
  EXPECT_EQ(call.evicted(), 150U);
}

}  // namespace
}  // namespace drydock::testing
