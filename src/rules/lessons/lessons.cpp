#include "src/rules/lessons/lessons.h"

#include <algorithm>
#include <vector>

namespace drydock::rules {
namespace {

using Part = lessons::Lessons (*)();
constexpr Part kParts[] = {
    lessons::kernel_01,    lessons::kernel_02,    lessons::kernel_03,    lessons::kernel_04,
    lessons::kernel_05,    lessons::kernel_06,    lessons::kernel_07,    lessons::kernel_08,
    lessons::kernel_09,    lessons::kernel_10,    lessons::kernel_11,    lessons::kernel_12,
    lessons::kernel_13,    lessons::kernel_14,    lessons::kernel_15,    lessons::kernel_16,
    lessons::kernel_17,    lessons::kernel_18,    lessons::kernel_19,    lessons::kernel_20,
    lessons::kernel_21,    lessons::kernel_22,    lessons::kernel_23,    lessons::kernel_24,
    lessons::kernel_25,    lessons::kernel_26,    lessons::kernel_27,    lessons::kernel_28,
    lessons::kernel_29,    lessons::executive_1,  lessons::executive_2,  lessons::executive_3,
    lessons::executive_4,  lessons::streaming_01, lessons::streaming_02, lessons::streaming_03,
    lessons::streaming_04, lessons::streaming_05, lessons::streaming_06, lessons::streaming_07,
    lessons::streaming_08, lessons::streaming_09, lessons::streaming_10, lessons::streaming_11,
    lessons::streaming_12, lessons::streaming_13, lessons::streaming_14, lessons::streaming_15,
    lessons::streaming_16, lessons::streaming_17, lessons::streaming_18, lessons::streaming_19,
    lessons::streaming_20, lessons::streaming_21, lessons::streaming_22, lessons::user_mode_01,
    lessons::user_mode_02, lessons::user_mode_03, lessons::user_mode_04, lessons::user_mode_05,
    lessons::user_mode_06, lessons::user_mode_07, lessons::user_mode_08, lessons::user_mode_09,
    lessons::user_mode_10, lessons::user_mode_11, lessons::user_mode_12, lessons::user_mode_13,
    lessons::user_mode_14, lessons::user_mode_15,
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

std::span<const Lesson* const> all_lessons() {
  static const std::vector<const Lesson*> all = sorted();
  return all;
}

const Lesson* lesson_for(std::string_view rule) {
  const auto all = all_lessons();
  const auto at = std::ranges::lower_bound(all, rule, {}, &Lesson::rule);
  return at != all.end() && (*at)->rule == rule ? *at : nullptr;
}

}  // namespace drydock::rules
