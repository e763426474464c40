// Devices by name, and symbolic links to them.
#include <gtest/gtest.h>

#include <vector>

#include "src/nt/io/device.h"
#include "src/nt/io/device_power.h"
#include "src/nt/ob/object.h"
#include "src/nt/ob/registry.h"
#include "src/rules/finding.h"
#include "tests/nt/io/device_scene.h"
#include "tests/nt/sync/lock_drivers.h"

namespace {

using namespace drydock::nt;
using namespace drydock::testing;

// wdm/nf-wdm-iogetdeviceobjectpointer.md; the device sees create, cleanup and close
TEST_F(DeviceTest, ByName) {
  Text link(u"\\DosDevices\\Card"), device(u"\\Device\\Lower"), other(u"\\??\\card"),
      absent(u"\\Device\\None");
  EXPECT_EQ(IoCreateSymbolicLink(&link.string, &device.string), STATUS_SUCCESS);
  EXPECT_EQ(IoCreateSymbolicLink(&other.string, &device.string), STATUS_OBJECT_NAME_COLLISION);
  PFILE_OBJECT file = nullptr;
  PDEVICE_OBJECT found = nullptr;
  EXPECT_EQ(IoGetDeviceObjectPointer(&absent.string, FILE_READ_DATA, &file, &found),
            STATUS_OBJECT_NAME_NOT_FOUND);
  ASSERT_EQ(IoGetDeviceObjectPointer(&other.string, FILE_READ_DATA, &file, &found), STATUS_SUCCESS);
  EXPECT_EQ(found, lower_);
  EXPECT_EQ(IoGetRelatedDeviceObject(file), lower_);
  ObDereferenceObject(file);
  EXPECT_EQ(seen, (std::vector<UCHAR>{IRP_MJ_CREATE, IRP_MJ_CLEANUP, IRP_MJ_CLOSE}));
  EXPECT_EQ(IoDeleteSymbolicLink(&link.string), STATUS_SUCCESS);
  EXPECT_EQ(IoDeleteSymbolicLink(&link.string), STATUS_OBJECT_NAME_NOT_FOUND);
}

}  // namespace
