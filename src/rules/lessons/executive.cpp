// The executive.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kExecutiveLessons[] = {
    {.rule = "N-001",
     .why = "After the first free the block may be anybody's; the second one takes it away from "
            "its new owner.",
     .check = "Every block that is freed is remembered with the stack of its free; a second free "
              "of the same address names both.",
     .wrong = R"(ExFreePoolWithTag(device->Buffer, TAG);
…
if (device->Buffer != NULL) ExFreePoolWithTag(device->Buffer, TAG);)",
     .right = R"(ExFreePoolWithTag(device->Buffer, TAG);
device->Buffer = NULL;
…
if (device->Buffer != NULL) ExFreePoolWithTag(device->Buffer, TAG);)"},
};

}  // namespace

Lessons executive() { return kExecutiveLessons; }

}  // namespace drydock::rules::lessons
