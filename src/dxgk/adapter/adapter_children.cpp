// The outputs of a display adapter, as Windows asks for them when it starts.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

constexpr ULONG kMostChildren = 256;

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
  // One more than the driver has: the last one stays zero.
  std::vector<DXGK_CHILD_DESCRIPTOR> children(caps_.children + 1);
  const NTSTATUS status = call(ddi::kQueryChildRelations, *system_seat_, [&] {
    return relations(context_, children.data(),
                     static_cast<ULONG>(children.size() * sizeof children[0]));
  });
  if (!NT_SUCCESS(status)) return answered("DxgkDdiQueryChildRelations", status);
  if (rules::breaks("K-053", children.back().ChildUid != 0 ||
                                 children.back().ChildDeviceType != TypeUninitialized))
    nt::Breach("K-053", driver())
        .message("DxgkDdiQueryChildRelations reports more than NumberOfChildren {}", caps_.children)
        .raise_later();
  children.pop_back();
  caps_.child_descriptors = std::move(children);
  for (const DXGK_CHILD_DESCRIPTOR& child : caps_.child_descriptors)
    if (tables_.display->ask_child(child)) caps_.connected_children.push_back(child.ChildUid);
  return STATUS_SUCCESS;
}

}  // namespace drydock::dxgk
