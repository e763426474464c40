#include "src/display/vidpn/structures.h"

#include <fmt/format.h>

#include "src/rules/evaluated.h"

namespace drydock::display {
namespace {

// Releasing what the driver does not hold: a created structure has a rule of its own.
Reply refuse_release(const Shown& shown, const Lent* lent, const void* structure,
                     NTSTATUS invalid) {
  if (lent == nullptr)
    return refuse(invalid, "D-056",
                  fmt::format("{} is no structure of the {}", structure, describe(shown)));
  const bool was_added = lent->state() == Lent::State::kAdded;
  Reply reply = refuse(invalid, was_added ? "D-058"_rule : "D-056"_rule,
                       fmt::format("the structure {} of the {} was {} already", structure,
                                   describe(shown), was_added ? "added" : "released"));
  reply.complaint->where = lent->where();
  return reply;
}

}  // namespace

Lent* enumerated(Shown& shown, const void* element) {
  Lent* const lent = shown.find_lent(element);
  const bool is_held = lent != nullptr && lent->state() == Lent::State::kAcquired;
  return rules::breaks("D-062", !is_held) ? nullptr : lent;
}

Reply refuse_enumeration(const Shown& shown) {
  return refuse(STATUS_INVALID_PARAMETER, "D-062",
                fmt::format("the element is none of the {} that the driver has acquired and not "
                            "released",
                            describe(shown)));
}

Reply release_structure(Shown& shown, const void* structure, NTSTATUS invalid) {
  if (rules::breaks("D-057", structure == nullptr))
    return refuse(invalid, "D-057", fmt::format("NULL is no structure of the {}", describe(shown)));
  Lent* const lent = shown.find_lent(structure);
  if (rules::breaks("D-056", lent == nullptr || !lent->is_held()))
    return refuse_release(shown, lent, structure, invalid);
  Reply reply;
  if (lent->state() == Lent::State::kAcquired && rules::breaks("D-060", lent->is_changed())) {
    reply.complaint = Complaint{"D-060",
                                fmt::format("the structure {} of the {} was written to, and an "
                                            "acquired one is read only",
                                            structure, describe(shown)),
                                false, lent->where()};
  } else if (!shown.is_usable()) {
    reply.complaint = Complaint{"D-056",
                                fmt::format("the {} was given back before the structure {} that "
                                            "belongs to it",
                                            describe(shown), structure),
                                true, lent->where()};
  }
  lent->end(Lent::State::kReleased);
  return reply;
}

ToAdd find_created(Shown& shown, const void* structure, NTSTATUS invalid) {
  Lent* const lent = structure == nullptr ? nullptr : shown.find_lent(structure);
  if (lent != nullptr && lent->state() == Lent::State::kCreated) return {lent};
  if (lent != nullptr)
    return {nullptr, refuse(invalid, "D-058",
                            fmt::format("the structure {} was not created to be added to the {}, "
                                        "or is no longer the driver's",
                                        structure, describe(shown)))};
  return {nullptr, refuse(STATUS_GRAPHICS_RESOURCES_NOT_RELATED, "D-058",
                          fmt::format("the structure {} was not created for the {}", structure,
                                      describe(shown)))};
}

}  // namespace drydock::display
