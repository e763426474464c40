// ACPI structures that drivers read or write: the physical location of a device.
#ifndef _ACPITABL_H_
#define _ACPITABL_H_

#include "ntdef.h"

#pragma pack(push, 1)
typedef struct _ACPI_PLD_V2_BUFFER {
  UINT32 Revision : 7;
  UINT32 IgnoreColor : 1;
  UINT32 Color : 24;
  UINT32 Width : 16;
  UINT32 Height : 16;
  UINT32 UserVisible : 1;
  UINT32 Dock : 1;
  UINT32 Lid : 1;
  UINT32 Panel : 3;
  UINT32 VerticalPosition : 2;
  UINT32 HorizontalPosition : 2;
  UINT32 Shape : 4;
  UINT32 GroupOrientation : 1;
  UINT32 GroupToken : 8;
  UINT32 GroupPosition : 8;
  UINT32 Bay : 1;
  UINT32 Ejectable : 1;
  UINT32 EjectionRequired : 1;
  UINT32 CabinetNumber : 8;
  UINT32 CardCageNumber : 8;
  UINT32 Reference : 1;
  UINT32 Rotation : 4;
  UINT32 Order : 5;
  UINT32 Reserved : 4;
  USHORT VerticalOffset;
  USHORT HorizontalOffset;
} ACPI_PLD_V2_BUFFER, *PACPI_PLD_V2_BUFFER;
#pragma pack(pop)

enum AcpiPldPanel {
  AcpiPldPanelTop = 0,
  AcpiPldPanelBottom = 1,
  AcpiPldPanelLeft = 2,
  AcpiPldPanelRight = 3,
  AcpiPldPanelFront = 4,
  AcpiPldPanelBack = 5,
  AcpiPldPanelUnknown = 6
};
typedef enum AcpiPldPanel ACPI_PLD_PANEL, *PACPI_PLD_PANEL;
enum AcpiPldRotation {
  AcpiPldRotation0 = 0,
  AcpiPldRotation45 = 1,
  AcpiPldRotation90 = 2,
  AcpiPldRotation135 = 3,
  AcpiPldRotation180 = 4,
  AcpiPldRotation225 = 5,
  AcpiPldRotation270 = 6,
  AcpiPldRotation315 = 7
};
typedef enum AcpiPldRotation ACPI_PLD_ROTATION, *PACPI_PLD_ROTATION;

#endif
