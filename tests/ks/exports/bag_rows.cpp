// Routines of object bags.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsBagRows(
    "KsExportRows", {
                        ROW(KsAddItemToObjectBag, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
                            proven_by("KsWalk.ItemsOfABagGoIntoAnother")),
                        ROW(KsAllocateObjectBag, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
                            proven_by("KsObjectRules.S235FreedBagIsSilent")),
                        ROW(KsCopyObjectBagItems, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
                            proven_by("KsWalk.ItemsOfABagGoIntoAnother")),
                        ROW(KsFreeObjectBag, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
                            proven_by("KsObjectRules.S235FreedBagIsSilent")),
                        ROW(KsRemoveItemFromObjectBag, up_to(PASSIVE_LEVEL),
                            zeros(ends_by("N-005")), proven_by("KsWalk.ItemsOfABagGoIntoAnother")),
                        ROW(_KsEdit, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
                            proven_by("KsWalk.ItemsOfABagGoIntoAnother")),
                    });

}  // namespace
