// Routines of files.
#include "tests/win32/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kWin32FileRows(
    "Win32Exports",
    {
        ROW(CreateFileA, zeros(passes()), proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(CreateFileW, zeros(passes()), proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(DeviceIoControl, zeros(gives(FALSE)),
            proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(FlushFileBuffers, zeros(gives(FALSE)),
            proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(GetFileSize, zeros(passes()), proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(GetFileSizeEx, zeros(gives(FALSE)),
            proven_by("UserFiles.PointersAndSizesHaveSixtyFourBits")),
        ROW(ReadFile, zeros(gives(FALSE)), proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(SetFilePointer, zeros(passes()),
            proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
        ROW(SetFilePointerEx, zeros(gives(FALSE)),
            proven_by("UserFiles.PointersAndSizesHaveSixtyFourBits")),
        ROW(WriteFile, zeros(gives(FALSE)), proven_by("UserFiles.TransferFromWhereTheirPointerIs")),
    });

}  // namespace
