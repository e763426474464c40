// Structures that functions of the interfaces give to drivers, and that drivers release: the same
// way for modes, paths, descriptors and ranges. All run inside NetworkHandles::alone().
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "src/display/vidpn/functions.h"

namespace drydock::display {

// How many bytes of a structure a driver of this version knows.
template <typename T>
std::size_t bytes_known(const DriverTraits&) {
  return sizeof(T);
}
template <>
inline std::size_t bytes_known<D3DKMDT_VIDPN_TARGET_MODE>(const DriverTraits& driver) {
  return driver.version >= DXGKDDI_INTERFACE_VERSION_WDDM2_9
             ? sizeof(D3DKMDT_VIDPN_TARGET_MODE)
             : offsetof(D3DKMDT_VIDPN_TARGET_MODE, MinimumVSyncFreq);
}

// Gives the driver a copy of `content`. `key` finds it again in `object`.
template <typename T>
BorrowedStructure& give_structure(BorrowedObject& object, const T& content,
                                  BorrowedStructure::State state, std::size_t key) {
  const rules::RuleId late =
      state == BorrowedStructure::State::kCreated ? "D-058"_rule : "D-043"_rule;
  const auto bytes = std::as_bytes(std::span(&content, 1));
  return object.structures.emplace_back(bytes.first(bytes_known<T>(object.call->driver())), state,
                                        key, late);
}

// Reads what the driver wrote to a structure.
template <typename T>
T content_of(const BorrowedObject& object, const BorrowedStructure& borrowed) {
  T content{};
  std::memcpy(&content, borrowed.data(), bytes_known<T>(object.call->driver()));
  return content;
}

// The end of an enumeration, or an empty set: a success without an element.
inline Reply no_element(bool is_first) {
  return {is_first ? STATUS_GRAPHICS_DATASET_IS_EMPTY
                   : STATUS_GRAPHICS_NO_MORE_ELEMENTS_IN_DATASET};
}

// The structure after which an enumeration goes on: one that the driver has acquired from this
// object and not released (D-062).
BorrowedStructure* enumerated(BorrowedObject& object, const void* element);
Reply refuse_enumeration(const BorrowedObject& object);

// Ends a structure, for all release functions. `invalid` is the status for one that is not held.
Reply release_structure(BorrowedObject& object, const void* structure, NTSTATUS invalid);

// A structure that is to be added: one that was created for this object and is still held.
struct ToAdd {
  BorrowedStructure* structure = nullptr;
  Reply reply = {};  // when there is none
};
ToAdd find_created(BorrowedObject& object, const void* structure, NTSTATUS invalid);

}  // namespace drydock::display
