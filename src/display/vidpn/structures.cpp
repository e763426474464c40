#include "src/display/vidpn/structures.h"

#include <fmt/format.h>

#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

// Releasing what the driver does not hold: a created structure has a rule of its own.
Reply refuse_release(const BorrowedObject& object, const BorrowedStructure* borrowed,
                     const void* structure, NTSTATUS invalid) {
  if (borrowed == nullptr)
    return refuse(invalid, "D-056",
                  fmt::format("{} is no structure of the {}", structure, describe(object)));
  const bool was_added = borrowed->state() == BorrowedStructure::State::kAdded;
  Reply reply = refuse(invalid, was_added ? "D-058"_rule : "D-056"_rule,
                       fmt::format("the structure {} of the {} was {} already", structure,
                                   describe(object), was_added ? "added" : "released"));
  reply.complaint->where = borrowed->where();
  return reply;
}

}  // namespace

BorrowedStructure* enumerated(BorrowedObject& object, const void* element) {
  BorrowedStructure* const borrowed = object.find_structure(element);
  const bool is_held =
      borrowed != nullptr && borrowed->state() == BorrowedStructure::State::kAcquired;
  return rules::breaks("D-062", !is_held) ? nullptr : borrowed;
}

Reply refuse_enumeration(const BorrowedObject& object) {
  return refuse(STATUS_INVALID_PARAMETER, "D-062",
                fmt::format("the element is none of the {} that the driver has acquired and not "
                            "released",
                            describe(object)));
}

Reply release_structure(BorrowedObject& object, const void* structure, NTSTATUS invalid) {
  if (rules::breaks("D-057", structure == nullptr))
    return refuse(invalid, "D-057",
                  fmt::format("NULL is no structure of the {}", describe(object)));
  BorrowedStructure* const borrowed = object.find_structure(structure);
  if (rules::breaks("D-056", borrowed == nullptr || !borrowed->is_held()))
    return refuse_release(object, borrowed, structure, invalid);
  Reply reply;
  if (borrowed->state() == BorrowedStructure::State::kAcquired &&
      rules::breaks("D-060", borrowed->is_changed())) {
    reply.complaint = Complaint{"D-060",
                                fmt::format("the structure {} of the {} was written to, and an "
                                            "acquired one is read only",
                                            structure, describe(object)),
                                false, borrowed->where()};
  } else if (!object.is_usable()) {
    reply.complaint = Complaint{"D-056",
                                fmt::format("the {} was given back before the structure {} that "
                                            "belongs to it",
                                            describe(object), structure),
                                true, borrowed->where()};
  }
  borrowed->end(BorrowedStructure::State::kReleased);
  return reply;
}

ToAdd find_created(BorrowedObject& object, const void* structure, NTSTATUS invalid) {
  BorrowedStructure* const borrowed =
      structure == nullptr ? nullptr : object.find_structure(structure);
  if (borrowed != nullptr && borrowed->state() == BorrowedStructure::State::kCreated)
    return {borrowed};
  if (borrowed != nullptr)
    return {nullptr, refuse(invalid, "D-058",
                            fmt::format("the structure {} was not created to be added to the {}, "
                                        "or is no longer the driver's",
                                        structure, describe(object)))};
  return {nullptr, refuse(STATUS_GRAPHICS_RESOURCES_NOT_RELATED, "D-058",
                          fmt::format("the structure {} was not created for the {}", structure,
                                      describe(object)))};
}

}  // namespace drydock::display
