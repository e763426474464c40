#include "src/verify/engine/finding_groups.h"

#include <algorithm>
#include <optional>
#include <regex>

#include "src/verify/engine/finding_key.h"

namespace drydock::verify {
namespace {

// Texts of objects name an address when it tells one from the others.
bool names_one_object(const std::string& object) { return object.find("0x") != std::string::npos; }

bool is_about_call(const rules::Finding& finding) {
  return !finding.stacks.empty() && finding.stacks.front().label == "here";
}

// "Lock returned E_FAIL", whatever else the message says.
std::optional<std::string> answer_in(const std::string& message) {
  static const std::regex kAnswer(
      R"(^(\w+)(?: \([^)]*\))?(?: got \S+ from \S+ and)? returned ((?:0x|[A-Z]+_)\w+))");
  std::smatch match;
  if (!std::regex_search(message, match, kAnswer)) return std::nullopt;
  return match[1].str() + " " + match[2].str();
}

// The entry point that had to destroy an object and kept it. What else the same call kept, or what
// the kept object holds, has one cause.
std::optional<std::string> keeper_in(const std::string& message) {
  static const std::regex kLeak(R"(^(\w+)(?: with \w+)? kept )");
  std::smatch match;
  if (!std::regex_search(message, match, kLeak)) return std::nullopt;
  return match[1].str();
}

// Says that something is wrong, and not what: the driver asserts, it crashes elsewhere, a surface
// has other contents.
bool is_consequence(const rules::Finding& finding) {
  if (finding.rule->id == "N-068" || finding.rule->id == "N-070") return true;
  return finding.rule->id == "N-061" && verify::place_of(finding).empty();
}

}  // namespace

std::string FindingGroups::group_of(const std::string& key) {
  std::string& parent = parents_.try_emplace(key, key).first->second;
  if (parent != key) parent = group_of(parent);
  return parent;
}

void FindingGroups::join(const std::string& one, const std::string& other) {
  const std::string first = group_of(one);
  const std::string second = group_of(other);
  if (first != second) parents_[second] = first;
}

void FindingGroups::add(const Member& member) {
  const rules::Finding& finding = *member.finding;
  const std::string rule(finding.rule->id);
  const std::string place = place_of(finding);
  if (place.empty()) {
    join(member.key, "said:" + rule + kind_text(finding.message));
    if (const auto answer = answer_in(finding.message)) join(member.key, "answered:" + *answer);
    return;
  }
  join(member.key, "place:" + place);
  if (const auto keeper = keeper_in(finding.message)) join(member.key, "kept:" + *keeper);
  if (is_about_call(finding)) join(member.key, "call:" + rule + place.substr(0, place.find(" < ")));
}

void FindingGroups::join_by_object(const std::vector<Member>& findings) {
  std::map<std::string, std::string> first_by_object;
  std::map<std::string, std::vector<const Member*>> by_kind;
  for (const Member& member : findings) {
    const std::string& object = member.finding->object;
    if (object.empty()) continue;
    by_kind[kind_text(object)].push_back(&member);
    if (!names_one_object(object)) continue;
    const auto [at, is_new] = first_by_object.try_emplace(object, member.key);
    if (!is_new) join(at->second, member.key);
  }
  for (const auto& [kind, members] : by_kind) {
    const bool lacks_place = std::ranges::any_of(
        members, [](const Member* member) { return place_of(*member->finding).empty(); });
    for (const Member* member : members) {
      if (lacks_place) join(members.front()->key, member->key);
    }
  }
}

// A standstill ends its run, so that all threads that wait are of one.
void FindingGroups::join_standstill(const std::vector<Member>& findings) {
  const Member* first = nullptr;
  for (const Member& member : findings) {
    if (member.finding->rule->id != "N-062") continue;
    if (first == nullptr) first = &member;
    join(first->key, member.key);
  }
}

// A rule that explains a crash is raised just before it, without a place, and names the same entry
// point.
void FindingGroups::join_crash(const std::vector<Member>& findings) {
  if (findings.size() < 2 || findings.back().finding->rule->id != "N-061") return;
  const rules::Finding& crash = *findings.back().finding;
  const rules::Finding& before = *findings[findings.size() - 2].finding;
  const std::string entry_point = crash.message.substr(0, crash.message.find(' '));
  if (verify::place_of(before).empty() && before.message.starts_with(entry_point + " "))
    join(findings.back().key, findings[findings.size() - 2].key);
}

void FindingGroups::note_what_precedes(const std::vector<Member>& findings) {
  std::set<std::string> before;
  for (const Member& member : findings) {
    if (!is_consequence(*member.finding)) {
      if (rules::severity_of(*member.finding) != rules::Severity::kLint) before.insert(member.key);
      continue;
    }
    const auto [at, is_new] = before_.try_emplace(member.key, before);
    if (!is_new) std::erase_if(at->second, [&](const auto& key) { return !before.contains(key); });
  }
}

void FindingGroups::join_consequences() {
  for (const auto& [key, before] : before_) {
    std::set<std::string> causes;
    for (const std::string& cause : before) causes.insert(group_of(cause));
    if (causes.size() == 1) join(*causes.begin(), key);
  }
}

void FindingGroups::add_run(const std::vector<Member>& findings) {
  for (const Member& member : findings) {
    // The first run that had a finding adds what the finding has by itself.
    if (!parents_.contains(member.key)) add(member);
  }
  join_by_object(findings);
  join_standstill(findings);
  join_crash(findings);
  note_what_precedes(findings);
}

}  // namespace drydock::verify
