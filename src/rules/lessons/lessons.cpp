#include "src/rules/lessons/lessons.h"

#include <algorithm>
#include <vector>

namespace drydock::rules {
namespace {

using Part = lessons::Lessons (*)();
constexpr Part kParts[] = {
    lessons::executive_1,
    lessons::executive_2,
    lessons::executive_3,
    lessons::executive_4,
};

std::vector<const Lesson*> sorted() {
  std::vector<const Lesson*> out;
  for (const auto part : kParts) {
    for (const Lesson& lesson : part()) out.push_back(&lesson);
  }
  std::ranges::sort(out, {}, &Lesson::rule);
  return out;
}

}  // namespace

const Lesson* lesson_for(std::string_view rule) {
  static const std::vector<const Lesson*> all = sorted();
  const auto at = std::ranges::lower_bound(all, rule, {}, &Lesson::rule);
  return at != all.end() && (*at)->rule == rule ? *at : nullptr;
}

}  // namespace drydock::rules
