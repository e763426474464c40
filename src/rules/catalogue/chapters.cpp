#include "src/rules/catalogue/chapters.h"

namespace drydock::rules {
namespace {

constexpr ChapterOf kChapters[] = {
    chapter::kernel_01,    chapter::kernel_02,    chapter::kernel_03,    chapter::kernel_04,
    chapter::kernel_05,    chapter::kernel_06,    chapter::kernel_07,    chapter::kernel_08,
    chapter::kernel_09,    chapter::kernel_10,    chapter::kernel_11,    chapter::kernel_12,
    chapter::kernel_13,    chapter::kernel_14,    chapter::kernel_15,    chapter::kernel_16,
    chapter::kernel_17,    chapter::kernel_18,    chapter::kernel_19,    chapter::kernel_20,
    chapter::kernel_21,    chapter::kernel_22,    chapter::kernel_23,    chapter::kernel_24,
    chapter::kernel_25,    chapter::kernel_26,    chapter::kernel_27,    chapter::kernel_28,
    chapter::kernel_29,    chapter::user_mode_01, chapter::user_mode_02, chapter::user_mode_03,
    chapter::user_mode_04, chapter::user_mode_05, chapter::user_mode_06, chapter::user_mode_07,
    chapter::user_mode_08, chapter::user_mode_09, chapter::user_mode_10, chapter::user_mode_11,
    chapter::user_mode_12, chapter::user_mode_13, chapter::user_mode_14, chapter::user_mode_15,
    chapter::streaming_01, chapter::streaming_02, chapter::streaming_03, chapter::streaming_04,
    chapter::streaming_05, chapter::streaming_06, chapter::streaming_07, chapter::streaming_08,
    chapter::streaming_09, chapter::streaming_10, chapter::streaming_11, chapter::streaming_12,
    chapter::streaming_13, chapter::streaming_14, chapter::streaming_15, chapter::streaming_16,
    chapter::streaming_17, chapter::streaming_18, chapter::streaming_19, chapter::streaming_20,
    chapter::streaming_21, chapter::streaming_22, chapter::executive,
};

}  // namespace

std::span<const ChapterOf> chapters() { return kChapters; }

}  // namespace drydock::rules
