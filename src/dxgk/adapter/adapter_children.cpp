// The outputs of a display adapter, as Windows asks for them when it starts.
#include <fmt/format.h>

#include "src/dxgk/adapter/adapter.h"
#include "src/nt/watch/breach.h"
#include "src/rules/evaluated.h"

namespace drydock::dxgk {
namespace {

constexpr ULONG kMostChildren = 256;
constexpr ULONG kEdidBlock = 128;

bool can_be_plugged(const DXGK_CHILD_DESCRIPTOR& child) {
  return child.ChildCapabilities.HpdAwareness == HpdAwarenessPolled ||
         child.ChildCapabilities.HpdAwareness == HpdAwarenessInterruptible;
}

}  // namespace

NTSTATUS Adapter::learn_children() {
  const auto relations = table().DxgkDdiQueryChildRelations;
  if (caps_.children == 0) return STATUS_SUCCESS;
  if (caps_.children > kMostChildren || relations == nullptr) return STATUS_UNSUCCESSFUL;
  // One more than the driver has: the last one stays zero.
  std::vector<DXGK_CHILD_DESCRIPTOR> children(caps_.children + 1);
  const NTSTATUS status = call(ddi::kQueryChildRelations, *system_seat_, [&] {
    return relations(context_, children.data(),
                     static_cast<ULONG>(children.size() * sizeof children[0]));
  });
  if (!NT_SUCCESS(status)) return status;
  if (rules::breaks("K-053", children.back().ChildUid != 0 ||
                                 children.back().ChildDeviceType != TypeUninitialized))
    nt::Breach("K-053", driver())
        .message("DxgkDdiQueryChildRelations reports more than NumberOfChildren {}", caps_.children)
        .raise_later();
  children.pop_back();
  caps_.child_descriptors = std::move(children);
  for (const DXGK_CHILD_DESCRIPTOR& child : caps_.child_descriptors) ask_child(child);
  return STATUS_SUCCESS;
}

// Asks whether something is connected, and what.
void Adapter::ask_child(const DXGK_CHILD_DESCRIPTOR& child) {
  const auto status_of = table().DxgkDdiQueryChildStatus;
  const auto descriptor_of = table().DxgkDdiQueryDeviceDescriptor;
  bool connected = !can_be_plugged(child);
  if (!connected && status_of != nullptr) {
    DXGK_CHILD_STATUS status{};
    status.Type = StatusConnection;
    status.ChildUid = child.ChildUid;
    const NTSTATUS asked = call(ddi::kQueryChildStatus, *system_seat_, [&] {
      return status_of(context_, &status, /*NonDestructiveOnly=*/TRUE);
    });
    connected = NT_SUCCESS(asked) && status.HotPlug.Connected;
  }
  if (!connected || descriptor_of == nullptr || child.ChildDeviceType != TypeVideoOutput) return;
  std::vector<std::uint8_t> edid(kEdidBlock);
  DXGK_DEVICE_DESCRIPTOR descriptor{0, kEdidBlock, edid.data()};
  // A monitor without a description is fine.
  call(ddi::kQueryDeviceDescriptor, *system_seat_,
       [&] { return descriptor_of(context_, child.ChildUid, &descriptor); });
}

}  // namespace drydock::dxgk
