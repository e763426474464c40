// Answers that are lists: a KSMULTIPLE_ITEM with what follows it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "src/ks/base/wdk.h"

namespace drydock::ks {

template <typename T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

// Items of one size (KsHandleSizedListQuery): a buffer of no bytes gets the size needed as a
// status, one of a ULONG gets the size alone.
NTSTATUS answer_list(PIRP irp, void* data, ULONG count, std::span<const std::byte> items);

// KSPROPSETID_Pin of one pin type, except instances and intersection. `types` are all of them.
NTSTATUS answer_pin_type(PIRP irp, const KSP_PIN& asked, void* data,
                         std::span<const KSPIN_DESCRIPTOR* const> types);

}  // namespace drydock::ks
