// Which findings have one cause.
#include "src/verify/engine/finding_groups.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/verify/engine/finding_key.h"
#include "tests/verify/engine/made_findings.h"

using namespace drydock;
using namespace drydock::verify;

namespace {

const rules::Frame kRead = {"ReadSettings", "/src/settings.c", 12, "gpu.so", 10};
const rules::Frame kStart = {"Start", "/src/start.c", 22, "gpu.so", 20};
const rules::Frame kStop = {"Stop", "/src/start.c", 42, "gpu.so", 40};

// The findings are of one run each, or of one run together.
bool are_one(const std::vector<rules::Finding>& findings, bool in_one_run = true) {
  FindingGroups groups;
  std::vector<FindingGroups::Member> members;
  for (const rules::Finding& finding : findings) members.push_back({&finding, key_of(finding)});
  if (in_one_run) groups.add_run(members);
  for (const FindingGroups::Member& member : members) {
    if (!in_one_run) groups.add_run({member});
  }
  const std::string first = groups.group_of(members.front().key);
  return std::ranges::all_of(members, [&](const FindingGroups::Member& member) {
    return groups.group_of(member.key) == first;
  });
}

TEST(FindingGroups, OnePlaceIsOneCauseInAnyRun) {
  const auto one = with_frames(finding_about("K-055", "is left"), {kRead, kStart}, "taken");
  const auto same = with_frames(finding_about("N-044", "is open"), {kRead, kStart}, "taken");
  const auto other = with_frames(finding_about("N-044", "is open"), {kRead, kStop}, "taken");
  EXPECT_TRUE(are_one({one, same}, /*in_one_run=*/false));
  EXPECT_FALSE(are_one({one, other}));
}

TEST(FindingGroups, OneRuleBrokenByOneCallIsOneCause) {
  const auto by = [](rules::RuleId rule, const rules::Frame& caller) {
    return with_frames(finding_about(rule, "called at IRQL 2"), {kRead, caller});
  };
  EXPECT_TRUE(are_one({by("N-017", kStart), by("N-017", kStop)}, /*in_one_run=*/false));
  EXPECT_FALSE(are_one({by("N-017", kStart), by("N-044", kStop)}));
}

TEST(FindingGroups, OneObjectOfARunIsOneCause) {
  const auto about = [](rules::RuleId rule, const char* object, const rules::Frame& frame) {
    return with_frames(finding_about(rule, "is left", object), {frame}, "taken");
  };
  const auto first = about("K-055", "key at 0x10", kStart);
  EXPECT_TRUE(are_one({first, about("N-044", "key at 0x10", kStop)}));
  EXPECT_FALSE(are_one({first, about("N-044", "key at 0x20", kStop)}));
  EXPECT_FALSE(are_one({first, about("N-044", "key at 0x10", kStop)}, /*in_one_run=*/false))
      << "addresses of two runs say nothing";
  EXPECT_FALSE(are_one(
      {about("K-055", "block of 64 bytes", kStart), about("N-008", "block of 64 bytes", kStop)}))
      << "a text that fits several objects";
}

TEST(FindingGroups, WithoutFramesMessageOrKindOfObjectDecide) {
  EXPECT_TRUE(are_one(
      {finding_about("U-005", "1 left", "list of 3"), finding_about("U-005", "2 left", "bag of 3")},
      /*in_one_run=*/false));
  EXPECT_TRUE(are_one({finding_about("U-005", "left", "resource 1"),
                       finding_about("U-110", "kept", "resource 2")}));
  EXPECT_FALSE(are_one({finding_about("U-005", "left"), finding_about("U-110", "kept")}));
}

TEST(FindingGroups, OneAnswerOfAnEntryPointIsOneCause) {
  const auto lock = [](rules::RuleId rule, const char* message) {
    return finding_about(rule, message);
  };
  const auto first = lock("U-155", "Lock returned E_FAIL, which its documents do not list");
  EXPECT_TRUE(are_one({first, lock("U-166", "Lock got E_X from pfnLockCb and returned E_FAIL")},
                      /*in_one_run=*/false));
  EXPECT_FALSE(are_one({first, lock("U-155", "Lock returned E_INVALIDARG, which is made up")}));
  EXPECT_FALSE(are_one({first, lock("U-155", "Unlock returned E_FAIL, which is made up")}));
  EXPECT_TRUE(are_one({lock("K-319", "DxgkDdiX (unmap aperture) returned 0xc00000bb for a segment"),
                       lock("K-324", "DxgkDdiX returned 0xc00000bb")}));
  EXPECT_FALSE(are_one({lock("K-139", "DxgkDdiX returned pInfo[0] with a mask"),
                        lock("K-168", "DxgkDdiX returned pInfo[0] with CpuVisible")}));
}

TEST(FindingGroups, WhatOneEntryPointKeepsIsOneCause) {
  const auto leak = [](const char* message, const rules::Frame& frame) {
    return with_frames(finding_about("K-015", message), {frame}, "allocated");
  };
  const auto first = leak("DxgkDdiDestroyAllocation kept what it destroyed", kStart);
  EXPECT_TRUE(are_one(
      {first, leak("DxgkDdiDestroyAllocation with DestroyResource kept the resource", kStop)}));
  EXPECT_FALSE(are_one({first, leak("DxgkDdiDestroyDevice kept the device", kStop)}));
}

TEST(FindingGroups, ThreadsThatStandStillInOneRunAreOneCause) {
  const auto waits = [](const rules::Frame& frame) {
    return with_frames(finding_about("N-062", "a thread waits"), {frame});
  };
  EXPECT_TRUE(are_one({waits(kStart), waits(kStop)}));
  EXPECT_FALSE(are_one({waits(kStart), waits(kStop)}, /*in_one_run=*/false));
}

TEST(FindingGroups, WhatExplainsACrashIsOneCauseWithIt) {
  const auto why = finding_about("K-019", "Destroy did not survive NumAllocations 0");
  const auto crash = [](const char* message) {
    return with_frames(finding_about("N-061", message), {kStop});
  };
  EXPECT_TRUE(are_one({why, crash("Destroy crashed: read of 0x0")}));
  EXPECT_FALSE(are_one({why, crash("Stop crashed: read of 0x0")}));
  EXPECT_FALSE(are_one({why, crash("Destroy crashed: read of 0x0")}, /*in_one_run=*/false));
}

// Runs, each with its findings in order; the groups of the first and the last finding are compared.
bool first_leads_to_last(const std::vector<std::vector<rules::Finding>>& runs) {
  FindingGroups groups;
  for (const std::vector<rules::Finding>& run : runs) {
    std::vector<FindingGroups::Member> members;
    for (const rules::Finding& finding : run) members.push_back({&finding, key_of(finding)});
    groups.add_run(members);
  }
  groups.join_consequences();
  return groups.group_of(key_of(runs.front().front())) ==
         groups.group_of(key_of(runs.back().back()));
}

TEST(FindingGroups, WhatWentWrongBeforeIsTheCause) {
  const auto cause = with_frames(finding_about("N-001", "freed twice"), {kStart});
  const auto other = with_frames(finding_about("K-055", "left"), {kRead}, "taken");
  const auto crash = finding_about("N-061", "the run crashed: it happened outside of driver code");
  const auto asserts = with_frames(finding_about("N-068", "assertion failed"), {kStop});
  EXPECT_TRUE(first_leads_to_last({{cause, crash}}));
  EXPECT_TRUE(first_leads_to_last({{cause, other, asserts}, {cause, asserts}}));
  EXPECT_FALSE(first_leads_to_last({{cause, other, crash}})) << "either may be the cause";
  EXPECT_FALSE(first_leads_to_last({{cause, crash}, {crash}})) << "it comes by itself too";
  EXPECT_FALSE(first_leads_to_last({{cause}, {crash, cause}, {crash}})) << "it came before";
  EXPECT_FALSE(first_leads_to_last({{cause, other}})) << "a defect of its own";
  const auto lint = with_frames(finding_about("K-010", "left alive"), {kStart});
  EXPECT_FALSE(first_leads_to_last({{lint, crash}})) << "advice explains no crash";
}

}  // namespace
