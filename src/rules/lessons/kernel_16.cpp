// Residency, budget, trim.
#include "src/rules/lessons/lessons.h"

namespace drydock::rules::lessons {
namespace {

constexpr Lesson kKernel16Lessons[] = {
    {.rule = "K-290",
     .why = "A resource stands for all of its members and has one answer; a list has one answer "
            "each. With both, the kernel could not tell how many to write.",
     .check = "D3DKMTSetAllocationPriority and D3DKMTQueryAllocationResidency return "
              "STATUS_INVALID_PARAMETER when hResource comes with phAllocationList or a count.",
     .wrong = R"(query.hResource = resource;
query.phAllocationList = handles;
query.AllocationCount = count;
D3DKMTQueryAllocationResidency(&query);)",
     .right = R"(query.hResource = resource;
query.phAllocationList = NULL;
query.AllocationCount = 0;
D3DKMTQueryAllocationResidency(&query);)"},
};

}  // namespace

Lessons kernel_16() { return kKernel16Lessons; }

}  // namespace drydock::rules::lessons
