// Routines of generic tables and splay trees.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kTableRows(
    "ExecutiveExports",
    {
        ROW(RtlDelete, at_any_level(), zeros(crash()),
            proven_by("RtlSplay.SplayTreeKeepsItsOrder")),
        ROW(RtlDeleteElementGenericTable, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.AgreesWithASet")),
        ROW(RtlDeleteElementGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.AgreesWithASet")),
        ROW(RtlDeleteNoSplay, at_any_level(), zeros(crash()), works([] {
              RTL_SPLAY_LINKS root{}, left{};
              root.Parent = &root;
              left.Parent = &root;
              root.LeftChild = &left;
              PRTL_SPLAY_LINKS top = &root;
              RtlDeleteNoSplay(&left, &top);
              EXPECT_EQ(top, &root);
              EXPECT_EQ(root.LeftChild, nullptr);
            })),
        ROW(RtlEnumerateGenericTable, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.EnumeratesInOrder")),
        ROW(RtlEnumerateGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.EnumeratesInOrder")),
        ROW(RtlEnumerateGenericTableWithoutSplaying, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.EnumeratesInOrder")),
        ROW(RtlEnumerateGenericTableWithoutSplayingAvl, at_any_level(), zeros(crash()),
            proven_by("AvlTable.SearchResultPlacesTheNext")),
        ROW(RtlGetElementGenericTable, at_any_level(), zeros(crash()),
            proven_by("SplayTable.ElementsCountInOrderOfInsertion")),
        ROW(RtlGetElementGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by("AvlTable.SearchResultPlacesTheNext")),
        ROW(RtlInitializeGenericTable, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlInitializeGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlInsertElementGenericTable, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlInsertElementGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlInsertElementGenericTableFullAvl, at_any_level(), zeros(crash()),
            proven_by("AvlTable.SearchResultPlacesTheNext")),
        ROW(RtlIsGenericTableEmpty, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.AgreesWithASet")),
        ROW(RtlIsGenericTableEmptyAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.AgreesWithASet")),
        ROW(RtlLookupElementGenericTable, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlLookupElementGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlLookupElementGenericTableFullAvl, at_any_level(), zeros(crash()),
            proven_by("AvlTable.SearchResultPlacesTheNext")),
        ROW(RtlLookupFirstMatchingElementGenericTableAvl, at_any_level(), zeros(crash()),
            proven_by("AvlTable.SearchResultPlacesTheNext")),
        ROW(RtlNumberGenericTableElements, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlNumberGenericTableElementsAvl, at_any_level(), zeros(crash()),
            proven_by_scene("GenericTable.InsertCopiesOnce")),
        ROW(RtlRealPredecessor, at_any_level(), zeros(crash()),
            proven_by("RtlSplay.SplayTreeKeepsItsOrder")),
        ROW(RtlRealSuccessor, at_any_level(), zeros(crash()),
            proven_by("RtlSplay.SplayTreeKeepsItsOrder")),
        ROW(RtlSplay, at_any_level(), zeros(crash()), proven_by("RtlSplay.SplayTreeKeepsItsOrder")),
        ROW(RtlSubtreePredecessor, at_any_level(), zeros(crash()), works([] {
              RTL_SPLAY_LINKS root{}, left{};
              root.Parent = &root;
              left.Parent = &root;
              root.LeftChild = &left;
              EXPECT_EQ(RtlSubtreePredecessor(&root), &left);
              EXPECT_EQ(RtlSubtreePredecessor(&left), nullptr);
            })),
        ROW(RtlSubtreeSuccessor, at_any_level(), zeros(crash()), works([] {
              RTL_SPLAY_LINKS root{}, left{};
              root.Parent = &root;
              left.Parent = &root;
              root.LeftChild = &left;
              EXPECT_EQ(RtlSubtreeSuccessor(&root), nullptr);
              RTL_SPLAY_LINKS right{};
              right.Parent = &root;
              root.RightChild = &right;
              EXPECT_EQ(RtlSubtreeSuccessor(&root), &right);
            })),
    });

}  // namespace
