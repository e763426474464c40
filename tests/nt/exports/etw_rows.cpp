// Routines of event tracing.
#include "tests/nt/exports/row_scene.h"

namespace {

using namespace drydock::testing;

constexpr EVENT_DESCRIPTOR kEvent{};

REGHANDLE registered() {
  REGHANDLE handle = 0;
  const GUID id{1, 2, 3, {}};
  EXPECT_EQ(EtwRegister(&id, nullptr, nullptr, &handle), STATUS_SUCCESS);
  return handle;
}

const ExportRows kEtwRows(
    "ExecutiveExports",
    {
        ROW(EtwActivityIdControl, at_any_level(), zeros(gives(STATUS_INVALID_PARAMETER)), works([] {
              GUID id{};
              EXPECT_EQ(EtwActivityIdControl(EVENT_ACTIVITY_CTRL_CREATE_ID, &id), STATUS_SUCCESS);
              EXPECT_FALSE(IsEqualGUID(id, GUID{}));
              EXPECT_EQ(EtwActivityIdControl(99, &id), STATUS_INVALID_PARAMETER);
            })),
        ROW(EtwEventEnabled, at_any_level(), zeros(gives(FALSE)),
            proven_by("DeviceTest.EventProviders")),
        ROW(EtwProviderEnabled, at_any_level(), zeros(gives(FALSE)), works([] {
              const REGHANDLE handle = registered();
              EXPECT_FALSE(EtwProviderEnabled(handle, 0, 0));
              EtwUnregister(handle);
            })),
        ROW(EtwRegister, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by("DeviceTest.EventProviders")),
        ROW(EtwSetInformation, advised_up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            works([] {
              const REGHANDLE handle = registered();
              EXPECT_EQ(EtwSetInformation(handle, EventProviderBinaryTrackInfo, nullptr, 0),
                        STATUS_SUCCESS);
              EXPECT_EQ(EtwUnregister(handle), STATUS_SUCCESS);
              EXPECT_EQ(EtwSetInformation(handle, EventProviderBinaryTrackInfo, nullptr, 0),
                        STATUS_INVALID_HANDLE);
            })),
        ROW(EtwUnregister, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("DeviceTest.EventProviders")),
        ROW(EtwWrite, at_any_level(), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("DeviceTest.EventProviders")),
        ROW(EtwWriteEx, at_any_level(), zeros(gives(STATUS_INVALID_HANDLE)), works([] {
              const REGHANDLE handle = registered();
              EXPECT_EQ(EtwWriteEx(handle, &kEvent, 0, 0, nullptr, nullptr, 0, nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(EtwUnregister(handle), STATUS_SUCCESS);
              EXPECT_EQ(EtwWriteEx(handle, &kEvent, 0, 0, nullptr, nullptr, 0, nullptr),
                        STATUS_INVALID_HANDLE);
            })),
        ROW(EtwWriteString, at_any_level(), zeros(gives(STATUS_INVALID_HANDLE)), works([] {
              const REGHANDLE handle = registered();
              EXPECT_EQ(EtwWriteString(handle, 0, 0, nullptr, u"text"), STATUS_SUCCESS);
              EXPECT_EQ(EtwUnregister(handle), STATUS_SUCCESS);
              EXPECT_EQ(EtwWriteString(handle, 0, 0, nullptr, u"text"), STATUS_INVALID_HANDLE);
            })),
        ROW(EtwWriteTransfer, at_any_level(), zeros(gives(STATUS_INVALID_HANDLE)), works([] {
              const REGHANDLE handle = registered();
              EXPECT_EQ(EtwWriteTransfer(handle, &kEvent, nullptr, nullptr, 0, nullptr),
                        STATUS_SUCCESS);
              EXPECT_EQ(EtwUnregister(handle), STATUS_SUCCESS);
              EXPECT_EQ(EtwWriteTransfer(handle, &kEvent, nullptr, nullptr, 0, nullptr),
                        STATUS_INVALID_HANDLE);
            })),
        ROW(WmiTraceMessage, at_any_level(), zeros(gives(STATUS_INVALID_HANDLE)),
            proven_by("Routines.BusesAreAsked")),
        ROW(WmiTraceMessageVa, at_any_level(), zeros(gives(STATUS_INVALID_HANDLE)), works([] {
              va_list none{};
              EXPECT_EQ(WmiTraceMessageVa(1, 0, nullptr, 1, none), STATUS_INVALID_HANDLE);
            })),
    });

}  // namespace
