#include "src/dxgk/work/client_lints.h"

#include <fmt/format.h>

#include "src/nt/watch/breach.h"

namespace drydock::dxgk {
namespace {

struct Sentence {
  rules::RuleId rule;
  std::string_view what;
};

constexpr std::array<Sentence, static_cast<std::size_t>(ClientLint::kCount)> kSentences = {{
    {"K-005",
     "D3DKMTDestroyAllocation named hResource and passed phAllocationList or AllocationCount too"},
    {"K-115",
     "D3DKMTCreateAllocation made a standard allocation without CreateShared and CrossAdapter"},
    {"K-254", "an allocation was destroyed while it was locked"},
    {"K-117", "the existing system memory of an allocation was gone before the allocation was"},
    {"K-010", "D3DKMTDestroyDevice found a resource whose allocations were destroyed one by one"},
    {"K-027", "D3DKMTDestroyDevice found an allocation that was never destroyed"},
    {"K-125", "D3DKMTCreateAllocation was called, which D3DKMTCreateAllocation2 has replaced"},
    {"K-220", "D3DKMTDestroyAllocation2 assumed not in use what submitted work still names"},
    {"K-460", "the process ended and had not destroyed a device that was lost"},
    {"K-372", "a command buffer or allocation list was written that D3DKMTRender had replaced"},
    {"K-216", "a resource or synchronization object got a global handle, which anybody can guess"},
    {"K-252",
     "D3DKMTLock with Discard was tried again after a failure without NoExistingReference"},
}};

}  // namespace

thread_local constinit int SharingOfRuntime::depth = 0;
thread_local constinit unsigned IdlenessWatch::broken = 0;

void ClientLints::raise_all(std::uint32_t device) {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::uint32_t times = counts_[i].exchange(0, std::memory_order_relaxed);
    if (times == 0) continue;
    nt::Breach(kSentences[i].rule, nt::Offender::client())
        .message("{}, {} {}", kSentences[i].what, times, times == 1 ? "time" : "times")
        .object(fmt::format("device {:#x}", device))
        .raise_later();
  }
}

}  // namespace drydock::dxgk
