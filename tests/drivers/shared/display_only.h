/* What the display-only drivers of tests have in common. Include <dispmprt.h> before. */
#pragma once

namespace {

NTSTATUS APIENTRY QueryAdapterInfo(IN_CONST_HANDLE, IN_CONST_PDXGKARG_QUERYADAPTERINFO query) {
  if (query->Type != DXGKQAITYPE_DRIVERCAPS) return STATUS_NOT_SUPPORTED;
  static_cast<DXGK_DRIVERCAPS*>(query->pOutputData)->WDDMVersion = DXGKDDI_WDDMv1_2;
  return STATUS_SUCCESS;
}

// The entry points that each of them has.
KMDDOD_INITIALIZATION_DATA table_of(PDXGKDDI_ADD_DEVICE add, PDXGKDDI_START_DEVICE start, PDXGKDDI_STOP_DEVICE stop,
                                    PDXGKDDI_REMOVE_DEVICE remove) {
  KMDDOD_INITIALIZATION_DATA table = {};
  table.Version = DXGKDDI_INTERFACE_VERSION;
  table.DxgkDdiAddDevice = add;
  table.DxgkDdiStartDevice = start;
  table.DxgkDdiStopDevice = stop;
  table.DxgkDdiRemoveDevice = remove;
  table.DxgkDdiQueryAdapterInfo = QueryAdapterInfo;
  return table;
}

}  // namespace
