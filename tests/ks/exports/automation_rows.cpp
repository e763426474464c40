// Routines of properties and methods.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsAutomationRows(
    "KsExportRows",
    {
        ROW(KsDispatchSpecificMethod, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              SentIrp one;
              EXPECT_FALSE(NT_SUCCESS(KsDispatchSpecificMethod(one.irp, nullptr)));
            })),
        ROW(KsDispatchSpecificProperty, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              SentIrp one;
              EXPECT_FALSE(NT_SUCCESS(KsDispatchSpecificProperty(one.irp, nullptr)));
            })),
        ROW(KsFastMethodHandler, at_any_level(), zeros(gives(FALSE)),
            proven_by_driver("KsExports.FastHandlersAnswerAtOnce")),
        ROW(KsFastPropertyHandler, at_any_level(), zeros(gives(FALSE)),
            proven_by_driver("KsExports.FastHandlersAnswerAtOnce")),
        ROW(KsGetNodeIdFromIrp, at_any_level(), zeros(crash()),
            proven_by_driver("KsRequests.RequestsToANodeGoToItsTable")),
        ROW(KsMergeAutomationTables, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_SUCCESS)), works([] {
              static KSAUTOMATION_TABLE table{};
              PKSAUTOMATION_TABLE both = nullptr;
              EXPECT_EQ(KsMergeAutomationTables(&both, nullptr, nullptr, nullptr), STATUS_SUCCESS);
              EXPECT_EQ(both, nullptr);
              EXPECT_EQ(KsMergeAutomationTables(&both, &table, nullptr, nullptr), STATUS_SUCCESS);
              EXPECT_NE(both, nullptr);
              ExFreePool(both);
            })),
        ROW(KsMethodHandler, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              SentIrp one;
              EXPECT_FALSE(NT_SUCCESS(KsMethodHandler(one.irp, 0, nullptr)));
            })),
        ROW(KsMethodHandlerWithAllocator, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              SentIrp one;
              EXPECT_EQ(KsMethodHandlerWithAllocator(one.irp, 0, nullptr, nullptr, 1),
                        STATUS_INVALID_PARAMETER);
            })),
        ROW(KsPropertyHandler, up_to(PASSIVE_LEVEL), zeros(crash()),
            proven_by_driver("KsExports.FastHandlersAnswerAtOnce")),
        ROW(KsPropertyHandlerWithAllocator, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              SentIrp one;
              EXPECT_EQ(KsPropertyHandlerWithAllocator(one.irp, 0, nullptr, nullptr, 1),
                        STATUS_INVALID_PARAMETER);
            })),
        ROW(KsTopologyPropertyHandler, up_to(PASSIVE_LEVEL), zeros(crash()), works([] {
              OwnIrp one;
              KSPROPERTY property{};
              property.Id = 99;
              KSTOPOLOGY topology{};
              EXPECT_EQ(KsTopologyPropertyHandler(one.irp, &property, nullptr, &topology),
                        STATUS_NOT_FOUND);
            })),
    });

}  // namespace
