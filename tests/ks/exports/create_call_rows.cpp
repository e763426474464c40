// Routines of the calls that open and use other drivers' files.
#include "tests/ks/exports/row_scene.h"

namespace {

using namespace drydock::testing;

const ExportRows kKsCreateCallRows(
    "KsExportRows", {
                        ROW(KsCreateAllocator, at_any_level(), zeros(crash()),
                            proven_by("KsWays.TheRightWaysAreSilent")),
                        ROW(KsCreateClock, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsExports.AClockSignalsItsMarks")),
                        ROW(KsCreatePin, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsClientRules.S111PinOpenedForWritingIsSilent")),
                        ROW(KsCreateTopologyNode, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsRequests.RequestsToANodeGoToItsTable")),
                        ROW(KsQueryInformationFile, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by_driver("KsExports.InformationOfAFileIsTheDrivers")),
                        ROW(KsReadFile, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsExports.ACancelableQueueGivesItsIrpsInOrder")),
                        ROW(KsSetInformationFile, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by_driver("KsExports.InformationOfAFileIsTheDrivers")),
                        ROW(KsStreamIo, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsFaults.RequestsOfADriverThatDiesAreAnswered")),
                        ROW(KsSynchronousIoControlDevice, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsClientRules.S065FunctionTableForUserModeIsFound")),
                        ROW(KsUnserializeObjectPropertiesFromRegistry, up_to(PASSIVE_LEVEL),
                            zeros(gives(STATUS_OBJECT_PATH_SYNTAX_BAD)),
                            proven_by_driver("KsExports.PropertiesAreUnserializedFromTheRegistry")),
                        ROW(KsWriteFile, up_to(PASSIVE_LEVEL), zeros(crash()),
                            proven_by("KsExports.AWriteReachesTheDriver")),
                    });

}  // namespace
