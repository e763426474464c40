// Routines of hash tables.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kHashTableRows(
    "ExecutiveExports",
    {
        ROW(RtlContractHashTable, at_any_level(), zeros(gives(FALSE)),
            proven_by("HashTable.KeepsItsSize")),
        ROW(RtlCreateHashTable, at_any_level(), zeros(crash()),
            proven_by("Routines.HashTablesFindAndEnumerateEntries")),
        ROW(RtlCreateHashTableEx, at_any_level(), zeros(crash()),
            proven_by("HashTableCreation.TakesSizesAndShiftsInTheirBounds")),
        ROW(RtlDeleteHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTableCreation.TakesSizesAndShiftsInTheirBounds")),
        ROW(RtlEndEnumerationHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.EnumeratesEachOnceWhileEntriesGo")),
        ROW(RtlEndWeakEnumerationHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.AnEnumeratorIsNeverFound")),
        ROW(RtlEnumerateEntryHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.EnumeratesEachOnceWhileEntriesGo")),
        ROW(RtlExpandHashTable, at_any_level(), zeros(gives(FALSE)),
            proven_by("HashTable.KeepsItsSize")),
        ROW(RtlGetNextEntryHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.APlaceThatWasLookedUpTakesTheEntryAndItsRemoval")),
        ROW(RtlInitEnumerationHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.EnumeratesEachOnceWhileEntriesGo")),
        ROW(RtlInitWeakEnumerationHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.AnEnumeratorIsNeverFound")),
        ROW(RtlInsertEntryHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.APlaceThatWasLookedUpTakesTheEntryAndItsRemoval")),
        ROW(RtlLookupEntryHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.APlaceThatWasLookedUpTakesTheEntryAndItsRemoval")),
        ROW(RtlRemoveEntryHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.APlaceThatWasLookedUpTakesTheEntryAndItsRemoval")),
        ROW(RtlWeaklyEnumerateEntryHashTable, at_any_level(), zeros(crash()),
            proven_by("HashTable.AnEnumeratorIsNeverFound")),
    });

}  // namespace
