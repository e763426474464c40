// Routines of files.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kFileRows(
    "ExecutiveExports",
    {
        ROW(IoCreateFile, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              UNICODE_STRING name = words(u"\\Device\\RowNone");
              OBJECT_ATTRIBUTES of;
              InitializeObjectAttributes(&of, &name, OBJ_KERNEL_HANDLE, nullptr, nullptr);
              HANDLE handle = nullptr;
              IO_STATUS_BLOCK block{};
              EXPECT_EQ(IoCreateFile(&handle, GENERIC_READ, &of, &block, nullptr, 0, 0, FILE_OPEN,
                                     0, nullptr, 0, CreateFileTypeNone, nullptr, 0),
                        STATUS_OBJECT_NAME_NOT_FOUND);
              EXPECT_EQ(handle, nullptr);
            })),
        ROW(ZwCreateFile, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.OpenedAsAFile")),
        ROW(ZwDeleteFile, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("FileTest.IsDeletedByItsNameUnlessThatFails")),
        ROW(ZwDeviceIoControlFile, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("FileTest.AFolderAndAFileAreNoDevice")),
        ROW(ZwFlushBuffersFile, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("FileTest.AFolderAndAFileAreNoDevice")),
        ROW(ZwOpenFile, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("FileTest.BelowAFolderThatIsOpen")),
        ROW(ZwQueryFullAttributesFile, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("FileTest.VolumesAndNamesAreAskedWithoutOpening")),
        ROW(ZwQueryInformationFile, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("FileTest.FailuresAreReturnedInTheBlock",
                      "FileTest.AFolderIsADirectoryWithoutAnEnd")),
        ROW(ZwQueryVolumeInformationFile, up_to(PASSIVE_LEVEL),
            zeros(gives(STATUS_INVALID_INFO_CLASS)),
            proven_by("FileTest.VolumesAndNamesAreAskedWithoutOpening")),
        ROW(ZwReadFile, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("FileTest.WithoutAPositionAnOffsetIsNeeded")),
        ROW(ZwSetInformationFile, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("FileTest.FailuresAreReturnedInTheBlock")),
        ROW(ZwWriteFile, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("FileTest.ReadsFromItsPosition")),
    });

}  // namespace
