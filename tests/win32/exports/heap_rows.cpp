// Routines of heaps.
#include "tests/win32/exports/row_scene.h"

// Their header has the name of another one here.
extern "C" {
void* _aligned_malloc(size_t size, size_t alignment);
void* _aligned_realloc(void* block, size_t size, size_t alignment);
void _aligned_free(void* block);
}

namespace {

using namespace drydock::testing;

const ExportRows kWin32HeapRows(
    "Win32Exports",
    {
        ROW(GetProcessHeap, zeros(passes()),
            proven_by("Win32Heap.EachHasItsBlocksUntilItIsDestroyed")),
        ROW(GlobalAlloc, zeros(passes()),
            proven_by("Win32Heap.LocalAndGlobalMemoryIsGivenBackWithNull")),
        ROW(GlobalFree, zeros(gives(nullptr)),
            proven_by("Win32Heap.BlocksAndHeapsThatAreNoneEndTheDriver")),
        ROW(HeapAlloc, zeros(ends_by("N-003")),
            proven_by("UserHeap.WhateverIsLeftAtUnloadIsFoundAtItsLine")),
        ROW(HeapCreate, zeros(passes()),
            proven_by("UserHeap.WhateverIsLeftAtUnloadIsFoundAtItsLine")),
        ROW(HeapDestroy, zeros(ends_by("N-003")), proven_by("Win32Heap.ResizingKeepsTheContents")),
        ROW(HeapFree, zeros(ends_by("N-003")),
            proven_by("Win32Heap.EachHasItsBlocksUntilItIsDestroyed")),
        ROW(HeapReAlloc, zeros(ends_by("N-003")), proven_by("Win32Heap.ResizingKeepsTheContents")),
        ROW(HeapSize, zeros(ends_by("N-003")), proven_by("Win32Heap.ResizingKeepsTheContents")),
        ROW(HeapValidate, zeros(gives(TRUE)),
            proven_by("Win32Heap.EachHasItsBlocksUntilItIsDestroyed")),
        ROW(LocalAlloc, zeros(passes()),
            proven_by("Win32Heap.BlocksAndHeapsThatAreNoneEndTheDriver")),
        ROW(LocalFree, zeros(gives(nullptr)),
            proven_by("Win32Heap.LocalAndGlobalMemoryIsGivenBackWithNull")),
        ROW(_aligned_free, zeros(passes()), proven_by("CrtHeap.AlignsToPowersOfTwo")),
        ROW(_aligned_malloc, zeros(gives(nullptr)), proven_by("CrtHeap.AlignsToPowersOfTwo")),
        ROW(_aligned_realloc, zeros(gives(nullptr)), proven_by("CrtHeap.AlignsToPowersOfTwo")),
    });

}  // namespace
