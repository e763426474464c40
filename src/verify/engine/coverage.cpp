#include "src/verify/engine/coverage.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace drydock::verify {
namespace {

std::string plain(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (c != '_') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

bool is_one_word(std::string_view name) {
  return std::none_of(name.begin() + 1, name.end(),
                      [](unsigned char c) { return std::isupper(c) != 0; });
}

// The ways in which documents write the name of a function. The name of a user-mode entry point
// that is an ordinary word, such as Lock, counts only with the prefix of its function pointer.
std::vector<std::string> spellings(const std::string& name) {
  const std::string one = plain(name);
  if (name.starts_with("pfn")) return {one, "pfnd3dddi" + one.substr(3)};
  std::vector<std::string> out = {"pfn" + one, "pfnd3dddi" + one};
  if (!name.empty() && !is_one_word(name)) out.push_back(one);
  return out;
}

// The words of a text, with dots inside of them, as in KSPIN_DISPATCH.Process.
std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> out;
  std::string word;
  const auto end_word = [&] {
    while (word.ends_with('.')) word.pop_back();
    out.insert(plain(word));
    if (word.ends_with(".md")) out.insert(plain(word.substr(0, word.size() - 3)));
    word.clear();
  };
  for (const char c : text) {
    const bool is_part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    if (is_part) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
  return out;
}

}  // namespace

std::vector<const rules::Rule*> exercised(const std::set<std::string>& called) {
  std::set<std::string> names;
  for (const std::string& name : called) {
    for (std::string& spelling : spellings(name)) names.insert(std::move(spelling));
  }
  std::vector<const rules::Rule*> out;
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rule.status != rules::Status::kChecked) continue;
    const auto words = words_of(fmt::format("{} {} {}", rule.title, rule.text, rule.source));
    if (std::ranges::any_of(words, [&](const auto& word) { return names.contains(word); }))
      out.push_back(&rule);
  }
  return out;
}

std::vector<std::string> never_called_of(const Verification& verification) {
  std::vector<std::string> out;
  std::ranges::set_difference(verification.provided, verification.called, std::back_inserter(out));
  return out;
}

}  // namespace drydock::verify
