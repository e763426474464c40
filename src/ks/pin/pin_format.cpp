// The format of a pin: the minidriver is asked with each of its ranges that the format matches.
#include <algorithm>
#include <cstring>
#include <optional>

#include "src/ks/description/format.h"
#include "src/ks/device/before_acquire.h"
#include "src/ks/pin/pin.h"
#include "src/rules/evaluated.h"

namespace drydock::ks {

// S-115 to S-117: STATUS_NO_MATCH goes on to the next range, another error ends it.
NTSTATUS Pin::ask_format(PKSDATAFORMAT old_format, PKSMULTIPLE_ITEM old_attributes) {
  const KSPIN_DESCRIPTOR& type = face_.Descriptor->PinDescriptor;
  const KSPIN_DISPATCH* dispatch = face_.Descriptor->Dispatch;
  const KSDATAFORMAT format = *face_.ConnectionFormat;
  for (const DescribedRange& one : ranges_of(type)) {
    if (!matches(*one.range, format)) continue;
    if (dispatch == nullptr || dispatch->SetDataFormat == nullptr) return STATUS_SUCCESS;
    std::optional<BeforeAcquire> connecting;
    if (state_ == KSSTATE_STOP) connecting.emplace(*this);
    const NTSTATUS status =
        ask_now("KSPIN_DISPATCH.SetDataFormat", "S-117", dispatch->SetDataFormat, &face_,
                old_format, old_attributes, one.range, one.attributes);
    if (status != STATUS_NO_MATCH) return status;
  }
  return STATUS_NO_MATCH;
}

NTSTATUS Pin::set_format(std::vector<std::byte> format) {
  if ((face_.Descriptor->Flags & KSPIN_FLAG_FIXED_FORMAT) != 0) {
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  std::vector<std::byte> old = std::exchange(format_, std::move(format));
  face_.ConnectionFormat = reinterpret_cast<PKSDATAFORMAT>(format_.data());
  const NTSTATUS status =
      ask_format(reinterpret_cast<PKSDATAFORMAT>(old.data()), face_.AttributeList);
  if (format_ == old && state_ != KSSTATE_RUN) rules::evaluated("S-118");
  if (!NT_SUCCESS(status)) {
    if (format_ == old && state_ != KSSTATE_RUN && driver().alive()) {
      breach("S-118", "SetDataFormat refused the format that the pin has").raise_later();
    }
    format_ = std::move(old);
    face_.ConnectionFormat = reinterpret_cast<PKSDATAFORMAT>(format_.data());
  }
  return status;
}

// There is no dispatch that only asks the minidriver, so a format that matches a range is accepted.
NTSTATUS Pin::propose_format(std::span<const std::byte> format) {
  if ((face_.Descriptor->Flags & KSPIN_FLAG_FIXED_FORMAT) != 0) {
    return STATUS_INVALID_DEVICE_REQUEST;
  }
  KSDATAFORMAT head;
  std::memcpy(&head, format.data(), sizeof head);
  const auto fits = [&](const DescribedRange& one) { return matches(*one.range, head); };
  return std::ranges::any_of(ranges_of(face_.Descriptor->PinDescriptor), fits) ? STATUS_SUCCESS
                                                                               : STATUS_NO_MATCH;
}

}  // namespace drydock::ks
