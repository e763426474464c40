// Joins findings that have one cause.
//
// A defect breaks several rules: a handle that is never closed is left at the stop of the device
// and again at unload. Findings are of one group when
//   - the same frames of the driver decide on them (finding_key.h), whatever their rules are,
//   - or one rule is broken by the same call of the driver, which several ways lead to,
//   - or they are about one object of a run, as far as its text tells it from others,
//   - or one of them has no frame of the driver, and in the same run others are about that kind of
//     object,
//   - or none of them has a frame, and rule and message are the same, or both say that one entry
//     point returned one value,
//   - or one entry point kept what it had to destroy,
//   - or threads of one run stand still, or one explains the crash that ended the run,
//   - or one of them says only that something had gone wrong before (the driver's own assertion, a
//     crash outside of its code, wrong contents of a surface), and the findings of one group alone
//     precede it in every run that had it.
// A group of another run, order or machine is the same as long as its findings are.
//
// Owner: the collector of findings. Threads: one. Cost: some strings for a finding of a run.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/rules/finding.h"

namespace drydock::verify {

class FindingGroups {
 public:
  struct Member {
    const rules::Finding* finding;
    std::string key;  // key_of(finding)
  };

  // The findings of one run that count.
  void add_run(const std::vector<Member>& findings);

  // Joins findings that only say that something went wrong to those that preceded them. Called
  // after the last run.
  void join_consequences();

  // A name for the group of a finding: two findings are of one group when it is equal.
  std::string group_of(const std::string& key);

 private:
  void join(const std::string& one, const std::string& other);
  void add(const Member& member);
  void join_by_object(const std::vector<Member>& findings);
  void join_standstill(const std::vector<Member>& findings);
  void join_crash(const std::vector<Member>& findings);
  void note_what_precedes(const std::vector<Member>& findings);

  // A forest of findings and of what they have in common. Each points to another member of its
  // group, and the one that points to itself is the group's name.
  std::map<std::string, std::string> parents_;
  // By each finding that says only that something went wrong: the findings that preceded it in all
  // runs.
  std::map<std::string, std::set<std::string>> before_;
};

}  // namespace drydock::verify
