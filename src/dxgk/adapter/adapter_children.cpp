// The outputs of a display adapter, as Windows asks for them when it starts.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "src/display/modes/outputs.h"
#include "src/dxgk/adapter/adapter.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

constexpr ULONG kMostChildren = 256;
constexpr unsigned char kUntouched = 0xa5;  // behind the array

bool is_untouched(const DXGK_CHILD_DESCRIPTOR& child) {
  unsigned char bytes[sizeof child];
  std::memcpy(bytes, &child, sizeof child);
  return std::ranges::all_of(bytes, [](unsigned char byte) { return byte == kUntouched; });
}

// Checks D-020 and K-053. `children` are those that the driver counted, the one that stays zero,
// and one that the driver must not write.
void check_relations(std::span<const DXGK_CHILD_DESCRIPTOR> children, const nt::Driver& driver) {
  const std::size_t counted = children.size() - 2;
  if (rules::breaks("D-020", !is_untouched(children[counted + 1])))
    nt::Breach("D-020", driver)
        .message("DxgkDdiQueryChildRelations wrote beyond its ChildRelationsSize {}",
                 (counted + 1) * sizeof children[0])
        .raise_later();
  if (rules::breaks("K-053", !display::is_left_empty(children[counted])))
    nt::Breach("K-053", driver)
        .message("DxgkDdiQueryChildRelations reports more than NumberOfChildren {}", counted)
        .raise_later();
  for (std::size_t i = 0; i < counted; ++i) {
    if (rules::breaks("D-020", display::is_left_empty(children[i])))
      nt::Breach("D-020", driver)
          .message("DxgkDdiQueryChildRelations did not fill ChildRelations[{}] of {}", i, counted)
          .raise_later();
  }
}

}  // namespace

NTSTATUS Adapter::learn_children() {
  const auto relations = table().DxgkDdiQueryChildRelations;
  if (caps_.children == 0) return STATUS_SUCCESS;
  if (relations == nullptr)
    return refuse_start("it has children and no DxgkDdiQueryChildRelations");
  if (caps_.children > kMostChildren)
    return refuse_start(
        fmt::format("DxgkDdiStartDevice set NumberOfChildren {}, and {} is the most",
                    caps_.children, kMostChildren));
  // The driver gets one more than it has: the last one stays zero.
  std::vector<DXGK_CHILD_DESCRIPTOR> children(caps_.children + 2);
  std::memset(&children.back(), kUntouched, sizeof children.back());
  const NTSTATUS status = call(ddi::kQueryChildRelations, *system_seat_, [&] {
    return relations(context_, children.data(),
                     static_cast<ULONG>((children.size() - 1) * sizeof children[0]));
  });
  if (!NT_SUCCESS(status))
    return answered(ddi::kQueryChildRelations, "DxgkDdiQueryChildRelations", status);
  check_relations(children, driver());
  children.resize(caps_.children);
  caps_.child_descriptors = std::move(children);
  caps_.connected_children = tables_.display->ask_children(caps_.child_descriptors);
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
