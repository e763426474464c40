// Routines of COM, blobs and rectangles.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32ComRows(
    "Win32Exports",
    {
        ROW(CLSIDFromString, zeros(passes()), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoCreateGuid, zeros(passes()), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoCreateInstance, zeros(passes()),
            proven_by("UserCom.AnApartmentIsLeftAsOftenAsEntered")),
        ROW(CoInitialize, zeros_unchecked("the second call answers S_FALSE"),
            proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoInitializeEx, zeros_unchecked("the second call answers S_FALSE"),
            proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoTaskMemAlloc, zeros(passes()), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoTaskMemFree, zeros(passes()), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoTaskMemRealloc, zeros(passes()), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CoUninitialize, zeros(passes()), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(CopyRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(D3DCreateBlob, zeros(passes()),
            proven_by("UserBlob.ThatIsNotReleasedIsALeakOfTheDriver")),
        ROW(EqualRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(InflateRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(IntersectRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(IsRectEmpty, zeros(gives(TRUE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(OffsetRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(PtInRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(SetRect, zeros(gives(FALSE)), proven_by("UserRect.KnowsItsEdgesAndWhatIsEmpty")),
        ROW(SetRectEmpty, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
        ROW(StringFromGUID2, zeros(gives(0)), proven_by("UserCom.DoesWhatItsPagesSay")),
        ROW(UnionRect, zeros(gives(FALSE)), proven_by("UserRect.ComputesAsItsPagesSay")),
    });

}  // namespace
