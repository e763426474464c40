// Routines of filters and their factories.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsFilterRows(
    "KsExportRows",
    {
        ROW(KsCreateFilterFactory, up_to(PASSIVE_LEVEL), zeros(gives(STATUS_INVALID_PARAMETER)),
            proven_by("KsObjectRules.S093FactoryInStartIsSilent")),
        ROW(KsFilterAddTopologyConnections, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.AFilterGrowsAfterItsCreation")),
        ROW(KsFilterCreateNode, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsWalk.AFilterGrowsAfterItsCreation")),
        ROW(KsFilterCreatePinFactory, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S109PinFactoryInCreateIsSilent")),
        ROW(KsFilterFactoryAddCreateItem, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsDescriptorRules.S097WildcardAloneIsSilent")),
        ROW(KsFilterFactoryGetSymbolicLink, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWalk.AFilterGrowsAfterItsCreation")),
        ROW(KsFilterFactorySetDeviceClassesState, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsDeviceRules.S094LateFactoryThatIsEnabledIsSilent")),
        ROW(KsFilterFactoryUpdateCacheData, up_to(PASSIVE_LEVEL), zeros(ends_by("N-005")),
            proven_by("KsWalk.AFilterGrowsAfterItsCreation")),
        ROW(KsFilterRegisterPowerCallbacks, at_any_level(), zeros(ends_by("N-005")),
            proven_by("KsObjectRules.S261PowerCallbacksOfAFilterThatDoesNotProcessAreFound")),
        ROW(KsValidateTopologyNodeCreateRequest, at_any_level(), zeros(crash()), works([] {
              OwnIrp one;
              IoSetNextIrpStackLocation(one.irp);
              const PIO_STACK_LOCATION at = IoGetCurrentIrpStackLocation(one.irp);
              FILE_OBJECT file{};
              file.FileName = words(u"short");
              at->FileObject = &file;
              KSTOPOLOGY topology{};
              PKSNODE_CREATE made = nullptr;
              EXPECT_EQ(KsValidateTopologyNodeCreateRequest(one.irp, &topology, &made),
                        STATUS_INVALID_PARAMETER);
              EXPECT_EQ(made, nullptr);
            })),
    });

}  // namespace
