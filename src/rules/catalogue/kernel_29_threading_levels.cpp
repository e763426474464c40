// Threading levels.
#include "src/rules/catalogue/chapters.h"

namespace drydock::rules::chapter {
namespace {

constexpr Rule kKernel29[] = {
    {.id = "K-469",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Level-zero DDIs never run two threads of one process at once",
     .text = "Level zero: re-entrant; many threads, but never two of the same process at once.",
     .outcome = "a defect of Drydock (see ambiguity A-19)",
     .source = "display/threading-and-synchronization-zero-level.md"},
    {.id = "K-470",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Level-one DDIs run one thread per class",
     .text = "Level one: one thread per class; classes run in parallel with each other and with "
             "level zero, again no two threads of one process.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-first-level.md"},
    {.id = "K-471",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "At most one DDI of the GPU-scheduler class executes at a time",
     .text =
         "GPU-scheduler class = BuildPagingBuffer, Patch, PreemptCommand, "
         "QueryDependentEngineGroup, QueryEngineStatus, ResetEngine, SubmitCommand: at most one "
         "of them executing.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-first-level.md"},
    {.id = "K-472",
     .party = Party::kGraphicsKernel,
     .severity = Severity::kViolation,
     .status = Status::kProved,
     .title = "Level two has one thread and an idle GPU; level three adds full eviction",
     .text = "Level two: single thread in the driver, GPU idle, no DMA buffers in flight; level "
             "three adds full eviction to system memory.",
     .outcome = "a defect of Drydock",
     .source = "display/threading-and-synchronization-second-level.md; "
               "display/threading-and-synchronization-third-level.md"},
    {.id = "K-473",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "Miniport's global data is unprotected under level-zero concurrency",
     .text = "The driver must protect its own global data under level zero.",
     .outcome = "race, bugcheck-class",
     .source = "display/threading-and-synchronization-zero-level.md"},
    {.id = "K-474",
     .party = Party::kMiniport,
     .severity = Severity::kFatal,
     .status = Status::kChecked,
     .title = "DDI that runs at DISPATCH_LEVEL or above touches pageable memory",
     .text = "PASSIVE-level DDIs are pageable; DISPATCH and above must be non-pageable in code and "
             "data.",
     .outcome = "bugcheck-class",
     .source = "DDI pages"},
};

}  // namespace

Chapter kernel_29() { return kKernel29; }

}  // namespace drydock::rules::chapter
