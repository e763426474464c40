#include "src/rules/lessons/lessons.h"

#include <algorithm>
#include <vector>

namespace drydock::rules {
namespace {

using Part = lessons::Lessons (*)();
constexpr Part kParts[] = {
    lessons::executive_1,  lessons::executive_2,  lessons::executive_3,  lessons::executive_4,
    lessons::streaming_01, lessons::streaming_02, lessons::streaming_03, lessons::streaming_04,
    lessons::streaming_05, lessons::streaming_06, lessons::streaming_07, lessons::streaming_08,
    lessons::streaming_09, lessons::streaming_10, lessons::streaming_11, lessons::streaming_12,
    lessons::streaming_13, lessons::streaming_14, lessons::streaming_15, lessons::streaming_16,
    lessons::streaming_17, lessons::streaming_18, lessons::streaming_19, lessons::streaming_20,
    lessons::streaming_21, lessons::streaming_22, lessons::user_mode_01, lessons::user_mode_02,
    lessons::user_mode_03, lessons::user_mode_04, lessons::user_mode_05, lessons::user_mode_06,
    lessons::user_mode_07, lessons::user_mode_08, lessons::user_mode_09, lessons::user_mode_10,
    lessons::user_mode_11, lessons::user_mode_12, lessons::user_mode_14,
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
