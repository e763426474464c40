// What a driver's author needs beyond the rule itself: why it is there, how Drydock sees that it is
// broken, and a few lines that break it beside the same lines as they should be. One row a rule
// that is checked; one function a file.
#pragma once

#include <span>
#include <string_view>

namespace drydock::rules {

struct Lesson {
  std::string_view rule;
  std::string_view why;    // one or two sentences: what goes wrong on Windows without it
  std::string_view check;  // one sentence: where Drydock looks, and when it speaks
  std::string_view wrong;  // a few lines of driver or client source
  std::string_view right;  // the same, mended
};

// The lesson for a rule, or null.
const Lesson* lesson_for(std::string_view rule);

// Every lesson, by letter and then number of its rule.
std::span<const Lesson* const> all_lessons();

namespace lessons {

using Lessons = std::span<const Lesson>;

Lessons kernel_01();
Lessons kernel_02();
Lessons kernel_03();
Lessons kernel_04();
Lessons kernel_05();
Lessons kernel_06();
Lessons kernel_07();
Lessons kernel_08();
Lessons kernel_09();
Lessons kernel_10();
Lessons kernel_11();
Lessons kernel_12();
Lessons kernel_13();
Lessons kernel_14();
Lessons kernel_15();
Lessons kernel_16();
Lessons kernel_17();
Lessons kernel_18();
Lessons kernel_19();
Lessons kernel_20();
Lessons kernel_21();
Lessons kernel_22();
Lessons kernel_23();
Lessons kernel_24();
Lessons kernel_25();
Lessons kernel_26();
Lessons kernel_27();
Lessons kernel_28();
Lessons kernel_29();
Lessons executive_1();
Lessons executive_2();
Lessons executive_3();
Lessons executive_4();
Lessons streaming_01();
Lessons streaming_02();
Lessons streaming_03();
Lessons streaming_04();
Lessons streaming_05();
Lessons streaming_06();
Lessons streaming_07();
Lessons streaming_08();
Lessons streaming_09();
Lessons streaming_10();
Lessons streaming_11();
Lessons streaming_12();
Lessons streaming_13();
Lessons streaming_14();
Lessons streaming_15();
Lessons streaming_16();
Lessons streaming_17();
Lessons streaming_18();
Lessons streaming_19();
Lessons streaming_20();
Lessons streaming_21();
Lessons streaming_22();
Lessons user_mode_01();
Lessons user_mode_02();
Lessons user_mode_03();
Lessons user_mode_04();
Lessons user_mode_05();
Lessons user_mode_06();
Lessons user_mode_07();
Lessons user_mode_08();
Lessons user_mode_09();
Lessons user_mode_10();
Lessons user_mode_11();
Lessons user_mode_12();
Lessons user_mode_13();
Lessons user_mode_14();
Lessons user_mode_15();

}  // namespace lessons
}  // namespace drydock::rules
